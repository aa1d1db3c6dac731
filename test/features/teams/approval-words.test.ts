import { expect, test } from 'vitest';
import { asked } from '../support.ts';
import { enterEnglishTeam, enterTeam } from './support.ts';

test('the group of a Persian team reads in Persian what a member asks approval for in English', async () => {
  await using app = await enterTeam();
  const { operator, admin2 } = app.inGroup;
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/protected/);
  await operator.press(/power off/);
  await admin2.sees(/Olga⁩? تأیید می‌خواهد[\s\S]*محافظت‌شده/u);
  await admin2.press(/✅ تأیید/);
  await admin2.sees(/خاموش شد[\s\S]*تأیید از ⁨?Arash/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test('what is asked for in private in English is decided in the group in Persian, and told in private in English', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await admin.say('/off srv-10001');
  await admin.press(/power off/);
  await app.inGroup.owner.sees(/Ada⁩? تأیید می‌خواهد/u);
  expect(admin.screen()).toMatch(/Waiting for approval/);
  await app.inGroup.owner.press(/✅ تأیید/);
  await app.inGroup.owner.sees(/تأیید از ⁨?Omid/);
  await admin.sees(/is off[\s\S]*Approved by ⁨?Omid/);
});

test('the group of an English team reads in English what a member asks approval for in Persian', async () => {
  await using app = await enterEnglishTeam();
  const { admin2, admin } = app.inGroup;
  await admin2.say('/off srv-10001');
  await admin2.press(/خاموش/);
  await admin.sees(/Arash⁩? asks for approval/u);
  await admin.press(/Decline/);
  await admin.sees(/Declined by ⁨?Ada/);
  expect(asked(app, 'server.action')).toEqual([]);
});
