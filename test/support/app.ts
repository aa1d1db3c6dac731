import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, User } from 'grammy/types';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { type Running, run } from '../../src/run.ts';
import {
  type AccountSeed,
  type ProviderSandboxOptions,
  type Registries,
  type SandboxProvider,
  startProvider,
  type Timings,
} from '../../src/sandbox/provider/index.ts';
import {
  type SandboxTelegram,
  startTelegram,
  type TelegramOptions,
  type World,
} from '../../src/sandbox/telegram/index.ts';
import { parseKeys } from '../../src/store/encryption/keys.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { share } from './bots/shared.ts';
import { spareSynchronising } from './databases/disk.ts';
import { copyTables, SQLITE_FILE } from './databases/store.ts';
import { PATIENCE_MS } from './patience.ts';
import { createPerson, type Person } from './person.ts';

spareSynchronising();

export const BOT_TOKEN = '123456789:TestTestTestTestTestTestTestTestTest';
export const TOKEN = 'provider-token-of-the-test';

/** People of the sandbox wait a fifth of the time for the next reading of an outcome. */
export const PAUSE_FACTOR = 0.2;

export interface TestAppOptions {
  accounts?: AccountSeed[];
  timings?: Partial<Timings>;
  /** The factor of the pauses between two readings of an outcome: 1 where the pauses are what is tested. */
  pauseFactor?: number;
  /** The requirements of the registries of single suffixes. */
  registries?: Registries;
  /** The forms of the contract in which the provider answers, and where it reads the parameters of a GET. */
  answers?: Pick<ProviderSandboxOptions, 'forms' | 'seed' | 'get'>;
  env?: Record<string, string>;
  /** The people on Telegram; one Persian and one English person by default. */
  people?: User[];
  /** How its Telegram behaves. */
  telegram?: Partial<TelegramOptions>;
  /** Whether the bot publishes its profile a second after each start, which takes up to 28 calls; no unless told. */
  publishes?: boolean;
  /** Only `later` moves the clocks of the bot and Telegram: their rates do not depend on the machine's speed. */
  clockStands?: boolean;
  /** Opens everything but the bot, which the test starts itself. */
  withoutBot?: boolean;
}

/** The real bot between the sandbox provider and the sandbox Telegram, and the people who use it. */
export interface TestApp {
  world: World;
  telegram: SandboxTelegram;
  provider: SandboxProvider;
  english: Person;
  persian: Person;
  /** The lines the bot logged. */
  log: string[];
  /** Where its database is. */
  directory: string;
  env: Record<string, string>;
  /** Resolves when every update so far has been handled. */
  settled(): Promise<void>;
  /** Sets the clock of the bot, the provider and Telegram ahead; timers keep the machine's. */
  later(ms: number): void;
  /** The time by that clock, epoch ms. */
  now(): number;
  stopBot(): Promise<void>;
  startBot(): Promise<void>;
  close(): Promise<void>;
}

/** @param options `timings`: how long the provider's effects take; short unless told */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const directory = mkdtempSync(join(tmpdir(), 'hosting-bot-'));
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const opened = Date.now();
  const steadyNow = options.clockStands ? () => opened + ahead : now;
  const provider = await startProvider({
    accounts: options.accounts ?? [{ token: TOKEN, servers: 3 }],
    timings: { powerMs: 300, rebootMs: 1500, untilSeen: true, ...options.timings },
    ...(options.registries ? { registries: options.registries } : {}),
    ...options.answers,
    now,
  });
  const telegram = await startTelegram({
    strict: true,
    token: BOT_TOKEN,
    username: 'host_test_bot',
    now: steadyNow,
    // A busy machine answers a tap late.
    ...{ callbackLifeMs: PATIENCE_MS, inlineLifeMs: PATIENCE_MS, ephemeralAnswerMs: PATIENCE_MS },
    ...(options.people ? { people: options.people } : {}),
    ...options.telegram,
  });
  const { world } = telegram;
  const log: string[] = [];
  const sqlite = `sqlite:${join(directory, SQLITE_FILE)}`;
  const env = {
    BOT_TOKEN,
    HOSTING_API_URL: provider.baseUrl,
    TELEGRAM_API_ROOT: telegram.url,
    STORE_URL: sqlite,
    ...options.env,
  };
  let bot: Running | undefined;
  let stop: Running['stop'] | undefined;
  const { finished, ...shared } = share((problem) => log.push(problem));
  const startBot = async () => {
    bot = await run(readConfig(env), createLog('info', { write: (line) => void log.push(line) }), {
      now: steadyNow,
      elapsed: options.clockStands ? steadyNow : undefined,
      pauseFactor: options.pauseFactor ?? PAUSE_FACTOR,
      publishes: options.publishes ?? false,
      ...shared,
      begins(known) {
        stop = known;
      },
    });
    bot.ended.catch((error) => log.push(String(error)));
  };
  // With a key of its own a database can't be a copy.
  const isOwn = env.STORE_URL === sqlite && options.env?.STORE_KEY === undefined;
  const stopBot = async () => {
    await stop?.();
    stop = undefined;
    bot = undefined;
  };
  const settled = async () => {
    await world.until(() => world.pending() === 0);
    await bot?.idle();
  };
  const close = async () => {
    await stopBot();
    await telegram.close();
    await provider.close();
    rmSync(directory, { recursive: true });
    finished();
  };
  if (!options.withoutBot && isOwn) await copyTables(directory);
  if (!options.withoutBot)
    await startBot().catch(async (error: unknown) => {
      await close();
      throw error;
    });
  return {
    world,
    telegram,
    provider,
    log,
    directory,
    env,
    english: createPerson(world, world.english, settled),
    persian: createPerson(world, world.persian, settled),
    settled,
    later: (ms) => {
      ahead += ms;
    },
    now,
    startBot,
    stopBot,
    close,
  };
}

/** The store of an app's bot, opened a second time to read it from outside. */
export function openStoreOf({ env }: Pick<TestApp, 'env'>): Promise<Store> {
  return openStore(env.STORE_URL ?? '', parseKeys(env.STORE_KEY ?? ''));
}

export type { Message };
