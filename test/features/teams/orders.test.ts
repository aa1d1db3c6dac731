import { expect, test } from 'vitest';
import { openStoreOf } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { asked, OTHER_TOKEN } from '../support.ts';
import { enterEnglishTeam, enterTeam, type TeamApp } from './support.ts';

/** Restarts a server in the group, as the operator. */
async function restart(app: TeamApp): Promise<void> {
  const { operator } = app.inGroup;
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await operator.sees(/restarted/i);
}

function dataOf(person: Person, start: string): string {
  const all = person.messages().flatMap(({ reply_markup: markup }) => markup?.inline_keyboard.flat() ?? []);
  const found = all.findLast((each) => 'callback_data' in each && each.callback_data.startsWith(start));
  return found && 'callback_data' in found ? found.callback_data : expect.fail(`No button ${start}`);
}

test.concurrent('in the group all members see what the team did, and who did it', async () => {
  await using app = await enterTeam();
  await restart(app);
  const { viewer, stranger } = app.inGroup;
  await viewer.say('/orders');
  expect(viewer.screen()).toMatch(/👥 Shift\n🧾 یک عملیات تیم[\s\S]*ری‌استارت[\s\S]*👤 Olga/);
  await viewer.press('۱');
  expect(viewer.screen()).toMatch(/👤 Olga\nدرخواست در/);
  await stranger.say('/orders');
  expect(stranger.screen()).toMatch(/not a member of the team/);
});

test.concurrent('others read by name who said what became of an operation', async () => {
  await using app = await enterTeam();
  await restart(app);
  const store = await openStoreOf(app);
  const { ledger } = store;
  const [done] = await ledger.listOfTeam((await app.team()).id, ['power'], 0, 1);
  await ledger.move(done?.id ?? '', { from: ['done'], edit: () => ({ said: { happened: true, at: 1 } }) });
  await store.close();
  const { viewer, operator } = app.inGroup;
  await viewer.say('/orders');
  expect(viewer.screen()).toMatch(/☑️ ⁨?(<b>)?Olga(<\/b>)?⁩? بررسی کرد: انجام شده/);
  await operator.say('/orders');
  expect(operator.screen()).toMatch(/☑️ you checked: it went through/);
});

test.concurrent('a member sees the same in private, and can’t act on what another asked for', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.inGroup;
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await app.inGroup.admin.sees(/asks for approval/);
  const cancel = dataOf(operator, 'no|');
  const { viewer, admin } = app.people;
  await viewer.say('/orders');
  expect(viewer.screen()).toMatch(/👥 Shift\n🧾 یک عملیات تیم[\s\S]*منتظر تأیید[\s\S]*👤 Olga/);
  await viewer.press('۱');
  expect(viewer.screen()).toMatch(/\n\[🧾 سفارش‌ها\]$/);
  expect(viewer.screen()).not.toMatch(/انصراف|پس گرفتن|\[✅/);
  const message = admin.messages().at(-1)?.message_id ?? 0;
  await admin.say('/orders');
  const tap = app.world.pressRaw(admin.user.id, admin.chat, admin.messages().at(-1)?.message_id ?? message, cancel);
  expect(await tap.answered).toMatchObject({ show_alert: true });
  expect(asked(app, 'server.action')).toEqual([]);
  await admin.press('My own orders');
  expect(admin.screen()).toMatch(/No orders yet/);
  await admin.press('The team’s operations');
  expect(admin.screen()).toContain('👤 Olga');
});

test.concurrent('strangers open no receipt of a team, not even with its button', async () => {
  await using app = await enterTeam();
  await restart(app);
  const { viewer, stranger } = app.people;
  await stranger.say(`/connect ${OTHER_TOKEN}`);
  await viewer.say('/orders');
  const data = dataOf(viewer, 'tr|');
  await stranger.say('/servers');
  const message = stranger.messages().at(-1)?.message_id ?? 0;
  const tap = app.world.pressRaw(stranger.user.id, stranger.chat, message, data);
  expect(await tap.answered).toMatchObject({ show_alert: true });
  expect(stranger.screens().join('\n')).not.toContain('Olga');
  // Operations of the person with an account of their own are in no team's list.
  await stranger.say('/orders');
  expect(stranger.screen()).toMatch(/No orders yet/);
});

test.concurrent('a purchase is listed with its price, and without what is its person’s alone', async () => {
  await using app = await enterTeam();
  const { owner, viewer } = app.people;
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press(/👛 سقف شخصی/);
  await owner.say('۵۰۰ دلار');
  await owner.say('/renew 10.0.0.1');
  await owner.press(/^۳۰ روز/);
  expect(owner.screen()).toContain('۵۰۰ دلار');
  const { owner: inGroup } = app.inGroup;
  await inGroup.say('/orders');
  await inGroup.press('۱');
  expect(inGroup.screen()).toMatch(/۴۵۵٬۴۰۰ تومان[\s\S]*👤 Omid/);
  expect(inGroup.screen()).not.toMatch(/دلار|حساب ۱/);
  await viewer.say('/orders');
  await viewer.press('۱');
  expect(viewer.screen()).toContain('👤 Omid');
  expect(viewer.screen()).toMatch(/۴۵۵٬۴۰۰ تومان/);
  expect(viewer.screen()).not.toContain('دلار');
  await viewer.say('/orders');
  expect(viewer.screen()).toMatch(/منتظر تأیید ⁨?(<b>)?Omid/);
  await app.people.operator.say('/orders');
  expect(app.people.operator.screen()).toMatch(/waiting for ⁨?(<b>)?Omid⁩? to confirm/);
  await owner.say('/orders');
  expect(owner.screen()).toContain('منتظر تأیید شما');
  await owner.say('/renew 10.0.0.1');
  await owner.press(/^۳۰ روز/);
  await owner.press(/تمدید به/);
  await owner.sees(/✅/);
  await viewer.say('/orders');
  expect(viewer.screen()).toMatch(/۴۵۵٬۴۰۰ تومان[\s\S]*👤 Omid/);
});
