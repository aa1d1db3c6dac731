import { expect, test } from 'vitest';
import { asked, connect, enterConnected, OTHER_TOKEN } from '../../features/support.ts';
import type { TestAppOptions } from '../../support/app.ts';

/** An app in which all messages are too old: Telegram does not tell the bot the tapped message. */
async function enterLater(options?: TestAppOptions) {
  const app = await enterConnected(options);
  app.world.inaccessibleTaps(true);
  return app;
}

test.concurrent('a picture becomes the card, another picture, and a text in its place', async () => {
  await using app = await enterLater();
  const { english, world } = app;
  await english.say('/server 10.0.0.0');
  await english.press('Graph');
  await world.until(() => english.messages().at(-1)?.photo);
  const picture = english.messages().at(-1)?.message_id;
  await english.press('Month');
  await world.until(() => english.messages().at(-1)?.caption?.includes('month'));
  expect(english.messages().at(-1)?.message_id).toBe(picture);
  await english.press('Open server');
  await english.sees(/10\.0\.0\.0[\s\S]*CPU/);
  // The message took the picture's place.
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(picture);
  expect(english.messages().filter(({ photo }) => photo)).toEqual([]);
});

test.concurrent('a picture that Telegram keeps stays, and its buttons go on working', async () => {
  await using app = await enterLater();
  const { english, world } = app;
  await english.say('/graph 10.0.0.0');
  await world.until(() => english.messages().at(-1)?.photo);
  const picture = english.messages().at(-1)?.message_id ?? 0;
  world.age(english.user.id, english.chat, picture, 3 * 24 * 3_600);
  await english.press('Open server');
  await english.sees(/10\.0\.0\.0[\s\S]*CPU/);
  expect(english.messages().map(({ message_id }) => message_id)).toContain(picture);
  world.press(english.user.id, english.chat, picture, { row: 0, column: 1 });
  await app.settled();
  expect(english.messages().find(({ message_id }) => message_id === picture)?.photo).toBeDefined();
});

test.concurrent('a picture that can’t be edited any more is followed by a new one', async () => {
  await using app = await enterLater();
  const { english, world } = app;
  await english.say('/graph 10.0.0.0');
  await world.until(() => english.messages().at(-1)?.photo);
  const planned = "Bad Request: message media can't be edited";
  world.fail({ method: 'editMessageMedia', code: 400, description: `${planned} (planned)` });
  await english.press('Month');
  await world.until(() => english.messages().filter(({ photo }) => photo).length === 2);
});

test.concurrent('in a group a restart is asked for below the old card, told there, and confirmed by its asker only', async () => {
  await using app = await enterLater({ telegram: { older: true } });
  const { world } = app;
  await connect(app.persian, OTHER_TOKEN);
  const [english, persian] = [app.english.in(world.group.id), app.persian.in(world.group.id)];
  await english.say('/server 10.0.0.0');
  const card = english.messages().at(-1)?.message_id;
  const shown = english.screen();
  await english.press('Restart');
  const confirm = english.messages().at(-1)?.message_id;
  expect(confirm).not.toBe(card);
  expect(english.screens().at(-2)).toBe(shown);
  expect((await persian.press('Yes, restart')).show_alert).toBe(true);
  await english.press('Yes, restart');
  await english.sees(/10\.0\.0\.0 restarted/);
  expect(english.messages().at(-1)?.message_id).toBe(confirm);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a list is turned, a flow goes on, and a question is left by its own button', async () => {
  await using app = await enterLater();
  const { english } = app;
  await english.say('/buy');
  const form = english.messages().at(-1)?.message_id;
  await english.press(/Cancel/);
  expect(english.messages().at(-1)?.message_id).toBe(form);
  await english.say('/connect');
  const question = english.messages().at(-1)?.message_id;
  await english.press(/Cancel/);
  expect(english.messages().at(-1)?.message_id).toBe(question);
  expect(english.screen()).not.toMatch(/API token/);
});
