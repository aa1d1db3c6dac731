import { expect, test } from 'vitest';
import { enterBothConnected } from '../../../features/support.ts';
import { enterTeam } from '../../../features/teams/support.ts';
import { openStoreOf, TOKEN } from '../../../support/app.ts';
import { digestsOf, run, untilDue } from '../digest-support.ts';
import { DOMAIN, ownDomain } from '../support.ts';

const DAY = 24 * 3_600_000;
test.for([
  [
    'english',
    {
      on: /🔔 In the daily digest 30, 14, 7, 3 and 1 days before it expires\./,
      off: /🔕 Not in the daily digest\./,
      silent: /🔕 Your daily digest is off: nothing warns you before it expires\./,
      keys: ['🔕 No warning before expiry', '🔔 Warn me before expiry', 'Domain details'],
      said: [
        /mine\.com is no longer in the daily digest\. Nothing warns/,
        /names mine\.com 30, 14, 7, 3 and 1 days/,
        /the digest is off/,
      ],
      digest: ['🔕 No digest', '📋 Turn on', /Daily digest: on, about/],
    },
  ],
  [
    'persian',
    {
      on: /🔔 ۳۰، ۱۴، ۷، ۳ و ۱ روز قبل از انقضا در گزارش روزانه می‌آید\./,
      off: /🔕 در گزارش روزانه نمی‌آید\./,
      silent: /🔕 گزارش روزانه خاموش است؛ پیش از انقضای این دامنه هشداری نمی‌آید\./,
      keys: ['🔕 انقضا را خبر نده', '🔔 قبل از انقضا خبر بده', 'مشخصات دامنه'],
      said: [/mine\.com.* دیگر در گزارش روزانه نمی‌آید/, /mine\.com.* ۳۰، ۱۴، ۷، ۳ و ۱ روز/, /گزارش روزانه خاموش است/],
      digest: ['🔕 بدون گزارش', '📋 روشن', /گزارش روزانه: روشن/],
    },
  ],
] as const)(
  'the bell of a domain takes it out of the digests, and brings it back: %s',
  async ([who, { on, off, silent, keys, said, digest }]) => {
    await using app = await enterBothConnected({ accounts: [{ token: TOKEN, servers: 2 }] });
    const { [who]: person } = app;
    await ownDomain(app);
    const namesIt = () => digestsOf(person).filter((text) => text.includes(DOMAIN)).length;
    await person.say(`/domain ${DOMAIN}`);
    expect(person.screen()).toMatch(on);
    await person.press(keys[0]);
    expect(person.screen()).toMatch(said[0]);
    await person.press(keys[2]);
    expect(person.screen()).toMatch(off);
    await untilDue(app, person.chat);
    app.later(340 * DAY);
    await run(app, person);
    expect(namesIt()).toBe(0);
    await person.say(`/domain ${DOMAIN}`);
    await person.press(keys[1]);
    expect(person.screen()).toMatch(said[1]);
    await untilDue(app, person.chat);
    await run(app, person);
    expect(namesIt()).toBe(1);
    await person.press(digest[0]);
    await person.say(`/domain ${DOMAIN}`);
    expect(person.screen()).toMatch(silent);
    await person.press(keys[0]);
    await person.press(keys[1]);
    expect(person.screen()).toMatch(said[2]);
    await person.press(digest[1]);
    expect(person.screen()).toMatch(digest[2]);
  },
);

test('in a team’s group the bell is that of its digest, and an admin’s to set', async () => {
  await using app = await enterTeam();
  const { admin, operator } = app.inGroup;
  const { id } = app.world.group;
  const store = await openStoreOf(app);
  await ownDomain(app);
  await admin.say(`/domain ${DOMAIN}`);
  expect(admin.screen()).toMatch(/mine\.com/);
  expect(admin.screen()).not.toMatch(/before it expires\]|خبر نده\]/);
  await store.digests.change(id, (before) => ({ ...before, team: 'team-of-test' }));
  await operator.say(`/domain ${DOMAIN}`);
  expect(operator.screen()).not.toMatch(/before it expires\]|خبر نده\]/);
  await admin.say(`/domain ${DOMAIN}`);
  await admin.press(/No warning|خبر نده/);
  expect((await store.digests.get(id))?.without).toEqual([DOMAIN]);
  expect((await store.digests.get(admin.user.id))?.without).toBeUndefined();
  await store.close();
});
