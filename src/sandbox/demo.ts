import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { run } from '../run.ts';
import { demoAccount, startProvider, type Timings } from './provider/index.ts';
import { startTelegram } from './telegram/index.ts';

const DEFAULT_PORT = 8081;

export interface DemoOptions {
  /** The chat page's port; any free port when 0. */
  port: number;
  /** The duration of the provider's changes; a few seconds when left out. */
  timings?: Partial<Timings>;
  /** Writes warnings to the standard output when left out. */
  log?: Logger;
}

export interface Demo {
  /** The address of the chat page. */
  url: string;
  /** Rejects when the bot fails. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the bot with a store in memory, the sandbox provider and the sandbox Telegram with its chat page. */
export async function startDemo({ port, timings = {}, log }: DemoOptions): Promise<Demo> {
  const botToken = `100000001:${randomBytes(24).toString('base64url')}Aa`;
  const hints = { token: `demo-${randomBytes(9).toString('hex')}`, wrong_token: 'demo-0000-wrong' };
  const provider = await startProvider({ accounts: [demoAccount(hints.token)], timings });
  const telegram = await startTelegram({ port, token: botToken, hints });
  const config = readConfig({
    BOT_TOKEN: botToken,
    HOSTING_API_URL: provider.baseUrl,
    TELEGRAM_API_ROOT: telegram.url,
    STORE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'warn',
  });
  const bot = await run(config, log ?? createLog(config.logLevel));
  return {
    url: telegram.url,
    ended: bot.ended,
    async stop() {
      await bot.stop();
      await Promise.all([telegram.close(), provider.close()]);
    },
  };
}

async function main(): Promise<void> {
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

/** @returns the wanted port where it is free, else 0 for any free port */
async function freePort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)));
  });
}

if (import.meta.main) await main();
