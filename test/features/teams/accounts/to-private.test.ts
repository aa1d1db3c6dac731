import { expect, test } from 'vitest';
import { connect, OTHER_TOKEN } from '../../support.ts';
import { enterEnglishTeam, PEOPLE, payloadOf, type TeamApp } from '../support.ts';

/** The accounts as the provider calls them: that of the team, and the admin's own. */
const [TEAMS, OWN] = ['account-1', 'account-2'];
const SAID = '👥 Continuing with the account of the group: Shift';

/** In private the admin works with an account of their own. */
async function enterWithOwnAccount(): Promise<TeamApp> {
  const app = await enterEnglishTeam();
  await connect(app.people.admin, OTHER_TOKEN);
  app.provider.forget();
  return app;
}

/** Sends a command in the group, and follows the link that answers it. */
async function follow(app: TeamApp, command: string): Promise<void> {
  const { inGroup, people } = app;
  await inGroup.admin.say(command);
  app.provider.forget();
  await people.admin.say(`/start ${payloadOf(app, inGroup.admin)}`);
}

/** The accounts that the provider was asked with. */
const askedWith = ({ provider }: TeamApp) => [...new Set(provider.requests.map(({ account }) => account))];

test.concurrent.for([
  ['/buy', /A new server · Shift/],
  ['/renew srv-10002', /Renew 10\.0\.0\.1/],
  ['/renew', /./],
  ['/upgrade srv-10002', /Upgrade 10\.0\.0\.1/],
  ['/register free-name.com', /free-name\.com/],
] as const)(
  '%s in the group goes on in private with the account of the team, and says so',
  async ([command, shown]) => {
    await using app = await enterWithOwnAccount();
    await follow(app, command);
    const { admin } = app.people;
    expect(admin.screens().at(-2)).toBe(SAID);
    expect(admin.screen()).toMatch(shown);
    expect(askedWith(app).filter((account) => account !== TEAMS)).toEqual([]);
  },
);

test.concurrent('work begun in private stays with the account chosen there, before and after a link from the group', async () => {
  await using app = await enterWithOwnAccount();
  await follow(app, '/renew srv-10002');
  const { admin } = app.people;
  app.provider.forget();
  await admin.say('/servers');
  expect(admin.screen()).toContain('10.1.134.160');
  expect(askedWith(app)).toEqual([OWN]);
});

test.concurrent('a member who works with the account of the team in private too is told nothing', async () => {
  await using app = await enterEnglishTeam();
  await follow(app, '/renew srv-10002');
  const { admin } = app.people;
  expect(admin.screens().filter((screen) => screen.includes('Continuing'))).toEqual([]);
  expect(admin.screen()).toContain('Renew 10.0.0.1');
});

test.concurrent('the name that a link asks for is registered with the account of the team', async () => {
  await using app = await enterWithOwnAccount();
  await follow(app, '/register');
  const { admin } = app.people;
  await admin.say('no domain');
  await admin.say('free-name.com');
  expect(admin.screen()).toContain('free-name.com');
  expect(askedWith(app)).toEqual([TEAMS]);
});

test.concurrent('the button that tries again after a failure keeps the account of the team', async () => {
  await using app = await enterWithOwnAccount();
  app.provider.fault({ operation: 'domain.availability', kind: 'cutBefore', times: 3 });
  await follow(app, '/register free-name.com');
  const { admin } = app.people;
  await admin.press('Try again');
  expect(admin.screen()).toContain('free-name.com');
  expect(askedWith(app)).toEqual([TEAMS]);
});

test.concurrent('a link asks for the right once more: who is no admin any more is refused, and their own account is left alone', async () => {
  await using app = await enterWithOwnAccount();
  const { inGroup, people } = app;
  await inGroup.admin.say('/buy');
  await app.change((team) => {
    for (const member of team.members) if (member.userId === PEOPLE.admin.id) member.role = 'operator';
  });
  await people.admin.say(`/start ${payloadOf(app, inGroup.admin)}`);
  expect(people.admin.screen()).toMatch(/admin/i);
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.admin.id);
  });
  await people.admin.say(`/start ${payloadOf(app, inGroup.admin)}`);
  expect(people.admin.screen()).not.toContain('A new server');
  expect(askedWith(app)).toEqual([]);
});

test.concurrent('an old link from the group names the account that it buys with, and so does the confirm', async () => {
  await using app = await enterWithOwnAccount();
  const { admin } = app.people;
  await admin.say('/start buy');
  expect(admin.screen()).toMatch(/A new server · (?!Shift)/);
  await admin.say('/start r_free-name_com');
  expect(admin.screen()).toContain('free-name.com');
  expect(admin.screen()).toMatch(/Account: /);
});
