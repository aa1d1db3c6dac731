import { expect, test } from 'vitest';
import { setUpTeam } from '../../../src/sandbox/demo/team.ts';
import { demoAccount } from '../../../src/sandbox/provider/index.ts';
import { SHIFT } from '../../../src/sandbox/telegram/backend/people.ts';
import { asked, enter, TOKEN } from '../../features/support.ts';
import { createPerson } from '../../support/person.ts';

const LENT = 'token-of-the-team';
const SERVER = '10.3.13.64';

test('the demo’s team is set up by the bot’s own buttons, and powers its protected server off with two people', async () => {
  const accounts = [{ token: TOKEN }, { token: 'token-of-the-fleet' }, demoAccount(LENT)];
  const options = {
    people: [{ id: 1, is_bot: false, first_name: 'Sara', language_code: 'fa' }, ...Object.values(SHIFT.people)],
    accounts,
    telegram: { rateLimits: false },
  };
  // Approvers are asked in private too, where most of them never wrote to the bot.
  await using app = await enter(options, /can't initiate conversation/);
  const { world, provider, settled } = app;
  expect(provider.account(LENT).servers[0]?.ip).toBe(SERVER);
  const { topic, ...team } = await setUpTeam(world, { token: LENT, server: SERVER });
  await settled();
  const [owner, admin, operator, viewer] = (['owner', 'admin', 'operator', 'viewer'] as const).map((role) => {
    expect(team.people[role]).toBe(SHIFT.people[role].id);
    return createPerson(world, SHIFT.people[role], settled).in(world.group.id, topic);
  });
  expect(team).toMatchObject({ chat: world.group.id, server: SERVER });
  if (!owner || !admin || !operator || !viewer) expect.fail('The team is not complete');
  provider.forget();
  await viewer.say(`/off ${SERVER}`);
  expect(viewer.screen()).toMatch(/نقش «اپراتور»/);
  await operator.say(`/off ${SERVER}`);
  expect(operator.screen()).toMatch(/protected/);
  await operator.press(/power off/i);
  await admin.sees(/Olga asks for approval|Olga تا ساعت .* منتظر تأیید است/);
  expect(asked(app, 'server.action')).toEqual([]);
  await admin.press(/Approve|تأیید/);
  await operator.sees(/powered off|is off|powering off/i);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await owner.say('/members');
  expect(owner.screen()).toMatch(/Mina[\s\S]*نیما[\s\S]*Olga[\s\S]*پریسا/);
});
