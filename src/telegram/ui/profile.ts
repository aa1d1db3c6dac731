import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Api, GrammyError } from 'grammy';
import type { BotCommand, LanguageCode } from 'grammy/types';
import type { Store } from '../../store/index.ts';
import { LOCALES, languageOf, type Texts } from '../i18n/index.ts';
import { delay, retryUntil } from '../updates/retry.ts';
import { menusIn } from './commands-menu.ts';

/** The updates that waited for the start go first. */
const FIRST_UPDATES_MS = 1_000;
/** Starts within this time ask Telegram nothing where the texts are those it was given. */
const KNOWN_FOR_MS = 24 * 60 * 60_000;

export interface ProfileDependencies {
  api: Api;
  botId: number;
  notes: Store['notes'];
  texts: Texts;
  /** The language for people whose client speaks none of ours. */
  defaultLocale: string;
  report(error: unknown): void;
  signal: AbortSignal;
}

/** One of the profile's texts or menus, in one language. */
interface Part {
  wanted: unknown;
  /** What Telegram shows people of this language. */
  read(): Promise<unknown>;
  write(): Promise<unknown>;
}

/**
 * Brings what Telegram shows of the bot up to date in each language: its descriptions and its commands menus. Reads each and writes what
 * differs. Replicas that start together may write the same twice. A failure is reported once and ends nothing.
 */
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

async function publish({ notes, botId, signal, report, ...dependencies }: ProfileDependencies): Promise<void> {
  const parts = partsOf(dependencies);
  const wanted = JSON.stringify(parts.map((part) => part.wanted));
  const [key, digest] = [`profile:${botId}`, createHash('sha256').update(wanted).digest('base64url')];
  if ((await notes.get(key)) === digest) return;
  let all = true;
  for (const part of parts) {
    if (signal.aborted) return;
    all = (await taken(part, report)) && all;
  }
  if (all) await notes.set(key, digest, KNOWN_FOR_MS);
}

/** Brings a part up to date. Resolves to whether Telegram took it: what it refuses for good is left as it is. */
async function taken({ wanted, read, write }: Part, report: (error: unknown) => void): Promise<boolean> {
  try {
    if (!isDeepStrictEqual(await read(), wanted)) await write();
    return true;
  } catch (error) {
    const refused = error instanceof GrammyError && error.error_code < 500 && error.error_code !== 429;
    if (!refused) throw error;
    report(error);
    return false;
  }
}

function partsOf({ api, texts, defaultLocale }: Pick<ProfileDependencies, 'api' | 'texts' | 'defaultLocale'>): Part[] {
  const languages = new Set(LOCALES.map(languageOf).filter(isLanguageCode));
  return [undefined, ...languages].flatMap((language): Part[] => {
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
        wanted: commands.map(comparable),
        read: async () => (await api.getMyCommands({ scope, ...of })).map(comparable),
        write: () => api.setMyCommands(commands, { scope, ...of }),
      })),
    ];
  });
}

/** Telegram leaves out what is false. */
function comparable({ command, description, is_ephemeral = false }: BotCommand): Required<BotCommand> {
  return { command, description, is_ephemeral };
}

/** Telegram knows only languages of two letters here. */
function isLanguageCode(language: string): language is LanguageCode {
  return /^[a-z]{2}$/.test(language);
}
