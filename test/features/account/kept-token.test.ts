import { expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { enter, OTHER_TOKEN, TOKEN } from '../support.ts';

const WAITING =
  /^⏳ Not tried yet: the provider is not answering right now\.\nThe token is kept encrypted for up to 30 minutes/;

async function connectInOutage(token = TOKEN) {
  const app = await enter();
  app.provider.fault({ operation: 'server.list', kind: 'cutBefore' });
  const { message_id } = await app.english.say(`/connect ${token}`);
  expect(app.english.screen()).toMatch(WAITING);
  expect(app.english.messages().map((message) => message.message_id)).not.toContain(message_id);
  return app;
}

async function restartLater(app: TestApp, ms: number): Promise<void> {
  await app.stopBot();
  app.later(ms);
  await app.startBot();
}

test.concurrent('a token that the provider does not answer about connects once it does, also after a restart', async () => {
  await using app = await connectInOutage();
  const { english } = app;
  await restartLater(app, 11_000);
  expect(english.screen()).toMatch(WAITING);
  app.provider.clearFaults();
  await restartLater(app, 11_000);
  await english.sees(/^✅ Connected as Account 1\.\n\nThe account has 3 servers\./);
  await app.world.until(() => english.screens().length === 1);
  await english.say('/servers');
  expect(english.screen()).toContain('3 servers');
  expect(app.log.join('\n')).not.toContain(TOKEN);
});

test.concurrent('of a kept token that the provider refuses the person is told', async () => {
  await using app = await connectInOutage('a-wrong-token-of-the-test');
  app.provider.clearFaults();
  await restartLater(app, 11_000);
  await app.english.sees(/^🔑 The provider does not accept this token[\s\S]*\[🔑 Connect an account\]/);
});

test.concurrent('a kept token can be forgotten, and is given up after half an hour', async () => {
  await using app = await connectInOutage();
  const { english } = app;
  await english.press('Cancel');
  expect(english.screen()).toMatch(/^Nothing was connected: the token is deleted\./);
  app.provider.clearFaults();
  await restartLater(app, 11_000);
  await english.say('/servers');
  expect(english.screen()).toMatch(/connect/i);
  app.provider.fault({ operation: 'server.list', kind: 'cutBefore' });
  await english.say(`/connect ${TOKEN}`);
  await restartLater(app, 31 * 60_000);
  await english.sees(/^🔑 Not connected: the provider did not answer for half an hour/);
});

test.concurrent('tokens of two messages are kept side by side, and Cancel forgets the one of its own message', async () => {
  await using app = await connectInOutage();
  const { english } = app;
  await english.say(`/connect ${OTHER_TOKEN}`);
  await english.press('Cancel');
  app.provider.clearFaults();
  await restartLater(app, 11_000);
  await english.sees(/^✅ Connected as Account 1\.\n\nThe account has 3 servers\./);
  await english.say('/accounts');
  expect(english.screen()).not.toContain('Account 2');
});

test.concurrent('of a token for an account that is gone meanwhile the person is told', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say(`/connect ${TOKEN}`);
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press('New token');
  app.provider.fault({ operation: 'server.list', kind: 'cutBefore' });
  await english.say(OTHER_TOKEN);
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press('Disconnect');
  await english.press('Yes, disconnect');
  app.provider.clearFaults();
  await restartLater(app, 11_000);
  await english.sees(/no longer connected/);
});
