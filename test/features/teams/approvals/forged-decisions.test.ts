import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { enterTeam, PEOPLE, type TeamApp } from '../support.ts';

const SERVER = 'srv-10002';
const DECISIONS = ['ap|ID|0', 'an|ID', 'apa|ID|', 'ana|ID'];

/** The id of the operation that the person's newest button to cancel names. */
function operationOf({ world }: TeamApp, { user, chat }: Person): string {
  const rows = world.messages(user.id, chat).flatMap(({ reply_markup }) => reply_markup?.inline_keyboard ?? []);
  const named = rows.flat().flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
  return named.findLast((data) => data.startsWith('no|'))?.split('|')[1] ?? expect.fail('Nothing can be cancelled');
}

/** Presses buttons that decide about the operation, on a message that never had them and that has to stay. Resolves to the answers. */
async function forge(app: TeamApp, who: Person, id: string): Promise<string[]> {
  await who.say('/help');
  const help = who.messages().at(-1)?.message_id ?? 0;
  const before = who.screens();
  const answers: string[] = [];
  for (const data of DECISIONS) {
    const { answered } = app.world.pressRaw(who.user.id, who.chat, help, data.replace('ID', id));
    answers.push((await answered).text ?? '');
    await app.settled();
  }
  expect(who.screens()).toEqual(before);
  return answers;
}

for (const isConfirmed of [false, true])
  test.concurrent(`a made-up button shows no member ${isConfirmed ? 'an operation' : 'a confirm'} that no team decides about`, async () => {
    await using app = await enterTeam();
    const { owner, admin, stranger } = app.people;
    const store = await openStoreOf(app);
    await store.teams.end('team-of-test', { at: Date.now(), event: 'teamEnded', actor: { id: PEOPLE.owner.id } });
    await store.close();
    await owner.say(`/off ${SERVER}`);
    const id = operationOf(app, owner);
    if (isConfirmed) {
      await owner.press(/خاموش/);
      await owner.sees(/خاموش شد|خاموش است/);
    }
    for (const who of [admin, stranger]) {
      const answers = await forge(app, who, id);
      expect(
        answers.filter((text) => text !== 'This request is already closed. Its message shows how it ended.'),
      ).toEqual([]);
    }
  });

test.concurrent('an approver sees in their own chat nothing of what a member did in theirs', async () => {
  await using app = await enterTeam();
  const { admin, admin2, viewer } = app.people;
  await admin.say(`/off ${SERVER}`);
  const id = operationOf(app, admin);
  await admin.press(/power off/);
  await admin.sees(/powered off|is off/i);
  for (const who of [admin2, viewer]) await forge(app, who, id);
});
