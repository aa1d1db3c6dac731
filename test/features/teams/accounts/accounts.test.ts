import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { asked, connect, OTHER_TOKEN, TOKEN } from '../../support.ts';
import { enterEnglishTeam, enterTeam, PEOPLE } from '../support.ts';

test.concurrent('a member without an account of their own works with the team’s, and is not asked to connect one', async () => {
  await using app = await enterTeam();
  const { operator } = app.people;
  await operator.say('/start');
  expect(operator.screen()).toMatch(/Account of the team Shift\. Your role: operator\./);
  expect(operator.screen()).not.toMatch(/connect|🛒/i);
  await operator.press('Servers');
  expect(operator.screen()).toMatch(/Servers · Shift/);
  await operator.say('/help');
  await operator.say('/accounts');
  expect(operator.screen()).toMatch(/No account is connected\.\n\n👥 One more account belongs to a team/);
  expect(operator.screen()).toContain('[✓ 👥 Shift · operator]');
  await operator.press('Shift');
  expect(operator.screen()).toMatch(
    /The account of this team\. Your role: operator\.\n\n✓ Commands work on this account\./,
  );
  expect(operator.screen()).not.toMatch(/Rename|Disconnect|token|My personal limit/);
});

test.concurrent('a member chooses between their own account and the team’s', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await connect(admin, OTHER_TOKEN);
  await admin.say('/accounts');
  expect(admin.screen()).toContain('[✓ Account 1]\n[👥 Shift · admin]');
  await admin.press('Shift');
  expect(admin.screen()).toMatch(/Not the current account/);
  expect(admin.screen()).toContain('Not set: every purchase needs a second person’s approval');
  await admin.press('Use this account');
  expect(admin.screen()).toContain('[Account 1]\n[✓ 👥 Shift · admin]');
  app.provider.forget();
  await admin.say('/servers');
  expect(admin.screen()).toMatch(/Servers · Shift[\s\S]*10\.0\.0\.0/);
  expect(app.provider.requests[0]?.account).toBe('account-1');
});

test.concurrent('a member who leaves the team goes on with an account of their own, and is told once', async () => {
  await using app = await enterTeam();
  const { admin, operator } = app.people;
  await connect(admin, OTHER_TOKEN);
  for (const person of [admin, operator]) {
    await person.say('/accounts');
    await person.press('Shift');
    if (person === admin) await person.press('Use this account');
  }
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.admin.id && userId !== PEOPLE.operator.id);
  });
  await admin.say('/servers');
  expect(admin.screens().at(-2)).toMatch(
    /You can no longer use the team’s account you had chosen\. Commands now use Account 1\./,
  );
  expect(admin.screen()).toMatch(/Servers · Account 1/);
  await admin.say('/servers');
  expect(admin.screens().at(-2)).not.toMatch(/can no longer use/);
  await operator.say('/servers');
  expect(operator.screen()).toMatch(/No account is connected/);
});

test.concurrent('names of servers are the owner’s: members see and use them, and change none', async () => {
  await using app = await enterTeam();
  const { owner, admin } = app.people;
  await owner.say('/server 10.0.0.1');
  await owner.press('بیشتر');
  await owner.press('نام');
  await owner.say('web1');
  await admin.say('/server web1');
  expect(admin.screen()).toMatch(/web1/);
  await admin.press('More');
  expect(admin.screen()).not.toMatch(/Rename|Name\]|Remove the name/);
  await app.inGroup.operator.say('/reboot web1');
  expect(app.inGroup.operator.screen()).toMatch(/Restart web1/i);
});

test.concurrent('plain words, links and checks in the group work with the team’s account', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await connect(admin, OTHER_TOKEN);
  const { operator, admin: adminThere } = app.inGroup;
  await operator.say(`@${app.world.bot.username} restart 10.0.0.1`);
  expect(operator.screen()).toMatch(/Restart 10\.0\.0\.1/i);
  app.provider.forget();
  await adminThere.say('/servers');
  expect(adminThere.screen()).toMatch(/10\.0\.0\.0/);
  expect(app.provider.requests.map(({ account }) => account)).not.toContain('account-2');
  await operator.say('/check example-of-the-team.com');
  await operator.sees(/example-of-the-team\.com/);
  await operator.sees(/Available: 1/);
  await operator.say('/start');
  expect(operator.screen()).toMatch(/This group uses the account of the team Shift/);
});

test.concurrent('a member’s own account is not touched in the team’s group, also by its buttons', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await connect(admin, OTHER_TOKEN);
  await admin.say('/servers');
  const row = admin
    .messages()
    .flatMap(({ reply_markup: markup }) => markup?.inline_keyboard.flat() ?? [])
    .findLast((each) => 'callback_data' in each && each.callback_data.startsWith('sv|'));
  if (!row || !('callback_data' in row)) throw new Error('No button');
  const { admin: there } = app.inGroup;
  await there.say('/servers');
  app.provider.forget();
  const message = there.messages().at(-1)?.message_id ?? 0;
  const tap = app.world.pressRaw(there.user.id, there.chat, message, row.callback_data);
  expect((await tap.answered).text).toMatch(/Only the team’s account is used here/);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a domain that a member looks up is on the account’s list, and only its owner forgets it', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  await app.change((team) => {
    for (const member of team.members)
      if (member.userId === PEOPLE.admin.id) member.limits = [{ total: 9_000_000, currency: 'toman' }];
  });
  for (const answer of ['/register mine.com', '1', 'ns1.example.com ns2.example.com']) await admin.say(answer);
  await admin.press('Register for');
  await admin.sees(/registered and active/);
  await owner.say('/domain');
  expect(owner.screen()).toContain('[mine.com]');
  await owner.press('mine.com');
  expect(owner.screen()).toContain('[حذف از لیست من]');
  await admin.say('/domain mine.com');
  expect(admin.screen()).toMatch(/\[.*Renew\]/);
  expect(admin.screen()).not.toContain('Remove from my list');
});

test.concurrent('disconnecting a lent account ends the team: it is said before, the group hears it, and nothing more is sent', async () => {
  await using app = await enterEnglishTeam();
  const { owner, viewer } = app.people;
  const { operator, admin } = app.inGroup;
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await admin.sees(/asks for approval/);
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  expect(owner.screen()).toContain('👥 در اختیار تیم Shift است (۵ عضو).');
  await owner.press('قطع اتصال');
  expect(owner.screen()).toMatch(/با این کار تیم Shift هم حذف می‌شود/);
  await owner.press('بله');
  expect(owner.screen()).toContain('تیم Shift حذف شد.');
  await admin.shows(/This team has ended: its owner disconnected the account/);
  await operator.shows(/nothing was sent\. The team no longer has access to this account/);
  expect(admin.screens().filter((each) => /Approve/.test(each))).toEqual([]);
  expect(asked(app, 'server.action')).toEqual([]);
  await viewer.say('/servers');
  expect(viewer.screen()).toMatch(/حسابی وصل نیست|وصل کنید/);
  const store = await openStoreOf(app);
  expect(await store.teams.get('team-of-test')).toBeUndefined();
  await store.close();
});

test.concurrent('an operation under way when the account goes is followed no further, and that is said', async () => {
  await using app = await enterTeam({ timings: { rebootMs: 60_000 } });
  const { operator } = app.inGroup;
  const { owner } = app.people;
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await operator.sees(/Restarting/);
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('قطع اتصال');
  await owner.press('بله');
  await operator.shows(/Result unknown: the account was disconnected/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a new token of the same account keeps the team; that of another account is not taken', async () => {
  await using app = await enterTeam();
  const { owner, viewer } = app.people;
  await owner.say('/servers');
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('توکن جدید');
  await owner.say(OTHER_TOKEN);
  expect(owner.screen()).toContain('این توکن مال حساب دیگری است');
  await owner.say(TOKEN);
  expect(owner.screen()).toMatch(/حساب ۱/);
  await viewer.say('/servers');
  expect(viewer.screen()).toMatch(/10\.0\.0\.0/);
  expect((await app.team()).accountId).toBeTruthy();
});

test('keys lead to the team from home and from the account’s screen, for its owner and its members', async () => {
  await using app = await enterTeam();
  const { owner, viewer, operator } = app.people;
  await connect(operator);
  await owner.say('/start');
  await owner.press('وضعیت تیم');
  expect(owner.screen()).toMatch(/Shift[\s\S]*اعضا/);
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('وضعیت تیم');
  expect(owner.screen()).toMatch(/Shift[\s\S]*اعضا/);
  await viewer.say('/accounts');
  await viewer.press('Shift');
  await viewer.press('وضعیت تیم');
  expect(viewer.screen()).toMatch(/Shift[\s\S]*اعضا/);
  // The person's own account is the current one.
  await operator.say('/start');
  await operator.press('Your teams');
  await operator.press('Shift');
  expect(operator.screen()).toMatch(/Shift[\s\S]*Members/);
});

test.concurrent('the owner’s own name for the account stays in private: in the group all read the team’s', async () => {
  await using app = await enterTeam();
  const { owner } = app.inGroup;
  const store = await openStoreOf(app);
  await store.accounts.change(PEOPLE.owner.id, ({ accounts }) => {
    for (const account of accounts) account.label = 'Client Ltd';
  });
  await store.close();
  for (const command of [
    'servers',
    'status',
    'watch',
    'watch domains',
    'domain',
    'domains',
    'renew',
    'expiring',
    'wanted',
  ]) {
    await owner.say(`/${command}`);
    expect(owner.screen(), command).not.toContain('Client Ltd');
  }
  expect(owner.screens().join('\n')).toContain('Shift');
  await app.people.owner.say('/servers');
  expect(app.people.owner.screen()).toContain('Client Ltd');
});
