import { expect, test } from 'vitest';
import { openStoreOf, TOKEN } from '../../support/app.ts';
import { OTHER_TOKEN } from '../support.ts';
import { enterEnglishTeam, PEOPLE } from './support.ts';

test('a new token does not move a team to another account, also where no list of its servers is kept', async () => {
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
