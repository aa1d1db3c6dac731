import type { Operation, Tapped } from '../../../operations/index.ts';
import { togetherWith } from '../../../operations/message.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../next-steps.ts';
import { decide } from './decide.ts';
import { answerCancelled, answerTapped, looked, messageOf, reported, stayWith } from './receipt.ts';
import { offersOf } from './together-rows.ts';

export const together = new Composer<Ctx>();

together.use(
  onButton(buttons.payAll, async (ctx, { operation, offers }) => {
    const all = await batch(ctx, operation);
    const mine = all.filter(({ userId }) => userId === ctx.person.id);
    const ready = mine.filter(({ state }) => state === 'ready');
    // A tap that came in time may be handled after the confirms expired.
    const wanted = ready.length > 0 ? ready : mine.filter(({ state }) => state === 'expired');
    // The button sends exactly the operations and prices that its screen showed.
    const [first] = wanted;
    if (first && offersOf(wanted) !== offers) {
      void ctx.answer(ctx.t.plain('money-outdated'), { alert: true });
      return show(ctx, await ctx.services.screenOf(first, ctx.t));
    }
    const messageId = first && messageOf(ctx, first);
    await each(ctx, wanted.length > 0 ? wanted : all, ({ id, offer }) =>
      ctx.services.operations.confirm({
        id,
        userId: ctx.person.id,
        message: messageId,
        offer,
        tappedAt: ctx.arrivedAt,
      }),
    );
  }),
);
together.use(
  onButton(buttons.cancelAll, async (ctx, { operation }) => {
    const all = await batch(ctx, operation);
    if (all[0] && all[0].userId !== ctx.person.id) return answerCancelled(ctx, { outcome: 'notYours' });
    const open = all.filter(({ state }) => state === 'ready' || state === 'waiting');
    await each(ctx, open.length > 0 ? open : all, ({ id }) => ctx.services.operations.cancel(id, ctx.person.id));
  }),
);
together.use(
  onButton(buttons.approveAll, async (ctx, { operation, offers }) => {
    const waiting = await waitingOf(ctx, operation);
    const isShown = waiting.length > 0 && offersOf(waiting) === offers;
    if (waiting.length > 0 && !isShown) return answerTapped(ctx, { outcome: 'outdated' });
    const offerOf = new Map(waiting.map(({ id, offer = 0 }) => [id, offer]));
    await decide(ctx, isShown ? [...offerOf.keys()] : [operation], 'approval-approved', (id, approver) =>
      ctx.services.operations.approve(id, approver, offerOf.get(id) ?? 0),
    );
  }),
);
together.use(
  onButton(buttons.declineAll, async (ctx, { operation }) => {
    const waiting = await waitingOf(ctx, operation);
    const ids = waiting.length > 0 ? waiting.map(({ id }) => id) : [operation];
    await decide(ctx, ids, 'approval-declined', (id, approver) => ctx.services.operations.decline(id, approver));
  }),
);
together.use(
  onButton(buttons.lookAtAll, async (ctx, { operation }) => {
    const all = await batch(ctx, operation);
    const open = all.filter(({ state }) => state === 'unknown' || state === 'accepted');
    await each(
      ctx,
      open.length > 0 ? open : all,
      ({ id }) => ctx.services.operations.lookAgain(id, ctx.person.id),
      looked,
    );
  }),
);

async function waitingOf(ctx: Ctx, id: string): Promise<Operation[]> {
  return (await batch(ctx, id)).filter(({ state }) => state === 'waiting');
}

async function batch({ services }: Ctx, id: string): Promise<Operation[]> {
  const first = await services.operations.get(id);
  const ids = first ? togetherWith(first) : [];
  const all = await Promise.all(ids.map((each) => services.operations.get(each)));
  return all.filter((each) => each !== undefined);
}

/** Answers the tap with the first outcome that is not `moved`, else with `words`. */
async function each(
  ctx: Ctx,
  all: readonly Operation[],
  tap: (one: Operation) => Promise<Tapped>,
  words?: (ctx: Ctx, all: readonly Operation[]) => string,
): Promise<void> {
  const [first] = all;
  if (!first) return void (await show(ctx, { text: ctx.t('operation-missing'), keyboard: [home(ctx)] }));
  const tapped = await tapEach(ctx, all, tap);
  const hindered = tapped.find(({ outcome }) => outcome !== 'moved');
  const answered = hindered || !words ? answerTapped(ctx, hindered ?? { outcome: 'moved' }) : undefined;
  const shown = Promise.all(tapped.map((each) => each.shown)).then(() => undefined);
  const outcome = tapped.some((each) => each.outcome === 'moved') ? 'moved' : (hindered?.outcome ?? 'moved');
  await Promise.all([answered, stayWith(ctx, first.id, { outcome, shown })]);
  const ids = all.map(({ id }) => id);
  const found = words && (await reported(ctx, first.id, batch(ctx, first.id)));
  if (found)
    void ctx.answer(
      words(
        ctx,
        found.filter(({ id }) => ids.includes(id)),
      ),
    );
}

/** Reports an error of some: the message shows the state of all. Rejects if none moved. */
async function tapEach(
  ctx: Ctx,
  all: readonly Operation[],
  tap: (one: Operation) => Promise<Tapped>,
): Promise<Tapped[]> {
  const tried = await Promise.allSettled(all.map(tap));
  const tapped = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failed.length > 0 && !tapped.some(({ outcome }) => outcome === 'moved')) throw failed[0];
  for (const error of failed) ctx.services.report(error, 'batch');
  return tapped;
}
