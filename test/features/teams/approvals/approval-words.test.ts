import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { enterEnglishTeam, enterTeam } from '../support.ts';

test.concurrent('the group of a Persian team reads in Persian what a member asks approval for in English', async () => {
  await using app = await enterTeam();
  const { operator, admin2 } = app.inGroup;
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/protected/);
  await operator.press(/power off/);
  await admin2.sees(/Olga⁩? تا ساعت .* منتظر تأیید است[\s\S]*محافظت‌شده/u);
  await admin2.press(/✅ تأیید/);
  await admin2.sees(/خاموش شد[\s\S]*تأییدکننده: ⁨?Arash/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('an operation asked for in private in English is decided in the group in Persian, and told in private in English', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await admin.say('/off srv-10001');
  await admin.press(/power off/);
  await app.inGroup.owner.sees(/Ada⁩? تا ساعت .* منتظر تأیید است/u);
  expect(admin.screen()).toMatch(/Waiting for approval/);
  await app.inGroup.owner.press(/✅ تأیید/);
  await app.inGroup.owner.sees(/تأییدکننده: ⁨?Omid/);
  await admin.sees(/is off[\s\S]*Approved by ⁨?Omid/);
});

test.concurrent('the group of an English team reads in English what a member asks approval for in Persian', async () => {
  await using app = await enterEnglishTeam();
  const { admin2, admin } = app.inGroup;
  await admin2.say('/off srv-10001');
  await admin2.press(/خاموش/);
  await admin.sees(/Arash⁩? asks for approval/u);
  await admin.press(/Decline/);
  await admin.sees(/Declined by ⁨?Ada/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('the button of the asker says whose request it withdraws, and others hear in their language that only the asker may', async () => {
  await using app = await enterTeam();
  const { operator, admin, admin2 } = app.inGroup;
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/another person \(a team admin or the team’s owner\) has to approve/);
  await operator.press(/power off/);
  await admin2.sees(/\[↩️ پس گرفتن درخواست ⁨?Olga/);
  expect((await admin2.press(/پس گرفتن/)).text).toBe('فقط درخواست‌کننده می‌تواند این را لغو کند.');
  expect((await admin.press(/پس گرفتن/)).text).toBe('Only the person who asked can cancel this request.');
  await operator.press(/پس گرفتن/);
  await admin2.sees(/لغو شد/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an operation that was declined says so first, in the message and among the orders', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await admin.say('/off srv-10001');
  await admin.press(/power off/);
  expect(admin.screen()).toMatch(/\[↩️ Withdraw\]$/);
  await app.inGroup.owner.sees(/تا ساعت .* منتظر تأیید است/);
  await app.inGroup.owner.press(/رد/);
  await app.inGroup.owner.sees(/^✖️ ⁨?Omid⁩? رد کرد\. چیزی فرستاده نشد\.\n[\s\S]*درخواست‌کننده: ⁨?Ada/);
  await admin.shows(/^✖️ Declined by ⁨?Omid⁩?\. Nothing was sent\.\n[^\n]*[Pp]ower off/);
  expect(admin.screen()).not.toMatch(/[Cc]ancelled/);
  await app.inGroup.admin2.say('/orders all');
  expect(app.inGroup.admin2.screen()).toMatch(/✖️ رد شد/);
});

test.concurrent.each([
  ['en', enterEnglishTeam, 'admin', /^30 days/, /Renew for/, /You have no limit in the team yet/, /Requested by ⁨?Ada/],
  ['fa', enterTeam, 'admin2', /^۳۰ روز/, /تومان/, /هنوز سقفی در تیم برایتان تعیین نشده/, /درخواست‌کننده: ⁨?Arash/],
] as const)('a purchase that was approved names in the group who asked for it: %s', async (...row) => {
  const [, entered, name, days, yes, own, by] = row;
  await using app = await entered();
  const asker = app.people[name];
  await asker.say('/renew 10.0.0.1');
  await asker.press(days);
  await asker.press(yes);
  expect(asker.screen()).toMatch(own);
  expect(asker.screen()).not.toMatch(/person who asked|درخواست‌کننده/);
  const { owner } = app.inGroup;
  await owner.sees(/asks for approval|تا ساعت .* منتظر تأیید است/);
  await owner.press(/✅ (Approve|تأیید)/);
  await owner.sees(/Approved by|تأییدکننده: /);
  expect(owner.screen()).toMatch(by);
});
