import { expect, test } from 'vitest';
import type { Person } from '../../../support/person.ts';
import { enterTeam, PEOPLE } from '../support.ts';

/** The labels of the buttons on a person's screen. */
function labels(person: Person): string[] {
  return [...person.screen().matchAll(/\[([^\]]+)\]/g)].map(([, label = '']) => label);
}

test.concurrent('a card offers a viewer only what they may do, and each role above more', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.members.push({ userId: PEOPLE.stranger.id, name: 'Stan', role: 'viewer', addedAt: 0 });
  });
  const { stranger: viewer, operator, admin } = app.people;
  for (const each of [viewer, operator, admin]) await each.say('/server srv-10002');
  expect(labels(viewer)).toEqual(['📈 Graph', '🔔 Monitor', 'ℹ️ Details', '⋯ More', '🔄 Refresh', '🖥 Servers']);
  const power = ['🔁 Restart', '🖥 Console', '⏹ Power off'];
  expect(labels(operator)).toEqual(expect.arrayContaining(power));
  expect(labels(operator)).not.toContain('♻️ Renew');
  expect(labels(admin)).toEqual(expect.arrayContaining([...power, '♻️ Renew']));
  for (const each of [viewer, operator, admin]) await each.press('More');
  expect(labels(viewer)).toEqual(labels(operator));
  expect(labels(operator)).not.toContain('🛟 Rescue');
  expect(labels(admin)).toContain('🛟 Rescue');
});

test.concurrent('home names a viewer the command that they may use, and an operator the restart', async () => {
  await using app = await enterTeam();
  const { people, inGroup } = app;
  await people.viewer.say('/start');
  await people.operator.say('/start');
  expect(people.viewer.screen()).toMatch(/\/server نام/);
  expect(people.operator.screen()).toMatch(/\/reboot NAME/);
  await inGroup.viewer.say('/start');
  expect(inGroup.viewer.screen()).toContain('/status');
  expect(inGroup.viewer.screen()).not.toContain('/reboot');
  await inGroup.operator.say('/start');
  expect(inGroup.operator.screen()).toContain('/reboot');
});
