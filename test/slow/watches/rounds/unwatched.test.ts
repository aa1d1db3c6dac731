import { expect, onTestFinished, test } from 'vitest';
import type { WatchedServers } from '../../../../src/features/watches/rounds/reading.ts';
import { runRound } from '../../../../src/features/watches/rounds/round.ts';
import { openStore } from '../../../../src/store/index.ts';
import { roundLease } from '../../../../src/watches/budget.ts';
import { setWatched } from '../../../../src/watches/chats.ts';

const PERSON = 1001;
const MINUTE_MS = 61_000;

test('a server that is unwatched while a round reads it opens no alert', async () => {
  let at = Date.UTC(2026, 0, 1);
  const store = await openStore('sqlite::memory:', undefined, () => at);
  onTestFinished(() => store.close());
  await store.watches.change(PERSON, 'a', at, (chats) => {
    chats.push({ chatId: PERSON, topicId: 0, locale: 'en', power: { all: true, except: [] } });
  });
  let status = 'on';
  const list = async () => ({ items: [{ id: 'one' }, { id: 'two' }], askedAt: at });
  let onRead: () => Promise<unknown> = async () => undefined;
  const servers: WatchedServers = {
    ...{ token: 'token', isOfToken: async () => true, aliases: new Map(), known: list, list, fresh: () => new Map() },
    availability: () => expect.fail('No name is watched'),
    price: () => expect.fail('No price is watched'),
    async status() {
      await onRead();
      return { status };
    },
  };
  const dependencies = {
    ...{
      watches: store.watches,
      tokenReadings: store.tokenReadings,
      ledger: store.ledger,
      now: () => at,
      chance: () => 0,
    },
    ...{ standingOf: async () => 'told' as const, serversOf: async () => servers },
  };
  const round = async () => {
    at += MINUTE_MS;
    for (const account of (await store.watches.takeDue(at, roundLease())).taken)
      await runRound(dependencies, account, account.dueAt);
  };
  await round();
  status = 'off';
  await round();
  await round();
  onRead = () => store.watches.change(PERSON, 'a', at, ([chat]) => chat && setWatched(chat, 'one', false));
  await round();
  expect((await store.alerts.openIn(PERSON)).map(({ server }) => server?.id)).toEqual(['two']);
});
