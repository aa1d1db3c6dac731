import { expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { createPerson, type Person } from '../../../support/person.ts';
import { asked, enter } from '../../support.ts';
import { auditOf, enterTeam, PEOPLE, type TeamApp } from '../support.ts';

const WEB1 = { id: 'srv-10002', name: '10.0.0.2' };

/** The refusals in the log, the oldest first. */
async function refusalsOf(app: TeamApp) {
  const all = await auditOf(app);
  return all.filter(({ event }) => event === 'refused').map((each) => [each.action, each.reason, each.server?.id]);
}

/** The buttons of a person's newest screen. */
function dataOf(person: Person): string[] {
  const rows = person.messages().at(-1)?.reply_markup?.inline_keyboard ?? [];
  return rows.flat().flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
}

test.concurrent('a person who gets a console is in the log, with the server, before the provider is asked; in both languages', async () => {
  await using app = await enterTeam();
  const { operator, viewer } = app.people;
  await operator.say('/help');
  await app.inGroup.operator.say('/console srv-10002');
  await operator.say('/console srv-10001');
  await viewer.say('/console srv-10002');
  const consoles = (await auditOf(app)).filter(({ event }) => event === 'consoleAsked');
  expect(consoles).toMatchObject([
    { actor: { id: PEOPLE.operator.id, name: 'Olga' }, server: { id: 'srv-10002' } },
    { actor: { id: PEOPLE.operator.id }, server: { id: 'srv-10001' } },
  ]);
  expect(asked(app, 'server.vnc')).toHaveLength(2);
  app.provider.fault({ operation: 'server.vnc', kind: 'status', status: 500 });
  await operator.say('/console srv-10001');
  expect((await auditOf(app)).filter(({ event }) => event === 'consoleAsked')).toHaveLength(3);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/Olga \| asked for the console of \S+/);
  await app.people.admin2.say('/audit');
  expect(app.people.admin2.screen()).toMatch(/Olga \| کنسول \S+ را خواست/);
});

test.concurrent('a refusal names the server that a tap or command is about, also that of a person outside', async () => {
  await using app = await enterTeam();
  const { admin, viewer } = app.people;
  const { stranger } = app.inGroup;
  await admin.say('/servers');
  await admin.say('/server srv-10002');
  await admin.press('More');
  const reinstall = dataOf(admin).find((each) => /^ri\|/.test(each)) ?? expect.fail(dataOf(admin).join());
  await viewer.say('/help');
  const message = viewer.messages().at(-1)?.message_id ?? 0;
  await app.world.pressRaw(viewer.user.id, viewer.chat, message, reinstall).answered;
  await app.settled();
  for (const id of ['srv-10002', 'srv-10001', 'SRV-10003', 'web9']) await viewer.say(`/off ${id}`);
  await stranger.say('/off srv-10002');
  expect(await refusalsOf(app)).toEqual([
    ['reinstall', 'role', 'srv-10002'],
    ['powerOff', 'role', 'srv-10002'],
    ['powerOff', 'role', 'srv-10001'],
    ['powerOff', 'role', 'srv-10003'],
    ['powerOff', 'role', undefined],
    ['powerOff', 'notMember', 'srv-10002'],
  ]);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/Stan \| refused: power off \(\S+\) – not a member/);
});

test.concurrent('an operation that a team’s limit stops is in the log with its price, and so is a limit in another currency', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await app.change((team) => {
    team.limits = [{ total: 1_000, currency: 'تومان' }];
  });
  await owner.say(`/renew ${WEB1.name}`);
  await owner.press(/^۳۰ روز/);
  expect(owner.screen()).toMatch(/^✋ چیزی فرستاده نشد: .*سقف تیم/);
  expect((await auditOf(app)).at(-1)).toMatchObject({
    event: 'refused',
    actor: { id: PEOPLE.owner.id },
    action: 'spend',
    reason: 'teamLimit',
    total: 782_100,
    currency: expect.any(String),
  });
  await app.change((team) => {
    team.limits = [{ total: 1_000, currency: 'EUR' }];
  });
  await owner.say(`/renew ${WEB1.name}`);
  await owner.press(/^۳۰ روز/);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'refused', action: 'spend', reason: 'limitUnclear' });
});

test.concurrent('a tap on a power button is refused, and logged, as what the button does', async () => {
  await using app = await enterTeam();
  const { operator, viewer } = app.people;
  await operator.say('/server srv-10002');
  const power = dataOf(operator).filter((each) => each.startsWith('pw|'));
  expect(power).toHaveLength(2);
  await viewer.say('/help');
  const message = viewer.messages().at(-1)?.message_id ?? 0;
  for (const data of power) await app.world.pressRaw(viewer.user.id, viewer.chat, message, data).answered;
  await app.settled();
  expect((await refusalsOf(app)).map(([action]) => action)).toEqual(['reboot', 'powerOff']);
});

test.concurrent('a member who lost the role before the confirm reads that, and not what others do to the server', async () => {
  await using app = await enterTeam({ timings: { rebootMs: 60_000 } });
  const { operator, admin } = app.people;
  await operator.say('/reboot srv-10002');
  await admin.say('/reboot srv-10002');
  await admin.press('Yes, restart');
  await eventually(() => asked(app, 'server.action').length === 1);
  await app.change((team) => {
    for (const each of team.members) if (each.userId === PEOPLE.operator.id) each.role = 'viewer';
  });
  await operator.press('Yes, restart');
  expect(await operator.shows(/nothing was sent/)).toBe(true);
  expect(operator.screens().join()).not.toMatch(/still running/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a group without a team reads how one is set up', async () => {
  await using app = await enter({ people: Object.values(PEOPLE) });
  const ada = createPerson(app.world, PEOPLE.admin, app.settled).in(app.world.group.id);
  for (const command of ['/members', '/oncall', '/protect', '/breakglass fire now']) {
    await ada.say(command);
    expect(ada.screen(), command).toMatch(/This group has no team\. .*\/team/);
  }
});
