import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { enterTeam, PEOPLE, type TeamApp } from '../support.ts';

/** The change of the rights of the person who asked, while the provider sets the password. */
const CHANGES: Record<string, (app: TeamApp) => Promise<void>> = {
  'is no member any more': (app) =>
    app.change((team) => {
      team.members = team.members.filter(({ userId }) => userId !== PEOPLE.admin.id);
    }),
  'is a viewer by now': (app) =>
    app.change((team) => {
      for (const each of team.members) if (each.userId === PEOPLE.admin.id) each.role = 'viewer';
    }),
  'has no rights while the team is paused': (app) =>
    app.change((team) => {
      team.paused = 'botLeft';
    }),
  'was in a team that has ended': async (app) => {
    const store = await openStoreOf(app);
    await store.teams.end('team-of-test', { at: Date.now(), event: 'teamEnded', actor: { id: PEOPLE.owner.id } });
    await store.close();
  },
};

async function askForPassword({ people: { admin } }: TeamApp): Promise<void> {
  await admin.say('/server srv-10002');
  await admin.press('More');
  await admin.press('Password');
  await admin.press('Make a strong one');
}

for (const [what, change] of Object.entries(CHANGES))
  test.concurrent(`the new password of a server goes to the owner, in their language, where its asker ${what}`, async () => {
    await using app = await enterTeam();
    const { admin, owner } = app.people;
    await askForPassword(app);
    const answer = holdAnswers(app.provider, { operation: 'server.password' });
    admin.tap('Yes');
    await eventually(() => app.provider.requests.some(({ operation }) => operation === 'server.password'));
    await change(app);
    answer();
    expect(await owner.shows(/^🔑[\s\S]*رمز عبور جدید/)).toBe(true);
    expect(admin.screens().filter((screen) => /New password:|رمز عبور جدید:/.test(screen))).toEqual([]);
    expect(
      await admin.shows(
        /[Tt]he new password went to the team’s owner|you are no longer in the team\. The result|the team has ended\. The result/,
      ),
    ).toBe(true);
  });

test.concurrent('the new password of a server goes to the owner where its asker left the group, of which the bot has not heard', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  await askForPassword(app);
  const { members } = await app.team();
  app.world.leaveGroup(PEOPLE.admin.id);
  await app.settled();
  await app.change((team) => {
    team.members = members;
  });
  // Telegram told a moment ago that they are in the group, so that they can confirm.
  await admin.press('Yes');
  expect(await owner.shows(/^🔑[\s\S]*رمز عبور جدید/)).toBe(true);
  expect(admin.screens().filter((screen) => /New password:|رمز عبور جدید:/.test(screen))).toEqual([]);
});

const CONSOLES = Object.entries(CHANGES).flatMap(([what, change]) =>
  (['people', 'inGroup'] as const).map((place) => [what, change, place] as const),
);

// An odd part alternates between the places.
for (const [what, change, place] of CONSOLES)
  test.concurrent(`a console opens nowhere where the member who asked ${place === 'people' ? 'in private' : 'in the group'} ${what}`, async () => {
    await using app = await enterTeam();
    const { provider } = app;
    await app.people.admin.say('/help');
    const answer = holdAnswers(provider, { operation: 'server.vnc' });
    app.world.say(PEOPLE.admin.id, app[place].admin.chat, '/console srv-10002');
    await eventually(() => provider.requests.some(({ operation }) => operation === 'server.vnc'));
    await change(app);
    answer();
    await app[place].admin.sees(
      /not a member of the team|Not allowed: you need|team is paused|no longer has access to this account/,
    );
    const screens = Object.values(app.people).flatMap((each) => each.screens());
    expect(screens.filter((screen) => /Password: |Console of/.test(screen))).toEqual([]);
  });
