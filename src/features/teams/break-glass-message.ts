import { type Bot, GrammyError } from 'grammy';
import type { Operation } from '../../operations/index.ts';
import type { BreakGlass, Team } from '../../store/key-value/teams.ts';
import { isBreakGlassOn } from '../../teams/rights.ts';
import { isOutOfReach } from '../../telegram/api/errors.ts';
import type { Ctx, Services } from '../../telegram/context.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { formatMoment, isolated, mention, name } from '../../telegram/ui/format.ts';
import { edit, post, type Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { translateFor } from '../common/tell-team.ts';
import { personName } from './on-call/state.ts';

/** How long a second person is not needed. */
export const BREAK_GLASS_MS = 60 * 60_000;
/** How often the message counts down. */
const EVERY_MS = 5 * 60_000;
const POSTED_WITHIN_MS = 60_000;
const MOST_MENTIONED = 20;
const MOST_LISTED = 5;

/** Names one break-glass in its buttons: the button of an old message must not end a new one. */
export function startedAs({ since }: Pick<BreakGlass, 'since'>): string {
  return since.toString(36);
}

/**
 * The timed work of a team in break-glass: tells it in the team's chat, where the message is pinned and counts down, and to the
 * owner in private; ends it when its time is over or its person is no admin any more. Resolves to when it is due again.
 */
export async function followBreakGlass(bot: Bot<Ctx>, services: Services, id: string): Promise<number | undefined> {
  const { store, operations } = services;
  const now = operations.now();
  const found = await store.teams.get(id);
  if (!found?.breakGlass) return undefined;
  if (!found.breakGlass.ended && !isBreakGlassOn(found, now)) await noteEnd(services, id, now);
  const team = await store.teams.get(id);
  const glass = team?.breakGlass;
  if (!team || !glass) return undefined;
  if (!glass.ownerTold) await tellOwner(bot, services, team, glass);
  const waitMs = await turnIn(services, team);
  if (waitMs > 0) return now + waitMs;
  const t = await groupWords(services, team);
  const uses = (await store.ledger.sentByTeam(id, glass.since)).filter((each) => each.breakGlass === true);
  const screen = screenOf(team, glass, uses, now, services, t);
  if (!(await showIn(bot, services, team, glass, screen))) return now + POSTED_WITHIN_MS;
  if (!glass.ended) return Math.min(glass.until, now + EVERY_MS);
  await tellOwnerOfEnd(bot, services, team, glass);
  return finish(bot, services, id, glass);
}

async function noteEnd({ store }: Services, id: string, now: number): Promise<void> {
  await store.teams.change(id, (team, note) => {
    const glass = team.breakGlass;
    if (!glass || glass.ended || isBreakGlassOn(team, now)) return;
    const why = now < glass.until ? 'role' : 'time';
    const at = Math.min(now, glass.until);
    team.breakGlass = { ...glass, until: at, ended: { at, why } };
    note({
      at: now,
      event: 'breakGlassEnded',
      reason: { written: glass.reason },
      after: why,
      member: { id: glass.by, name: personName(team, glass.by) },
    });
  });
}

/** How long the team's chat has to wait, in milliseconds: the message is news like others. */
async function turnIn({ reach, limits }: Services, { chatId }: Team): Promise<number> {
  return (await reach.standing(chatId)).silence ? EVERY_MS : limits.admit(chatId);
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
  try {
    if (messageId !== undefined && (await edit(bot.api, chatId, messageId, screen))) return true;
    if (!(await claim(services, id, since))) return false;
    const sent = await post(bot.api, { chatId, topicId: topicId || undefined, locale }, screen);
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
  const isClaimed = await store.teams.change(id, ({ breakGlass: glass }) => {
    if (glass?.since !== since || now < (glass.postingAt ?? 0) + POSTED_WITHIN_MS) return false;
    glass.postingAt = now;
    return true;
  });
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

/** Its end is shown: nothing is left to do. */
async function finish(
  bot: Bot<Ctx>,
  { store, report }: Services,
  id: string,
  { since }: BreakGlass,
): Promise<undefined> {
  const ended = await store.teams.change(id, (team) => {
    const glass = team.breakGlass;
    if (glass?.since !== since) return undefined;
    team.breakGlass = undefined;
    return { chatId: team.chatId, glass };
  });
  const { pinned, messageId } = ended?.glass ?? {};
  if (!ended || !pinned || messageId === undefined) return undefined;
  try {
    await bot.api.unpinChatMessage(ended.chatId, messageId);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    // The right was taken away meanwhile: people unpin it.
    report(error, 'pin');
  }
  return undefined;
}

/** Tells the owner in private, unless they did it themselves. An owner who takes no message now is told by a later run, while it lasts. */
async function tellOwner(bot: Bot<Ctx>, services: Services, team: Team, glass: BreakGlass): Promise<void> {
  const { ownerId, id } = team;
  if (ownerId === glass.by || glass.ended || (await services.reach.standing(ownerId)).silence) return;
  const t = await translateFor({ services }, team);
  const screen = {
    text: t('glass-owner', { ...wordsOf(team, glass, t), team: name(team.title) }),
    keyboard: [[endButton(team, glass, t)]],
  };
  try {
    const ownerMessageId = await post(bot.api, { chatId: ownerId, topicId: undefined, locale: t.locale }, screen);
    await change(services, id, glass.since, { ownerTold: true, ownerMessageId });
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}

/** Brings the owner's private message up to date once it has ended: it must not say that it lasts. */
async function tellOwnerOfEnd(bot: Bot<Ctx>, services: Services, team: Team, glass: BreakGlass): Promise<void> {
  if (glass.ownerMessageId === undefined || !glass.ended) return;
  const t = await translateFor({ services }, team);
  await edit(bot.api, team.ownerId, glass.ownerMessageId, {
    text: endedText(team, glass, glass.ended, t).join('\n\n'),
  });
}

/** That it has ended, and what it was. */
function endedText(
  team: Team,
  glass: BreakGlass,
  { why, by = glass.by, at }: NonNullable<BreakGlass['ended']>,
  t: Translate,
) {
  const head = t(`glass-ended-${why}`, { person: name(personName(team, by)), time: formatMoment(at, t) });
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
    .map((each) => t('glass-use', { what: summaryOf(each, t), person: name(personName(team, each.userId)) }));
  const more = uses.length - lines.length;
  const used = [
    ...(lines.length > 0 ? [t('glass-uses', { count: uses.length }), ...lines] : []),
    ...(more > 0 ? [t('hand-over-more', { count: more })] : []),
  ].join('\n');
  const { ended } = glass;
  if (ended) return { text: [...endedText(team, glass, ended, t), used || t('glass-unused')].join('\n\n') };
  const minutes = Math.max(1, Math.ceil((glass.until - now) / 60_000));
  const others = team.members.filter(({ userId }) => userId !== glass.by).slice(0, MOST_MENTIONED);
  const people: Html = {
    html: others.map((each) => mention(each.userId, each.name).html).join(t.plain('list-separator')),
  };
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
  return { person: name(personName(team, by)), reason: isolated(reason), time: formatMoment(until, t) };
}

/** The button that ends it at once. */
export function endButton({ accountId: account }: Team, glass: Pick<BreakGlass, 'since'>, t: Translate) {
  return buttons.breakGlassEnd.make(t.plain('button-glass-end'), { account, since: startedAs(glass) });
}
