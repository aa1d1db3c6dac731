import { randomBytes } from 'node:crypto';
import { DUE_AFTER_CRASH_MS } from '../../../jobs/reminders.ts';
import { type BreakGlass, endedGlass, type Team } from '../../../store/key-value/teams.ts';
import { isBreakGlassOn, memberName } from '../../../teams/rights.ts';
import { findAccess, requireInTeam } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { formatMoment, isolated, name, teamName, tidyName } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { changeTeam, requireTeam, teamOrChoice } from '../own-team.ts';
import { BREAK_GLASS_MS, endButton, startedAs } from './break-glass-message.ts';

const QUESTION = 'breakGlassReason';
const LONGEST_REASON = 200;
/** A reason has this many words, or one word of {@link MIN_WORD_LETTERS}. */
const MIN_REASON_WORDS = 2;
const MIN_WORD_LETTERS = 8;
const IPV6 = /^[\da-f:]*:[\da-f:.]*$/i;
const REASON_LIFE_MS = 10 * 60_000;

/**
 * /breakglass REASON: for an hour protected servers need no second person. The group, the owner and the audit log show
 * it.
 * Spending limits and roles stay in force.
 */
export const breakGlass = new Composer<Ctx>();

onCommand(breakGlass, 'breakglass', async (ctx) => {
  const reason = tidyName(ctx.match);
  const found = await teamOrChoice(ctx, 'breakGlass', (account, title) =>
    buttons.breakGlassAsk.make(title, { account }),
  );
  if (!found) return;
  await begin(ctx, found.team, reason);
});
breakGlass.use(
  onButton(buttons.breakGlassAsk, async (ctx, { account }) => {
    const { team } = await requireTeam(ctx, account);
    await requireInTeam(ctx, team, 'breakGlass');
    await begin(ctx, team, '');
  }),
);
breakGlass.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = ''] }) => {
    const { team } = await requireTeam(ctx, account);
    await requireInTeam(ctx, team, 'breakGlass');
    await begin(ctx, team, tidyName(text ?? ''));
  }),
);
breakGlass.use(
  onButton(buttons.breakGlassStart, async (ctx, { account, note }) => {
    const { services, person, t } = ctx;
    const { team } = await requireTeam(ctx, account);
    const reason = await services.store.notes.get(reasonKey(ctx, team, note));
    const at = services.operations.now();
    await services.reminders.scheduleForTeam('breakGlass', team.id, DUE_AFTER_CRASH_MS);
    const { since, until } = await changeTeam(ctx, team, 'breakGlass', (each, { note: tell, keep, lastOf }) => {
      const before = each.breakGlass;
      // A tap redelivered after a crash finds the break-glass that it began.
      if (before && isBreakGlassOn(each, at) && lastOf('glass') === note) return before;
      if (reason === undefined) throw new Refusal((say) => say('button-old'));
      if (isBreakGlassOn(each, at)) throw new Refusal((say) => say('glass-already'));
      each.breakGlass = { by: person.id, reason, since: at, until: at + BREAK_GLASS_MS };
      each.locale ??= t.locale;
      // The timed work has not noted the end yet.
      if (before) each.endedBreakGlass = [...(each.endedBreakGlass ?? []), endedGlass(before, at, 'role')];
      if (before && !before.ended) tell({ event: 'breakGlassEnded', reason: { written: before.reason } });
      tell({
        event: 'breakGlassStarted',
        reason: { written: reason },
        after: new Date(each.breakGlass.until).toISOString(),
      });
      keep('glass', note);
      return each.breakGlass;
    });
    await services.store.notes.delete(reasonKey(ctx, team, note));
    await services.reminders.scheduleForTeam('breakGlass', team.id, 0);
    await show(ctx, {
      text: t('glass-broken-now', { time: formatMoment(until, t) }),
      keyboard: [[endButton(team, { since }, t)]],
    });
  }),
);
breakGlass.use(
  onButton(buttons.breakGlassCancel, async (ctx) => void (await show(ctx, { text: ctx.t('glass-cancelled') }))),
);
breakGlass.use(
  onButton(buttons.breakGlassEnd, async (ctx, { account, since }) => {
    const { services, person, t } = ctx;
    const found = await findAccess(ctx, 'breakGlass', account);
    if ('denied' in found || !found.team) {
      await requireTeam(ctx, account);
      return;
    }
    const { team } = found;
    await services.reminders.scheduleForTeam('breakGlass', team.id, DUE_AFTER_CRASH_MS);
    const isEnded = await changeTeam(ctx, team, 'breakGlass', (each, { note: tell }) => {
      const glass = each.breakGlass;
      const at = services.operations.now();
      if (!glass || startedAs(glass) !== since) return false;
      // A tap redelivered after a crash finds the end that it made.
      if (!isBreakGlassOn(each, at)) return glass.ended?.by === person.id;
      each.breakGlass = { ...glass, until: at, ended: { at, why: 'person', by: person.id } };
      tell({ event: 'breakGlassEnded', reason: { written: glass.reason } });
      return true;
    });
    await services.reminders.scheduleForTeam('breakGlass', team.id, 0);
    await ctx.answer(t.plain(isEnded ? 'glass-end-done' : 'glass-end-already'), { alert: false });
  }),
);

async function begin(ctx: Ctx, team: Team, reason: string): Promise<void> {
  const { t, services } = ctx;
  const now = services.operations.now();
  const { breakGlass: glass } = team;
  if (glass && isBreakGlassOn(team, now)) {
    await answer(ctx, brokenScreen(ctx, team, glass));
    return;
  }
  const problem = await problemOf(ctx, team, reason);
  if (!problem) return confirm(ctx, team, reason);
  const text = t(problem, { most: LONGEST_REASON });
  if (!isPrivate(ctx)) {
    await answer(ctx, { text: `${text}\n\n${t('glass-reason-how')}` });
    return;
  }
  const cancel = buttons.leave.make(t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [team.accountId], { text, keyboard: [[cancel]] });
}

async function problemOf({ services }: Ctx, team: Team, reason: string) {
  if (reason === '') return 'glass-reason';
  if ([...reason].length > LONGEST_REASON) return 'glass-reason-long';
  const isServer = async (typed: string) => (await services.accesses.serverOf(team, { typed })) !== undefined;
  if (await isServer(reason)) return 'glass-reason-nothing';
  const words = reason
    .split(/[\s،,؛;()]+/)
    .map((each) => each.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((each) => each !== '');
  for (const word of words) {
    // An IP address or a number is no reason.
    const saysSomething = /\p{L}{2}/u.test(word.replace(IPV6, ''));
    const isEnough = words.length >= MIN_REASON_WORDS || [...word].length >= MIN_WORD_LETTERS;
    if (saysSomething && isEnough && !(await isServer(word))) return undefined;
  }
  return 'glass-reason-nothing';
}

async function confirm(ctx: Ctx, team: Team, reason: string): Promise<void> {
  const { t, services } = ctx;
  const note = randomBytes(6).toString('base64url');
  await services.store.notes.set(reasonKey(ctx, team, note), reason, REASON_LIFE_MS);
  const account = team.accountId;
  await answer(ctx, {
    text: t('glass-confirm', {
      team: name(teamName(team)),
      reason: isolated(reason),
      minutes: BREAK_GLASS_MS / 60_000,
    }),
    keyboard: [
      [buttons.breakGlassStart.make(t.plain('button-glass-break'), { account, note }, 'danger')],
      [buttons.breakGlassCancel.make(t.plain('button-cancel'), {})],
    ],
  });
}

function brokenScreen(ctx: Ctx, team: Team, glass: BreakGlass): Screen {
  const { t } = ctx;
  const who = { person: name(memberName(team, glass.by)), time: formatMoment(glass.until, t) };
  return {
    text: t('glass-is-broken', { ...who, reason: isolated(glass.reason) }),
    keyboard: [[endButton(team, glass, t)]],
  };
}

async function answer(ctx: Ctx, screen: Screen): Promise<void> {
  await (ctx.callbackQuery ? show(ctx, screen) : send(ctx, screen));
}

function reasonKey({ person }: Ctx, { id }: Team, note: string): string {
  return `${person.id}:breakGlass:${id}:${note}`;
}
