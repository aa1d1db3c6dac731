import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { enterEnglishTeam, enterTeam, PEOPLE, type TeamApp } from '../support.ts';

const SERVER = 'srv-10001';
/** The bot's calls of a method into the team's group, with a text. */
function into({ world }: TeamApp, method: string, text: RegExp, chat = world.group.id) {
  return world.calls.filter(
    ({ method: called, params }) => called === method && params.chat_id === chat && text.test(String(params.text)),
  );
}
/** The requests of members, and those to the provider. */
const actions = (app: TeamApp) => asked(app, 'server.action');

async function askPrivately(app: TeamApp): Promise<void> {
  await app.people.admin.say(`/off ${SERVER}`);
  await app.people.admin.press(/power off/);
  await app.inGroup.admin2.sees(/asks for approval/);
}

test.concurrent('an operation asked for in private is decided in the team’s chat, and told in both', async () => {
  await using app = await enterEnglishTeam();
  await askPrivately(app);
  expect(app.people.admin.screen()).toMatch(/Waiting for approval[\s\S]*protected[\s\S]*\[↩️ Withdraw\]$/);
  const [question] = into(app, 'sendMessage', /asks for approval/);
  expect(String(question?.params.text)).toContain(`tg://user?id=${PEOPLE.admin2.id}`);
  expect(question?.params.disable_notification).toBeUndefined();
});

test.concurrent('an asker can’t approve their own request; the refusal is told and stands in the audit log', async () => {
  await using app = await enterEnglishTeam();
  await askPrivately(app);
  const { text } = await app.inGroup.admin.press(/Approve/);
  expect(text).toMatch(/You made this request yourself/);
  expect(actions(app)).toEqual([]);
  await app.inGroup.admin2.press(/Approve/);
  await app.people.admin.sees(/off[\s\S]*Approved by ⁨?Arash/);
  await app.inGroup.admin2.sees(/Approved by ⁨?Arash/);
  expect(app.inGroup.admin2.screen()).not.toMatch(/\[/);
  expect(actions(app)).toHaveLength(1);
});

test.concurrent('declined long after it was asked for, it is told in a new message, in the asker’s language', async () => {
  await using app = await enterTeam();
  const { admin2 } = app.people;
  await admin2.say(`/off ${SERVER}`);
  await admin2.press(/خاموش/);
  await app.inGroup.owner.sees(/تا ساعت .* منتظر تأیید است/);
  app.later(60_000);
  const before = admin2.messages().length;
  await app.inGroup.owner.press(/رد/);
  await admin2.sees(/Omid⁩? رد کرد/u);
  expect(admin2.messages().length).toBeGreaterThan(before);
  await app.inGroup.owner.sees(/Omid⁩? رد کرد/u);
  expect(actions(app)).toEqual([]);
});

test.concurrent('the asker withdraws it with /cancel, and an approval after that does nothing', async () => {
  await using app = await enterEnglishTeam();
  await askPrivately(app);
  const late = app.inGroup.admin2;
  const data = late.messages().at(-1);
  await app.people.admin.say('/cancel');
  await late.sees(/cancelled|not sent/i);
  const row = data?.reply_markup?.inline_keyboard[0]?.[0];
  if (!data || !row || !('callback_data' in row)) return expect.fail('There is no button');
  app.world.pressRaw(PEOPLE.admin2.id, app.world.group.id, data.message_id, row.callback_data);
  await app.settled();
  expect(actions(app)).toEqual([]);
});

test.concurrent('an asker who has lost the role meanwhile gets nothing sent, and both sides are told', async () => {
  await using app = await enterEnglishTeam();
  await askPrivately(app);
  await app.change((team) => {
    for (const each of team.members) if (each.userId === PEOPLE.admin.id) each.role = 'viewer';
  });
  const { text } = await app.inGroup.admin2.press(/Approve/);
  expect(text).toMatch(/درخواست‌کننده دیگر حق این کار را ندارد/);
  await app.people.admin.sees(/nothing was sent[\s\S]*“?⁨?operator/i);
  expect(actions(app)).toEqual([]);
});

test.concurrent('an approver who has lost the role meanwhile is refused, and another may still approve', async () => {
  await using app = await enterEnglishTeam();
  await askPrivately(app);
  await app.change((team) => {
    for (const each of team.members) if (each.userId === PEOPLE.admin2.id) each.role = 'operator';
  });
  expect((await app.inGroup.admin2.press(/Approve/)).show_alert).toBe(true);
  expect(actions(app)).toEqual([]);
  await app.inGroup.owner.press(/Approve/);
  await app.people.admin.sees(/off/);
  expect(actions(app)).toHaveLength(1);
});

test.concurrent('a copy of the buttons in another chat is refused', async () => {
  await using app = await enterEnglishTeam();
  await askPrivately(app);
  const message = app.inGroup.admin2.messages().at(-1);
  const row = message?.reply_markup?.inline_keyboard[0]?.[0];
  if (!row || !('callback_data' in row)) return expect.fail('There is no button');
  const { stranger } = app.people;
  await stranger.say('/help');
  const copy = stranger.messages().at(-1)?.message_id ?? 0;
  const { answered } = app.world.pressRaw(PEOPLE.stranger.id, stranger.chat, copy, row.callback_data);
  expect(await answered).toMatchObject({ show_alert: true });
  expect(actions(app)).toEqual([]);
});

test.concurrent('an operation that waits while the group becomes a supergroup is asked for anew there', async () => {
  await using app = await enterEnglishTeam({ telegram: { group: 'group' } });
  await askPrivately(app);
  const { id } = app.world.upgradeGroup(PEOPLE.owner.id);
  await app.settled();
  const owner = app.inGroup.owner.in(id);
  await owner.sees(/asks for approval/);
  expect(into(app, 'sendMessage', /asks for approval/, id)).toHaveLength(1);
  await owner.press(/Approve/);
  await app.people.admin.sees(/Approved by/);
  expect(actions(app)).toHaveLength(1);
});

test.concurrent('in a group whose Telegram knows no ephemeral messages the question is a new message, too', async () => {
  await using app = await enterEnglishTeam({ telegram: { older: true } });
  const { operator, admin } = app.inGroup;
  await operator.say(`/off ${SERVER}`);
  await operator.press(/power off/);
  await admin.sees(/asks for approval/);
  const [question, ...more] = into(app, 'sendMessage', /asks for approval/);
  expect(more).toEqual([]);
  expect(question?.params.disable_notification).toBeUndefined();
  await admin.press(/Approve/);
  await admin.sees(/Approved by/);
  expect(actions(app)).toHaveLength(1);
});

test.concurrent('a member who asks and cancels again and again does not fill the team’s chat', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.people;
  for (let asked = 0; asked < 18; asked++) {
    await operator.say(`/off ${SERVER}`);
    await operator.press(/power off/);
    await operator.sees(/Waiting for approval/);
    await operator.say('/cancel');
    await operator.sees(/cancelled|not sent/i);
  }
  const questions = into(app, 'sendMessage', /asks for approval/).length;
  expect(questions).toBeGreaterThan(5);
  // Telegram takes 20 messages a minute into a group; the others are left for answers.
  expect(questions).toBeLessThanOrEqual(15);
});
