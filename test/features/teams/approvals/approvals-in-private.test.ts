import { expect, test } from 'vitest';
import { OPERATION_STATES } from '../../../../src/store/operations/index.ts';
import { openStoreOf } from '../../../support/app.ts';
import { waitFor } from '../../../support/eventually.ts';
import { holdCalls } from '../../../support/hold-answers.ts';
import { bare, type Person, textOf } from '../../../support/person.ts';
import { asked } from '../../support.ts';
import { enterTeam, PEOPLE, type TeamApp } from '../support.ts';

const SERVER = 'srv-10001';
const APPROVAL_MS = 15 * 60_000;
const actions = (app: TeamApp) => asked(app, 'server.action');

/** The admin asks for approval in private; the owner and the other admin can be written to in private. */
async function askApprovers(options: Parameters<typeof enterTeam>[0] = {}, fair?: RegExp): Promise<TeamApp> {
  const app = await enterTeam(options, fair);
  const { admin, admin2, owner } = app.people;
  await admin2.say('/start');
  await admin.say(`/off ${SERVER}`);
  await admin.press(/power off/);
  for (const each of [owner, admin2]) await each.sees(/تا ساعت .* منتظر تأیید است/);
  return app;
}

/** The buttons by which a member approves or declines, where they can. */
const decisions = (who: Person) => who.screens().filter((each) => /\[(?:✅ تأیید|✖️ رد)\]/u.test(each));

test.concurrent('approvers are asked in private, with what the team reads in its chat and the team’s name', async () => {
  await using app = await enterTeam();
  const { admin, admin2 } = app.people;
  await admin2.say('/start');
  await admin.say(`/off ${SERVER}`);
  await admin.press(/power off/);
  await admin2.sees(/تا ساعت .* منتظر تأیید است/);
  const [inPrivate, inGroup] = [admin2, app.inGroup.admin2].map((each) =>
    bare(textOf(each.messages().at(-1) ?? expect.fail())),
  );
  expect(inPrivate).toBe(`👥 تیم Shift\n\n${inGroup}`);
  expect(admin2.screen()).toMatch(/\n\[.*تأیید.*\] ?\[.*رد.*\]$/);
  // The asker and members who may not approve read nothing of it in private.
  await app.settled();
  expect(admin.screen()).not.toMatch(/Approve/);
  for (const each of [app.people.operator, app.people.viewer]) expect(each.screens()).toEqual([]);
});

test.concurrent('an approval from private sends it once, and closes every other request', async () => {
  await using app = await askApprovers();
  const { admin, admin2, owner } = app.people;
  await admin2.press(/تأیید/);
  await admin.sees(/Approved by ⁨?Arash/);
  await app.inGroup.owner.sees(/تأییدکننده: ⁨?Arash/);
  for (const each of [owner, admin2]) await each.sees(/✅ .*Arash⁩? تأیید کرد\.$/);
  expect(actions(app)).toHaveLength(1);
});

for (const [what, words, end] of [
  ['is declined', /✖️ .*Arash⁩? رد کرد/u, (app) => app.inGroup.admin2.press(/رد/)],
  ['is withdrawn', /↩️ .*Ada⁩? درخواستش را پس گرفت/u, (app) => app.people.admin.say('/cancel')],
  [
    'expires',
    /به‌موقع تأیید نکرد/,
    async (app) => {
      app.later(APPROVAL_MS + 1_000);
      await app.people.owner.press(/تأیید/);
    },
  ],
  [
    'ends with its team',
    /چیزی فرستاده نشد/,
    async (app) => {
      await app.people.owner.say('/team');
      await app.people.owner.press(/حذف تیم/);
      await app.people.owner.press(/بله، تیم حذف شود/);
    },
  ],
] satisfies [string, RegExp, (app: TeamApp) => Promise<unknown>][])
  test.concurrent(`a request that ${what} is closed in private too`, async () => {
    await using app = await askApprovers();
    await end(app);
    await app.people.admin2.sees(words);
    expect(await app.people.owner.shows(words)).toBe(true);
    for (const each of [app.people.owner, app.people.admin2]) expect(decisions(each)).toEqual([]);
    expect(actions(app)).toEqual([]);
  });

test.concurrent('the private message of an approver who was demoted does nothing and says so', async () => {
  await using app = await askApprovers();
  await app.change((team) => {
    for (const each of team.members) if (each.userId === PEOPLE.admin2.id) each.role = 'operator';
  });
  const { admin2, owner } = app.people;
  const answer = await admin2.press(/تأیید/);
  expect(`${answer.text} ${admin2.screen()}`).toMatch(/«?⁨?ادمین|مدیر/);
  expect(actions(app)).toEqual([]);
  await owner.press(/رد/);
  expect(await admin2.shows(/اینجا دیگر درخواستی نیست که تأیید یا رد کنید/)).toBe(true);
  expect(decisions(admin2)).toEqual([]);
});

test.concurrent('an approver who takes no private message is left out, and the others are asked', async () => {
  await using app = await enterTeam({}, /blocked by the user/);
  const { admin, admin2, owner } = app.people;
  await admin2.say('/start');
  app.world.block(PEOPLE.admin2.id, true);
  await app.settled();
  await admin.say(`/off ${SERVER}`);
  await admin.press(/power off/);
  await owner.sees(/تا ساعت .* منتظر تأیید است/);
  await owner.press(/تأیید/);
  await admin.sees(/Approved by ⁨?Omid/);
  expect(admin2.screens().join()).not.toMatch(/تا ساعت .* منتظر تأیید است/);
});

test.concurrent('ten approvers are asked in private at most', async ({ expect }) => {
  const others = Array.from({ length: 12 }, (_, at) => ({ id: 5_000 + at, is_bot: false, first_name: `Admin ${at}` }));
  await using app = await enterTeam({ people: [...Object.values(PEOPLE), ...others] });
  await app.change((team) => {
    const more = others.map(({ id, first_name: name }) => ({ userId: id, name, role: 'admin' as const, addedAt: 1 }));
    team.members.push(...more);
  });
  await app.people.admin.say(`/off ${SERVER}`);
  await app.people.admin.press(/power off/);
  await app.inGroup.admin2.sees(/تا ساعت .* منتظر تأیید است/);
  const approvers = new Set([PEOPLE.owner.id, PEOPLE.admin2.id, ...others.map(({ id }) => id)]);
  const asked = () => {
    const chats = app.world.calls.flatMap(({ method, params }) =>
      method === 'sendMessage' ? [Number(params.chat_id)] : [],
    );
    return new Set(chats.filter((chat) => approvers.has(chat))).size;
  };
  await expect.poll(asked).toBe(10);
  // A bot that stops has told all that it had to.
  await app.stopBot();
  expect(asked()).toBe(10);
});

test.concurrent('approvers for whom the request has no room are all asked in private, and mentioned in the group where that does not reach them', async () => {
  const others = Array.from({ length: 50 }, (_, at) => ({ id: 5_000 + at, is_bot: false, first_name: `Admin ${at}` }));
  await using app = await enterTeam({
    people: [...Object.values(PEOPLE), ...others],
    telegram: { rateLimits: false },
  });
  const more = others.map(({ id, first_name: name }) => ({ userId: id, name, role: 'admin' as const, addedAt: 1 }));
  await app.change((team) => void team.members.push(...more));
  // The owner and another admin are among the twenty whom the request mentions.
  const [, unmentioned] = [others.slice(0, 18), others.slice(18)];
  const known = unmentioned.slice(0, 3);
  for (const { id } of known) app.world.say(id, id, '/start');
  await app.settled();
  await app.people.admin.say(`/off ${SERVER}`);
  await app.people.admin.press(/power off/);
  const group = app.inGroup.viewer;
  const also = () => group.messages().filter(({ text = '' }) => /این افراد هم می‌توانند تصمیم بگیرند/.test(text));
  await app.world.until(() => also().length === 2);
  await app.settled();
  const mentioned = also().flatMap(({ entities = [] }) =>
    entities.flatMap((each) => (each.type === 'text_mention' ? [each.user.id] : [])),
  );
  expect(mentioned).toEqual(unmentioned.slice(3).map(({ id }) => id));
  for (const { id } of known)
    expect(
      app.world.messages(id, id).filter(({ text = '' }) => /approval|تا ساعت .* منتظر تأیید است/.test(text)),
    ).toHaveLength(1);
});

test.concurrent('a tap on a request that is over is drawn only over a message that is kept with it', async () => {
  await using app = await askApprovers();
  const { admin, admin2 } = app.people;
  const store = await openStoreOf(app);
  const [open] = await store.ledger.openOfTeam((await app.team()).id);
  const { id = '', approval } = open ?? {};
  const keep = (privately: NonNullable<typeof approval>['privately']) =>
    store.ledger.move(id, {
      from: OPERATION_STATES,
      edit: (before) => (before.approval ? { approval: { ...before.approval, privately } } : {}),
    });
  // As after a kill between a message and its note.
  await keep([]);
  await app.inGroup.admin2.press(/رد/);
  await admin.sees(/Declined by/);
  const before = admin2.screen();
  expect((await admin2.press(/تأیید/)).text).toBeTruthy();
  expect(admin2.screen()).toBe(before);
  await keep(approval?.privately);
  await store.close();
  await admin2.press(/تأیید/);
  await admin2.sees(/^✖️ .*Arash⁩? رد کرد/u);
  expect(decisions(admin2)).toEqual([]);
  expect(actions(app)).toEqual([]);
});

test.concurrent('an approver who loses the role while others are asked is not asked', async () => {
  await using app = await enterTeam();
  const { admin, admin2, owner } = app.people;
  await admin2.say('/start');
  const before = admin2.screens().length;
  await admin.say(`/off ${SERVER}`);
  const answer = holdCalls(app.world, { method: 'sendMessage', chat: owner.chat, afterHandling: true });
  const confirmed = admin.press(/power off/);
  // The owner is asked first.
  await owner.sees(/تا ساعت .* منتظر تأیید است/);
  await app.change((team) => {
    for (const each of team.members) if (each.userId === PEOPLE.admin2.id) each.role = 'operator';
  });
  answer();
  await confirmed;
  await app.settled();
  const store = await openStoreOf(app);
  await waitFor(async () => {
    const [waiting] = await store.ledger.openOfTeam('team-of-test');
    expect(waiting?.approval?.privately?.map(({ userId }) => userId)).toEqual([PEOPLE.owner.id]);
  });
  await store.close();
  // All of them were asked by then.
  await app.stopBot();
  expect(admin2.screens()).toHaveLength(before);
});
