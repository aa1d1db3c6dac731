import type { Api } from 'grammy';
import type { Chore } from '../../../store/chores.ts';
import { type Access, requireAccess } from '../../../telegram/access.ts';
import { CutOff } from '../../../telegram/chores.ts';
import type { Ctx, House } from '../../../telegram/context.ts';
import type { Flow, Open } from '../../../telegram/conversation.ts';
import type { Translate } from '../../../telegram/i18n.ts';
import { edit, type Screen, show } from '../../../telegram/screen.ts';
import { prepareOrder } from '../prepare-order.ts';
import { type Draft, newDraft, problemsIn, wholeServer, withProblems } from './draft.ts';
import { formScreen } from './form-screen.ts';
import { placesOf } from './places.ts';
import type { Price, Prices, Question } from './prices.ts';

/** Later than any answer to a price's question. */
const LATE_MS = 45_000;

/** What can be done with the form; the flow stays open where it got to, unless the order was written down. */
export interface Form {
  /** Where the open flow stands, with what the provider said since its message was last shown. */
  at(ctx: Ctx): Open<Draft> | undefined;
  /**
   * Opens a form in the message that was tapped, or a new one; an open one of the same account goes on there, unless the
   * form to begin with is given.
   */
  begin(ctx: Ctx, access: Access, from?: Draft): Promise<void>;
  /** Shows a draft in the form's message, and asks for the price where all is chosen. */
  put(ctx: Ctx, messageId: number, draft: Draft): Promise<void>;
  /** Asks the price once more and hands over to the confirm: from there on the ledger sees to it. */
  order(ctx: Ctx, open: Open<Draft>): Promise<void>;
  /** No price that was asked is shown any more. */
  silence(ctx: Ctx): Promise<void>;
  /** Asks for the price that the form's message says is being asked, since nobody does so any more. */
  resume(api: Api, house: House, promise: Pick<Chore, 'chatId' | 'messageId' | 'locale'>): Promise<void>;
}

export function createForm(flow: Flow<Draft>, prices: Prices): Form {
  const silence = (ctx: Ctx) => prices.silence(ctx.person.id);

  function at(ctx: Ctx): Open<Draft> | undefined {
    const open = flow.at(ctx);
    return open && { ...open, state: withPrice(open.state, prices.learned(ctx.person.id)) };
  }

  /** @param messageId the form's message; without it the form takes the place of what was tapped, or is sent */
  async function put(ctx: Ctx, messageId: number | undefined, draft: Draft): Promise<void> {
    if (messageId !== undefined) flow.goOn(ctx, { messageId, state: draft });
    await silence(ctx);
    const access = await requireAccess(ctx, draft.account);
    const server = draft.field === undefined ? wholeServer(draft.values) : undefined;
    const question = server && prices.ask(ctx.person.id, access.hosting, server);
    const price = await question?.soon();
    const shownIn = await draw(ctx, access, messageId, withPrice(draft, price), price);
    if (question && price?.kind === 'asking') await promisePrice(ctx, question, access, draft, shownIn);
  }

  async function draw(
    ctx: Ctx,
    access: Access,
    messageId: number | undefined,
    draft: Draft,
    price: Price | undefined,
  ): Promise<number> {
    const screen = await screenOf(ctx.t, ctx.house, access, draft, price);
    if (messageId !== undefined) flow.goOn(ctx, { messageId, state: draft });
    const edited = messageId !== undefined && (await edit(ctx.api, ctx.person.id, messageId, screen));
    const shownIn = edited ? messageId : await show(ctx, screen);
    flow.goOn(ctx, { messageId: shownIn, state: draft });
    return shownIn;
  }

  return {
    at,
    put,
    silence,
    async resume(api, house, { chatId, messageId, locale = '' }) {
      const open = await flow.kept(house.store, chatId);
      const server = open && wholeServer(open.state.values);
      // The person went on, or left.
      if (!server || open.messageId !== messageId || open.state.field !== undefined) return;
      const t = house.texts.in(locale);
      const access = await house.accesses.of(chatId, open.state.account);
      if (!access) return void (await edit(api, chatId, messageId, { text: t('buy-closed') }));
      await prices.ask(chatId, access.hosting, server).later(async (price) => {
        if (house.chores.stopped) throw new CutOff();
        await edit(api, chatId, messageId, await screenOf(t, house, access, withPrice(open.state, price), price));
      });
    },
    async begin(ctx, access, from) {
      const open = at(ctx);
      const here = ctx.callbackQuery?.message?.message_id;
      const same = open?.state.account === access.account.id;
      if (open && open.messageId !== here) {
        await silence(ctx);
        const before = same ? { text: ctx.t('buy-moved') } : await flow.closed(ctx, 'left');
        await edit(ctx.api, ctx.person.id, open.messageId, before);
      }
      await put(ctx, undefined, from ?? (open && same ? open.state : newDraft(access.account.id)));
    },
    async order(ctx, { messageId, state }) {
      const server = wholeServer(state.values);
      if (!server) return put(ctx, messageId, state);
      await silence(ctx);
      const access = await requireAccess(ctx, state.account);
      const price = await prices.ask(ctx.person.id, access.hosting, server).answer;
      if (price.kind !== 'quote') return void (await draw(ctx, access, messageId, withPrice(state, price), price));
      await prepareOrder(ctx, access, server, price.quote);
      flow.end(ctx);
      await silence(ctx);
    },
  };
}

/** Shows a price when it comes; where that is after a restart, whoever finds the promise asks again. */
async function promisePrice(
  ctx: Ctx,
  question: Question,
  access: Access,
  draft: Draft,
  messageId: number,
): Promise<void> {
  const { api, house, t } = ctx;
  const chatId = ctx.person.id;
  const promise = await house.chores.promise({ what: 'price', chatId, messageId, locale: t.locale }, LATE_MS);
  const tell = async (price: Price) => {
    // The end of the program cuts the question off: that is no answer of the provider's.
    if (house.chores.stopped) return;
    await edit(api, chatId, messageId, await screenOf(t, house, access, withPrice(draft, price), price));
  };
  question
    .later(tell)
    .then(() => (house.chores.stopped ? undefined : house.chores.drop(promise)))
    .catch((error) => house.report(error, 'price'));
}

async function screenOf(
  t: Translate,
  house: House,
  access: Access,
  draft: Draft,
  price: Price | undefined,
): Promise<Screen> {
  const places = draft.field === 'geo' ? await placesOf(house, access) : undefined;
  return formScreen(t, draft, { account: access.account.label, places, price });
}

/** What the provider said against single values goes back to them. */
function withPrice(draft: Draft, price: Price | undefined): Draft {
  if (price?.kind !== 'failed' || price.failure.kind !== 'fields') return draft;
  return withProblems(draft, problemsIn(price.failure.fields ?? {}));
}
