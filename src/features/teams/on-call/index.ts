import type { Team } from '../../../store/key-value/teams.ts';
import { memberName } from '../../../teams/rights.ts';
import { nextHandOver, onCallNow, takenBy } from '../../../teams/rota.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { formatMoment, name } from '../../../telegram/ui/format.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { requireTeam, teamOrChoice } from '../own-team.ts';
import { changeOf, changeOnCall, hoursOf, onCallScreen, undoOnCall } from './state.ts';

const HOUR_MS = 3_600_000;

/** /oncall: who is on call, and who comes next. Operators and above take it and give it back. */
export const onCall = new Composer<Ctx>();

onCommand(onCall, 'oncall', async (ctx) => {
  const found = await teamOrChoice(ctx, 'read', (accountId, title) =>
    buttons.onCall.make(title, { account: accountId }),
  );
  if (found) await send(ctx, onCallScreen(ctx, found.team));
});
onCall.use(
  onButton(buttons.onCall, async (ctx, { account }) => {
    const { team } = await requireTeam(ctx, account);
    await show(ctx, onCallScreen(ctx, team));
  }),
);
onCall.use(
  onButton(buttons.takeOnCall, async (ctx, { account, from, hours }) => {
    const { team } = await requireTeam(ctx, account);
    const changed = await take(ctx, team, from, hours);
    const until = changed.team.onCall?.until;
    const words =
      until === undefined ? ctx.t('on-call-taken') : ctx.t('on-call-taken-until', { time: formatMoment(until, ctx.t) });
    const before = from === '0' ? [] : [ctx.t('on-call-before', { person: name(memberName(team, Number(from))) })];
    const done = { words: [words, ...before].join('\n'), undo: changed.undo };
    await show(ctx, onCallScreen(ctx, changed.team, done));
  }),
);
onCall.use(
  onButton(buttons.giveOnCall, async (ctx, { account }) => {
    const { team } = await requireTeam(ctx, account);
    const changed = await changeOnCall(ctx, team, 'takeOnCall', 'give', (each, note, now) => {
      if (takenBy(each, now)?.userId !== ctx.person.id) throw new Refusal((t) => t('on-call-not-yours'));
      delete each.onCall;
      note({ event: 'handedOver', ...changeOf(each, ctx.person.id, onCallNow(each, now)) });
    });
    // The person may stay on call by their own turn of the rota.
    const isStill = onCallNow(changed.team, ctx.services.operations.now()) === ctx.person.id;
    const words = ctx.t(isStill ? 'on-call-given-own' : 'on-call-given');
    await show(ctx, onCallScreen(ctx, changed.team, { words, undo: changed.undo }));
  }),
);
onCall.use(
  onButton(buttons.onCallUndo, async (ctx, { account, note }) => {
    const { team } = await requireTeam(ctx, account);
    const changed = await undoOnCall(ctx, team, note);
    await show(ctx, onCallScreen(ctx, changed.team, { words: ctx.t('on-call-undone') }));
  }),
);

/** When two people act at once, only the first succeeds: the second one's screen shows another person than the one they would replace. */
function take(ctx: Ctx, team: Team, from: string, hours: string) {
  const lasts = hoursOf(hours);
  if (lasts === undefined) throw new Refusal((t) => t('button-old'));
  return changeOnCall(ctx, team, 'takeOnCall', `take ${from} ${hours}`, (each, note, now) => {
    const current = onCallNow(each, now);
    if (String(current ?? 0) !== from)
      throw new Refusal((t) =>
        current === undefined
          ? t('on-call-changed')
          : t('on-call-taken-meanwhile', { person: name(memberName(each, current)) }),
      );
    const until = lasts > 0 ? now + lasts * HOUR_MS : nextHandOver(each, now);
    const { id: userId } = ctx.person;
    each.onCall = { userId, since: now, ...(until === undefined ? {} : { until }) };
    note({ event: 'onCallTaken', ...changeOf(each, current, userId) });
  });
}
