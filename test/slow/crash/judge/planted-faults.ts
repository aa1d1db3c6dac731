import { Api } from 'grammy';
import type { User } from 'grammy/types';
import { briefOf } from '../../../../src/features/operation-views.ts';
import { orderScreen } from '../../../../src/features/shop/order-screen.ts';
import { batchScreen } from '../../../../src/features/shop/renew/batch-screen.ts';
import { renewalScreen } from '../../../../src/features/shop/renew/screen.ts';
import { createProvider, type Hosting, type NewServer } from '../../../../src/hosting/index.ts';
import type { Operation, OperationState } from '../../../../src/operations/index.ts';
import type { Screen } from '../../../../src/telegram/ui/screen.ts';
import { BOT_TOKEN, openTestApp } from '../../../support/app.ts';
import { createPerson } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';
import type { Customer } from '../environment.ts';
import { orderOf, renewalOf } from '../purchases/drafts.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { count } from './figures.ts';

const TOKEN = 'a-token-of-the-planted-faults';
const DAYS = 30;
const SERVER: NewServer = {
  geo: 'tehran',
  os: 'debian13',
  cpu: 2,
  ram: 4,
  disk: 300,
  backup: 1,
  traffic: 0,
  period: 30,
};

export const LANGUAGES = ['en', 'fa'] as const;
type Language = (typeof LANGUAGES)[number];

/** A provider and a Telegram without the bot: the test acts and sends messages in the bot's place. */
export interface ProviderWithoutBot extends AsyncDisposable {
  hosting: Hosting;
  customer: Customer;
  provider: Awaited<ReturnType<typeof openTestApp>>['provider'];
  /** The renewal of the server with this number. The message shows the state; without a state there is no message. */
  renewal(number: number, state: OperationState | undefined): Promise<Purchase>;
  /**
   * The renewal of the first server, whose confirm was drawn twice. The first message refers to the second one, which shows the state.
   * @param second the operation of the second confirm; the same operation by default
   */
  drawnTwice(state: OperationState, second?: string): Promise<Purchase>;
  /** Two renewals in one message, which shows these states. */
  batch(states: readonly [OperationState, OperationState]): Promise<Purchase[]>;
  /** The order of a server with this disk (GB); the message shows the state. */
  order(disk: number, state: OperationState): Promise<Purchase>;
  buy(disk: number): Promise<unknown>;
  renew(number: number): Promise<unknown>;
  /** The mistakes that the judge finds. */
  wrong(all: readonly Purchase[]): string[];
}

/** @param language of the reader */
export async function openProviderWithoutBot(language: Language): Promise<ProviderWithoutBot> {
  const people = LANGUAGES.map(speaker);
  const user = speaker(language);
  const accounts = [{ token: TOKEN, servers: 3, wallet: 10 ** 12 }];
  const app = await openTestApp({ withoutBot: true, people, accounts });
  const client = createProvider({ baseUrl: app.provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  const hosting = client.forToken(TOKEN);
  const api = new Api(BOT_TOKEN, { apiRoot: app.telegram.url });
  const person = createPerson(app.world, user, async () => undefined);
  const customer: Customer = {
    person,
    calls: () => app.world.calls,
    account: app.provider.account(TOKEN),
    untouched: [],
    domains: [],
    ordersBefore: 0,
  };
  const t = testTexts().in(language);
  const context = { topUpUrl: undefined, limits: [] };
  app.world.say(user.id, user.id, '/start');

  async function tell({ text, keyboard = [] }: Screen): Promise<number> {
    const reply_markup = { inline_keyboard: keyboard };
    const { message_id } = await api.sendMessage(user.id, text, { parse_mode: 'HTML', reply_markup });
    return message_id;
  }
  function operation(
    kind: 'renewal' | 'order',
    state: OperationState,
    parameters: object,
    id = 'operation-id',
  ): Operation {
    const at = Date.now();
    const quote = { total: 455_400, currency: 'toman', period: DAYS };
    const progress = { seen: kind === 'order' ? { candidates: [{ id: 'srv-1', ip: '10.9.9.9', exact: true }] } : {} };
    const who = { userId: user.id, chatId: user.id, accountId: 'account', locale: language };
    const due = { createdAt: at, expiresAt: at, dueAt: at, notified: true };
    return { id, kind, state, ...who, ...due, parameters, progress, quote };
  }
  const serverAt = (number: number) => {
    const { id, ip } = customer.account.server(`srv-1000${number}`);
    return { serverId: id, ip, name: ip, period: DAYS };
  };

  return {
    hosting,
    customer,
    provider: app.provider,
    async renewal(number, state) {
      const server = serverAt(number);
      const shown = state && renewalScreen(operation('renewal', state, server), t, context);
      return { customer, messageId: shown ? await tell(shown) : 0, ...renewalOf(customer, server.serverId) };
    },
    async drawnTwice(state, second) {
      const server = serverAt(1);
      const screen = (at: OperationState, id?: string) =>
        renewalScreen(operation('renewal', at, server, id), t, context);
      const messageId = await tell(screen('ready'));
      const secondId = await tell(screen('ready', second));
      await api.editMessageText(user.id, secondId, screen(state, second).text, { parse_mode: 'HTML' });
      await api.editMessageText(user.id, messageId, briefOf([operation('renewal', state, server)], t), {
        parse_mode: 'HTML',
      });
      return { customer, messageId, ...renewalOf(customer, server.serverId) };
    },
    async batch(states) {
      const servers = states.map((_, index) => serverAt(index + 1));
      const batch = ['one', 'other'];
      const operations = states.map((state, index) => operation('renewal', state, { ...servers[index], batch }));
      const messageId = await tell(batchScreen(operations, t, context));
      return servers.map(({ serverId, ip }) => ({
        customer,
        messageId,
        batchLine: ip,
        ...renewalOf(customer, serverId),
      }));
    },
    async order(disk, state) {
      const server = { ...SERVER, disk };
      const messageId = await tell(orderScreen(operation('order', state, { server }), t, context));
      return { customer, messageId, ...orderOf(customer, server) };
    },
    buy: (disk) => hosting.cloudOrders.order({ ...SERVER, disk }),
    renew: (number) => hosting.cloudOrders.renew(serverAt(number).serverId, DAYS),
    wrong: (all) => count([customer], all, app.provider.requests).wrong,
    async [Symbol.asyncDispose]() {
      await client.close();
      await app.close();
    },
  };
}

function speaker(language: Language): User {
  const id = 700_000_001 + LANGUAGES.indexOf(language);
  return { id, is_bot: false, first_name: language, language_code: language };
}
