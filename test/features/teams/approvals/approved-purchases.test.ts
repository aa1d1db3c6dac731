import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { enterEnglishTeam, enterTeam, type TeamApp } from '../support.ts';

const renewals = (app: TeamApp) => asked(app, 'cloud.renew').filter((each) => !each.startsWith('cloud.renewQuote'));
/** The bot's messages into the team's group that ask for approval. */
const questions = ({ world }: TeamApp) =>
  world.calls.filter(
    ({ method, params }) =>
      method === 'sendMessage' &&
      params.chat_id === world.group.id &&
      /asks for approval|تا ساعت .* منتظر تأیید است/.test(String(params.text)),
  );

async function renewTwo(app: TeamApp): Promise<void> {
  const { admin } = app.people;
  await admin.say('/renew');
  for (const server of ['10.0.0.0', '10.0.0.1']) await admin.press(`${server} ·`);
  await admin.press(/Renew the \d chosen/);
  await admin.press(/^30 days/);
  expect(admin.screen()).toMatch(/Renew 2 servers/);
  await admin.press('Renew 2 for');
}

test.concurrent('several renewals above the limit are one question with their sum, and one tap approves them', async () => {
  await using app = await enterEnglishTeam();
  const { admin, admin2 } = { admin: app.people.admin, admin2: app.inGroup.admin2 };
  await renewTwo(app);
  await admin2.sees(/Ada⁩? asks for approval[\s\S]*Total: 683,100 toman[\s\S]*\[✅ Approve 2 for 683,100 toman\]/u);
  expect(admin.screen()).toMatch(/Waiting for approval[\s\S]*\n\[↩️ Withdraw\]$/);
  expect(questions(app)).toHaveLength(1);
  expect(renewals(app)).toEqual([]);
  await admin2.press(/Approve 2/);
  await admin.sees(/✅ 10\.0\.0\.0[\s\S]*✅ 10\.0\.0\.1/);
  expect(renewals(app)).toHaveLength(2);
});

test.concurrent('declined together, nothing is bought, and the receipt says so', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.people;
  await renewTwo(app);
  await app.inGroup.owner.sees(/Approve 2/);
  await admin.say('/orders');
  expect(admin.screen()).toMatch(/waiting for approval/);
  await app.inGroup.owner.press(/Decline/);
  await admin.shows(/^Declined by ⁨?Omid[\s\S]*declined, not bought/);
  await app.inGroup.owner.sees(/Declined by ⁨?Omid/);
  expect(app.inGroup.owner.screen()).toMatch(/^Declined by ⁨?Omid[\s\S]*declined, not bought[\s\S]*Requested by ⁨?Ada/);
  await admin.say('/orders');
  expect(admin.screen()).toMatch(/✖️ declined, nothing was sent/);
  expect(admin.screen()).not.toMatch(/cancelled/);
  expect(app.inGroup.owner.screen()).not.toMatch(/\[/);
  expect(renewals(app)).toEqual([]);
});

test.concurrent('a renewal above the limit, in Persian: the price that changes goes back to who asked, and is asked for anew', async () => {
  await using app = await enterTeam();
  const { admin2 } = app.people;
  const { owner } = app.inGroup;
  await admin2.say('/renew 10.0.0.1');
  await admin2.press(/^۳۰ روز/);
  expect(admin2.screen()).toMatch(/باید تأیید کند/);
  await admin2.press(/تومان/);
  await owner.sees(/Arash⁩? تا ساعت .* منتظر تأیید است[\s\S]*۴۵۵٬۴۰۰ تومان/u);
  const body = { total: 500_000, currency: 'toman', period: 30 };
  app.provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 2 });
  await owner.press(/✅ تأیید/);
  await owner.sees(/تأیید قبلی دیگر اعتبار ندارد/);
  await admin2.sees(/۵۰۰٬۰۰۰ تومان/);
  expect(renewals(app)).toEqual([]);
  await admin2.press(/۵۰۰٬۰۰۰/);
  await owner.sees(/تا ساعت .* منتظر تأیید است[\s\S]*۵۰۰٬۰۰۰ تومان/);
  expect(questions(app)).toHaveLength(2);
  await owner.press(/✅ تأیید/);
  await admin2.sees(/تأییدکننده: ⁨?Omid/);
  expect(renewals(app)).toHaveLength(1);
});
