import { expect, test } from 'vitest';
import { openStoreOf, TOKEN } from '../../../support/app.ts';
import { ACCOUNTS, OTHER_TOKEN } from '../../support.ts';
import { auditOf, enterEnglishTeam, PEOPLE, type TeamApp } from '../support.ts';

const RENEWED_TOKEN = 'the-renewed-token';
/** The first account has a second token. */
const withRenewed = () =>
  enterEnglishTeam({ accounts: [...ACCOUNTS, { token: RENEWED_TOKEN, servers: [{ id: 'srv-10001' }] }] });

test.concurrent('a new token does not move a team to another account, also where no list of its servers is kept', async () => {
  await using app = await enterEnglishTeam();
  const { owner } = app.people;
  const store = await openStoreOf(app);
  const team = await app.team();
  await store.lists.set(`${PEOPLE.owner.id}:${team.accountId}`, []);
  await app.stopBot();
  await app.startBot();
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('توکن');
  await owner.say(OTHER_TOKEN);
  await app.settled();
  const { accounts } = await store.accounts.get(PEOPLE.owner.id);
  expect(accounts.map(({ token }) => token)).toEqual([TOKEN]);
  await store.close();
});

/** Gives the team's account another token of the same account, as its owner does. */
async function replaceToken(app: TeamApp): Promise<void> {
  const { owner } = app.people;
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('توکن');
  await owner.say(RENEWED_TOKEN);
}

test.concurrent('a new token of a lent account is in the audit log, and the admins read of it in private in their language', async () => {
  await using app = await withRenewed();
  const { admin, admin2, operator } = app.people;
  for (const each of [admin, admin2, operator]) await each.say('/servers');
  await replaceToken(app);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'tokenReplaced', actor: { id: PEOPLE.owner.id } });
  await admin.sees(/Omid.* replaced the token of the account of the team .*Shift/);
  await admin2.sees(/Omid.* توکن حساب تیم .*Shift.* را عوض کرد/u);
  expect([operator, app.inGroup.viewer].map((each) => each.screens().join()).join()).not.toMatch(/token|توکن/);
  await admin.say('/audit');
  await admin.sees(/replaced the token/);
});

test.concurrent('where an admin takes no message in private the group reads of a new token', async () => {
  await using app = await withRenewed();
  const { people, inGroup } = app;
  await people.admin.say('/servers');
  await replaceToken(app);
  await inGroup.viewer.sees(/Omid.* replaced the token/);
});
