import { randomUUID } from 'node:crypto';
import type { NewServer, Quote } from '../../../hosting/index.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Flow, Open } from '../../../telegram/dialog/flow.ts';
import { edit, removeMessage } from '../../../telegram/ui/screen.ts';
import { show } from '../../../telegram/ui/show.ts';
import { showPrepared, showPreparedBefore } from '../../common/operation/prepared.ts';
import { requireAllowance } from '../../common/payment/spending-limit.ts';
import { paymentContextOf } from '../../common/payment/view.ts';
import { requireAccess } from '../../common/require.ts';
import { orderScreen } from '../order-screen.ts';
import { buyerOf, writePurchase } from '../purchase.ts';
import { type Draft, newDraft, wholeServer } from './draft.ts';
import { formScreenOf, withPrice } from './form-screen.ts';
import { createLatePrices, type LatePrices } from './late-prices.ts';
import type { Price, Prices } from './prices.ts';
import { startsOf } from './starts.ts';

/** The flow stays open until the order is prepared. */
export interface Form {
  at(ctx: Ctx): Open<Draft> | undefined;
  /** Opens a form in the tapped message or a new one. Without `from`, the account's open form continues there. */
  begin(ctx: Ctx, access: Access, from?: Draft): Promise<void>;
  put(ctx: Ctx, messageId: number, draft: Draft): Promise<void>;
  /** Says in the form why an answer does not fit, until the next update. */
  correct(ctx: Ctx, open: Open<Draft>, text: string): Promise<void>;
  /** Forgets the words of {@link correct}: they must not stand below the next question. */
  withoutCorrection(ctx: Ctx, next: () => Promise<void>): Promise<void>;
  order(ctx: Ctx, open: Open<Draft>): Promise<void>;
  resume: LatePrices['resume'];
}

export function createForm(flow: Flow<Draft>, prices: Prices): Form {
  const late = createLatePrices(flow, prices);

  /** @param messageId the form's message; without it the form replaces the tapped message, or is sent as a new one */
  async function put(ctx: Ctx, messageId: number | undefined, wanted: Draft): Promise<void> {
    const server = wanted.field === undefined ? wholeServer(wanted.values) : undefined;
    const draft = { ...wanted, question: server || wanted.starts ? randomUUID() : undefined };
    if (messageId !== undefined) flow.goOn(ctx, { messageId, state: draft });
    prices.cancel(ctx.person.id);
    const access = await requireAccess(ctx, 'spend', draft.account);
    if (draft.starts) return late.scheduleStarts(ctx, access, await drawStarts(ctx, access, messageId, draft));
    const question = server && prices.ask(ctx.person.id, access.hosting, server);
    const price = await question?.soon();
    const shownIn = await draw(ctx, access, messageId, withPrice(draft, price), price);
    if (question && price?.kind === 'asking')
      await late.schedule(ctx, access, { messageId: shownIn, state: draft }, question);
  }

  /** The first screen does not wait for any price. */
  async function drawStarts(
    ctx: Ctx,
    access: Access,
    messageId: number | undefined,
    state: Draft,
  ): Promise<Open<Draft>> {
    return { messageId: await draw(ctx, access, messageId, state, undefined), state };
  }

  async function draw(
    ctx: Ctx,
    access: Access,
    messageId: number | undefined,
    draft: Draft,
    price: Price | undefined,
  ): Promise<number> {
    const screen = await formScreenOf(ctx.t, ctx.services, access, draft, price);
    if (messageId !== undefined) flow.goOn(ctx, { messageId, state: draft });
    const edited = messageId !== undefined && (await edit(ctx.api, ctx.person.id, messageId, screen));
    const shownIn = edited ? messageId : await show(ctx, screen);
    flow.goOn(ctx, { messageId: shownIn, state: draft });
    return shownIn;
  }

  return {
    at: flow.at,
    put,
    resume: late.resume,
    async begin(ctx, access, from) {
      const open = flow.at(ctx);
      const here = ctx.callbackQuery?.message?.message_id;
      const same = open?.state.account === access.account.id;
      if (open && open.messageId !== here) {
        prices.cancel(ctx.person.id);
        if (!same) await edit(ctx.api, ctx.person.id, open.messageId, await flow.closed(ctx, 'left'));
      }
      await put(ctx, undefined, from ?? (open && same ? open.state : await fresh(ctx, access)));
      // After the new form is shown: a crash in between leaves two forms, never none.
      if (open && same && open.messageId !== here) await removeMessage(ctx.api, ctx.person.id, open.messageId);
    },
    async correct(ctx, { messageId, state }, text) {
      const unfit = { ...state, unfit: text };
      if (state.field === undefined) return put(ctx, messageId, unfit);
      // While a value is asked, the form has no price: it can be drawn without a request.
      await draw(ctx, await requireAccess(ctx, 'spend', state.account), messageId, unfit, undefined);
    },
    async withoutCorrection(ctx, next) {
      const open = flow.at(ctx);
      if (open?.state.unfit === undefined) return next();
      const { unfit: _, ...state } = open.state;
      flow.goOn(ctx, { ...open, state });
      await next();
    },
    async order(ctx, { messageId, state: wanted }) {
      const server = wholeServer(wanted.values);
      if (!server) return put(ctx, messageId, wanted);
      const state = { ...wanted, question: undefined };
      prices.cancel(ctx.person.id);
      const access = await requireAccess(ctx, 'spend', state.account);
      if (await showPreparedBefore(ctx)) return flow.end(ctx);
      const price = await prices.ask(ctx.person.id, access.hosting, server).answer;
      if (price.kind !== 'quote') return void (await draw(ctx, access, messageId, withPrice(state, price), price));
      await prepareOrder(ctx, access, server, price.quote);
      flow.end(ctx);
      prices.cancel(ctx.person.id);
    },
  };
}

async function fresh({ services, person }: Ctx, access: Access): Promise<Draft> {
  return newDraft(access.account.id, await startsOf(services, person.id, access));
}

/** If its confirm can't be shown, the operation has no message, and expires. @throws Refusal above a spending limit */
async function prepareOrder(ctx: Ctx, access: Access, server: NewServer, quote: Quote): Promise<void> {
  const { services } = ctx;
  const buyer = { ...(await buyerOf(ctx, access)), messageId: undefined };
  await requireAllowance(services, access, buyer.userId, [quote]);
  const parameters = { server };
  const operation = await writePurchase(services, buyer, { kind: 'order', parameters, progress: { seen: {} }, quote });
  await showPrepared(ctx, orderScreen(operation, ctx.t, await paymentContextOf(services, operation)), operation);
}
