import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createParts } from '../../src/app.ts';
import { openStore } from '../../src/store/index.ts';
import { StoreUnavailable } from '../../src/store/database/sql.ts';
import { handleAsOutage } from '../../src/telegram/outage.ts';
import { openHouse, TOKEN } from '../support/app.ts';

test('told of an outage, a person gets nothing else, though the store answers by then; a token does not stay', async () => {
  const house = await openHouse({ withoutBot: true });
  onTestFinished(() => house.close());
  const { world, english, env } = house;
  const config = readConfig(env);
  const store = await openStore(config.storeUrl, config.storeKeys);
  const { bot, provider } = createParts(config, createLog('silent'), store);
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
  expect(english.screen()).toMatch(/My own memory does not answer[\s\S]*I deleted your message/);
  expect(house.provider.requests).toEqual([]);
  await bot.handleUpdate({ ...update, update_id: 2 });
  expect(english.screen()).toMatch(/Connected/);
});
