import { expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import type { Person } from '../../support/person.ts';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../support.ts';

const RESTARTED = /^✅ 10\.0\.0\.0 restarted/;
const BELOW = /^⤵️ [^\n]*10\.0\.0\.0[^\n]*: see below$/;

/** Confirms a restart of a server that stays away until {@link comeBack}. */
async function restart({ english }: Pick<TestApp, 'english'>): Promise<void> {
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes');
  await english.sees(/^⏳[\s\S]*rebooting/);
}

function comeBack({ provider }: Pick<TestApp, 'provider'>): void {
  provider.account(TOKEN).setStatus('srv-10001', 'on');
}

const never = { timings: { rebootMs: 600_000 } };

/** The bot’s newest message, and the one it answers. */
function newest(person: Person, app: TestApp) {
  const message = person.messages().findLast(({ from }) => from?.id === app.world.bot.id);
  return { message, answers: message?.reply_to_message?.message_id };
}

async function choose({ english }: TestApp, when: string): Promise<void> {
  await english.say('/accounts');
  await english.press('✓ Account 1');
  await english.press('Notifications');
  await english.press(when);
  expect(english.screen()).toContain(`[✓ ${when}`);
}

test.concurrent('an outcome soon after the tap edits the message', async () => {
  await using app = await enterConnected(never);
  const { english } = app;
  await restart(app);
  const before = english.messages().length;
  app.later(7_000);
  comeBack(app);
  await english.sees(RESTARTED);
  expect(english.messages()).toHaveLength(before);
});

test.concurrent('an outcome more than 10 s after the tap is a new message that answers the old one, once', async () => {
  await using app = await enterConnected(never);
  const { english, world } = app;
  await restart(app);
  const { message: old } = newest(english, app);
  const before = english.messages().length;
  app.later(11_000);
  comeBack(app);
  await english.sees(/^✅ 10\.0\.0\.0 restarted[\s\S]*\[🖥 Open server\]$/);
  await english.shows(BELOW);
  expect(newest(english, app).answers).toBe(old?.message_id);
  expect(english.messages()).toHaveLength(before + 1);
  expect(world.calls.filter(({ params }) => params.disable_notification)).toEqual([]);
  // Its buttons work, and nothing tells it again, also after a restart.
  await app.stopBot();
  await app.startBot();
  await english.press('Open server');
  expect(english.screens().filter((screen) => RESTARTED.test(screen))).toEqual([]);
  expect(english.messages()).toHaveLength(before + 1);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('after a restart of the bot the outcome is a new message, however early it is', async () => {
  await using app = await enterConnected(never);
  const { english } = app;
  await restart(app);
  const before = english.messages().length;
  await app.stopBot();
  await app.startBot();
  comeBack(app);
  await english.sees(RESTARTED);
  await english.shows(BELOW);
  expect(english.messages()).toHaveLength(before + 1);
});

test.concurrent('an outcome that is settled from an unknown one is told anew, each time it changes', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  provider.fault({ operation: 'server.action', kind: 'cutBefore', times: 1 });
  await persian.say('/off 10.0.0.0');
  await persian.press('بله');
  await persian.sees(/^⚠️ پاسخ خاموش کردن 10\.0\.0\.0 نرسید\. شاید انجام شده باشد/);
  const before = persian.messages().length;
  app.later(91_000);
  await persian.sees(/معلوم نیست: پاسخی نرسید[\s\S]*\[🔎 بررسی دوباره\]/);
  await persian.shows(/^⤵️ [^\n]*10\.0\.0\.0[^\n]*: پایین‌تر را ببینید$/);
  expect(persian.messages()).toHaveLength(before + 1);
  const { message: unknown } = newest(persian, app);
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  // The operation is looked at once a minute by then; a start does not wait for that.
  app.later(61_000);
  await app.stopBot();
  await app.startBot();
  await persian.sees(/^✅ سرور 10\.0\.0\.0 خاموش شد/);
  expect(newest(persian, app).answers).toBe(unknown?.message_id);
  expect(persian.messages()).toHaveLength(before + 2);
});

test.concurrent('a person who looks again sees the outcome in the message that they tapped', async () => {
  await using app = await enterConnected(never);
  const { english } = app;
  await restart(app);
  const before = english.messages().length;
  app.later(20_000);
  comeBack(app);
  await english.press('Check again');
  await english.sees(RESTARTED);
  expect(english.messages()).toHaveLength(before);
});

test.concurrent('a snapshot that went well arrives without a sound', async () => {
  await using app = await enterConnected();
  const { english, provider, world } = app;
  const answer = holdAnswers(provider, { operation: 'snapshot.create', times: 1 });
  await english.say('/snapshot 10.0.0.0 before-update');
  await english.press('Yes');
  await english.sees(/^⏳/);
  app.later(11_000);
  answer();
  await english.sees(/^✅/);
  expect(world.calls.filter(({ params }) => params.disable_notification)).toHaveLength(1);
});

test.concurrent('the old message is gone: the outcome arrives all the same', async () => {
  await using app = await enterConnected(never);
  const { english, world } = app;
  await restart(app);
  const { message: old } = newest(english, app);
  world.deleteMessage(english.user.id, english.chat, old?.message_id ?? 0);
  app.later(11_000);
  comeBack(app);
  await english.sees(RESTARTED);
  expect(newest(english, app).answers).toBeUndefined();
});

test.concurrent('Telegram fails at the old message: it is reduced later, and the outcome is not told twice', async () => {
  await using app = await enterConnected(never);
  const { english, world } = app;
  await restart(app);
  const before = english.messages().length;
  app.later(11_000);
  world.fail({ method: 'editMessageText', code: 500, description: 'planned' });
  comeBack(app);
  await english.sees(RESTARTED);
  await english.shows(BELOW);
  expect(english.messages()).toHaveLength(before + 1);
});

test.concurrent('a person may want each outcome as a new message', async () => {
  await using app = await enterConnected(never);
  const { english } = app;
  await choose(app, 'Always');
  await restart(app);
  comeBack(app);
  await english.sees(RESTARTED);
  await english.shows(BELOW);
});

test.concurrent('a person may want no new messages', async () => {
  await using app = await enterBothConnected(never);
  const { english, persian } = app;
  await choose(app, 'Never');
  await restart(app);
  const before = english.messages().length;
  app.later(11_000);
  comeBack(app);
  await english.sees(RESTARTED);
  expect(english.messages()).toHaveLength(before);
  // The choice of notifications is the person’s own setting, and outlives another choice of theirs.
  await english.say('/language English');
  await english.say('/accounts');
  await english.press('✓ Account 1');
  await english.press('Notifications');
  expect(english.screen()).toContain('[✓ Never');
  await persian.say('/accounts');
  await persian.press('✓ حساب ۱');
  await persian.press('اعلان‌ها');
  expect(persian.screen()).toContain('[✓ اگر بیش از ۱۰ ثانیه طول کشید]');
});

test.concurrent('in a group the outcome comes into the group, and answers there', async () => {
  await using app = await enterConnected(never);
  const group = app.english.in(app.world.group.id);
  await restart({ english: group });
  const { message: old } = newest(group, app);
  const before = app.english.messages().length;
  app.later(11_000);
  comeBack(app);
  await group.sees(RESTARTED);
  await group.shows(BELOW);
  expect(newest(group, app).answers).toBe(old?.message_id);
  expect(app.english.messages()).toHaveLength(before);
});

test.concurrent('several that are confirmed together are told in one new message', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/renew');
  await english.press('10.0.0.1 ·');
  await english.press('10.0.0.2 ·');
  await english.press('Renew the 2 chosen');
  await english.press('30 days');
  const answer = holdAnswers(provider, { operation: 'cloud.renew', times: 2 });
  const before = english.messages().length;
  english.tap('Renew 2 for');
  await english.sees(/being sent/);
  app.later(11_000);
  answer();
  await english.sees(/✅[\s\S]*✅/);
  await english.shows(/^⤵️ Renewal of 2 servers: see below$/);
  expect(english.messages()).toHaveLength(before + 1);
});

test.concurrent('in a topic of a forum the outcome comes into the topic, also where the old message is gone', async () => {
  await using app = await enterConnected(never);
  const { english, world } = app;
  const group = english.in(world.group.id);
  const { message_id: topic } = world.openTopic(app.persian.user.id, 'servers');
  const inTopic = async (text: string) => {
    world.say(english.user.id, group.chat, text, { topic });
    await app.settled();
  };
  await inTopic('/reboot 10.0.0.0');
  await group.press('Yes');
  await group.sees(/^⏳[\s\S]*rebooting/);
  const { message: old } = newest(group, app);
  expect(old?.message_thread_id).toBe(topic);
  world.deleteMessage(world.persian.id, group.chat, old?.message_id ?? 0);
  app.later(11_000);
  comeBack(app);
  await group.sees(RESTARTED);
  expect(newest(group, app).message?.message_thread_id).toBe(topic);
  await inTopic('/check one.com two.com');
  await group.sees(/2 names checked/);
  expect(newest(group, app).message?.message_thread_id).toBe(topic);
});

test.concurrent('a card in the message of what still runs is not overwritten: the outcome comes below it, once', async () => {
  await using app = await enterBothConnected(never);
  const { english, persian, world } = app;
  const done = /^✅[\s\S]*10\.0\.0\.[012]/;
  for (const [person, number, later] of [
    [english, 0, 11_000],
    [persian, 1, 2_000],
    [english.in(world.group.id), 2, 11_000],
  ] as const) {
    await person.say(`/reboot 10.0.0.${number}`);
    await person.press(/^(Yes|بله)/);
    await person.sees(/^⏳[\s\S]*rebooting/);
    await person.press(/Open server|مدیریت سرور/);
    expect(person.screen()).toMatch(/^🖥/);
    const shown = person.messages().length;
    const { message } = newest(person, app);
    app.later(later);
    app.provider.account(TOKEN).setStatus(`srv-1000${number + 1}`, 'on');
    await person.sees(done);
    expect(person.messages()).toHaveLength(shown + 1);
    expect(person.messages().find(({ message_id }) => message_id === message?.message_id)).toEqual(message);
  }
  await app.stopBot();
  await app.startBot();
  for (const person of [english, persian]) {
    expect(person.screens().filter((screen) => done.test(screen))).toHaveLength(1);
    expect(person.screens().filter((screen) => screen.startsWith('⤵️'))).toEqual([]);
  }
});

test.concurrent('the list in the message of several that still run is not overwritten either', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  // The dates stay as they were until the provider shows the renewals.
  provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 2 });
  await english.say('/renew');
  for (const label of ['10.0.0.1 ·', '10.0.0.2 ·', 'Renew the 2 chosen', '30 days', 'Renew 2 for'])
    await english.press(label);
  await english.sees(/\[🔎 Check again\]/);
  await english.press('Servers');
  const { message } = newest(english, app);
  expect(english.screen()).toContain('3 servers');
  app.later(100_000);
  await english.sees(/10\.0\.0\.1[\s\S]*went through|not known|can’t|Check/);
  expect(newest(english, app).message?.message_id).not.toBe(message?.message_id);
  expect(english.messages().find(({ message_id }) => message_id === message?.message_id)?.text).toContain('3 servers');
});
