import { type Bot, GrammyError } from 'grammy';
import type { Operation } from '../../../operations/index.ts';
import type { BreakGlass, Member, Team } from '../../../store/key-value/teams.ts';
import { endBreakGlass } from '../../../teams/members.ts';
import { isBreakGlassOn, mayBreakGlass, memberName, memberOf } from '../../../teams/rights.ts';
import { isOutOfReach } from '../../../telegram/api/errors.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { tellMembers, translateForMember } from '../../../telegram/tell/tell-members.ts';
import { formatMoment, isolated, listed, mention, name, teamName } from '../../../telegram/ui/format.ts';
import { editWhereTaken, put, waitIn } from '../../../telegram/ui/live-message.ts';
import { edit, post, type Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { translateFor } from '../../common/teams/tell-team.ts';
import { claimPosting, POSTED_WITHIN_MS } from '../timed-work.ts';

export const BREAK_GLASS_MS = 60 * 60_000;
const COUNTDOWN_STEP_MS = 5 * 60_000;
const MAX_MENTIONS = 20;
const MAX_USES_LISTED = 5;
/** A crash before their receipt is stored notifies these members once more. */
const MEMBERS_PER_BATCH = 10;

/** Identifies one break-glass in its buttons: the button of an old message must not end a new one. */
export function startedAs({ since }: Pick<BreakGlass, 'since'>): string {
  return since.toString(36);
}

/**
 * Keeps a pinned countdown in the group, and notifies all members in private, until the time is over or its person is
 * no admin.
 * Resolves to when the work is due again.
 */
export async function followBreakGlass(bot: Bot<Ctx>, services: Services, id: string): Promise<number | undefined> {
  const { store, operations } = services;
  const now = operations.now();
  const found = await store.teams.get(id);
  const restAt = await closeEnded(bot, services, found ?? (await store.teams.lastEnd(id))?.team, now);
  if (!found?.breakGlass) return restAt;
  if (!found.breakGlass.ended && !isBreakGlassOn(found, now)) await noteEnd(services, id, now);
  const team = await store.teams.get(id);
  const glass = team?.breakGlass;
  if (!team || !glass) return undefined;
  if (!glass.ownerTold) await showOwner(bot, services, team, glass);
  const waitMs = await showInGroup(bot, services, team, glass, now);
  if (glass.ended) await tellOfEnd(bot, services, team, glass, glass.ended);
  else await tellAll(bot, services, team, glass);
  if (waitMs > 0) return now + waitMs;
  if (glass.ended) return finish(bot, services, id, glass);
  const restMs = await mentionRest(bot, services, id);
  return Math.min(glass.until, now + (restMs > 0 ? restMs : COUNTDOWN_STEP_MS));
}

/** Updates the messages of an earlier break-glass, also of an ended team. Resolves to the time of the next attempt. */
async function closeEnded(
  bot: Bot<Ctx>,
  services: Services,
  team: Team | undefined,
  now: number,
): Promise<number | undefined> {
  if (!team) return undefined;
  for (const glass of team.endedBreakGlass ?? []) {
    const waitMs = await turnIn(services, team, glass);
    if (waitMs > 0) return now + waitMs;
    await showEnded(bot, services, team, glass, now);
    await services.store.teams.change(team.id, (kept) => {
      kept.endedBreakGlass = kept.endedBreakGlass?.filter(({ since }) => since !== glass.since);
    });
  }
  return undefined;
}

async function showEnded(bot: Bot<Ctx>, services: Services, team: Team, glass: BreakGlass, now: number): Promise<void> {
  const uses = await usesOf(services, team, glass);
  const screen = screenOf(team, glass, uses, now, services, await groupWords(services, team));
  const { messageId, ended, pinned } = glass;
  if (messageId !== undefined) await editWhereTaken(bot.api, team.chatId, messageId, screen);
  if (ended) await tellOfEnd(bot, services, team, glass, ended);
  if (pinned && messageId !== undefined) await unpin(bot, services, team.chatId, messageId);
}

async function usesOf({ store }: Services, { id }: Team, { since, until }: BreakGlass): Promise<Operation[]> {
  const sent = await store.ledger.sentByTeam(id, since);
  return sent.filter(({ breakGlass, sentAt = 0 }) => breakGlass === true && sentAt <= until);
}

/** Resolves to 0, or to the milliseconds that the message has to wait. */
async function showInGroup(
  bot: Bot<Ctx>,
  services: Services,
  team: Team,
  glass: BreakGlass,
  now: number,
): Promise<number> {
  const waitMs = await turnIn(services, team, glass);
  if (waitMs > 0) return waitMs;
  const t = await groupWords(services, team);
  const sent = await services.store.ledger.sentByTeam(team.id, glass.since);
  const uses = sent.filter((each) => each.breakGlass === true);
  const screen = screenOf(team, glass, uses, now, services, t);
  return (await showIn(bot, services, team, glass, screen)) ? 0 : POSTED_WITHIN_MS;
}

async function noteEnd({ store }: Services, id: string, at: number): Promise<void> {
  await store.teams.change(id, (team, note) => endBreakGlass(team, { at, note }));
}

/** Milliseconds to wait. Beginning and end go ahead of other messages; the countdown does not. */
function turnIn(services: Services, { chatId }: Team, { messageId, ended }: BreakGlass): Promise<number> {
  return waitIn(services, chatId, messageId === undefined || ended ? 'urgent' : 'other');
}

async function groupWords({ texts }: Services, { locale }: Team): Promise<Translate> {
  return texts.in(texts.for(locale));
}

/** Resolves to whether the message is shown. */
async function showIn(
  bot: Bot<Ctx>,
  services: Services,
  team: Team,
  { messageId, since }: BreakGlass,
  screen: Screen,
): Promise<boolean> {
  const { chatId, topicId, locale = '', id } = team;
  const place = { chatId, topicId: topicId || undefined, locale };
  try {
    const sent = await put(bot.api, { place, messageId, claim: () => claim(services, id, since) }, screen);
    if (sent === undefined || sent === messageId) return sent !== undefined;
    await change(services, id, since, { messageId: sent, postingAt: undefined, pinned: false });
    if (await pin(bot, services, chatId, sent)) await change(services, id, since, { pinned: true });
    return true;
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return false;
  }
}

/** Keeps another replica from sending the same message. */
async function claim({ store, operations }: Services, id: string, since: number): Promise<boolean> {
  const now = operations.now();
  const isClaimed = await store.teams.change(
    id,
    ({ breakGlass: glass }) => glass?.since === since && claimPosting(glass, now),
  );
  return isClaimed === true;
}

async function change({ store }: Services, id: string, since: number, changed: Partial<BreakGlass>): Promise<void> {
  await store.teams.change(id, (team) => {
    if (team.breakGlass?.since === since) team.breakGlass = { ...team.breakGlass, ...changed };
  });
}

/** Telegram notifies all members of a pin. */
async function pin(bot: Bot<Ctx>, { report }: Services, chatId: number, messageId: number): Promise<boolean> {
  try {
    const own = await bot.api.getChatMember(chatId, bot.botInfo.id);
    if (own.status !== 'administrator' || !own.can_pin_messages) return false;
    return await bot.api.pinChatMessage(chatId, messageId);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    report(error, 'pin');
    return false;
  }
}

async function finish(bot: Bot<Ctx>, services: Services, id: string, { since }: BreakGlass): Promise<undefined> {
  const ended = await services.store.teams.change(id, (team) => {
    const glass = team.breakGlass;
    if (glass?.since !== since) return undefined;
    team.breakGlass = undefined;
    return { chatId: team.chatId, glass };
  });
  const { pinned, messageId } = ended?.glass ?? {};
  if (ended && pinned && messageId !== undefined) await unpin(bot, services, ended.chatId, messageId);
  return undefined;
}

async function unpin(bot: Bot<Ctx>, { report }: Services, chatId: number, messageId: number): Promise<void> {
  try {
    await bot.api.unpinChatMessage(chatId, messageId);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    // The bot has lost the right to pin: people unpin the message.
    report(error, 'pin');
  }
}

/** A later run tries an unreachable owner again while break-glass lasts. */
async function showOwner(bot: Bot<Ctx>, services: Services, team: Team, glass: BreakGlass): Promise<void> {
  const { ownerId, id } = team;
  if (ownerId === glass.by || glass.ended || (await services.reach.standing(ownerId)).silence) return;
  const t = await translateFor({ services }, team);
  const screen = {
    text: t('glass-owner', { ...wordsOf(team, glass, t), team: name(teamName(team)) }),
    keyboard: [[endButton(team, glass, t)]],
  };
  try {
    const ownerMessageId = await post(bot.api, { chatId: ownerId, topicId: undefined, locale: t.locale }, screen);
    await change(services, id, glass.since, { ownerTold: true, ownerMessageId });
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}

function othersIn({ members }: Team, { by }: BreakGlass): Member[] {
  return members.filter(({ userId }) => userId !== by);
}

/** A later run tries an unreachable member again. */
async function tellAll(bot: Bot<Ctx>, services: Services, { id }: Team, { since }: BreakGlass): Promise<void> {
  const tried = new Set<number>();
  while (true) {
    const next = await takeNext(services, id, since, tried);
    if (!next) return;
    for (const { userId } of next.people) tried.add(userId);
    const { team, glass, people } = next;
    const told = await tellMembers(bot.api, services, team, people, (t, { userId }) => ({
      text: t('glass-member', { ...wordsOf(team, glass, t), team: name(teamName(team)) }),
      keyboard: mayBreakGlass(team, userId) ? [[endButton(team, glass, t)]] : [],
    }));
    const written = told.flatMap(({ person: { userId }, messageId }) =>
      messageId === undefined ? [] : [{ userId, messageId }],
    );
    await noteTold(services, id, since, written);
  }
}

/** `undefined` where all were tried, break-glass has ended, or another process works on them. */
async function takeNext(
  { store, operations }: Services,
  id: string,
  since: number,
  tried: ReadonlySet<number>,
): Promise<{ team: Team; glass: BreakGlass; people: Member[] } | undefined> {
  const now = operations.now();
  return store.teams.change(id, (team) => {
    const { breakGlass: glass } = team;
    if (glass?.since !== since) return undefined;
    if (tried.size === 0 && now < (glass.tellingAt ?? 0) + POSTED_WITHIN_MS) return undefined;
    const known = new Set([team.ownerId, ...tried, ...(glass.told ?? []).map(({ userId }) => userId)]);
    const people = othersIn(team, glass)
      .filter(({ userId }) => !known.has(userId))
      .slice(0, MEMBERS_PER_BATCH);
    const isOver = people.length === 0 || glass.ended !== undefined;
    glass.tellingAt = isOver ? undefined : now;
    return isOver ? undefined : { team: structuredClone(team), glass: structuredClone(glass), people };
  });
}

async function noteTold(
  { store }: Services,
  id: string,
  since: number,
  told: NonNullable<BreakGlass['told']>,
): Promise<void> {
  await store.teams.change(id, ({ breakGlass: glass }) => {
    if (glass?.since === since) glass.told = [...(glass.told ?? []), ...told];
  });
}

/** Mentions members in the group who could not be reached in private. Resolves to 0, or to the milliseconds to wait. */
async function mentionRest(bot: Bot<Ctx>, services: Services, id: string): Promise<number> {
  const team = await services.store.teams.get(id);
  const glass = team?.breakGlass;
  if (!team || !glass || glass.mentioned || glass.tellingAt !== undefined) return 0;
  const told = new Set([team.ownerId, ...(glass.told ?? []).map(({ userId }) => userId)]);
  const rest = othersIn(team, glass)
    .slice(MAX_MENTIONS)
    .filter(({ userId }) => !told.has(userId));
  const t = await groupWords(services, team);
  const { chatId, topicId, locale = '' } = team;
  for (let first = 0; first < rest.length; first += MAX_MENTIONS) {
    const waitMs = await services.limits.admit(chatId, 'other');
    // A later run mentions the previous batches again: twice is better than never.
    if (waitMs > 0) return waitMs;
    const people = mentions(rest.slice(first, first + MAX_MENTIONS), t);
    const place = { chatId, topicId: topicId || undefined, locale };
    await post(bot.api, place, { text: t('glass-people', { people }) }, { replyTo: glass.messageId });
  }
  await change(services, id, glass.since, { mentioned: true });
  return 0;
}

function mentions(people: readonly Member[], t: Translate): Html {
  const mentioned = people.map((each) => mention(each.userId, each.name));
  return listed(mentioned, t);
}

/** Edits the private messages at the end, so that none says that break-glass is on. */
async function tellOfEnd(
  bot: Bot<Ctx>,
  services: Services,
  team: Team,
  glass: BreakGlass,
  ended: NonNullable<BreakGlass['ended']>,
): Promise<void> {
  const { ownerMessageId: ofOwner, told = [] } = glass;
  const all = [...(ofOwner === undefined ? [] : [{ userId: team.ownerId, messageId: ofOwner }]), ...told];
  for (const { userId, messageId } of all) {
    const member = memberOf(team, userId);
    const t =
      userId === team.ownerId
        ? await translateFor({ services }, team)
        : await translateForMember(services, team, member ?? { userId });
    // A former member gets no details of the team.
    const text = member ? endedText(team, glass, ended, t).join('\n\n') : t('glass-over');
    try {
      await edit(bot.api, userId, messageId, { text });
    } catch (error) {
      // A failed message must not keep the other members from theirs.
      services.report(error, 'member');
    }
  }
  if (all.length > 0) await change(services, team.id, glass.since, { ownerMessageId: undefined, told: undefined });
}

function endedText(
  team: Team,
  glass: BreakGlass,
  { why, by = glass.by, at }: NonNullable<BreakGlass['ended']>,
  t: Translate,
) {
  const head = t(`glass-ended-${why}`, { person: name(memberName(team, by)), time: formatMoment(at, t) });
  return [head, t('glass-was', wordsOf(team, glass, t))];
}

function screenOf(
  team: Team,
  glass: BreakGlass,
  uses: readonly Operation[],
  now: number,
  { summaryOf }: Pick<Services, 'summaryOf'>,
  t: Translate,
): Screen {
  const lines = uses
    .slice(0, MAX_USES_LISTED)
    .map((each) => t('glass-use', { what: summaryOf(each, t), person: name(memberName(team, each.userId)) }));
  const more = uses.length - lines.length;
  const used = [
    ...(lines.length > 0 ? [t('glass-uses', { count: uses.length }), ...lines] : []),
    ...(more > 0 ? [t('hand-over-more', { count: more })] : []),
  ].join('\n');
  const { ended } = glass;
  if (ended) return { text: [...endedText(team, glass, ended, t), used || t('glass-unused')].join('\n\n') };
  const minutes = Math.max(1, Math.ceil((glass.until - now) / 60_000));
  const others = othersIn(team, glass).slice(0, MAX_MENTIONS);
  const people = mentions(others, t);
  return {
    text: [
      t('glass-broken', { ...wordsOf(team, glass, t), minutes }),
      t('glass-lifts'),
      ...(used === '' ? [] : [used]),
      ...(others.length > 0 ? [t('glass-people', { people })] : []),
    ].join('\n\n'),
    keyboard: [[endButton(team, glass, t)]],
  };
}

function wordsOf(team: Team, { by, reason, until }: BreakGlass, t: Translate) {
  return { person: name(memberName(team, by)), reason: isolated(reason), time: formatMoment(until, t) };
}

export function endButton({ accountId: account }: Team, glass: Pick<BreakGlass, 'since'>, t: Translate) {
  return buttons.breakGlassEnd.make(t.plain('button-glass-end'), { account, since: startedAs(glass) });
}
