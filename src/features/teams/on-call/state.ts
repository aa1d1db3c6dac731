import { randomBytes } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { z } from 'zod';
import { DUE_AFTER_CRASH_MS } from '../../../jobs/reminders.ts';
import type { AuditDraft } from '../../../store/audit/index.ts';
import { type OnCallState, onCallState, type Rota, type Team } from '../../../store/key-value/teams.ts';
import type { Action } from '../../../teams/actions.ts';
import { memberName, memberOf } from '../../../teams/rights.ts';
import { onCallNow, takenBy, turnNow, turnsFrom } from '../../../teams/rota.ts';
import { mayHere } from '../../../telegram/access/require-right.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import {
  formatClock,
  formatListedDay,
  formatWeekday,
  listedZone,
  name,
  zoneName,
} from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../../common/next-steps.ts';
import { changeTeam } from '../own-team.ts';

const UNDO_LIFE_MS = 60 * 60_000;
const UNDO_ROW = 'onCall';
const TURNS_SHOWN = 3;
const HOURS = ['1', '4', '12'] as const;

export interface OnCallChange {
  team: Team;
  undo: string;
}

type Note = (entry: Omit<AuditDraft, 'at' | 'actor'>) => void;

/** `asked` names the button, or holds the saved rota. */
const keptChange = z.object({ asked: z.string(), before: onCallState, after: onCallState });

/** The timed work sends the message. A repeated tap whose change still holds changes nothing. */
export async function changeOnCall(
  ctx: Ctx,
  { id }: Pick<Team, 'id'>,
  action: Action,
  asked: string,
  edit: (team: Team, note: Note, now: number) => void,
): Promise<OnCallChange> {
  const { reminders, store, operations } = ctx.services;
  const now = operations.now();
  await reminders.scheduleForTeam('onCall', id, DUE_AFTER_CRASH_MS);
  const { team, before, after } = await changeTeam(ctx, { id }, action, (changed, { note, keep, lastOf }) => {
    const was = stateOf(changed);
    const { data: last } = keptChange.safeParse(lastOf(UNDO_ROW));
    if (last?.asked === asked && JSON.stringify(last.after) === JSON.stringify(was))
      return { team: structuredClone(changed), ...last };
    const userId = onCallNow(changed, now);
    changed.handOver ??= { since: now, told: true, ...(userId === undefined ? {} : { userId }) };
    edit(changed, note, now);
    noteChange(changed, now);
    changed.locale ??= ctx.t.locale;
    const made = { before: was, after: stateOf(changed) };
    keep(UNDO_ROW, { asked, ...made });
    return { team: structuredClone(changed), ...made };
  });
  await reminders.scheduleForTeam('onCall', id, 0);
  const undo = randomBytes(6).toString('base64url');
  await store.notes.set(undoKey(ctx, id, undo), JSON.stringify({ before, after }), UNDO_LIFE_MS);
  return { team, undo };
}

export async function undoOnCall(ctx: Ctx, { id }: Pick<Team, 'id'>, note: string): Promise<OnCallChange> {
  const kept = await ctx.services.store.notes.get(undoKey(ctx, id, note));
  if (kept === undefined) throw new Refusal((t) => t('button-old'));
  const { before, after }: Record<string, unknown> = JSON.parse(kept);
  const [was, became] = [onCallState.parse(before), onCallState.parse(after)];
  const isRota = JSON.stringify(was.rota) !== JSON.stringify(became.rota);
  return changeOnCall(ctx, { id }, isRota ? 'rota' : 'takeOnCall', `undo ${note}`, (team, add, now) => {
    if (JSON.stringify(stateOf(team)) !== JSON.stringify(became)) throw new Refusal((t) => t('on-call-changed'));
    if (isRota) add(rotaEntry(team, became.rota, was.rota));
    setState(team, was);
    const [from, to] = [onCallNow({ ...team, ...became }, now), onCallNow(team, now)];
    const event = to === ctx.person.id ? 'onCallTaken' : 'handedOver';
    if (!isRota) add({ event, ...changeOf(team, from, to) });
  });
}

/** Notes the new person on call for the next message. Returns whether there is something to send. */
export function noteChange(team: Team, now: number): boolean {
  const userId = onCallNow(team, now);
  const { handOver } = team;
  if (userId === handOver?.userId) return handOver !== undefined && !handOver.told;
  // The team never heard that this person was on call, so the message does not name them.
  const from = handOver?.told === false ? handOver.from : handOver?.userId;
  const isBack = userId === from;
  team.handOver = {
    since: now,
    told: isBack,
    ...(userId === undefined ? {} : { userId }),
    ...(from === undefined || isBack ? {} : { from }),
  };
  return !isBack;
}

export function rotaEntry(team: Team, before: Rota | undefined, after: Rota | undefined): Parameters<Note>[0] {
  const words = ({ people, weekday, time, zone }: Rota) =>
    `${people.map((each) => memberName(team, each)).join(', ')}; ${weekday ? `${weekday} ` : ''}${time} ${zone}`;
  return {
    event: 'rotaChanged',
    ...(before ? { before: words(before) } : {}),
    ...(after ? { after: words(after) } : {}),
  };
}

export function changeOf(team: Team, from: number | undefined, to: number | undefined): Partial<AuditDraft> {
  return {
    ...(to === undefined ? {} : { member: { id: to, name: memberName(team, to) }, after: memberName(team, to) }),
    ...(from === undefined ? {} : { before: memberName(team, from) }),
  };
}

/** Epoch milliseconds; `undefined` where no end is set. */
export function endOfOnCall(team: Team, now: number): number | undefined {
  const taken = takenBy(team, now);
  if (taken) return taken.until;
  const turns = turnsFrom(team, now, (team.rota?.people.length ?? 0) + 1);
  return turns.find(({ userId }) => userId !== turns[0]?.userId)?.from;
}

export function onCallLine(team: Team, now: number, t: Translate): string {
  const userId = onCallNow(team, now);
  if (userId === undefined) return t('on-call-nobody');
  const person = name(memberName(team, userId));
  const end = endOfOnCall(team, now);
  return end === undefined
    ? t('on-call-person', { person })
    : t('on-call-until', { person, time: formatListedDay(end, t) });
}

export function rotaLine(team: Team, { people, weekday, time, zone }: Omit<Rota, 'since'>, t: Translate): string {
  const shown: Html = {
    html: people
      .filter((each) => memberOf(team, each))
      .map((each) => name(memberName(team, each)).html)
      .join(t.plain('on-call-then')),
  };
  const when = { people: shown, time: formatClock(time, t.locale), zone: zoneName(t, zone) };
  return weekday === undefined
    ? t('on-call-rota-daily', when)
    : t('on-call-rota-weekly', { ...when, day: formatWeekday(weekday, t.locale) });
}

export function onCallScreen(ctx: Ctx, team: Team, done?: { words: string; undo?: string }): Screen {
  const { t } = ctx;
  const now = ctx.services.operations.now();
  const { rota, accountId: account } = team;
  const taken = takenBy(team, now);
  const turn = turnNow(team, now);
  const instead = taken && turn && turn.userId !== taken.userId ? turn.userId : undefined;
  const turns = turnsFrom(team, now, TURNS_SHOWN + 1).slice(1);
  const next = turns.filter(({ userId }, index) => userId !== turns[index - 1]?.userId);
  const lines = [
    onCallLine(team, now, t),
    ...(instead === undefined ? [] : [t('on-call-instead', { person: name(memberName(team, instead)) })]),
  ];
  const coming = next.map(({ userId, from }) =>
    t('on-call-turn', { person: name(memberName(team, userId)), time: formatListedDay(from, t) }),
  );
  return {
    text: [
      ...(done ? [done.words] : []),
      lines.join('\n'),
      ...(coming.length > 0 ? [[t('on-call-next'), ...coming].join('\n')] : []),
      rota ? rotaLine(team, rota, t) : t('on-call-no-rota'),
      ...(endOfOnCall(team, now) === undefined && coming.length === 0 ? [] : zoneLine(t, rota)),
    ].join('\n\n'),
    keyboard: [
      ...(done?.undo === undefined
        ? []
        : [[buttons.onCallUndo.make(t.plain('button-undo'), { account, note: done.undo })]]),
      ...ownRows(ctx, team, now),
      ...(mayHere(ctx, team, 'rota')
        ? [[buttons.rota.make(t.plain('button-rota'), { account, set: 'open', value: '' })]]
        : []),
      onward(ctx, team),
      home(ctx),
    ].filter(({ length }) => length > 0),
  };
}

function onward(ctx: Ctx, team: Team): InlineKeyboardButton[] {
  const { t } = ctx;
  return [
    buttons.team.make(t.plain('button-team-show'), { team: team.id }),
    ...(mayHere(ctx, team, 'audit')
      ? [buttons.audit.make(t.plain('button-audit'), { team: team.id, filter: '', from: '' })]
      : []),
  ];
}

/** The zone of the shown times, where it is not the rota's own. */
function zoneLine(t: Translate, rota: Rota | undefined): string[] {
  const listed = listedZone(t);
  return listed.length > 0 || !rota ? listed : [t('times-own')];
}

function ownRows(ctx: Ctx, team: Team, now: number): InlineKeyboardButton[][] {
  const { t, person } = ctx;
  const { accountId: account } = team;
  if (!mayHere(ctx, team, 'takeOnCall')) return [];
  if (takenBy(team, now)?.userId === person.id)
    return [[buttons.giveOnCall.make(t.plain('button-on-call-give'), { account })]];
  const current = onCallNow(team, now);
  if (current === person.id) return [];
  const take = (label: string, hours: string) =>
    buttons.takeOnCall.make(label, { account, from: String(current ?? 0), hours });
  return [
    [{ ...take(t.plain(team.rota ? 'button-on-call-take' : 'button-on-call-take-open'), '0'), style: 'primary' }],
    HOURS.map((hours) => take(t.plain('button-on-call-hours', { hours: Number(hours) }), hours)),
  ];
}

/** `undefined` for hours that no button of the bot has. */
export function hoursOf(value: string): number | undefined {
  return ['0', ...HOURS].includes(value) ? Number(value) : undefined;
}

function stateOf({ rota, onCall }: Team): OnCallState {
  return onCallState.parse({ rota, onCall });
}

function setState(team: Team, { rota, onCall }: OnCallState): void {
  team.rota = rota;
  team.onCall = onCall;
}

/** A person may be in several teams. */
function undoKey({ person }: Ctx, team: string, note: string): string {
  return `${person.id}:onCall:${team}:${note}`;
}
