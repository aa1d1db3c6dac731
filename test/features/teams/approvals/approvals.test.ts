import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { enterEnglishTeam, enterTeam } from '../support.ts';

test.concurrent('an operator restarts a server with the team’s account, and a viewer does not', async () => {
  await using app = await enterTeam();
  const { operator, viewer } = app.inGroup;
  await viewer.say('/servers');
  expect(viewer.screen()).toMatch(/10\.0\.0\.1/);
  await viewer.say('/reboot srv-10002');
  expect(viewer.screen()).toMatch(/نقش «اپراتور»/);
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await operator.sees(/restarted/i);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a person outside of the team gets nothing of its account, and their own account is not used there', async () => {
  await using app = await enterTeam();
  await app.people.stranger.say('/connect another-token-of-the-test');
  app.provider.forget();
  await app.inGroup.stranger.say('/servers');
  expect(app.inGroup.stranger.screen()).toMatch(/not a member of the team/);
  expect(asked(app)).toEqual([]);
});

test.concurrent('to power a protected server off takes a second person, who sees what it does', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin, admin2, viewer } = app.inGroup;
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/protected/);
  await operator.press(/power off/);
  await admin.sees(/Olga⁩? asks for approval/u);
  expect(asked(app, 'server.action')).toEqual([]);
  expect((await operator.press(/Approve/)).text).toMatch(/role/);
  expect((await viewer.press(/Approve/)).show_alert).toBe(true);
  expect(asked(app, 'server.action')).toEqual([]);
  const [one, other] = [admin.tap(/Approve/), admin2.tap(/Approve/)];
  await Promise.all([one.answered, other.answered]);
  await admin.sees(/powered off|is off/i);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('where the asker lost the role meanwhile, the group reads whose role it is', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.inGroup;
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await admin.sees(/Olga⁩? asks for approval/u);
  await app.change((team) => {
    for (const each of team.members) if (each.name === 'Olga') each.role = 'viewer';
  });
  await admin.press(/Approve/);
  await admin.sees(
    /nothing was sent\. The role of .?Olga.? is no longer high enough for this request, which needs “operator”/,
  );
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an operation without an approval within fifteen minutes is never sent', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.inGroup;
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await admin.sees(/asks for approval/);
  const tap = () => admin.press(/Approve/);
  app.later(15 * 60_000 + 1_000);
  await tap();
  await admin.sees(/nobody approved it in time/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a request mentions twenty people who may approve it, and counts the others, who are mentioned below', async () => {
  await using app = await enterEnglishTeam({}, /PARTICIPANT_ID_INVALID/);
  await app.change((team) => {
    for (let at = 0; at < 30; at++)
      team.members.push({ userId: 5000 + at, name: `M${at}.`, role: 'admin', addedAt: 0 });
  });
  const { admin } = app.people;
  await admin.say('/off srv-10001');
  await admin.press(/power off/);
  // The owner, the other admin and 18 of the new ones.
  await app.inGroup.viewer.shows(/M17\. and 12 more/);
  await app.inGroup.viewer.shows(/can decide too: .*M18\..*M29\./);
});

test.concurrent('an operation asked for in the group is not sent where Telegram can’t tell whether its asker is still there', async () => {
  await using app = await enterEnglishTeam({}, /member list is inaccessible/);
  const { admin, admin2 } = app.inGroup;
  await admin.say('/off srv-10001');
  await admin.press(/power off/);
  app.later(2 * 60_000);
  app.world.fail({
    method: 'getChatMember',
    code: 400,
    description: 'Bad Request: member list is inaccessible',
    times: 100,
  });
  await admin2.press(/Approve/);
  expect(asked(app, 'server.action')).toEqual([]);
});
