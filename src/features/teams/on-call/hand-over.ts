import type { Api } from 'grammy';
import type { Operation } from '../../../operations/index.ts';
import type { Store } from '../../../store/index.ts';
import { isGroup } from '../../../store/jobs/alert-groups.ts';
import type { Alert } from '../../../store/jobs/alerts.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import { isBreakGlassOn, memberName } from '../../../teams/rights.ts';
import { nextChange, onCallNow, takenBy } from '../../../teams/rota.ts';
import { isOutOfReach } from '../../../telegram/api/errors.ts';
import type { Services } from '../../../telegram/context.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatMoment, mention, name, teamName } from '../../../telegram/ui/format.ts';
import { type LiveMessage, put, SILENT_MS, waitIn } from '../../../telegram/ui/live-message.ts';
import { alertLine } from '../../common/watches/alert-line.ts';
import { claimPosting, POSTED_WITHIN_MS } from '../timed-work.ts';
import type { MemberTags } from './member-tag.ts';
import { changeOf, endOfOnCall, noteChange } from './state.ts';

/** A member may have left, or lost the role that a tag needs. */
const TAG_CHECK_MS = 15 * 60_000;
const MOST_LISTED = 5;

/**
 * Notes a hand-over when its time has come, posts the newest one in the group, and moves the member tag.
 * Resolves to when the work is due again.
 */
export async function followOnCall(
  api: Api,
  services: Services,
  tags: MemberTags,
  id: string,
): Promise<number | undefined> {
  const { store, operations, texts } = services;
  const now = operations.now();
  const found = await store.teams.get(id);
  if (!found) {
    const last = await store.teams.lastEnd(id);
    if (last) await tags.end(last.team);
    return undefined;
  }
  if (found.paused) return now + TAG_CHECK_MS;
  if (onCallNow(found, now) !== found.handOver?.userId) await noteHandOver(services, id, now);
  const againAt = await tell(api, services, id, now);
  const team = await store.teams.get(id);
  if (!team) return undefined;
  await tags.follow(team, now, texts.in(texts.for(team.locale)));
  const next = nextChange(team, now);
  const isIdle = next === undefined && team.onCall === undefined && againAt === undefined;
  return isIdle ? undefined : Math.min(next ?? Number.POSITIVE_INFINITY, againAt ?? now + TAG_CHECK_MS);
}

/** Notes a hand-over without a tap: a turn has ended, or its person has left or lost the role. */
async function noteHandOver({ store }: Services, id: string, now: number): Promise<void> {
  await store.teams.change(id, (team, note) => {
    const before = team.handOver?.userId;
    const after = onCallNow(team, now);
    if (before === after) return;
    if (!takenBy(team, now)) delete team.onCall;
    noteChange(team, now);
    note({ at: now, event: 'handedOver', ...changeOf(team, before, after) });
  });
}

/** Resolves to the time of the next attempt; `undefined` once the message is sent. */
async function tell(api: Api, services: Services, id: string, now: number): Promise<number | undefined> {
  const { store, texts } = services;
  const team = await store.teams.get(id);
  if (!team?.handOver || team.handOver.told) return undefined;
  const { since } = team.handOver;
  const { chatId, topicId, locale } = team;
  const waitMs = await waitIn(services, chatId, 'other');
  if (waitMs > 0) return now + waitMs;
  const t = texts.in(texts.for(locale));
  const open = { operations: await store.ledger.openOfTeam(id), alerts: await alertsOf(team, store) };
  const message: LiveMessage = {
    place: { chatId, topicId: topicId || undefined, locale: t.locale },
    claim: () => claim(services, id, now),
    release: () => settle(services, id, since, false),
  };
  try {
    const sent = await put(api, message, { text: handOverWords(team, open, now, services, t) });
    if (sent === undefined) return now + POSTED_WITHIN_MS;
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return now + SILENT_MS;
  }
  await settle(services, id, since, true);
  return undefined;
}

async function claim({ store }: Services, id: string, now: number): Promise<boolean> {
  const isClaimed = await store.teams.change(
    id,
    ({ handOver }) => handOver !== undefined && !handOver.told && claimPosting(handOver, now),
  );
  return isClaimed === true;
}

/** A newer change gets its own message. */
async function settle({ store }: Services, id: string, since: number, isTold: boolean): Promise<void> {
  await store.teams.change(id, ({ handOver }) => {
    if (handOver?.since !== since) return;
    handOver.told = isTold;
    delete handOver.postingAt;
  });
}

async function alertsOf({ id, chatId }: Team, store: Pick<Store, 'alerts'>): Promise<Alert[]> {
  return (await store.alerts.openIn(chatId)).filter((each) => each.team === id && !isGroup(each));
}

function handOverWords(
  team: Team,
  open: { operations: readonly Operation[]; alerts: readonly Alert[] },
  now: number,
  services: Pick<Services, 'summaryOf'>,
  t: Translate,
): string {
  const listOf = (operations: readonly Operation[]) => {
    const lines = operations
      .slice(0, MOST_LISTED)
      .map((each) =>
        t('hand-over-line', { what: services.summaryOf(each, t), person: name(memberName(team, each.userId)) }),
      );
    const more = operations.length - lines.length;
    return [...lines, ...(more > 0 ? [t('hand-over-more', { count: more })] : [])];
  };
  const unknown = listOf(open.operations.filter(({ state, said }) => state === 'unknown' && said === undefined));
  const waiting = listOf(open.operations.filter(({ state }) => state === 'waiting'));
  const glass = team.breakGlass && isBreakGlassOn(team, now) ? team.breakGlass : undefined;
  const alerts = open.alerts.slice(0, MOST_LISTED).map((each) => alertLine(each, teamName(team), t));
  const moreAlerts = open.alerts.length - alerts.length;
  if (moreAlerts > 0) alerts.push(t('list-more', { count: moreAlerts }));
  const parts = [
    ...(alerts.length > 0 ? [[t('hand-over-alerts'), ...alerts].join('\n')] : []),
    ...(unknown.length > 0 ? [[t('hand-over-unknown'), ...unknown].join('\n')] : []),
    ...(waiting.length > 0 ? [[t('hand-over-waiting'), ...waiting].join('\n')] : []),
    ...(glass ? [t('hand-over-glass', { time: formatMoment(glass.until, t), reason: name(glass.reason) })] : []),
  ];
  return [headOf(team, now, t), ...(parts.length > 0 ? parts : [t('hand-over-nothing')])].join('\n\n');
}

function headOf(team: Team, now: number, t: Translate): string {
  const { handOver } = team;
  const end = endOfOnCall(team, now);
  const until = end === undefined ? [] : [t('hand-over-until', { time: formatMoment(end, t) })];
  const person = (userId: number) => mention(userId, memberName(team, userId));
  if (handOver?.userId === undefined) {
    return handOver?.from === undefined ? t('on-call-nobody') : t('hand-over-nobody', { from: person(handOver.from) });
  }
  const to = person(handOver.userId);
  if (handOver.from === undefined) return [t('hand-over-first', { to }), ...until].join('\n');
  const isTaken = takenBy(team, now)?.userId === handOver.userId;
  const key = isTaken ? 'hand-over-taken' : 'hand-over';
  return [t(key, { from: person(handOver.from), to }), ...until].join('\n');
}
