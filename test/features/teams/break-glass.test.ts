import { expect, test } from 'vitest';
import { asked } from '../support.ts';
import { enterTeam, PEOPLE } from './support.ts';

const HOUR_MS = 3_600_000;

function broken(by: number, since = Date.now()) {
  return { by, reason: 'fire', since, until: since + HOUR_MS };
}

test('while the glass is broken a protected server is powered off by one person, and the operation says so', async () => {
  await using app = await enterTeam();
  const { operator, viewer } = app.inGroup;
  await app.change((team) => {
    team.breakGlass = broken(PEOPLE.admin.id);
  });
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/Break-glass is on/);
  await operator.press(/power off/);
  await operator.sees(/Sent under break-glass/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await viewer.say('/off srv-10001');
  expect(viewer.screen()).toMatch(/نقش «اپراتور»/);
});

test('a glass that ends between the confirm and the claim lifts nothing any more', async () => {
  await using app = await enterTeam();
  const { operator } = app.inGroup;
  await app.change((team) => {
    team.breakGlass = broken(PEOPLE.admin.id);
  });
  await operator.say('/off srv-10001');
  await app.change((team) => {
    delete team.breakGlass;
  });
  await operator.press(/power off/);
  await operator.sees(/asks for approval/);
  expect(operator.screen()).not.toMatch(/reak-glass/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test('it ends at once where who broke it is no admin any more', async () => {
  await using app = await enterTeam();
  const { operator } = app.inGroup;
  await app.change((team) => {
    team.breakGlass = broken(PEOPLE.admin.id);
    for (const each of team.members) if (each.userId === PEOPLE.admin.id) each.role = 'operator';
  });
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/protected/);
  await operator.press(/power off/);
  await operator.sees(/asks for approval/);
  expect(asked(app, 'server.action')).toEqual([]);
});
