import { expect, test } from 'vitest';
import { enterEnglishTeam } from '../../../features/teams/support.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { rounds, setPower } from '../support.ts';

const LOOKS = 18;

test('an alert comes at once into a group that has seen many answers within the minute', async () => {
  // The places of a minute are never free again.
  await using app = await enterEnglishTeam({ telegram: { rateLimits: true }, clockStands: true }, /Too Many Requests/);
  const { inGroup, provider } = app;
  await inGroup.admin.say('/watch');
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 2);
  // The third reading, which opens the alert, comes after the flood.
  const answer = holdAnswers(provider, { operation: 'server.status', times: 9 });
  await app.stopBot();
  app.later(67_000);
  await app.startBot();
  const people = [inGroup.viewer, inGroup.operator, inGroup.admin2];
  for (let sent = 0; sent < LOOKS; sent++) await people[sent % people.length]?.say('/help@host_test_bot');
  answer();
  expect(await inGroup.viewer.shows(/is no longer on/)).toBe(true);
});
