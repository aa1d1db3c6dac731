import { randomBytes } from 'node:crypto';
import type { Update } from 'grammy/types';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createParts } from '../../src/app.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { type HouseOptions, openHouse, type TestHouse } from './app.ts';
import { bare } from './person.ts';
import { postgresDatabase } from './postgres.ts';

/** One replica of several behind a webhook: brings it what the English person does. Resolves when it was handled. */
export interface Replica {
  say(text: string): Promise<void>;
  press(label: RegExp): Promise<void>;
}

/** Two replicas over one PostgreSQL database, and the town around them. */
export interface Replicas extends AsyncDisposable {
  house: TestHouse;
  one: Replica;
  other: Replica;
  store: Store;
}

export async function openReplicas(options: HouseOptions = {}): Promise<Replicas> {
  const ends: (() => Promise<void>)[] = [];
  const house = await openHouse({ ...options, withoutBot: true });
  ends.push(() => house.close());
  const key = randomBytes(32);
  const env = {
    ...house.env,
    STORE_URL: await postgresDatabase((work) => void ends.push(work)),
    STORE_KEY: key.toString('base64'),
    // Nobody calls it: the updates are handed in.
    WEBHOOK_URL: 'http://127.0.0.1:1/hook',
    WEBHOOK_SECRET: 'a'.repeat(40),
    PORT: '0',
  };
  const { world, english } = house;
  const chat = { id: english.chat, type: 'private' as const, first_name: english.user.first_name };
  let updateId = 1_000;

  async function open(): Promise<Replica> {
    const log = createLog('info', { write: (line) => void house.log.push(line) });
    const config = readConfig(env);
    const store = await openStore(config.storeUrl, config.storeKeys);
    const { bot, provider, intake, background } = createParts(config, log, store);
    await bot.init();
    for (const part of background) await part.start();
    ends.unshift(async () => {
      intake.close();
      await intake.idle();
      for (const part of background) await part.stop();
      await provider.close();
      await store.close();
    });
    const handle = async (update: Omit<Update, 'update_id'>) => {
      await intake.handle({ ...update, update_id: updateId++ });
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
  const store = await openStore(env.STORE_URL, [new Uint8Array(key)]);
  ends.unshift(() => store.close());
  return {
    house,
    one,
    other,
    store,
    async [Symbol.asyncDispose]() {
      for (const end of ends) await end();
    },
  };
}
