import type { Api } from 'grammy';
import { ReminderCutOff } from '../../../jobs/reminders.ts';
import type { Reminder } from '../../../store/jobs/reminders.ts';
import type { Access } from '../../../telegram/access.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import type { Flow, Open } from '../../../telegram/dialog/flow.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { edit } from '../../../telegram/ui/screen.ts';
import { type Draft, wholeServer } from './draft.ts';
import { formScreenOf, withPrice } from './form-screen.ts';
import type { Price, PriceRequest, Prices } from './prices.ts';

/** Longer than any price request. */
const LATE_MS = 45_000;

/** Shows prices that arrive after the update that asked for them was handled. */
export interface LatePrices {
  /** Shows the price when it arrives. A reminder is stored meanwhile: after a restart its job calls {@link resume}. */
  schedule(ctx: Ctx, access: Access, open: Open<Draft>, question: PriceRequest): Promise<void>;
  /** Asks again for the price of a form whose request a restart cut off. */
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
  /**
   * Shows the answer if the form still waits for it, and stores the form's new state.
   * @throws CutOff when this process is stopping: another process shows the price
   */
  async function show({ api, services, t, access, chatId, open }: ShownForm, answer: Promise<Price>): Promise<void> {
    const price = await answer;
    // Shutdown aborts the request: its failure is not the provider's answer.
    if (services.reminders.stopped) throw new ReminderCutOff();
    const { messageId } = open;
    const done = await services.inTurn(chatId, async () => {
      // Another replica may have handled a later update of the person.
      const now = await flow.kept(services.store, chatId);
      if (now?.messageId !== messageId || now.state.question !== open.state.question) return;
      const state = withPrice(now.state, price);
      await edit(api, chatId, messageId, await formScreenOf(t, services, access, state, price));
      await flow.keep(services.store, chatId, { messageId, state });
    });
    if (!done) throw new ReminderCutOff();
  }

  return {
    async schedule({ api, services, t, person }, access, open, question) {
      const chatId = person.id;
      const reminder = { what: 'price', chatId, messageId: open.messageId, locale: t.locale } as const;
      const reminderId = await services.reminders.schedule(reminder, LATE_MS);
      void show({ api, services, t, access, chatId, open }, question.answer)
        .then(() => services.reminders.drop(reminderId))
        .catch((error) => error instanceof ReminderCutOff || services.report(error, 'price'));
    },
    async resume(api, services, { chatId, messageId, locale = '' }) {
      const open = await flow.kept(services.store, chatId);
      const server = open && wholeServer(open.state.values);
      // The person continued or left the form.
      if (!server || open.messageId !== messageId || open.state.field !== undefined) return;
      const t = services.texts.in(locale);
      const access = await services.accesses.of(chatId, open.state.account);
      if (!access) return void (await edit(api, chatId, messageId, { text: t('buy-closed') }));
      const { answer } = prices.ask(chatId, access.hosting, server);
      await show({ api, services, t, access, chatId, open }, answer);
    },
  };
}
