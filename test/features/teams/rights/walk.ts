import type { Message, User } from 'grammy/types';
import { z } from 'zod';
import { buttons } from '../../../../src/features/buttons.ts';
import type { Press } from '../../../../src/sandbox/telegram/index.ts';
import { TOKEN } from '../../../support/app.ts';
import { createEd25519 } from '../../../support/ssh-keys.ts';
import type { Company, Server } from './company.ts';
import type { Row } from './rows.ts';

/** Of changes at the provider; all other requests read. */
const CHANGES =
  /^(?:server\.(?:action|os|password|ssh-key|rescue|eject)|(?:snapshot|backup)\.(?:create|restore|delete)|cloud\.(?:order|renew|upgrade)|domain\.(?:register|renew))$/;
/** The buttons that confirm. */
const CONFIRMS = [buttons.confirm, buttons.goPast, buttons.pay, buttons.payAll].map(({ name }) => `${name}|`);
/** The bot's refusals for lack of a role, in both languages. */
const LACKS_ROLE =
  /Not allowed: you need the role|نقش شما در تیم اجازهٔ این کار را نمی‌دهد|Only the owner of the team can do this|این کار را فقط مالک تیم می‌تواند/;
const KEY = createEd25519().line();

/** One person who tries one thing with one server in one place. */
export interface Attempt {
  /** The name of the attempt, for the report of a failure. */
  what: string;
  row: Row;
  isAllowed: boolean;
  user: User;
  chat: number;
  server: Server;
  /** Taps it on a message of theirs, or types it. */
  begin(): { tap: Press } | { message: Message };
}

/** The outcome of an attempt. */
export interface Seen {
  /** Whether it was refused for lack of a role. */
  refused: boolean;
  /** The text that the person got. */
  said: string;
}

/**
 * Tries things, each to its end: types what is asked for, and gives every confirm that is shown.
 * @param meanwhile what happens after the tap or command, before anything is typed or confirmed
 */
export async function tryAll(
  company: Company,
  attempts: readonly Attempt[],
  meanwhile?: () => Promise<void>,
): Promise<[Attempt, Seen][]> {
  const { settled, world } = company;
  const since = world.calls.length;
  const begun = attempts.map((attempt) => {
    const made = attempt.begin();
    return { attempt, made, told: toldIn(attempt, 'tap' in made ? made.tap.messageId : made.message.message_id) };
  });
  await settled();
  const first = sentSince(company, since);
  await meanwhile?.();
  for (const { attempt, told } of begun) {
    const { row, user, server } = attempt;
    if (row.types !== undefined && !LACKS_ROLE.test(told(first)))
      world.say(user.id, user.id, row.types === 'ip' ? server.ip : row.types === 'key' ? KEY : row.types);
  }
  await settled();
  const shown = sentSince(company, since);
  const confirms = begun.flatMap(({ attempt, told }) => confirm(company, attempt, told(shown)));
  await settled();
  await Promise.all(confirms.map(({ answered }) => answered));
  const sent = sentSince(company, since);
  return Promise.all(
    begun.map(async ({ attempt, made, told }): Promise<[Attempt, Seen]> => {
      const { text = '' } = 'tap' in made ? await made.tap.answered : {};
      const said = `${text}\n${told(sent)}`;
      return [attempt, { refused: LACKS_ROLE.test(said), said }];
    }),
  );
}

function sentSince({ world }: Company, since: number): string[] {
  return world.calls.slice(since).map(({ params }) => JSON.stringify(params));
}

/** Finds what the bot told the person of all that it sent: all in private, and in the group what only they see or what is about `message`. */
function toldIn({ user, chat }: Attempt, message: number): (sent: readonly string[]) => string {
  const isTold = new RegExp(
    `"(?:chat_id|receiver_user_id)":${user.id}\\b|"chat_id":${chat},.*"message_id":${message}\\b`,
  );
  return (sent) => sent.filter((each) => isTold.test(each)).join('\n');
}

/** Gives the confirms that were shown. Where the person is allowed and the attempt does not end with a confirm, the confirms stay unconfirmed. */
function confirm(company: Company, attempt: Attempt, told: string): Press[] {
  const { row, user, isAllowed } = attempt;
  const shown = new Set([...told.matchAll(/"callback_data":"([^"]*)"/g)].map(([, data = '']) => data));
  const wanted = [...shown].filter((data) => CONFIRMS.some((start) => data.startsWith(start)));
  if (wanted.length === 0 || (isAllowed && !row.ends)) return [];
  return visible(company, attempt).flatMap(({ chat, message_id, reply_markup }) =>
    (reply_markup?.inline_keyboard ?? [])
      .flat()
      .flatMap((button) => ('callback_data' in button ? [button.callback_data] : []))
      .filter((data) => wanted.includes(data))
      .map((data) => company.world.pressRaw(user.id, chat.id, message_id, data)),
  );
}

/** The bot's messages to this person: all in private, and in the group those that answer them. */
export function visible({ world }: Company, { user, chat }: Pick<Attempt, 'user' | 'chat'>): Message[] {
  const ofBot = (message: Message) => message.from?.id === world.bot.id;
  const isOwn = (message: Message) =>
    'ephemeral_message_id' in message || message.reply_to_message?.from?.id === user.id;
  const inGroup = chat === user.id ? [] : world.messages(user.id, chat).filter(isOwn);
  return [...world.messages(user.id, user.id), ...inGroup].filter(ofBot);
}

/** A message as it reads, with its buttons. */
export function read(message: Message): string {
  const { chat, message_id, text, caption, rich_message, reply_markup } = message;
  return JSON.stringify([chat.id, message_id, text ?? caption, rich_message?.blocks, reply_markup]);
}

/** The changes that the provider was asked for, by the id of the server or domain. */
export function changesBySubject({ provider }: Company): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { operation, body } of provider.requests) {
    if (!CHANGES.test(operation)) continue;
    const subject = subjectOf(body);
    found.set(subject, [...(found.get(subject) ?? []), operation]);
  }
  return found;
}

const withId = z.object({ id: z.string() });

function subjectOf(body: unknown): string {
  return withId.safeParse(body).data?.id ?? 'none';
}

/** The parts of the account that members alone may see. */
export const OF_ACCOUNT = /10\.0\.\d+\.\d+|srv-\d+|toman|تومان/;

/** Texts that hold what never stands in a group: the token, passwords and consoles. */
export function secretsIn(company: Company, texts: readonly string[]): string[] {
  const passwords = [...company.provider.account(TOKEN).servers].map(({ password }) => password).filter(Boolean);
  return texts.filter(
    (text) => [TOKEN, ...passwords].some((secret) => text.includes(secret)) || /:\/\/[^"]*vnc/.test(text),
  );
}
