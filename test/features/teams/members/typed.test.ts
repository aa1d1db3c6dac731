import { expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { asked } from '../../support.ts';
import { enterEnglishTeam, PEOPLE, type TeamApp } from '../support.ts';

const demote = (app: TeamApp) =>
  app.change((team) => {
    for (const member of team.members) if (member.userId === PEOPLE.admin.id) member.role = 'operator';
  });
const pause = (app: TeamApp) =>
  app.change((team) => {
    team.paused = 'botLeft';
  });

test.concurrent('typed domains, the answer to the check’s question and a file ask the provider nothing while the team is paused', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.people;
  await operator.say('/check');
  await pause(app);
  app.provider.forget();
  await operator.say('one.com two.com');
  expect(operator.screen()).toContain('The team is paused');
  await operator.say('example.com');
  expect(operator.screen()).toContain('The team is paused');
  await operator.upload('names.txt', 'text/plain', Buffer.from('example.com\nother.com'));
  expect(operator.screen()).toContain('The team is paused');
  expect(asked(app)).toEqual([]);
});

test.concurrent('plain words tell nothing of the servers of a paused team', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.people;
  await operator.say('is 10.0.0.1 slow today');
  expect(operator.screen()).toContain('[🖥 10.0.0.1');
  await pause(app);
  await operator.say('is 10.0.0.1 slow today');
  expect(operator.screen()).not.toContain('[🖥 10.0.0.1');
});

test.concurrent('a value typed into the form of a new server, and its buttons, ask no price once its person is no admin', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.people;
  await admin.say('/buy');
  await admin.press('tehran');
  await admin.press('Debian 12');
  await demote(app);
  app.provider.forget();
  await admin.say('4');
  expect(admin.screen()).toMatch(/admin/);
  expect(asked(app)).toEqual([]);
});

test.concurrent('the name and the answers of a registration ask nothing once its person is no admin', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.people;
  await admin.say('/register');
  await demote(app);
  app.provider.forget();
  await admin.say('free-name.com');
  expect(admin.screen()).toMatch(/admin/);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a running check ends when its person leaves the team, and says why', async () => {
  await using app = await enterEnglishTeam({ env: { CHECK_PARALLEL: '1' } });
  const { viewer } = app.people;
  const operation = 'domain.availability';
  const answer = holdAnswers(app.provider, { operation, times: 1 });
  // The right is asked for once a second.
  app.provider.fault({ operation, kind: 'delay', ms: 150 });
  const names = Array.from({ length: 200 }, (_, at) => `name-${at}.com`);
  await viewer.say(`/check ${names.join(' ')}`);
  await eventually(() => asked(app, operation).length === 1);
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.viewer.id);
  });
  answer();
  await viewer.sees(/دیگر نمی‌توانید از حساب تیم استفاده کنید/);
  expect(asked(app, operation).length).toBeLessThan(10);
});
