import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { StoreUnavailable } from '../../../src/store/database/sql.ts';
import { openStore } from '../../../src/store/index.ts';
import { handleAsOutage } from '../../../src/telegram/failures/outage.ts';
import { openTestApp, TOKEN } from '../../support/app.ts';

test('told of an outage, a person gets nothing else, though the store answers by then; a token does not stay', async () => {
  const app = await openTestApp({ withoutBot: true });
  onTestFinished(() => app.close());
  const { world, english, env } = app;
  const config = readConfig(env);
  const store = await openStore(config.storeUrl, config.storeKeys);
  const { bot, provider } = createApp(config, createLog('silent'), store);
  onTestFinished(async () => {
    await provider.close();
    await store.close();
  });
  await bot.init();
  const chat = { id: english.chat, type: 'private' as const, first_name: english.user.first_name };
  const text = `/connect ${TOKEN}`;
  const message = { ...world.say(english.user.id, english.chat, text), from: english.user, chat };
  const update = { update_id: 1, message };
  await handleAsOutage(new StoreUnavailable(new Error('of the test')), () => bot.handleUpdate(update));
  expect(english.screens()).toHaveLength(1);
  expect(english.screen()).toMatch(/the bot’s database can’t be reached[\s\S]*Your message was deleted/);
  expect(app.provider.requests).toEqual([]);
  await bot.handleUpdate({ ...update, update_id: 2 });
  expect(english.screen()).toMatch(/Connected/);
});
