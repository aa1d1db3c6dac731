import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { run } from '../main.ts';
import texts from './demo.json' with { type: 'json' };
import { demoAccount, startProvider } from './provider/index.ts';
import { startTelegram } from './telegram/index.ts';

const BOT_TOKEN = `100000001:${randomBytes(24).toString('base64url')}Aa`;
const ACCOUNT_TOKEN = `demo-${randomBytes(9).toString('hex')}`;
const DEFAULT_PORT = 8081;

/** The whole bot on this machine: a store in memory, the sandbox provider and the sandbox Telegram with its chat page. */
async function demo(): Promise<void> {
  const provider = await startProvider({ accounts: [demoAccount(ACCOUNT_TOKEN)] });
  const hints = { token: ACCOUNT_TOKEN, wrong_token: 'demo-0000-wrong' };
  const telegram = await startTelegram({ port: await freePort(DEFAULT_PORT), token: BOT_TOKEN, hints });
  const config = readConfig({
    BOT_TOKEN,
    HOSTING_API_URL: provider.baseUrl,
    TELEGRAM_API_ROOT: telegram.url,
    STORE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'warn',
  });
  const bot = await run(config, createLog(config.logLevel));
  process.stdout.write(`${texts.ready.replace('{url}', telegram.url)}\n`);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void bot
      .stop()
      .then(() => Promise.all([telegram.close(), provider.close()]))
      .then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The wanted port where it is free, else any. */
async function freePort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)));
  });
}

await demo();
