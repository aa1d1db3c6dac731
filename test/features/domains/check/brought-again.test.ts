import type { Message } from 'grammy/types';
import { expect, test } from 'vitest';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import { asked, enterBothConnected } from '../../support.ts';

const LIST = new TextEncoder().encode('one.com\ntwo.com\n');

/** Starts the bot as after a crash that lost the note that the last update was handled. */
async function bringAgain(app: TestApp, message: Message): Promise<void> {
  await app.stopBot();
  const store = await openStoreOf(app);
  const next = (await store.inbox.offset(app.world.bot.id)) ?? 0;
  await store.inbox.add(app.world.bot.id, [{ update_id: next - 1, message }]);
  await store.close();
  await app.startBot();
  await app.settled();
}

test.concurrent.for([
  ['english', /2 names checked/],
  ['persian', /۲ نام بررسی شد/],
] as const)('a command or file that a crash brings again begins no second check (%s)', async ([who, end]) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  for (const send of [
    () => person.say('/check one.com two.com'),
    () => person.say('one.com two.com'),
    () => person.upload('names.txt', 'text/plain', LIST),
  ]) {
    const message = await send();
    await person.sees(end);
    const [requests, messages] = [asked(app).length, person.messages().length];
    await bringAgain(app, message);
    await person.say('/start');
    expect(
      person
        .messages()
        .slice(messages, -1)
        .map(({ text }) => text),
    ).toEqual(['/start']);
    expect(asked(app, 'domain.availability')).toHaveLength(requests);
    await person.say('/start');
  }
});

test.concurrent('a tap that comes again begins no further round of the failed names', async () => {
  await using app = await enterBothConnected();
  const { english, provider, world } = app;
  provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 3 });
  await english.say('/check one.com two.com');
  await english.sees(/Check failed: 2/);
  const again = english.tap('Check the failed ones again');
  await english.sees(/Check failed: 1/);
  world.resend(again);
  await app.settled();
  await english.say('/check three.com');
  await english.sees(/One name checked/);
  expect(asked(app)).toHaveLength(2 + 2 + 1);
});
