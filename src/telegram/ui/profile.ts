import { isDeepStrictEqual } from 'node:util';
import { type Api, GrammyError } from 'grammy';
import type { BotCommand, LanguageCode } from 'grammy/types';
import { LOCALES, languageOf, type Texts } from '../i18n/index.ts';
import { delay, retryUntil } from '../updates/retry.ts';
import { menusIn } from './commands-menu.ts';

const FIRST_UPDATES_MS = 1_000;

export interface ProfileDependencies {
  api: Api;
  texts: Texts;
  defaultLocale: string;
  report(error: unknown): void;
  signal: AbortSignal;
}

interface ProfilePart {
  wanted: unknown;
  read(): Promise<unknown>;
  write(): Promise<unknown>;
  /** The part of `wanted` that a server before Bot API 10.2 keeps. */
  older?: unknown;
}

interface Server {
  isOlder: boolean;
}

/** Publishes the descriptions and command menus that differ. Replicas that start together may write the same twice. */
export async function publishProfile(dependencies: ProfileDependencies): Promise<void> {
  const { signal } = dependencies;
  let reported = false;
  const report = (error: unknown) => {
    if (!reported) dependencies.report(error);
    reported = true;
  };
  await delay(FIRST_UPDATES_MS, signal);
  await retryUntil(() => publish({ ...dependencies, report }), report, signal);
}

async function publish({ signal, report, ...dependencies }: ProfileDependencies): Promise<void> {
  const server = { isOlder: false };
  for (const part of partsOf(dependencies)) {
    if (signal.aborted) return;
    await bringUpToDate(part, server, report);
  }
}

async function bringUpToDate(part: ProfilePart, server: Server, report: (error: unknown) => void): Promise<void> {
  try {
    const has = await part.read();
    if (isDeepStrictEqual(has, part.wanted)) return;
    const isAllThere = isOlderForm(part, has);
    if (isAllThere && server.isOlder) return;
    await part.write();
    // No method tells the server's version: one menu, written and read again, shows it.
    if (isAllThere) server.isOlder = isOlderForm(part, await part.read());
  } catch (error) {
    const refused = error instanceof GrammyError && error.error_code < 500 && error.error_code !== 429;
    if (!refused) throw error;
    report(error);
  }
}

function isOlderForm({ wanted, older }: ProfilePart, has: unknown): boolean {
  return older !== undefined && !isDeepStrictEqual(has, wanted) && isDeepStrictEqual(has, older);
}

function partsOf({
  api,
  texts,
  defaultLocale,
}: Pick<ProfileDependencies, 'api' | 'texts' | 'defaultLocale'>): ProfilePart[] {
  const languages = new Set(LOCALES.map(languageOf).filter(isLanguageCode));
  return [undefined, ...languages].flatMap((language): ProfilePart[] => {
    const t = texts.in(language === undefined ? defaultLocale : texts.for(language));
    const of = language === undefined ? {} : { language_code: language };
    const [description, about] = [t.plain('bot-description'), t.plain('bot-about')];
    return [
      {
        wanted: description,
        read: async () => (await api.getMyDescription(of)).description,
        write: () => api.setMyDescription(description, of),
      },
      {
        wanted: about,
        read: async () => (await api.getMyShortDescription(of)).short_description,
        write: () => api.setMyShortDescription(about, of),
      },
      ...menusIn(t).map(({ scope, commands }) => ({
        wanted: commands.map(inFull),
        read: async () => (await api.getMyCommands({ scope, ...of })).map(inFull),
        write: () => api.setMyCommands(commands, { scope, ...of }),
        older: commands.map((command) => inFull({ ...command, is_ephemeral: false })),
      })),
    ];
  });
}

/** Telegram leaves out what is false. */
function inFull({ command, description, is_ephemeral = false }: BotCommand): Required<BotCommand> {
  return { command, description, is_ephemeral };
}

/** Telegram knows only languages of two letters here. */
function isLanguageCode(language: string): language is LanguageCode {
  return /^[a-z]{2}$/.test(language);
}
