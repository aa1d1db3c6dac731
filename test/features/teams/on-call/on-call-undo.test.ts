import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { connect, OTHER_TOKEN } from '../../support.ts';
import { enterEnglishTeam, PEOPLE } from '../support.ts';

test('an undo takes back the change of the team in which it was made, not the same one of another', async () => {
  await using app = await enterEnglishTeam();
  const { owner, operator } = app.people;
  await connect(owner, OTHER_TOKEN);
  const team = await app.team();
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(PEOPLE.owner.id);
  const accountId = accounts.find(({ id }) => id !== team.accountId)?.id ?? expect.fail('The owner has one account');
  const other = { ...team, id: 'other-team', accountId, topicId: 7, title: 'Night', protected: [] };
  await store.teams.create(other, { at: Date.now(), event: 'teamCreated', actor: { id: PEOPLE.owner.id } });
  await operator.say('/oncall');
  await operator.press(/take over/i);
  const { onCall } = await app.team();
  expect(onCall?.userId).toBe(PEOPLE.operator.id);
  await store.teams.change(other.id, (each) => {
    each.onCall = onCall;
  });
  const rows = operator.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const undo = rows.find(({ text }) => text.includes('Undo'));
  if (!undo || !('callback_data' in undo)) expect.fail('Nothing can be undone');
  const forged = undo.callback_data.replace(team.accountId, accountId);
  await app.world.pressRaw(operator.user.id, operator.chat, operator.messages().at(-1)?.message_id ?? 0, forged)
    .answered;
  await app.settled();
  expect((await store.teams.get(other.id))?.onCall?.userId).toBe(PEOPLE.operator.id);
  await store.close();
});
