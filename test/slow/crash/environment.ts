import type { User } from 'grammy/types';
import { createProvider, type Hosting } from '../../../src/hosting/index.ts';
import type { AccountState } from '../../../src/sandbox/provider/index.ts';
import type { Call } from '../../../src/sandbox/telegram/index.ts';
import { openProcessApp, type ProcessApp } from '../../support/bots/process.ts';
import { createPerson, type Person } from '../../support/person.ts';

const LANGUAGES = ['en', 'fa'];
/** Toman: money is never short but on purpose. */
const WALLET = 10 ** 12;
const AUTH = 'Authorization: Bearer {token}';
const TIMINGS = { orderMs: 150, rebootMs: 200 };

/** A person who buys with an account of their own. */
export interface Customer {
  person: Person;
  /** All answered calls of the bot. */
  calls(): readonly Call[];
  account: AccountState;
  /** The servers nothing was bought for yet, those that expire first at the top. */
  untouched: { id: string; ip: string }[];
  /** Domains that are registered and were not renewed yet. */
  domains: string[];
  /** The number of orders of the account before the first purchase. */
  ordersBefore: number;
}

/** The bot as a process, and its customers. */
export interface Environment {
  app: ProcessApp;
  customers: Customer[];
  /** Where the bot's requests arrive. */
  ports: ReadonlySet<number>;
}

/** @param servers how many every account has to begin with @param domains the same */
export async function openEnvironment(people: number, servers: number, domains: number): Promise<Environment> {
  const users = Array.from({ length: people }, (_, index): User => {
    const language_code = LANGUAGES[index % LANGUAGES.length] ?? 'en';
    return { id: 700_000_100 + index, is_bot: false, first_name: `${language_code}-${index}`, language_code };
  });
  const tokenOf = ({ id }: User) => `provider-token-of-${id}`;
  const accounts = users.map((user) => ({ token: tokenOf(user), servers, wallet: WALLET, reseller: true }));
  const app = await openProcessApp({ people: users, accounts, timings: TIMINGS });
  await warm(app);
  const { world, provider, env } = app;
  const nothing = async () => undefined;
  const customers = users.map((user): Customer => {
    const account = provider.account(tokenOf(user));
    const untouched = [...account.servers].sort((one, other) => one.expiresAt - other.expiresAt);
    const person = createPerson(world, user, nothing);
    return { person, calls: () => world.calls, account, untouched, domains: [], ordersBefore: 0 };
  });
  const client = createProvider({ baseUrl: provider.baseUrl, auth: AUTH });
  await Promise.all(
    customers.map((customer) => registerFirst(customer, client.forToken(tokenOf(customer.person.user)), domains)),
  );
  await client.close();
  provider.forget();
  const ports = new Set(
    [env.HOSTING_API_URL ?? '', env.TELEGRAM_API_ROOT ?? ''].map((url) => Number(new URL(url).port)),
  );
  const environment = { app, customers, ports };
  await Promise.all(
    customers.map(async ({ person }) => {
      await person.say(`/connect ${tokenOf(person.user)}`);
      await caughtUp(environment, person);
    }),
  );
  return environment;
}

async function registerFirst(customer: Customer, { domainOrders }: Hosting, domains: number): Promise<void> {
  for (let number = 0; number < domains; number++) {
    const domain = `first-${customer.person.user.id}-${number}.com`;
    await domainOrders.register({ domain, period: 1, ns1: 'ns1.example.com', ns2: 'ns2.example.com' });
    customer.domains.push(domain);
  }
  customer.ordersBefore = customer.account.orders.length;
}

/** Keeps the compiled code for all starts to come, which a process does at its end, and not when it is killed. */
async function warm(app: ProcessApp): Promise<void> {
  await app.bot().end('SIGTERM');
  await app.start();
}

/** The bot answered something that was asked after all else: everything before it has been handled. */
export async function caughtUp({ app: { world } }: Environment, person: Person): Promise<void> {
  const asked = world.say(person.user.id, person.chat, '/help');
  await world.until(
    () => person.messages().some(({ message_id, from }) => message_id > asked.message_id && from?.is_bot),
    {
      describe: () => `no answer to ${asked.message_id}: ${person.screen()}`,
    },
  );
}
