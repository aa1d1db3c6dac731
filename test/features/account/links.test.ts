import { expect, test } from 'vitest';
import { open } from '../../../src/store/database/open.ts';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import type { TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { asked, connect, enter, enterBothConnected, enterConnected } from '../support.ts';

/** Taps the link below the newest message of a group, and then Start in the private chat, as `person`. */
async function follows(inGroup: Person, person: Person): Promise<string> {
  const button = inGroup.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  const { searchParams } = new URL(button && 'url' in button ? button.url : expect.fail('no link'));
  const payload = searchParams.get('start') ?? expect.fail('no payload');
  expect(payload).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  await person.say(`/start ${payload}`);
  return payload;
}

async function endNotes({ env }: TestApp): Promise<void> {
  const { sql } = await open(env.STORE_URL ?? '', parseKeys(env.STORE_KEY ?? ''));
  await sql.query(`UPDATE boxes SET expires_at = 1 WHERE key LIKE 'notes:%'`);
  await sql.close();
}

const UNKNOWN =
  /^🔗 Nothing was done: this link is incomplete or not from this bot\. All commands: \/help\n\[🏠 Home\] \[❔ Help\]$/;
const UNKNOWN_FA = /^🔗 این لینک مال این ربات نیست.*کاری انجام نشد.*\/help\n\[🏠 خانه\] \[❔ راهنما\]$/;

test.concurrent('a link that was made up, cut short or typed is told so, and nothing is done', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  for (const payload of [
    'r_',
    'r_free',
    'r_free_',
    'r_free.com',
    'R_FREE_COM',
    'w_',
    'w_12',
    'w_123456789',
    'Connect',
    'connect2',
    'buy me',
    '__proto__',
    'constructor',
    'ref-4711',
    'a_b'.repeat(22),
    'کانکت',
    '<b>web1</b>',
    '🔥',
  ]) {
    await english.say(`/start ${payload}`);
    expect(english.screen(), payload).toMatch(UNKNOWN);
    await persian.say(`/start ${payload}`);
    expect(persian.screen(), payload).toMatch(UNKNOWN_FA);
  }
  await english.say('/start r_free_nosuchsuffix');
  expect(english.screen()).toMatch(/^🔗 Nothing was done: this link is incomplete or not from this bot/);
  const inGroup = english.in(world.group.id);
  await inGroup.say('/start@host_test_bot ref-4711');
  expect(inGroup.screen()).toMatch(
    /^🔗 Nothing was done: this link is incomplete or not from this bot[\s\S]*\[💬 Private chat\]$/,
  );
  expect(asked(app)).toEqual([]);
});

test.concurrent('a link above inline results opens home', async () => {
  await using app = await enterBothConnected();
  await app.english.say('/start home');
  expect(app.english.screen()).toMatch(/^🏠/);
  await app.persian.say('/start home');
  expect(app.persian.screen()).toMatch(/^🏠/);
});

test.concurrent('a link for the private chat that was sent into a group leads back to it', async () => {
  await using app = await enterConnected();
  const inGroup = app.english.in(app.world.group.id);
  await inGroup.say('/start@host_test_bot buy');
  expect(inGroup.screen()).toMatch(/You can manage servers here too/);
  await follows(inGroup, app.english);
  expect(app.english.screen()).toMatch(/^🛒/);
  expect(asked(app, 'order.create')).toEqual([]);
});

test.concurrent('only a payload that is proved leads from a group to the private chat', async () => {
  await using app = await enterBothConnected();
  const [inGroup, persianInGroup] = [app.english.in(app.world.group.id), app.persian.in(app.world.group.id)];
  const addresses = (person: Person) =>
    person
      .messages()
      .at(-1)
      ?.reply_markup?.inline_keyboard.flat()
      .map((button) => ('url' in button ? button.url : ''));
  for (const payload of ['w_hunter22', 'r_live_hunter22', 'r_my_site_com']) {
    await inGroup.say(`/start@host_test_bot ${payload}`);
    expect(addresses(inGroup), payload).toEqual(['https://t.me/host_test_bot']);
  }
  await persianInGroup.say('/start@host_test_bot r_free_co_uk');
  expect(addresses(persianInGroup)).toEqual(['https://t.me/host_test_bot?start=r_free_co_uk']);
});

test.concurrent('a person without an account is asked to connect one before the service that domains need', async () => {
  await using app = await enter();
  await app.english.say('/start reseller');
  expect(app.english.screen()).toMatch(
    /^No account is connected\. Connect one with \/connect\n\[🔑 Connect an account\]$/,
  );
  await app.persian.say('/start reseller');
  expect(app.persian.screen()).toMatch(/^حسابی از شما وصل نیست/);
  await connect(app.english);
  await app.english.say('/start reseller');
  expect(app.english.screen()).toMatch(/reseller/);
});

test.concurrent('a link to a long domain is no secret', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  const name = 'the-quick-brown-fox-jumps-over-the-lazy-dog';
  await english.say(`/start r_${name}_com`);
  expect(english.screen()).toContain(`Registering ${name}.com`);
  await persian.say(`/start r_${name}_ir`);
  expect(persian.screen()).toContain(`${name}.ir`);
  expect(english.messages().some(({ text }) => text === `/start r_${name}_com`)).toBe(true);
});

test.concurrent('a command that belongs in the private chat goes on there, for the person who sent it', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  const [inGroup, persianInGroup] = [english.in(world.group.id), persian.in(world.group.id)];
  await inGroup.say('/renew 10.0.0.1');
  expect(inGroup.screen()).toMatch(
    /^Nothing was done: the private chat with the bot is needed for this step\.\n\[💬 Private chat\]$/,
  );
  await follows(inGroup, persian);
  expect(persian.screen()).toMatch(
    /^🔗 این لینک منقضی شده یا برای شخص دیگری است\. کاری انجام نشد\. دستورتان را همین‌جا بفرستید/,
  );
  await follows(inGroup, english);
  expect(english.screen()).toMatch(/10\.0\.0\.1[\s\S]*\[30 days/);
  expect(asked(app, 'order.renew')).toEqual([]);

  await persianInGroup.say('/upgrade 10.0.0.2');
  await follows(persianInGroup, english);
  expect(english.screen()).toMatch(
    /^🔗 Nothing was done: this link has expired or is another person’s\. Send your command here[\s\S]*\[🏠 Home\]$/,
  );
  await follows(persianInGroup, persian);
  expect(persian.screen()).toMatch(/10\.0\.0\.2/);
});

test.concurrent('the link of a command ends after its time, also while its message still stands in the group', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  for (const [person, words] of [
    [english, /^🔗 Nothing was done: this link has expired/],
    [persian, /^🔗 این لینک منقضی شده/],
  ] as const) {
    const inGroup = person.in(world.group.id);
    await inGroup.say('/orders');
    await app.stopBot();
    await endNotes(app);
    await app.startBot();
    await follows(inGroup, person);
    expect(person.screen()).toMatch(words);
  }
});
