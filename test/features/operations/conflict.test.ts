import { expect, test } from 'vitest';
import { PEOPLE } from '../../../src/sandbox/telegram/backend/people.ts';
import { openStoreOf, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { bare, type Person } from '../../support/person.ts';
import { enterCare, enterWithCopies, go, SERVER, server } from '../servers/support.ts';
import { bodies } from '../shop/support.ts';
import { asked, TOKEN } from '../support.ts';

const DAY_MS = 24 * 3_600_000;

/** An app in which a snapshot is under way for as long as the test lasts. */
const enterSlowCopies = (telegram: TestAppOptions['telegram'] = {}) =>
  enterWithCopies(['old'], [], { copyMs: DAY_MS }, telegram);

/** The person takes a snapshot that the provider accepted and that is not there yet. */
async function takeSnapshot(person: Person): Promise<void> {
  await person.say('/snapshot 10.0.0.0 nightly');
  await person.press(/^(Yes, take the snapshot|بله)/);
  await person.sees(/^⏳/);
}

/** Taps a button that a message had before, also when the message shows others by now. */
function tapData(app: TestApp, person: Person, data: string) {
  const { message_id = 0 } = person.messages().at(-1) ?? {};
  return app.world.pressRaw(person.user.id, person.chat, message_id, data);
}

/** The data of the button whose text contains the label, on the person's newest message. */
function dataOf(person: Person, label: string): string {
  const found = person
    .messages()
    .at(-1)
    ?.reply_markup?.inline_keyboard.flat()
    .find(({ text }) => bare(text).includes(label));
  if (!found || !('callback_data' in found)) throw new Error(`No ${label} in ${person.screen()}`);
  return found.callback_data;
}

/** The answer to a tap; a tap that waits for the person's turn would be answered without words. */
const answered = async (press: { answered: Promise<{ text?: string; show_alert?: boolean }> }) => {
  const { text = '', ...rest } = await press.answered;
  return { ...rest, text: bare(text) };
};

test.concurrent('another’s snapshot holds a restart back: named, by whom and since when; a second confirm goes past it', async () => {
  await using app = await enterSlowCopies();
  const { english, persian } = app;
  await takeSnapshot(english);
  await persian.say('/reboot 10.0.0.0');
  const tap = persian.tap('بله');
  const { first_name: asker } = english.user;
  const running = `⏳ اسنپ‌شات از 10.0.0.0 هنوز در جریان است. ${asker} ساعت `;
  const { text, show_alert } = await answered(tap);
  expect(text).toMatch(/ [۰-۹]+:[۰-۹]+:[۰-۹]+ به وقت تهران درخواستش را داده است\. چیزی فرستاده نشد\.$/);
  expect([text.startsWith(running), show_alert]).toEqual([true, true]);
  await persian.sees(/با این حال، ری‌استارت 10\.0\.0\.0 انجام شود؟ ممکن است اسنپ‌شات گرفته نشود\./);
  expect(persian.screen().startsWith(running)).toBe(true);
  expect(persian.screen()).toMatch(/\[با این حال ری‌استارت شود\]\n\[🔄 تلاش دوباره\]\n\[انصراف\]$/);
  expect(asked(app, 'server.action')).toEqual([]);
  await persian.press('با این حال');
  await persian.sees(/^✅ سرور 10\.0\.0\.0 ری‌استارت شد \([۰-۹]+ ثانیه\)/);
  expect(asked(app, 'server.action')).toEqual([`server.action {"id":"${SERVER}","action":"reboot"}`]);
  for (const snapshot of server(app).snapshots) snapshot.readyAt = 0;
  await english.sees(/^✅ Snapshot nightly .* taken/);
});

test.concurrent('one’s own is told as one’s own; in the end nothing is sent by “Try again” until it is over', async () => {
  await using app = await enterSlowCopies();
  const { english } = app;
  await takeSnapshot(english);
  await english.say('/off 10.0.0.0');
  expect(await answered(english.tap('Yes'))).toMatchObject({
    text: expect.stringMatching(
      /^⏳ Snapshot of 10\.0\.0\.0 is still running\. You asked for it at \d\d:\d\d:\d\d UTC\. Nothing was sent\.$/,
    ),
  });
  await english.sees(
    /^⏳ Snapshot of 10\.0\.0\.0 is still running\. You asked for it at \d\d:\d\d:\d\d UTC\.\n\n⚠️ Power-off of 10\.0\.0\.0 anyway\? The snapshot may fail\.\n\nThe button works for 60 seconds, and only for you\.\n\[Power off anyway\]\n\[🔄 Try again\]\n\[Cancel\]$/,
  );
  await app.settled();
  expect(await answered(english.tap('Try again'))).toMatchObject({ text: expect.stringContaining('still running') });
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);
  for (const snapshot of server(app).snapshots) snapshot.readyAt = 0;
  await app.world.until(() => english.screens().some((screen) => /^✅ Snapshot .* taken/.test(screen)));
  await english.press('Try again');
  await english.sees(/^✅ 10\.0\.0\.0 is off/);
});

test.concurrent('the alert keeps to what Telegram shows, with the longest names', async () => {
  const named = PEOPLE.map((each) => ({ ...each, first_name: '🧑'.repeat(60) }));
  await using app = await enterCare({ people: named, timings: { copyMs: DAY_MS } });
  const { english, persian } = app;
  const long = '🧑'.repeat(24);
  await go(english, 'More', 'Set a name');
  await english.say(long);
  await english.say(`/snapshot ${long} nightly`);
  await english.press('Yes');
  await english.sees(/^⏳/);
  for (const person of [persian, english]) {
    await person.say('/reboot 10.0.0.0');
    const { text = '' } = await person.press(/^(Yes|بله)/);
    expect(text.length).toBeGreaterThan(60);
    expect(text.length).toBeLessThanOrEqual(200);
  }
});

test.concurrent('the first confirm’s button never goes past anything, and the second only past what its screen showed', async () => {
  await using app = await enterSlowCopies();
  const { english, persian } = app;
  await takeSnapshot(english);
  await persian.say('/reboot 10.0.0.0');
  const first = dataOf(persian, 'بله');
  await persian.press('بله');
  await persian.sees(/با این حال/);
  const second = dataOf(persian, 'با این حال');
  await app.settled();
  expect(await answered(tapData(app, persian, first))).toMatchObject({ show_alert: true });
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);

  // The other person goes past the snapshot meanwhile: the rescue disk was not on the screen.
  app.provider.fault({ operation: 'server.rescue', kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await english.say('/rescue 10.0.0.0');
  await english.press('finnix');
  await english.press('Yes');
  await english.press('Attach anyway');
  await english.sees(/^⏳ Attaching the rescue disk/);
  await app.settled();
  expect(await answered(persian.tap('با این حال'))).toMatchObject({ show_alert: true });
  await persian.sees(
    /اسنپ‌شات از [\s\S]*اتصال دیسک ریسکیو به [\s\S]*گرفته نشود\. ممکن است تغییر دیسک ریسکیو انجام نشود\./,
  );
  expect(dataOf(persian, 'با این حال')).not.toBe(second);
  await app.settled();
  expect(await answered(tapData(app, persian, second))).toMatchObject({ show_alert: true });
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);
  await persian.press('با این حال');
  await eventually(() => asked(app, 'server.action').length === 1);
});

test.concurrent('no operation goes past one that is being sent, until that was accepted', async () => {
  await using app = await enterWithCopies(['old']);
  const { english, persian, provider } = app;
  const answer = holdAnswers(provider, { operation: 'snapshot.create', times: 1 });
  await english.say('/snapshot 10.0.0.0 nightly');
  await persian.say('/reboot 10.0.0.0');
  english.tap('Yes');
  await eventually(() => asked(app, 'snapshot.create').length === 1);
  expect(await answered(persian.tap('بله'))).toMatchObject({ show_alert: true });
  await persian.sees(/^⏳ اسنپ‌شات از [\s\S]*صبر کنید تا تمام شود، بعد دوباره تأیید کنید\.\n\n🔁 سرور 10\.0\.0\.0/);
  expect(persian.screen()).not.toContain('با این حال');
  const [, operation = ''] = dataOf(persian, 'بله').split('|');
  // Not even by the button that a screen would have shown a moment later.
  await tapData(app, persian, `go|${operation}|AAAAAAAAAA`).answered;
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);
  answer();
});

test.concurrent('the second confirm is still there, and still holds, after a restart of the bot', async () => {
  await using app = await enterSlowCopies();
  const { english, persian } = app;
  await takeSnapshot(english);
  await persian.say('/reboot 10.0.0.0');
  await persian.press('بله');
  await persian.sees(/با این حال/);
  await app.stopBot();
  await app.startBot();
  await persian.press('با این حال');
  await eventually(() => asked(app, 'server.action').length === 1);
});

test.concurrent('another person’s tap does not go past it, and a minute later it is too late', async () => {
  await using app = await enterSlowCopies({ older: true });
  const { group } = app.world;
  const [english, persian] = [app.english.in(group.id), app.persian.in(group.id)];
  await takeSnapshot(app.english);
  await english.say('/reboot@host_test_bot 10.0.0.0');
  await english.press('Yes');
  await english.sees(/Restart anyway/);
  expect(english.screen()).toContain(`Requested by ${english.user.first_name}`);
  expect(await answered(persian.tap('Restart anyway'))).toMatchObject({
    text: expect.stringContaining('فقط درخواست‌کننده'),
  });
  app.later(61_000);
  expect(await answered(english.tap('Restart anyway'))).toMatchObject({
    text: expect.stringContaining('only. Ask again'),
  });
  await english.sees(/^⌛/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a change of more than the power waits, and says so where it is confirmed', async () => {
  await using app = await enterSlowCopies();
  const { english } = app;
  await takeSnapshot(english);
  await go(english, 'More', 'Backups', 'New backup');
  await english.press('Yes');
  await english.sees(
    /^⏳ Snapshot of 10\.0\.0\.0 is still running\. You asked for it at .* UTC\.\nNothing was sent\. Wait until the running operation ends, then confirm again\.\n\n❓ Create a backup[\s\S]*\[Yes, create the backup\]\n\[Cancel\]$/,
  );
  await english.say('/upgrade 10.0.0.0');
  await english.press('+1');
  await english.press('Get the price');
  await english.press('Upgrade for');
  await english.sees(
    /^⏳ Snapshot of 10\.0\.0\.0 is still running\.[\s\S]*Upgrade 10\.0\.0\.0\?[\s\S]*\[Upgrade for [\d,]+ toman\]/,
  );
  expect([...asked(app, 'backup.create'), ...bodies(app, 'cloud.upgrade')]).toEqual([]);
  for (const snapshot of server(app).snapshots) snapshot.readyAt = 0;
  await app.world.until(() => english.screens().some((screen) => /^✅ Snapshot .* taken/.test(screen)));
  await english.press('Upgrade for');
  await english.sees(/^✅ 10\.0\.0\.0 upgraded/);
});

test.concurrent('a renewal waits for no restore, and a restart for no renewal; two renewals wait for each other', async () => {
  await using app = await enterWithCopies(['old']);
  const { english, persian, provider } = app;
  await go(persian, 'بیشتر', 'اسنپ‌شات', /^old$/, 'بازگردانی');
  provider.fault({ operation: 'snapshot.restore', kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await persian.say('10.0.0.0');
  await persian.sees(/^⏳/);
  await english.say('/renew 10.0.0.0');
  await english.press('30 days');
  provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await english.press('Renew for');
  await english.sees(/^⏳ Renewal of 10\.0\.0\.0 for 30 days: accepted by the provider/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);

  await persian.say('/renew 10.0.0.0');
  await persian.press('۹۰ روز');
  expect(await answered(persian.tap('تمدید به مبلغ'))).toMatchObject({
    text: expect.stringMatching(/^⏳ تمدید 10\.0\.0\.0 برای ۳۰ روز هنوز در جریان است\. .* چیزی فرستاده نشد\.$/),
    show_alert: true,
  });
  await persian.sees(/^⏳ تمدید 10\.0\.0\.0 برای ۳۰ روز هنوز در جریان است[\s\S]*\[تمدید به مبلغ/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);

  await english.say('/renew 10.0.0.1');
  await english.press('30 days');
  provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await english.press('Renew for');
  await english.sees(/^⏳ Renewal of 10\.0\.0\.1/);
  await persian.say('/reboot 10.0.0.1');
  await persian.press('بله');
  await persian.sees(/^✅ سرور 10\.0\.0\.1/);
});

test.concurrent('of several renewals the one whose server is being renewed says so in its line', async () => {
  await using app = await enterWithCopies(['old']);
  const { english, persian, provider } = app;
  await persian.say('/renew 10.0.0.0');
  await persian.press('۹۰ روز');
  provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await persian.press('تمدید به مبلغ');
  await persian.sees(/^⏳/);
  await english.say('/renew');
  await english.press('10.0.0.0 ·');
  await english.press('10.0.0.1 ·');
  await english.press('Renew the 2 chosen');
  await english.press('30 days');
  await english.press('Renew 2 for');
  await english.sees(
    /▫️ 10\.0\.0\.0 ·[^\n]*\n⏳ Renewal of 10\.0\.0\.0 for 90 days is still running\. [^\n]+ asked for it at/,
  );
  await english.sees(/✅ 10\.0\.0\.1/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
});

test.concurrent('what held a typed confirm back comes in a new message where Telegram refuses the edit', async () => {
  await using app = await enterSlowCopies();
  const { english, persian, world } = app;
  await takeSnapshot(english);
  await go(persian, 'بیشتر', 'اسنپ‌شات', /^old$/, 'بازگردانی');
  const refused = { code: 400, description: 'Bad Request: planned', times: 99 };
  world.fail({ method: 'editMessageText', chat: persian.chat, ...refused });
  await persian.say('10.0.0.0');
  await persian.sees(/هنوز در جریان است/);
  expect(persian.screens().join('\n')).not.toMatch(/تأیید شد/);
  expect(asked(app)).not.toContainEqual(expect.stringContaining('snapshot.restore'));
});

test.concurrent('a restore that was gone past is never told as done by the server coming back', async () => {
  await using app = await enterWithCopies(['old']);
  const { english, persian, provider } = app;
  await go(persian, 'بیشتر', 'اسنپ‌شات', /^old$/, 'بازگردانی');
  for (const operation of ['snapshot.restore', 'server.action'])
    provider.fault({ operation, kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await persian.say('10.0.0.0');
  provider.account(TOKEN).setStatus(SERVER, 'restoring');
  await persian.sees(/^⏳[\s\S]*⚪️ «restoring»/);
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes');
  await english.sees(/Restart of 10\.0\.0\.0 anyway\? The restore may fail and leave the disk damaged\./);
  await english.press('Restart anyway');
  await english.sees(/^⏳ Restarting/);
  provider.account(TOKEN).setStatus(SERVER, 'on');
  await english.sees(/Status: 🟢 on/);
  await persian.sees(/🟢 روشن/);
  app.later(11 * 60_000);
  await persian.sees(/^🟡[\s\S]*هم‌زمان عملیات دیگری هم در جریان بود/);
  await english.sees(/^🟡[\s\S]*Another operation ran at the same time/);
});

test.concurrent('a restart keeps the operation that held it back, and then the one that it went past', async () => {
  await using app = await enterSlowCopies();
  const { english, persian } = app;
  await takeSnapshot(english);
  await persian.say('/reboot 10.0.0.0');
  await persian.press('بله');
  await persian.sees(/با این حال/);
  const [, id = ''] = dataOf(persian, 'با این حال').split('|');
  await persian.press('با این حال');
  await eventually(() => asked(app, 'server.action').length === 1);
  const store = await openStoreOf(app);
  try {
    const kept = await store.ledger.get(id);
    expect(kept).toMatchObject({ wentPast: [expect.any(String)] });
    expect(kept).not.toHaveProperty('heldBy');
  } finally {
    await store.close();
  }
});
