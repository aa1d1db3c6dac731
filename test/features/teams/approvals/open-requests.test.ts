import { expect, test } from 'vitest';
import { asked, OTHER_TOKEN, TOKEN } from '../../support.ts';
import { auditOf, enterEnglishTeam } from '../support.ts';

const SERVERS = ['srv-10001', 'srv-10002', 'srv-10003', 'srv-10004'];

test('one person has three requests for approval open at most, and is told so at the fourth', async () => {
  await using app = await enterEnglishTeam({
    accounts: [
      { token: TOKEN, servers: SERVERS.length },
      { token: OTHER_TOKEN, servers: 1 },
    ],
  });
  const { admin } = app.people;
  await app.change((team) => {
    team.protected = SERVERS.map((serverId) => ({ serverId, name: serverId, level: 'changes' }));
  });
  const off = async (server: string) => {
    await admin.say(`/off ${server}`);
    await admin.press(/power off/);
  };
  for (const server of SERVERS.slice(0, 3)) {
    await off(server);
    await admin.sees(/Waiting for approval/);
  }
  await off('srv-10004');
  await admin.sees(/nothing was sent[\s\S]*three other requests of yours are waiting for approval/i);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'refused', reason: 'tooManyRequests' });
  await admin.press('Waiting for approval');
  expect(admin.screen()).toMatch(/Power-off/i);
  await app.inGroup.admin2.press(/Approve/);
  await admin.shows(/Approved by/);
  await off('srv-10004');
  await admin.sees(/Waiting for approval/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});
