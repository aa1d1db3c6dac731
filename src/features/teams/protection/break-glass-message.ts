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

/** How long a second person is not needed. */
export const BREAK_GLASS_MS = 60 * 60_000;
/** How often the message counts down. */
const EVERY_MS = 5 * 60_000;
const MOST_MENTIONED = 20;
const MOST_LISTED = 5;
/** So many members are told before it is noted: a crash in between tells these once more. */
const TOLD_TOGETHER = 10;

/** Names one break-glass in its buttons: the button of an old message must not end a new one. */
export function startedAs({ since }: Pick<BreakGlass, 'since'>): string {
  return since.toString(36);
}

/**
 * The timed work of a team in break-glass: tells it in the team's chat, where the message is pinned and counts down, and to all
 * members in private; ends it when its time is over or its person is no admin any more. Resolves to when it is due again.
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
  return Math.min(glass.until, now + (restMs > 0 ? restMs : EVERY_MS));
}

/**
 * Shows the end of break-glass in its messages where another began since, or the team ended. Resolves to when it has to be tried again.
 */
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

/** The operations sent by it without a second person. */
async function usesOf({ store }: Services, { id }: Team, { since, until }: BreakGlass): Promise<Operation[]> {
  const sent = await store.ledger.sentByTeam(id, since);
  return sent.filter(({ breakGlass, sentAt = 0 }) => breakGlass === true && sentAt <= until);
}

/** Shows it in the team's chat. Resolves to 0, or to how long that has to wait, in milliseconds. */
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

/** How long the team's chat has to wait, in milliseconds. Beginning and end go ahead of other news; that it counts down does not. */
function turnIn(services: Services, { chatId }: Team, { messageId, ended }: BreakGlass): Promise<number> {
  return waitIn(services, chatId, messageId === undefined || ended ? 'urgent' : 'other');
}

async function groupWords({ texts }: Services, { locale }: Team): Promise<Translate> {
  return texts.in(texts.for(locale));
}

/** Shows it in its message, or in a new one where there is none. Resolves to whether it is shown. */
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

/** Writes down that this process sends the message now: another replica may be about to. */
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

/** Pins the message where the bot may. Telegram notifies all members of it. */
async function pin(bot: Bot<Ctx>, { report }: Services, chatId: number, messageId: number): Promise<boolean> {
  try {
    const own = await bot.api.getChatMember(chatId, bot.botInfo.id);
    if (own.status !== 'administrator' || !own.can_pin_messages) return false;
    return await bot.api.pinChatMessage(chatId, messageId);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    // The message is there without it.
    report(error, 'pin');
    return false;
  }
}

/** The end of break-glass is shown: nothing is left to do. */
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
    // The right was taken away meanwhile: people unpin it.
    report(error, 'pin');
  }
}

/** Tells the owner in private, unless they did it themselves. An owner who takes no message now is told by a later run, while it lasts. */
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

/** The members to tell: all but the person who started it. */
function othersIn({ members }: Team, { by }: BreakGlass): Member[] {
  return members.filter(({ userId }) => userId !== by);
}

/** Tells all members in private who were not told yet, unless another process does. A member who takes no message now is tried again later. */
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

/** The next members to tell; `undefined` where all were tried, it has ended, or another process tells them. */
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
      .slice(0, TOLD_TOGETHER);
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

/**
 * Mentions members in the team's chat who take no private message and for whom the pinned message had no room. Resolves to 0, or to the
 * milliseconds that this has to wait.
 */
async function mentionRest(bot: Bot<Ctx>, services: Services, id: string): Promise<number> {
  const team = await services.store.teams.get(id);
  const glass = team?.breakGlass;
  if (!team || !glass || glass.mentioned || glass.tellingAt !== undefined) return 0;
  const told = new Set([team.ownerId, ...(glass.told ?? []).map(({ userId }) => userId)]);
  const rest = othersIn(team, glass)
    .slice(MOST_MENTIONED)
    .filter(({ userId }) => !told.has(userId));
  const t = await groupWords(services, team);
  const { chatId, topicId, locale = '' } = team;
  for (let first = 0; first < rest.length; first += MOST_MENTIONED) {
    const waitMs = await services.limits.admit(chatId, 'other');
    // The ones before are mentioned once more then, which is better than never.
    if (waitMs > 0) return waitMs;
    const people = mentions(rest.slice(first, first + MOST_MENTIONED), t);
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

/** Brings the private messages up to date once it has ended: they must not say that it lasts. */
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
    // A person who is no member any more hears nothing of the team.
    const text = member ? endedText(team, glass, ended, t).join('\n\n') : t('glass-over');
    try {
      await edit(bot.api, userId, messageId, { text });
    } catch (error) {
      // The message of one must not keep the others from being told.
      services.report(error, 'member');
    }
  }
  if (all.length > 0) await change(services, team.id, glass.since, { ownerMessageId: undefined, told: undefined });
}

/** The message once break-glass has ended. */
function endedText(
  team: Team,
  glass: BreakGlass,
  { why, by = glass.by, at }: NonNullable<BreakGlass['ended']>,
  t: Translate,
) {
  const head = t(`glass-ended-${why}`, { person: name(memberName(team, by)), time: formatMoment(at, t) });
  return [head, t('glass-was', wordsOf(team, glass, t))];
}

/** The message in the team's chat: while it is broken with the minutes that are left, then with its end. */
function screenOf(
  team: Team,
  glass: BreakGlass,
  uses: readonly Operation[],
  now: number,
  { summaryOf }: Pick<Services, 'summaryOf'>,
  t: Translate,
): Screen {
  const lines = uses
    .slice(0, MOST_LISTED)
    .map((each) => t('glass-use', { what: summaryOf(each, t), person: name(memberName(team, each.userId)) }));
  const more = uses.length - lines.length;
  const used = [
    ...(lines.length > 0 ? [t('glass-uses', { count: uses.length }), ...lines] : []),
    ...(more > 0 ? [t('hand-over-more', { count: more })] : []),
  ].join('\n');
  const { ended } = glass;
  if (ended) return { text: [...endedText(team, glass, ended, t), used || t('glass-unused')].join('\n\n') };
  const minutes = Math.max(1, Math.ceil((glass.until - now) / 60_000));
  const others = othersIn(team, glass).slice(0, MOST_MENTIONED);
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

/** The button that ends it at once. */
export function endButton({ accountId: account }: Team, glass: Pick<BreakGlass, 'since'>, t: Translate) {
  return buttons.breakGlassEnd.make(t.plain('button-glass-end'), { account, since: startedAs(glass) });
}
