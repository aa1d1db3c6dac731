import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openSubjects } from '../../../src/store/encryption/subjects.ts';
import { openStore } from '../../../src/store/index.ts';
import { openWatches, type WatchingChat } from '../../../src/store/jobs/watches.ts';
import { openAccounts } from '../../../src/store/key-value/accounts.ts';
import { type Operation, openLedger } from '../../../src/store/operations/index.ts';
import { tokenOf } from '../load/provider.ts';

/** Identifiers far from those of the load's people. */
const FIRST_ID = 9_000_001;
const MINUTE_MS = 60_000;

interface Filling {
  /** People who have connected an account. */
  people: number;
  /** Restarts per person. */
  restarts: number;
  /** `accepted` restarts are due: their outcome is read and reported next. */
  state: 'done' | 'accepted';
  /** All servers of each of them are watched, and were not read yet. */
  watched?: true;
}

/** Puts people into a SQLite store that no process has open. */
export async function fillStore(
  url: string,
  key: string,
  { people, restarts, state, watched }: Filling,
): Promise<void> {
  const keys = parseKeys(key) ?? [];
  await (await openStore(url, keys)).close();
  const sql = openSqlite(url.slice('sqlite:'.length));
  const seal = createSeal(keys);
  const subjects = await openSubjects(sql, seal);
  const now = Date.now();
  await sql.transaction(async (inside) => {
    const [accounts, ledger] = [openAccounts(inside, seal, subjects), openLedger(inside, seal, subjects)];
    const watches = openWatches(inside, seal, subjects);
    // As rounds that go on for long are: spread over a minute.
    const dueOf = (person: number) => now + Math.round(((person - FIRST_ID) / people) * MINUTE_MS);
    for (let person = FIRST_ID; person < FIRST_ID + people; person++) {
      await accounts.change(person, (binding) => {
        const token = tokenOf(person);
        binding.accounts.push({ id: 'a', label: 'Account 1', token, connectedAt: 1, aliases: new Map() });
        binding.current = 'a';
      });
      for (let at = 0; at < restarts; at++) await ledger.add(restartOf(person, at, state, now));
      if (watched) await watches.change(person, 'a', dueOf(person), (chats) => chats.push(allServersIn(person)));
    }
  });
  await sql.close();
}

function allServersIn(chatId: number): WatchingChat {
  return { chatId, topicId: 0, locale: 'en', power: { all: true, except: [] } };
}

function restartOf(person: number, at: number, state: Filling['state'], now: number): Operation {
  const serverId = `srv-${person}-${at}`;
  const left = now - MINUTE_MS;
  const ofState =
    state === 'accepted'
      ? { dueAt: now, claimedAt: left, sentAt: left, progress: { seen: seenToLeave(left) } }
      : { dueAt: null, progress: { seen: { before: 'on' } } };
  return {
    ...ofState,
    state,
    id: `operation-${person}-${at}`,
    kind: 'power',
    userId: person,
    chatId: person,
    accountId: 'a',
    locale: 'en',
    messageId: 1,
    parameters: { serverId, name: 'web1', action: 'reboot' },
    subject: serverId,
    createdAt: left,
    expiresAt: now,
    notified: true,
  };
}

/** The next reading sees the server back, which ends the restart. */
function seenToLeave(leftOnAt: number) {
  return { before: 'on', wasOn: true, last: 'rebooting', leftOnAt, disturbed: false };
}
