import { expect, test } from 'vitest';
import { IS_DIGEST, makeDue, run, untilDue } from '../../../slow/watches/digest-support.ts';
import { DOMAIN, ownDomain } from '../../../slow/watches/support.ts';
import { openStoreOf } from '../../../support/app.ts';
import { asked, connect, enterConnected, OTHER_TOKEN, TOKEN } from '../../support.ts';

const HOUR = 3_600_000;

test('once a day at nine: what expires within thirty days, by one request, and nothing on a day without news', async () => {
  await using app = await enterConnected();
  await untilDue(app);
  app.provider.forget();
  const [digest = '', ...others] = await run(app);
  expect(others).toEqual([]);
  expect(digest).toMatch(/10\.0\.0\.1 .*\n?/);
  expect(digest).not.toMatch(/10\.0\.0\.0|10\.0\.0\.2/);
  expect(asked(app, 'server.list')).toHaveLength(1);
  expect(new Date(app.now()).getUTCHours()).toBe(9);
  // A day later the server may have come nearer to its end, and two days later it has not.
  await untilDue(app);
  await run(app);
  const before = app.english.screens().length;
  for (let day = 0; day < 3; day++) {
    await untilDue(app);
    await run(app);
  }
  expect(app.english.screens()).toHaveLength(before);
});

test('an account that was just connected is not told of before half a day', async () => {
  await using app = await enterConnected();
  await app.stopBot();
  app.later(11 * HOUR);
  await app.startBot();
  await app.settled();
  expect(app.english.screens().some((text) => IS_DIGEST.test(text))).toBe(false);
  const store = await openStoreOf(app);
  expect(((await store.digests.get(app.world.english.id))?.dueAt ?? 0) - app.now()).toBeGreaterThan(HOUR / 2);
  await store.close();
});

test('turned off in its message it comes no more, and the tap that turns it on again is there', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await untilDue(app);
  await run(app);
  await english.press('🔕 No digest');
  expect(english.screen()).toContain('Daily digest: off.');
  expect(english.screens().filter((text) => IS_DIGEST.test(text))).toHaveLength(1);
  await english.say('/watch');
  expect(english.screen()).toContain('Daily digest: off.');
  const store = await openStoreOf(app);
  expect((await store.digests.get(app.world.english.id))?.dueAt).toBeNull();
  await store.close();
  await english.press('📋 Daily digest');
  await english.press('📋 Turn on');
  expect(english.screen()).toContain('Daily digest: on, about 09:00 UTC.');
  await english.press('18:00');
  expect(english.screen()).toContain('Daily digest: on, about 18:00 UTC.');
  await untilDue(app);
  await run(app);
  expect(new Date(app.now()).getUTCHours()).toBe(18);
});

test('a provider that does not answer is asked again every 15 minutes; then it is told what expires, once', async () => {
  await using app = await enterConnected();
  await untilDue(app);
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 500, times: 1_000 });
  expect(await run(app)).toEqual([]);
  await untilDue(app);
  expect(await run(app)).toEqual([]);
  app.provider.clearFaults();
  await untilDue(app);
  expect(await run(app)).toHaveLength(1);
});

/** On the day after its first digest, by which its server had so many days left, the provider is silent until ten hours after nine. */
async function silentAfter(daysLeft: number) {
  const app = await enterConnected({ accounts: [{ token: TOKEN, servers: 1 }] });
  await untilDue(app);
  app.provider.account(TOKEN).server('srv-10001').expiresAt = app.now() + daysLeft * 24 * HOUR;
  expect(await run(app)).toHaveLength(1);
  await untilDue(app);
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 500, times: 1_000 });
  for (const later of [3, 7]) {
    app.later(later * HOUR);
    expect(await run(app)).toHaveLength(1);
  }
  return app;
}

test('a provider that is silent for ten hours is asked again each hour, and a step is told on its day', async () => {
  await using app = await silentAfter(4);
  const silentAt = app.now();
  await untilDue(app);
  expect(app.now() - silentAt).toBeLessThan(1.1 * HOUR);
  app.provider.clearFaults();
  const digests = await run(app);
  expect(digests).toHaveLength(2);
  expect(digests.at(-1)).toMatch(/10\.0\.0\.0 \| ⏰ ⚠️ 3 days/);
});

test('a provider that is silent all day is told in the evening where a server reaches a step, once', async () => {
  await using app = await silentAfter(2);
  for (let day = 0; day < 2; day++) {
    await untilDue(app);
    if (day > 0) app.later(11.5 * HOUR);
    const digests = await run(app);
    expect(digests).toHaveLength(2);
    expect(digests.at(-1)).toMatch(
      /no answer from the provider, so the account’s servers are missing in today’s digest/,
    );
  }
});

test('a provider that is silent all day is not told where nothing reaches a step', async () => {
  await using app = await silentAfter(6);
  await untilDue(app);
  expect(await run(app)).toHaveLength(1);
  const silentAt = app.now();
  await untilDue(app);
  expect(app.now() - silentAt).toBeGreaterThan(11 * HOUR);
});

test('several are renewed from the digest by one confirm with their sum', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 8 }] });
  const { english } = app;
  await untilDue(app);
  const [digest = ''] = await run(app);
  expect(digest).toMatch(/10\.0\.0\.1[^\d].*10\.0\.0\.7[^\d].*10\.0\.0\.4[^\d].*10\.0\.0\.6/s);
  await english.press('♻️ Renew all 4 servers · 30 days…');
  await english.sees(/Total: 2,732,400 toman/);
  expect(asked(app, 'cloud.renewQuote')).toHaveLength(4);
  expect(english.screens().filter((text) => IS_DIGEST.test(text))).toHaveLength(1);
});

test('a server that was renewed for thirty days is not back on the next mornings', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 8 }] });
  const server = app.provider.account(TOKEN).server('srv-10008');
  await untilDue(app);
  server.expiresAt = app.now() + 0.5 * 24 * HOUR;
  expect((await run(app)).at(-1)).toMatch(/10\.0\.0\.7 \|/);
  server.expiresAt += 30 * 24 * HOUR;
  const before = app.english.screens().filter((text) => IS_DIGEST.test(text)).length;
  for (let day = 0; day < 4; day++) {
    await untilDue(app);
    // Something else is news.
    app.provider.account(TOKEN).server(`srv-1000${day + 1}`).expiresAt = app.now() + 2.5 * 24 * HOUR;
    await run(app);
  }
  const later = app.english
    .screens()
    .filter((text) => IS_DIGEST.test(text))
    .slice(before);
  expect(later).toHaveLength(4);
  expect(later.join('\n')).not.toMatch(/10\.0\.0\.7 \|/);
});

test('an expiry that reached a step since the last digest is marked, and a server renewed elsewhere is named', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 8 }] });
  const { provider } = app;
  await untilDue(app);
  // The first digest comes 12 to 36 hours after connecting, by the time of the day.
  provider.account(TOKEN).server('srv-10008').expiresAt = app.now() + 4.5 * 24 * HOUR;
  expect((await run(app)).at(-1)).not.toMatch(/⏰ (⚠️|\d|reached)/);
  for (let day = 0; day < 2; day++) {
    await untilDue(app);
    if (day === 0) provider.account(TOKEN).server('srv-10005').expiresAt += 90 * 24 * HOUR;
    await run(app);
  }
  const told = app.english
    .screens()
    .filter((text) => IS_DIGEST.test(text))
    .join('\n');
  expect(told).toMatch(/10\.0\.0\.7 \| ⏰ ⚠️ [23] days/);
  expect(told).not.toMatch(/10\.0\.0\.6 \| ⏰/);
  expect(told).toMatch(/⏰ since the last digest, the time left has come down to 30, 14, 7, 3 or 1 days/);
  expect(told).toMatch(/✅ Renewed since the last digest: .*10\.0\.0\.4/);
});

test.for([
  [
    'english',
    /^… and 6 more, 1 of them ⏰$/m,
    /^… and 6 more$/m,
    '📋 All servers by expiry',
    /♻️ Renew the soonest 10 · 30 days/,
  ],
  [
    'persian',
    /^… و ۶ مورد دیگر، ۱ موردش ⏰$/m,
    /^… و ۶ مورد دیگر$/m,
    '📋 همهٔ سرورها به ترتیب انقضا',
    /♻️ تمدید ۱۰ سرور نزدیک‌تر به انقضا · ۳۰ روز/,
  ],
] as const)(
  'of more than fifteen those that reached a step stand in the table, and the others are counted with a key: %s',
  async ([who, some, none, key, renew]) => {
    await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 21 }] });
    const { [who]: reader, provider } = app;
    if (who === 'persian') await connect(reader);
    await untilDue(app, reader.chat);
    const daysLeft = (server: number, days: number) => {
      provider.account(TOKEN).server(`srv-${10_001 + server}`).expiresAt = app.now() + days * 24 * HOUR;
    };
    // On the next day four of the later ones reach 14 days; twelve of the sooner ones reach 7.
    for (let server = 0; server < 21; server++) daysLeft(server, server < 5 ? 6 : server < 17 ? 8 : 15);
    expect((await run(app, reader)).at(-1)).toMatch(none);
    await untilDue(app, reader.chat);
    const digest = (await run(app, reader)).at(-1) ?? '';
    expect(digest).toMatch(some);
    expect(digest.match(/\| ⏰/g)).toHaveLength(15);
    expect(digest).not.toMatch(/10\.0\.0\.0 \|/);
    expect(digest).toMatch(renew);
    await reader.press(key);
    await reader.sees(/\[10\.0\.0\.0 /);
    await reader.press(/Next|صفحهٔ بعد/);
    await reader.press(/Next|صفحهٔ بعد/);
    expect(reader.screen()).toMatch(/10\.0\.0\.20/);
    // Its table has no row of the soonest one.
    await reader.press(renew);
    await reader.sees(/▫️ 10\.0\.0\.0 .*▫️ 10\.0\.0\.9 /s);
  },
);

test('later: the next digest comes though nothing new expires, once', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 5 }] });
  const { english } = app;
  await untilDue(app);
  await run(app);
  // The server that expires first reaches a day.
  await untilDue(app);
  await run(app);
  const told = english.screens().filter((text) => IS_DIGEST.test(text)).length;
  expect((await english.press('⏰ Later'))?.text).toMatch(/again in the next digest, about 09:00 UTC/);
  await untilDue(app);
  expect(await run(app)).toHaveLength(told + 1);
  await untilDue(app);
  expect(await run(app)).toHaveLength(told + 1);
});

test('later, where the digest is off: nothing is promised, and once it is on again the next one comes', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await untilDue(app);
  const told = (await run(app)).length;
  const store = await openStoreOf(app);
  await store.digests.change(english.chat, (digest) => ({ ...digest, off: true, dueAt: null }));
  await store.close();
  expect((await english.press('⏰ Later'))?.text).toBe(
    'The daily digest is off. To be reminded, press “🕘 Change hour”, then “📋 Turn on”.',
  );
  await english.press('🕘 Change hour');
  await english.press('📋 Turn on');
  await untilDue(app);
  expect(await run(app)).toHaveLength(told + 1);
});

test('later, where the hour of the digest is quiet: the time is that of the end of the quiet hours', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await untilDue(app);
  await run(app);
  await english.say('/quiet 08:00-10:25 UTC');
  expect((await english.press('⏰ Later'))?.text).toMatch(/in the next digest, about 10:25 UTC/);
});

test('each account has its own part and its own button', async () => {
  await using app = await enterConnected();
  await connect(app.english, OTHER_TOKEN);
  await untilDue(app);
  const [digest = ''] = await run(app);
  for (const account of ['Account 1', 'Account 2']) {
    expect(digest).toContain(`Expiring within 30 days · ${account}`);
  }
  expect(digest).toMatch(/\[♻️ Renew 10\.0\.0\.1 · 30 days…\]\n.*90 days…\]\n\[♻️ Renew 10\.1\.134\.161 · 30 days…\]/);
});

test('a known domain is asked for its date once, and again where it is near; a failure is no news of it', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { english } = app;
  await english.say('/register mine.com');
  await english.press(/^1$/);
  await english.say('ns1.example.com ns2.example.com');
  await english.press('Register for');
  await english.sees(/registered and active/);
  app.provider.forget();
  await untilDue(app);
  const first = await run(app);
  expect(first.join('\n')).not.toContain('mine.com');
  await untilDue(app);
  expect(await run(app)).toHaveLength(first.length);
  expect(asked(app, 'domain.info')).toHaveLength(1);
  await untilDue(app);
  app.later(340 * 24 * HOUR);
  app.provider.fault({ operation: 'domain.info', kind: 'status', status: 503, times: 3 });
  expect(await run(app)).toHaveLength(first.length);
  app.provider.clearFaults();
  await untilDue(app);
  const near = (await run(app)).at(-1) ?? '';
  expect(near).toMatch(/mine\.com.* 2\d days /);
  await english.press('🌐 mine.com');
  await english.sees(/2\d days left|365 days left/);
  const digests = english.screens().filter((text) => IS_DIGEST.test(text)).length;
  await untilDue(app);
  expect(await run(app)).toHaveLength(digests);
});

test('a domain whose answer can not be parsed makes its digest wait once, and is not asked for again that day', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 1 }] });
  await ownDomain(app);
  const store = await openStoreOf(app);
  const [account] = (await store.accounts.get(app.english.chat)).accounts;
  await store.domains.change(`${app.english.chat}:${account?.id}`, (known) => {
    known.domains.push({ domain: DOMAIN });
  });
  await store.close();
  app.provider.fault({ operation: 'domain.info', kind: 'truncated', times: 1_000 });
  app.provider.forget();
  for (let tries = 0; tries < 2; tries++) {
    await untilDue(app);
    expect(await run(app)).toEqual([]);
    expect(asked(app, 'domain.info')).toHaveLength(1);
  }
  const triedAt = app.now();
  await untilDue(app);
  expect(app.now() - triedAt).toBeGreaterThan(20 * HOUR);
});

test('spending is told on the next day, and only then', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { english } = app;
  await untilDue(app);
  expect(await run(app)).toEqual([]);
  await english.say('/renew 10.0.0.0');
  await english.press('30 days');
  await english.press('Renew for');
  await english.sees(/✅/);
  await untilDue(app);
  // The provider did not answer at once.
  app.later(HOUR);
  const [digest = ''] = await run(app);
  expect(digest).toMatch(/Spent in the last day: [\d,]+ toman/);
  await untilDue(app);
  expect(await run(app)).toHaveLength(1);
});

test('a purchase with a lost answer is counted on the day on which its person says that it happened', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { english, provider } = app;
  await english.say('/renew 10.0.0.0');
  await english.press('30 days');
  provider.fault({ operation: 'cloud.renew', kind: 'status', status: 500, times: 1 });
  await english.press('Renew for');
  await english.sees(/no answer\. It may or may not/);
  app.later(100_000);
  await english.sees(/result unknown/);
  await app.stopBot();
  const store = await openStoreOf(app);
  await makeDue(store, english.chat);
  await store.close();
  const [first = ''] = await run(app);
  expect(first).toContain('Result unknown: 1');
  expect(first).not.toContain('Spent');
  await english.press('it went through');
  await english.shows(/You checked on .*: it went through\./);
  await untilDue(app);
  expect((await run(app)).at(-1)).toMatch(/Spent in the last day: [\d,]+ toman/);
  await untilDue(app);
  expect(await run(app)).toHaveLength(2);
});

test.each(['/quiet 23:00-07:00 UTC', '/quiet UTC+1'] as const)(
  'a digest that waits for its provider is not lost by %s',
  async (command) => {
    await using app = await enterConnected();
    await untilDue(app);
    app.provider.fault({ operation: 'server.list', kind: 'status', status: 500, times: 1_000 });
    expect(await run(app)).toEqual([]);
    app.provider.clearFaults();
    const waitsAt = app.now();
    await app.english.say(command);
    await untilDue(app);
    expect(await run(app)).toHaveLength(1);
    expect(app.now() - waitsAt).toBeLessThan(HOUR);
  },
);

test('a refused token is told once', async () => {
  await using app = await enterConnected();
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 401, times: 1_000 });
  await untilDue(app);
  const [digest = ''] = await run(app);
  expect(digest).toContain('the provider refuses the account’s token');
  await untilDue(app);
  expect(await run(app)).toHaveLength(1);
});

test('without an account nothing is due, and with one again it is', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press('Disconnect');
  await english.press(/Yes, disconnect/);
  await untilDue(app);
  expect(await run(app)).toEqual([]);
  const store = await openStoreOf(app);
  expect((await store.digests.get(app.world.english.id))?.dueAt).toBeNull();
  await connect(english);
  expect((await store.digests.get(app.world.english.id))?.dueAt).toBeGreaterThan(app.now() + 12 * HOUR);
  await store.close();
});
