import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { enterEnglishTeam, PEOPLE, type TeamApp } from '../support.ts';

/** Long enough for a pause of Telegram's that a flood of answers has brought. */
const AT_ONCE_MS = 10_000;

/** The messages that Telegram takes into a group within a minute. */
const MOST_OF_TELEGRAM = 20;

/** Asks for so many looks in the team's group, as three members together, and waits for none of their answers. */
function flood({ world }: TeamApp, count: number): void {
  const people = [PEOPLE.operator, PEOPLE.viewer, PEOPLE.owner];
  for (let sent = 0; sent < count; sent++)
    world.say(people[sent % people.length]?.id ?? 0, world.group.id, '/server srv-10003');
}

/** How long the work takes, ms. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

for (const looks of [18, 36])
  test.concurrent(`after ${looks} look-ups a request for approval comes at once, and so does its outcome`, async () => {
    await using app = await enterEnglishTeam({ telegram: { rateLimits: true }, timings: { powerMs: 7_000 } });
    const { people, inGroup } = app;
    await people.admin.say('/off srv-10001');
    flood(app, looks);
    const isLimited = () => app.world.calls.some(({ error }) => error?.code === 429);
    if (looks > MOST_OF_TELEGRAM) await app.world.until(isLimited);
    else await app.settled();
    const asking = await timeOf(async () => {
      people.admin.tap(/power off/);
      await inGroup.admin2.sees(/asks for approval/);
    });
    expect(asking).toBeLessThan(AT_ONCE_MS);
    const ending = await timeOf(async () => {
      inGroup.admin2.tap(/Approve/);
      await inGroup.admin2.sees(/Approved by/);
    });
    expect(ending).toBeLessThan(2 * AT_ONCE_MS);
    expect(asked(app, 'server.action')).toHaveLength(1);
  });
