import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BotProcess } from './demo/bot-process.ts';
import { watchConnections } from './demo/connections.ts';
import { letNightPass } from './demo/night.ts';
import { setUpTeam } from './demo/team.ts';
import { createTroubles } from './demo/troubles.ts';
import { demoAccount, fleetAccount, type SandboxProvider, startProvider, type Timings } from './provider/index.ts';
import { SHIFT, TEAM } from './telegram/backend/people.ts';
import { startTelegram } from './telegram/index.ts';
import type { DemoControls } from './telegram/page-server/demo.ts';
import type { DemoState, DemoTeam } from './telegram/page-server/page-api.ts';

const DEFAULT_PORT = 8081;
const WATCH_ROUND_MS = 5_000;
/** Browsers resolve every name under `localhost` to this machine. Telegram makes a link only of a name with a dot. */
const CONSOLE_HOST = 'console.localhost';
const LOCATION_NAMES = [
  ...['tehran=Tehran', 'fa:tehran=تهران', 'frankfurt=Frankfurt', 'fa:frankfurt=فرانکفورت'],
  ...['amsterdam=Amsterdam', 'fa:amsterdam=آمستردام', 'tabriz=Tabriz', 'fa:tabriz=تبریز'],
];

export interface DemoOptions {
  /** 0 takes any free port. */
  port: number;
  /** A few seconds by default. */
  timings?: Partial<Timings>;
  /** The time between two readings; a few seconds by default, a minute outside the demo. */
  watchRoundMs?: number;
  /** Further arguments for Node in the bot's process. */
  flags?: readonly string[];
  log?: (line: string) => void;
}

export interface Demo {
  url: string;
  provider: SandboxProvider;
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the sandbox provider, the sandbox Telegram with its chat page, and the bot as a process that the page can kill and restart.
 * Resolves once the bot's team is set up.
 */
export async function startDemo({
  port,
  timings = {},
  watchRoundMs = WATCH_ROUND_MS,
  flags = [],
  log = print,
}: DemoOptions): Promise<Demo> {
  const botToken = `100000001:${randomBytes(24).toString('base64url')}Aa`;
  const token = () => `demo-${randomBytes(9).toString('hex')}`;
  const hints = { token: token(), fleet_token: token(), wrong_token: 'demo-0000-wrong' };
  const lent = token();
  const accounts = [demoAccount(hints.token), fleetAccount(hints.fleet_token), demoAccount(lent)];
  const provider = await startProvider({
    accounts,
    timings: { untilSeen: true, ...timings },
    consoleHost: CONSOLE_HOST,
  });
  const troubles = createTroubles(provider, [hints.token, hints.fleet_token, lent]);
  let connected: DemoState['connected'] = [];
  let team: DemoTeam | undefined;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const demo: DemoControls = {
    state: () => ({
      ...{ connected, troubles: troubles.state(), bot: bot.state, night: night !== undefined, pages: [CONSOLE_HOST] },
      ...(team ? { team } : {}),
    }),
    async change(request) {
      if ('trouble' in request) await troubles.set(request.trouble, request.on);
      else if ('night' in request) passNight(request.night);
      else if ('topUp' in request) troubles.topUp();
      else if (request.bot === 'kill') await bot.kill();
      else void bot.start();
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    page: provider.consolePage,
  };
  const telegram = await startTelegram({
    port,
    token: botToken,
    hints,
    demo,
    people: [...TEAM.people, ...Object.values(SHIFT.people)],
  });
  for (const topic of TEAM.topics) telegram.world.openTopic(telegram.world.persian.id, topic);
  watchConnections(telegram.world, provider, [hints.token, hints.fleet_token], (connections) => {
    connected = connections;
    changed();
  });
  let isOff = false;
  telegram.world.onChange(() => {
    if (troubles.state().off !== isOff) {
      isOff = !isOff;
      changed();
    }
  });
  const folder = await mkdtemp(join(tmpdir(), 'hosting-bot-demo-'));
  const storeUrl = `sqlite:${join(folder, 'bot.sqlite')}`;
  let night: Promise<void> | undefined;
  const passNight = (person: number) => {
    night ??= letNightPass(bot, storeUrl, person)
      .catch((error: unknown) => log(String(error)))
      .finally(() => {
        night = undefined;
        changed();
      });
  };
  const bot = new BotProcess({
    env: {
      BOT_TOKEN: botToken,
      HOSTING_API_URL: provider.baseUrl,
      TELEGRAM_API_ROOT: telegram.url,
      STORE_URL: storeUrl,
      CONSOLE_HOSTS: CONSOLE_HOST,
      LOG_LEVEL: 'info',
      LOCATION_NAMES: LOCATION_NAMES.join(),
      UNIT_MEMORY: 'GB,fa:گیگابایت',
      UNIT_DISK: 'GB,fa:گیگابایت',
      UNIT_TRAFFIC: 'GB,fa:گیگابایت',
    },
    watchRoundMs,
    flags,
    log,
    changed,
  });
  await bot.start();
  const [server] = provider.account(lent).servers;
  team = await setUpTeam(telegram.world, { token: lent, server: server?.ip ?? '' });
  changed();
  return {
    url: telegram.url,
    provider,
    ended: bot.failed,
    async stop() {
      await night;
      await bot.stop();
      await Promise.all([telegram.close(), provider.close(), rm(folder, { recursive: true })]);
    },
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  print('Starting the demo … This takes a few seconds, on a slow machine half a minute.');
  const port = await freePort(DEFAULT_PORT);
  const demo = await startDemo({ port });
  const signalled = new Promise<void>((resolve) => {
    process.on('SIGINT', () => resolve());
    process.on('SIGTERM', () => resolve());
  });
  process.stdout.write(
    `\nThe demo is running.\n\n    Open ${demo.url} in a browser.\n\nThe page says how to begin. Nothing leaves this machine; Ctrl+C ends it.\n\n`,
  );
  if (port !== DEFAULT_PORT) process.stdout.write(`Port ${DEFAULT_PORT} is taken, so it is another one this time.\n\n`);
  await Promise.race([demo.ended, signalled]);
  await demo.stop();
  process.exit(0);
}

/** @returns 0 where the wanted port is taken */
async function freePort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)));
  });
}

if (import.meta.main) await main();
