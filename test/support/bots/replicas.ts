import type { Update } from 'grammy/types';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { openTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { postgresStore } from '../databases/postgres.ts';
import { newKey } from '../databases/store.ts';
import { bare } from '../person.ts';
import { share } from './shared.ts';

/** One replica of several behind a webhook: brings it what the English person does. Resolves when it was handled. */
export interface Replica {
  say(text: string): Promise<void>;
  press(label: RegExp): Promise<void>;
}

/** Two replicas over one PostgreSQL database, and the town around them. */
export interface Replicas extends AsyncDisposable {
  app: TestApp;
  one: Replica;
  other: Replica;
  store: Store;
}

export async function openReplicas(options: TestAppOptions = {}): Promise<Replicas> {
  const ends: (() => Promise<void>)[] = [];
  const app = await openTestApp({ ...options, withoutBot: true });
  ends.push(() => app.close());
  const key = newKey();
  const env = {
    ...app.env,
    STORE_URL: await postgresStore((work) => void ends.push(work)),
    STORE_KEY: Buffer.from(key).toString('base64'),
    // No webhook calls it: the test hands the updates in.
    WEBHOOK_URL: 'http://127.0.0.1:1/hook',
    WEBHOOK_SECRET: 'a'.repeat(40),
    PORT: '0',
  };
  const { world, english } = app;
  const chat = { id: english.chat, type: 'private' as const, first_name: english.user.first_name };
  let updateId = 1_000;

  const { finished, ...shared } = share((problem) => app.log.push(problem));
  ends.push(async () => finished());

  async function open(): Promise<Replica> {
    const log = createLog('info', { write: (line) => void app.log.push(line) });
    const config = readConfig(env);
    const store = await openStore(config.storeUrl, config.storeKeys);
    const { bot, provider, dispatcher, background } = createApp(config, log, store, shared);
    await bot.init();
    for (const part of background) await part.start();
    ends.unshift(async () => {
      dispatcher.close();
      await dispatcher.idle();
      for (const part of background) await part.stop();
      await provider.close();
      await store.close();
    });
    const handle = async (update: Omit<Update, 'update_id'>) => {
      await dispatcher.handle({ ...update, update_id: updateId++ });
    };
    return {
      say: (text) =>
        handle({ message: { ...world.say(english.user.id, english.chat, text), from: english.user, chat } }),
      press(label) {
        for (const message of english.messages().toReversed())
          for (const button of message.reply_markup?.inline_keyboard.flat() ?? [])
            if ('callback_data' in button && label.test(bare(button.text))) {
              const tap = { id: String(updateId), from: english.user, chat_instance: '1', data: button.callback_data };
              return handle({ callback_query: { ...tap, message } });
            }
        throw new Error(`No button ${label} in ${english.screens().join('\n---\n')}`);
      },
    };
  }

  const [one, other] = [await open(), await open()];
  const store = await openStore(env.STORE_URL, [key]);
  ends.unshift(() => store.close());
  return {
    app,
    one,
    other,
    store,
    async [Symbol.asyncDispose]() {
      for (const end of ends) await end();
    },
  };
}
