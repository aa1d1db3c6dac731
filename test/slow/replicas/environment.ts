import type { Message, User } from 'grammy/types';
import { type AccountSeed, type SandboxProvider, startProvider } from '../../../src/sandbox/provider/index.ts';
import { type Press, startTelegram, type World } from '../../../src/sandbox/telegram/index.ts';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { type Sql, StoreUnavailable } from '../../../src/store/database/sql.ts';
import { leaseName } from '../../../src/telegram/updates/update.ts';
import { type Cluster, startCluster } from '../../support/databases/cluster.ts';
import { newKey } from '../../support/databases/store.ts';
import { freePort } from '../../support/programs/port.ts';
import type { Chance } from '../../support/random/chance.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { type Replica, startReplica } from './replicas.ts';

const BOT_ID = 123456789;
const BOT_TOKEN = `${BOT_ID}:TestTestTestTestTestTestTestTestTest`;
const WALLET = 10 ** 12;
const SERVERS = 6;
/** As long as this a call of the bot is seen to last. */
const LATENCY_MS = 15;
const TIMINGS = { powerMs: 300, rebootMs: 2_500, untilSeen: true };
/** No person waits for longer. */
const QUERY_LIFE_MS = 150_000;

/** Everything there is: the bot's replicas behind a balancer on one database, Telegram, the provider, and the people. */
export interface Environment {
  world: World;
  provider: SandboxProvider;
  telegramPort: number;
  cluster: Cluster;
  balancer: Balancer;
  replicas: readonly Replica[];
  people: readonly ChatUser[];
  /** To open the replicas' store. */
  store: { url: string; key: Uint8Array };
  /** The number of updates that people have sent. */
  updates(): number;
  close(): Promise<void>;
}

/** A person in a private chat with the bot. */
export interface ChatUser {
  user: User;
  token: string;
  /** The name of their account in the provider's log. */
  account: string;
  ips: readonly string[];
  /** The number of updates that people have sent. */
  sent(): number;
  say(text: string): Message;
  press(messageId: number, data: string): Press;
  resend(press: Press): void;
  /** Whether anything they sent is not handled yet: Telegram has it still, or the bot's inbox. */
  isWaiting(): Promise<boolean>;
  /** The bot's messages after this one, oldest first. */
  answers(since: number): Message[];
  /** Resolves with the first truthy value, asked whenever the chat shows something else; `undefined` after `ms`. */
  sees<T>(look: () => T | undefined | false, ms: number): Promise<T | undefined>;
}

/** People with an account each, by default. */
function customers(count: number): User[] {
  return Array.from({ length: count }, (_, index): User => {
    return { id: 700_000_100 + index, is_bot: false, first_name: `person-${index}`, language_code: 'en' };
  });
}

/**
 * @param people how many there are, or who
 * @param tokens of the accounts, one for each person by default
 * @param servers how many every account has
 * @param env more of the replicas' environment
 * @param secondMs how long Telegram's second between two attempts lasts
 */
export async function openEnvironment(options: {
  people: number | readonly User[];
  tokens?: readonly string[];
  servers?: AccountSeed['servers'];
  replicas: number;
  env?: Record<string, string>;
  secondMs: number;
  programs: string;
  chance: Chance;
}): Promise<Environment> {
  const { servers = SERVERS } = options;
  const users = typeof options.people === 'number' ? customers(options.people) : options.people;
  const tokens = options.tokens ?? users.map(({ id }) => `provider-token-of-${id}`);
  const accounts = tokens.map((token): AccountSeed => ({ token, servers, wallet: WALLET }));
  const provider = await startProvider({ accounts, timings: TIMINGS });
  const telegram = await startTelegram({
    strict: true,
    token: BOT_TOKEN,
    username: 'host_test_bot',
    people: [...users],
    callbackLifeMs: QUERY_LIFE_MS,
    webhookSecondMs: options.secondMs,
    latencyMs: LATENCY_MS,
  });
  const cluster = await startCluster(options.programs);
  const ports = await Promise.all(Array.from({ length: options.replicas }, freePort));
  const balancer = await openBalancer(ports, options.chance);
  const key = newKey();
  const env = {
    BOT_TOKEN,
    HOSTING_API_URL: provider.baseUrl,
    TELEGRAM_API_ROOT: telegram.url,
    STORE_URL: cluster.url(),
    STORE_KEY: Buffer.from(key).toString('base64'),
    WEBHOOK_URL: `${balancer.url}/updates`,
    WEBHOOK_SECRET: 'a'.repeat(40),
    ...options.env,
  };
  const replicas = ports.map((port) => startReplica({ ...env, PORT: String(port) }));
  const chats = watchChats(telegram.world);
  const sql = openPostgres(cluster.url());
  let updates = 0;
  const people = users.map((user, index): ChatUser => {
    const token = tokens[index] ?? tokens[0] ?? '';
    const { label, servers } = provider.account(token);
    const { world } = telegram;
    let sent = 0;
    const count = <T>(made: T): T => {
      updates++;
      sent++;
      return made;
    };
    return {
      user,
      token,
      account: label,
      sent: () => sent,
      ips: servers.map(({ ip }) => ip),
      say: (text) => count(world.say(user.id, user.id, text)),
      press: (messageId, data) => count(world.pressRaw(user.id, user.id, messageId, data)),
      resend: (press) => void count(world.resend(press)),
      isWaiting: async () => world.pendingOf(user.id) > 0 || isKept(sql, user.id),
      answers: (since) =>
        world.messages(user.id, user.id).filter(({ message_id, from }) => message_id > since && from?.is_bot),
      sees: (look, ms) => chats.sees(user.id, look, ms),
    };
  });
  return {
    world: telegram.world,
    provider,
    telegramPort: Number(new URL(telegram.url).port),
    cluster,
    balancer,
    replicas,
    people,
    store: { url: env.STORE_URL, key },
    updates: () => updates,
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      chats.close();
      await telegram.close();
      await balancer.close();
      await provider.close();
      await sql.close();
      await cluster.end();
    },
  };
}

/** Whether the bot has something of this person in its inbox, which is confirmed to Telegram and not handled yet. */
export async function isKept(sql: Sql, person: number): Promise<boolean> {
  try {
    const lane = leaseName(BOT_ID, String(person));
    return (await sql.query('SELECT update_id FROM inbox WHERE lane = $1 LIMIT 1', lane)).length > 0;
  } catch (error) {
    // Unknown while the database restarts.
    if (error instanceof StoreUnavailable && !error.lasting) return true;
    throw error;
  }
}

/** A wait for a screen of a chat looks again only when that chat changes. */
function watchChats(world: World) {
  const looking = new Map<number, Set<() => void>>();
  const stop = world.onShown((person) => {
    for (const look of looking.get(person) ?? []) look();
  });
  return {
    close: stop,
    async sees<T>(person: number, look: () => T | undefined | false, ms: number): Promise<T | undefined> {
      const { promise, resolve } = Promise.withResolvers<T | undefined>();
      const lookers = looking.get(person) ?? new Set();
      looking.set(person, lookers);
      const again = () => {
        const value = look();
        if (value) resolve(value);
      };
      lookers.add(again);
      const timer = setTimeout(resolve, ms, undefined);
      again();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        lookers.delete(again);
      }
    },
  };
}
