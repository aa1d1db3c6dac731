import { z } from 'zod';
import { migrate } from './database/migrations.ts';
import { open } from './database/open.ts';
import { numberColumn, type Sql, StoreUnavailable, textColumn } from './database/sql.ts';
import { openSubjects, type Subjects } from './encryption/subjects.ts';
import { verifyKeys } from './encryption/verify-keys.ts';
import { type GroupMessages, openGroupMessages } from './group-messages.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { type Checks, openChecks } from './jobs/checks.ts';
import { openReminders, type StoredReminders } from './jobs/reminders.ts';
import { type Accounts, openAccounts } from './key-value/accounts.ts';
import { type Conversations, openConversations } from './key-value/conversations.ts';
import { type Domains, openDomains } from './key-value/domains.ts';
import { type KeyValueStore, openGuardedKeyValueStore, openKeyValueStore } from './key-value/index.ts';
import { openWebhookNotes, type WebhookNotes } from './key-value/webhook-registration.ts';
import { type Leases, openLeases } from './leases.ts';
import { clean, type KeptFor } from './maintenance.ts';
import { type Ledger, openLedger } from './operations/index.ts';
import { createSealedRows } from './operations/sealed-rows.ts';

/** How long a store that is well may take to answer. */
const PING_MS = 2_000;

/** What a question left open: which one, for what, and the message that asked. */
const question = z.object({
  name: z.string(),
  about: z.array(z.string()),
  messageId: z.number(),
  /** The operation that the answer confirms. */
  operation: z.string().optional(),
  /** The update that brought the answer: nobody else's any more, but still its own after a crash. */
  answeredBy: z.number().optional(),
  /** The answer is a secret: what comes late, or twice, must not stay in the chat either. */
  secret: z.boolean().optional(),
});
export type OpenQuestion = z.infer<typeof question>;

/** What somebody asked for that needs an account: a command, a button or an inline query. Never a secret. */
const wish = z.union([
  z.object({ command: z.string() }),
  z.object({ data: z.string(), label: z.string() }),
  z.object({ query: z.string() }),
]);
export type Wish = z.infer<typeof wish>;

const listedServer = z.object({
  id: z.string(),
  ip: z.string().exactOptional(),
  geo: z.string().exactOptional(),
  expireDate: z.string().exactOptional(),
});
export type ListedServer = z.infer<typeof listedServer>;

const wrongTokens = z.object({ count: z.number(), lastAt: z.number() });
export type WrongTokens = z.infer<typeof wrongTokens>;

const preferences = z.object({ locale: z.string().optional() });
export type Preferences = { locale?: string | undefined };

/** How many there are, for the operator. Every answer comes from an index over what is open, however much is kept. */
export interface Stats {
  /** The operations that the program looks after, by state. */
  operations(): Promise<Map<string, number>>;
  /** The operations whose outcome is not known, and whose person has not said it either. */
  unknown(): Promise<number>;
}

/** What survives a restart. Whatever fails here is a `StoreUnavailable`, never an empty answer. */
export interface Store {
  accounts: Accounts;
  preferences: KeyValueStore<Preferences>;
  questions: KeyValueStore<OpenQuestion>;
  /** By person, what they asked for before they had an account. */
  wishes: KeyValueStore<Wish>;
  /** How many tokens of a person the provider did not accept, and when the last one was. */
  wrongTokens: KeyValueStore<WrongTokens>;
  /** Long arguments of buttons, kept under the short reference that the button carries. */
  notes: KeyValueStore<string>;
  /** The servers that an account last listed. */
  lists: KeyValueStore<ListedServer[]>;
  /** The open conversations of a person. */
  conversations: KeyValueStore<Conversations | undefined>;
  inbox: Inbox;
  ledger: Ledger;
  reminders: StoredReminders;
  checks: Checks;
  domains: Domains;
  leases: Leases;
  groupMessages: GroupMessages;
  /**
   * A group became another chat (a supergroup): what is there for it is there for the new one, all or nothing, and has no
   * message any more, since the old one's are not in it. What groups were sent is not moved: Telegram counts anew as well.
   */
  moveChat(from: number, to: number): Promise<void>;
  /** Whether other processes may work on the same store at the same time. */
  shared: boolean;
  /** Whether it gives back the space of what is removed. */
  compacts: boolean;
  /** The clock that all who share it go by, epoch milliseconds. */
  now(): number;
  /** Looks what time it is there; resolves to how far this machine's own clock is ahead (ms). @throws StoreUnavailable */
  compareClocks(): Promise<number>;
  /** Removes what has had its time; resolves to the errors of what can't be read, and stays. @throws StoreUnavailable */
  clean(keptFor?: KeptFor): Promise<unknown[]>;
  /** Resolves when the store answered. @throws StoreUnavailable when it did not within 2 s */
  ping(): Promise<void>;
  webhook: WebhookNotes;
  stats: Stats;
  close(): Promise<void>;
}

/**
 * @param url `sqlite:PATH`, `sqlite::memory:` for a store that ends with the process, or `postgres://…`
 * @param keys STORE_KEY; without it the key is kept beside the SQLite file
 * @param machine the clock of this machine, epoch milliseconds
 * @throws SealBroken when the keys are not those of the store: nobody must be told that nothing of theirs is there
 */
export async function openStore(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Store> {
  const { sql, seal } = await open(url, keys, machine);
  let subjects: Subjects;
  let compacts: boolean;
  try {
    await migrate(sql);
    await sql.compareClocks();
    compacts = (await sql.prepare?.()) ?? true;
    await verifyKeys(sql, seal);
    subjects = await openSubjects(sql, seal);
  } catch (error) {
    await sql.close();
    throw error;
  }
  const sealedRows = createSealedRows(seal, subjects, () => sql.now());
  const ledger = openLedger(sql, seal, subjects, sealedRows);
  return {
    accounts: openAccounts(sql, seal),
    preferences: openKeyValueStore(sql, seal, 'preferences', (stored) => preferences.parse(stored)),
    questions: openGuardedKeyValueStore(sql, seal, 'questions', (stored) => question.parse(stored)),
    wishes: openKeyValueStore(sql, seal, 'wishes', (stored) => wish.parse(stored)),
    wrongTokens: openKeyValueStore(sql, seal, 'wrong-tokens', (stored) => wrongTokens.parse(stored)),
    notes: openKeyValueStore(sql, seal, 'notes', (stored) => z.string().parse(stored)),
    lists: openKeyValueStore(sql, seal, 'lists', (stored) => z.array(listedServer).parse(stored)),
    conversations: openConversations(sql, seal),
    inbox: openInbox(sql, seal),
    ledger,
    reminders: openReminders(sql, seal),
    checks: openChecks(sql, seal),
    domains: openDomains(sql, seal),
    leases: openLeases(sql),
    groupMessages: openGroupMessages(sql),
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        await openLedger(inside, seal, subjects, sealedRows).moveChat(from, to);
        await openChecks(inside, seal).moveChat(from, to);
        await openReminders(inside, seal).moveChat(from, to);
      }),
    shared: sql.dialect.shared,
    compacts,
    now: () => sql.now(),
    compareClocks: () => sql.compareClocks(),
    clean: (keptFor) => clean(sql, ledger, keptFor),
    ping: () => ping(sql),
    webhook: openWebhookNotes(sql, seal),
    stats: openStats(sql),
    close: () => sql.close(),
  };
}

async function ping(sql: Sql): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StoreUnavailable(new Error('No answer to a ping'))), PING_MS);
  try {
    await Promise.race([sql.query('SELECT 1'), late]);
  } finally {
    clearTimeout(timer);
  }
}

function openStats(sql: Sql): Stats {
  return {
    async operations() {
      const rows = await sql.query(
        'SELECT state, COUNT(*) AS total FROM operations WHERE due_at IS NOT NULL GROUP BY state',
      );
      return new Map(rows.map((row) => [textColumn(row, 'state'), numberColumn(row, 'total')]));
    },
    async unknown() {
      const [row] = await sql.query(
        `SELECT COUNT(*) AS total FROM operations WHERE state = 'unknown' AND said IS NULL`,
      );
      return row ? numberColumn(row, 'total') : 0;
    },
  };
}
