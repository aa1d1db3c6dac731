import { randomBytes } from 'node:crypto';
import type { Document } from 'grammy/types';
import type { Check } from '../../../store/jobs/checks.ts';
import { type Ctx, isPrivate, topicOf } from '../../../telegram/context.ts';
import { ask } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Html } from '../../../telegram/i18n/index.ts';
import { readDocument } from '../../../telegram/ui/document.ts';
import { code, name } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { reply, send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { reads } from '../../common/domain-words.ts';
import { takeSecretFile } from '../../common/input/unsolicited-secret.ts';
import { home } from '../../common/next-steps.ts';
import { operationIdOf } from '../../common/operation/prepared.ts';
import { requireAccess } from '../../common/require.ts';
import { type DomainContext, favouritesOf } from '../favourites.ts';
import { junkLines } from '../names/name-words.ts';
import { isListFile, MAX_LIST_BYTES, readingList } from './list-file.ts';
import { cleanNames, MAX_NAMES_PER_CHECK, type Names } from './names.ts';
import type { Checker } from './runner.ts';
import { progressScreen } from './screen.ts';
import { piecesOfText } from './table.ts';

export const CHECK_QUESTION = 'check';
const MAX_CHECKS_PER_PERSON = 3;
const MEGABYTE = 1024 * 1024;
const OFFER_LIFE_MS = 24 * 3_600_000;

export interface CheckInput {
  /** In a group tells how to send names. @param suffix replaces the favourites */
  askForNames(ctx: Ctx, suffix?: string): Promise<void>;
  /** @param suffix replaces the favourites for names without one */
  take(ctx: Ctx, text: string, suffix?: string): Promise<void>;
  /** Offers to check names in a message that may be about something else. */
  offer(ctx: Ctx, pieces: readonly string[]): Promise<void>;
  /** @throws Refusal if the offer has expired */
  takeOffered(ctx: Ctx, list: string): Promise<void>;
  /** `false` for a message without a file. An unasked file may hold any notes: only its whole domains count. */
  takeFile(ctx: Ctx, why: 'asked' | 'unasked', suffix?: string): Promise<boolean>;
}

/** The names beyond the size of one check wait in `rest`. */
export function newCheck(names: Omit<Check, 'state' | 'rest' | 'round' | 'messageId' | 'why'>): Check {
  const { domains } = names;
  return {
    ...names,
    state: 'running',
    domains: domains.slice(0, MAX_NAMES_PER_CHECK),
    rest: domains.slice(MAX_NAMES_PER_CHECK),
    round: 0,
  };
}

/** A repeated update after a crash gets the id of the check, or round, that it began. */
export function checkIdOf(ctx: Ctx): string {
  return operationIdOf(ctx);
}

/** Whether the update began its check before a crash. The check shows itself. */
export async function isBegun(ctx: Ctx): Promise<boolean> {
  const begun = await ctx.services.store.checks.get(checkIdOf(ctx));
  if (begun) void ctx.answer();
  return begun !== undefined;
}

/** @throws Refusal while the person has {@link MAX_CHECKS_PER_PERSON} running checks */
export async function requireRoom({ services, person }: Ctx): Promise<void> {
  if ((await services.store.checks.running(person.id)) < MAX_CHECKS_PER_PERSON) return;
  throw new Refusal((t) => t('check-too-many', { most: MAX_CHECKS_PER_PERSON }));
}

export function createCheckInput(checker: Checker, context: DomainContext): CheckInput {
  async function begin(ctx: Ctx, accountId: string, names: Names): Promise<void> {
    if (await isBegun(ctx)) return;
    await requireRoom(ctx);
    const { id: userId, locale } = ctx.person;
    const place = { chatId: ctx.chat?.id ?? userId, topicId: topicOf(ctx) };
    const check = newCheck({ ...names, id: checkIdOf(ctx), userId, ...place, accountId, locale });
    const screen = progressScreen(check, new Map(), ctx.t);
    // A tap on an offer replaces the offer by the progress.
    if (ctx.callbackQuery) return checker.begin({ ...check, messageId: await show(ctx, screen, 'all') });
    const { chat, message_id: messageId } = await reply(ctx, screen);
    await checker.begin({ ...check, chatId: chat.id, messageId });
  }

  async function takeNames(ctx: Ctx, names: Names): Promise<void> {
    const access = await requireAccess(ctx, 'read');
    if (names.domains.length === 0) return void (await send(ctx, noneScreen(ctx, names)));
    await begin(ctx, access.account.id, names);
  }

  const suffixes = async (ctx: Ctx, suffix: string | undefined) =>
    suffix === undefined ? favouritesOf(ctx, context) : [suffix];
  const take = async (ctx: Ctx, text: string, suffix?: string) => {
    const { pieces, leftOut } = piecesOfText(text);
    await takeNames(ctx, cleanNames(pieces, await suffixes(ctx, suffix), leftOut));
  };

  return {
    take,
    async offer(ctx, pieces) {
      const list = randomBytes(6).toString('base64url');
      const count = cleanNames(pieces, []).domains.length;
      await ctx.services.store.notes.set(offerKey(ctx, list), pieces.join('\n'), OFFER_LIFE_MS);
      const check = buttons.checkThese.make(ctx.t.plain('button-check-these', { count }), { list }, 'primary');
      await send(ctx, { text: ctx.t('check-found', { count }), keyboard: [[check], home(ctx)] });
    },
    async takeOffered(ctx, list) {
      const pieces = await ctx.services.store.notes.get(offerKey(ctx, list));
      if (pieces === undefined) throw new Refusal((t) => t('button-old'));
      await take(ctx, pieces);
    },
    async askForNames(ctx, suffix) {
      await requireAccess(ctx, 'read');
      const favourites = await suffixes(ctx, suffix);
      const list: Html = { html: favourites.map((suffix) => code(`.${reads(suffix)}`).html).join(' ') };
      const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
      const text = ctx.t('check-ask', { favourites: list });
      const about = suffix === undefined ? [] : [suffix];
      if (isPrivate(ctx)) await ask(ctx, CHECK_QUESTION, about, { text, keyboard: [[cancel]] });
      else await send(ctx, { text: ctx.t('check-ask-group') });
    },
    async takeFile(ctx, why, suffix) {
      const file = ctx.message?.document;
      if (!file) return false;
      const { account } = await requireAccess(ctx, 'read');
      const text = await readListFile(ctx, file);
      if (text !== '' && (await takeSecretFile(ctx, text))) return true;
      const favourites = why === 'asked' ? await suffixes(ctx, suffix) : [];
      const list = { name: file.file_name, text, favourites };
      const names = await ctx.services.workers.run(String(ctx.person.id), readingList, list);
      if (names === 'binary') throw new Refusal((t) => t('check-file-binary'));
      if (why === 'asked') await takeNames(ctx, names);
      else if (names.domains.length > 0) await begin(ctx, account.id, names);
      else throw new Refusal((t) => t('check-file-none', { file: name(file.file_name ?? '–') }));
      return true;
    },
  };
}

/** @throws Refusal for a file of another type or above {@link MAX_LIST_BYTES} */
async function readListFile(ctx: Ctx, { file_name, mime_type }: Document): Promise<string> {
  if (!isListFile(file_name, mime_type)) throw new Refusal((t) => t('check-file-type'));
  const text = await readDocument(ctx, MAX_LIST_BYTES);
  if (text === 'too-large') throw new Refusal((t) => t('check-file-large', { most: MAX_LIST_BYTES / MEGABYTE }));
  return text ?? '';
}

function offerKey({ person }: Ctx, list: string): string {
  return `${person.id}:names:${list}`;
}

function noneScreen(ctx: Ctx, { junk, junkCount }: Names): Screen {
  const { t } = ctx;
  const lines = junkLines(junk, t);
  const more = junkCount - lines.length;
  const text = [t('check-none'), ...lines, ...(more > 0 ? [t('check-more', { count: more })] : [])].join('\n');
  return { text, keyboard: [home(ctx)] };
}
