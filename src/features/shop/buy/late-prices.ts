import type { Api } from 'grammy';
import { ReminderCutOff } from '../../../jobs/reminders.ts';
import type { Reminder } from '../../../store/jobs/reminders.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import type { Flow, Open } from '../../../telegram/dialog/flow.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { edit } from '../../../telegram/ui/screen.ts';
import { type Draft, type Start, wholeServer } from './draft.ts';
import { formScreenOf, withPrice } from './form-screen.ts';
import type { Price, PriceRequest, Prices } from './prices.ts';
import { askStarts } from './starts.ts';

/** Longer than any price request. */
const RESUME_DELAY_MS = 45_000;

/** Shows prices that arrive after their update was handled. */
export interface LatePrices {
  /** Shows the price when it arrives. A reminder is stored meanwhile: after a restart its job calls {@link resume}. */
  schedule(ctx: Ctx, access: Access, open: Open<Draft>, question: PriceRequest): Promise<void>;
  /** The same for starting points without a price. */
  scheduleStarts(ctx: Ctx, access: Access, open: Open<Draft>): Promise<void>;
  /** Asks the price again for a form whose request a restart cut off. */
  resume(api: Api, services: Services, promise: Pick<Reminder, 'chatId' | 'messageId' | 'locale'>): Promise<void>;
}

interface ShownForm {
  api: Api;
  services: Services;
  t: Translate;
  access: Access;
  chatId: number;
  open: Open<Draft>;
}

export function createLatePrices(flow: Flow<Draft>, prices: Prices): LatePrices {
  /** @throws ReminderCutOff if this process is stopping: another process shows the price */
  async function show(form: ShownForm, answer: Promise<Price>): Promise<void> {
    const price = await answer;
    // Shutdown aborts the request: its failure is not the provider's answer.
    if (form.services.reminders.stopped) throw new ReminderCutOff();
    await change(form, (state) => withPrice(state, price), price);
  }

  /** Changes the form in the person's turn if it still waits for this answer. @param become the new state, if any */
  async function change(
    { api, services, t, access, chatId, open }: ShownForm,
    become: (state: Draft) => Draft | undefined,
    price?: Price,
  ): Promise<void> {
    const { messageId } = open;
    const done = await services.inTurn(chatId, async () => {
      // Another replica may have handled a later update of the person.
      const now = await flow.kept(services.store, chatId);
      if (now?.messageId !== messageId || now.state.question !== open.state.question) return;
      const state = become(now.state);
      if (!state) return;
      await edit(api, chatId, messageId, await formScreenOf(t, services, access, state, price));
      await flow.keep(services.store, chatId, { messageId, state });
    });
    if (!done) throw new ReminderCutOff();
  }

  /** Prices that arrive together are shown in one edit. */
  async function showStarts(form: ShownForm, signal: AbortSignal): Promise<void> {
    const { access, open } = form;
    const missing = (open.state.starts ?? []).flatMap((start, place) => (start.settled ? [] : [{ start, place }]));
    const arrived = new Map<number, Start>();
    const answers = askStarts(
      missing.map(({ start }) => start),
      access.hosting,
      signal,
    );
    await Promise.all(
      answers.map(async (answer, index) => {
        const start = await answer;
        if (form.services.reminders.stopped) throw new ReminderCutOff();
        arrived.set(missing[index]?.place ?? 0, start);
        await change(form, (state) => {
          const starts = state.starts?.map((each, place) => arrived.get(place) ?? each);
          const news = arrived.size > 0;
          arrived.clear();
          return starts && news ? { ...state, starts } : undefined;
        });
      }),
    );
  }

  /** A later run of the program continues if this one ends before. */
  async function showLater({ services, t, chatId, open }: ShownForm, showPrices: () => Promise<void>): Promise<void> {
    const reminder = {
      what: 'price',
      chatId,
      topicId: undefined,
      messageId: open.messageId,
      locale: t.locale,
    } as const;
    const reminderId = await services.reminders.schedule(reminder, RESUME_DELAY_MS);
    void showPrices()
      .then(() => services.reminders.drop(reminderId))
      .catch((error) => error instanceof ReminderCutOff || services.report(error, 'price'));
  }

  return {
    async scheduleStarts({ api, services, t, person }, access, open) {
      const chatId = person.id;
      const signal = prices.several(chatId);
      if (open.state.starts?.every(({ settled }) => settled)) return;
      const form = { api, services, t, access, chatId, open };
      await showLater(form, () => showStarts(form, signal));
    },
    async schedule({ api, services, t, person }, access, open, question) {
      const chatId = person.id;
      const form = { api, services, t, access, chatId, open };
      await showLater(form, () => show(form, question.answer));
    },
    async resume(api, services, { chatId, messageId, locale = '' }) {
      const open = await flow.kept(services.store, chatId);
      const server = open && wholeServer(open.state.values);
      if (open?.messageId !== messageId || !(open.state.starts || (server && open.state.field === undefined))) return;
      const t = services.texts.in(locale);
      const access = await services.accesses.of({ userId: chatId, chatId }, 'spend', open.state.account);
      if (!access) return void (await edit(api, chatId, messageId, { text: t('buy-closed') }));
      const form = { api, services, t, access, chatId, open };
      if (server) await show(form, prices.ask(chatId, access.hosting, server).answer);
      else await showStarts(form, prices.several(chatId));
    },
  };
}
