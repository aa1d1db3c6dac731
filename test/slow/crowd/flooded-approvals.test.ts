import { expect, test } from 'vitest';
import { asked } from '../../features/support.ts';
import { enterEnglishTeam, PEOPLE, type TeamApp } from '../../features/teams/support.ts';

/** More than the 20 messages that Telegram takes into a group within a minute. */
const LOOKS = 36;

/** Asks for looks in the team's group, as three members together, and waits for none of their answers. */
function flood({ world }: TeamApp): void {
  const people = [PEOPLE.operator, PEOPLE.viewer, PEOPLE.owner];
  for (let sent = 0; sent < LOOKS; sent++)
    world.say(people[sent % people.length]?.id ?? 0, world.group.id, '/server srv-10003');
}

test('beside a flood of look-ups a request for approval does not wait for their answers, nor does its outcome', async () => {
  await using app = await enterEnglishTeam({ telegram: { rateLimits: true }, timings: { powerMs: 7_000 } });
  const { people, inGroup, world } = app;
  const sent = () =>
    world.calls.filter(({ method, ok, params }) => {
      return method === 'sendMessage' && ok && String(params.chat_id) === String(world.group.id);
    }).length;
  await people.admin.say('/off srv-10001');
  flood(app);
  await world.until(() => world.calls.some(({ error }) => error?.code === 429));

  people.admin.tap(/power off/);
  await inGroup.admin2.sees(/asks for approval/);
  inGroup.admin2.tap(/Approve/);
  await inGroup.admin2.sees(/Approved by/);
  // Most look-ups still wait.
  expect(sent()).toBeLessThan(LOOKS);
  expect(asked(app, 'server.action')).toHaveLength(1);
});
