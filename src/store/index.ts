import { z } from 'zod';
import { type AuditDraft, appendAudit } from './audit/index.ts';
import { type AuditLog, openAuditLog } from './audit/log.ts';
import { tellOmitted } from './audit/refusals.ts';
import { migrate } from './database/migrations.ts';
import { type Opened, open } from './database/open.ts';
import { numberColumn, type Sql, StoreUnavailable, textColumn } from './database/sql.ts';
import { openSubjects, type Subjects } from './encryption/subjects.ts';
import { verifyKeys } from './encryption/verify-keys.ts';
import { type GroupMessages, openGroupMessages } from './group-messages.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { type Alerts, openAlerts } from './jobs/alerts.ts';
import { type Checks, openChecks } from './jobs/checks.ts';
import { type Digests, openDigests } from './jobs/digests.ts';
import { nextDue } from './jobs/queue.ts';
import { openReminders, type StoredReminders } from './jobs/reminders.ts';
import { openTokenReadings, type TokenReadings } from './jobs/token-readings.ts';
import { openWatches, type Watches } from './jobs/watches.ts';
import { type AcceptedTokens, openAcceptedTokens } from './key-value/accepted-tokens.ts';
import { type Accounts, openAccounts } from './key-value/accounts.ts';
import { type Chats, openChats } from './key-value/chats.ts';
import { type Conversations, openConversations } from './key-value/conversations.ts';
import { type Domains, openDomains } from './key-value/domains.ts';
import { type KeyValueStore, openGuardedKeyValueStore, openKeyValueStore } from './key-value/index.ts';
import { readingAhead } from './key-value/read-ahead.ts';
import { lockTeam, openTeams, personLink, type Team, type Teams } from './key-value/teams.ts';
import { openWebhookNotes, type WebhookNotes } from './key-value/webhook-registration.ts';
import { type Leases, openLeases } from './leases.ts';
import { clean, type KeptFor } from './maintenance.ts';
import { type Ledger, openLedger } from './operations/index.ts';
import { createSealedRows } from './operations/sealed-rows.ts';

/** A healthy store answers a ping within this time. */
const PING_MS = 2_000;

/** An open question: its name, its arguments and the message that asks it. */
const question = z.object({
  name: z.string(),
  about: z.array(z.string()),
  messageId: z.number(),
  /** The topic of the private chat in which it is asked: 0 outside of topics, absent where Telegram did not tell it. */
  topicId: z.number().optional(),
  /** The operation that the answer confirms. */
  operation: z.string().optional(),
  /** The update with the answer. After a crash the same update may answer again; other updates may not. */
  answeredBy: z.number().optional(),
  /** The answer is a secret: late or repeated answers are deleted from the chat too. */
  secret: z.boolean().optional(),
  /** A question of another topic, which this one took the place of, asked for a secret. */
  secretElsewhere: z.boolean().optional(),
  /** The question is asked by keys below the text field, which stay until a message removes them. */
  keys: z.boolean().optional(),
});
export type OpenQuestion = z.infer<typeof question>;

/** A command, button or inline query that needed an account. Never holds a secret. */
const pendingRequest = z.union([
  z.object({ command: z.string() }),
  z.object({ data: z.string(), label: z.string() }),
  z.object({ query: z.string() }),
]);
export type PendingRequest = z.infer<typeof pendingRequest>;

const listedServer = z.object({
  id: z.string(),
  ip: z.string().exactOptional(),
  geo: z.string().exactOptional(),
  expireDate: z.string().exactOptional(),
});
export type ListedServer = z.infer<typeof listedServer>;
const lists = z.array(listedServer);
const note = z.string();

const wrongTokens = z.object({ count: z.number(), lastAt: z.number() });
export type WrongTokens = z.infer<typeof wrongTokens>;

/**
 * When outcomes get a new message, which notifies: always, or some time after the tap (where absent), or never, so that they only
 * edit the message that is there.
 */
const outcomeNews = z.enum(['always', 'late', 'edits']);
export const OUTCOME_NEWS = outcomeNews.options;
export type OutcomeNews = z.infer<typeof outcomeNews>;

const preferences = z.object({ locale: z.string().optional(), news: outcomeNews.optional().catch(undefined) });
export type Preferences = z.infer<typeof preferences>;

/** Counts for the operator. Every count uses an index over open rows, so that old rows cost nothing. */
export interface Stats {
  /** The operations that the program still works on, by state. */
  operations(): Promise<Map<string, number>>;
  /** The operations with an unknown outcome that the person has not answered for either. */
  unknown(): Promise<number>;
  watches(): Promise<WatchStats>;
  /** How long the account waits whose round of readings is most overdue, milliseconds; 0 where none is. */
  watchLagMs(): Promise<number>;
}

export interface WatchStats {
  accounts: number;
  /**
   * The accounts of which nothing could be read three times in a row, after which their people are told: the provider does not answer, refuses, or
   * does not take the token.
   */
  unreadable: number;
  /** The alerts that are not resolved, by state. */
  alerts: Map<string, number>;
}

/** The settings of a team's members beside its row. */
export type TeamStores = Pick<Store, 'chats' | 'watches' | 'alerts' | 'digests'>;

/** Everything that survives a restart. Every failure is a `StoreUnavailable`, never an empty answer. */
export interface Store {
  accounts: Accounts;
  acceptedTokens: AcceptedTokens;
  chats: Chats;
  preferences: KeyValueStore<Preferences>;
  questions: KeyValueStore<OpenQuestion>;
  /** By person: requests made before an account was connected. */
  pendingRequests: KeyValueStore<PendingRequest>;
  /** By person: the number of tokens that the provider refused, and when the last one was. */
  wrongTokens: KeyValueStore<WrongTokens>;
  /** Long arguments of buttons; the button carries the short key. */
  notes: KeyValueStore<string>;
  /** By account: the servers of its last list. */
  lists: KeyValueStore<ListedServer[]>;
  /** By person: the open conversations. */
  conversations: KeyValueStore<Conversations | undefined>;
  /**
   * Runs the handler of a person's update, which may read the person's language, accounts and dialogue together. Others change them
   * only after it.
   */
  readingAhead<T>(of: { person: string; question: string }, handle: () => Promise<T>): Promise<T>;
  inbox: Inbox;
  ledger: Ledger;
  reminders: StoredReminders;
  checks: Checks;
  domains: Domains;
  teams: Teams;
  audit: AuditLog;
  watches: Watches;
  tokenReadings: TokenReadings;
  alerts: Alerts;
  digests: Digests;
  leases: Leases;
  groupMessages: GroupMessages;
  /**
   * Changes what the store keeps for a team beside its row, in one transaction that holds the team's lock, so that `work` can ask for the
   * right as it is then. `note` appends to the team's audit log.
   * @param chatId the chat whose notes it may change
   */
  inTeam<T>(
    team: { id: string; chatId: number },
    work: (team: Team | undefined, stores: TeamStores, note: (entry: AuditDraft) => void) => Promise<T>,
  ): Promise<T>;
  /**
   * A group became a supergroup with another id. Moves its rows in one transaction and forgets their messages, which
   * are not in the new chat. The counts of group messages stay, because Telegram counts anew as well.
   */
  moveChat(from: number, to: number): Promise<void>;
  /** Whether several processes may use the store at the same time. */
  shared: boolean;
  /** Whether the database returns the space of removed rows. */
  compacts: boolean;
  /** The size of the database's log; 0 where the database looks after it. */
  logBytes(): number;
  /** The store's clock, which all its processes compare times by, epoch milliseconds. */
  now(): number;
  /** Reads the store's clock; resolves to how far this machine's clock is ahead (ms). @throws StoreUnavailable */
  compareClocks(): Promise<number>;
  /** Removes expired rows; resolves to the errors of unreadable ones, which stay. @throws StoreUnavailable */
  clean(keptFor?: KeptFor): Promise<unknown[]>;
  /** Resolves when the store answers. @throws StoreUnavailable after 2 s */
  ping(): Promise<void>;
  webhook: WebhookNotes;
  stats: Stats;
  close(): Promise<void>;
}

/**
 * @param url `sqlite:PATH`, `sqlite::memory:` for a store that ends with the process, or `postgres://…`
 * @param keys STORE_KEY; by default the key is kept beside the SQLite file
 * @param machine the clock of this machine, epoch milliseconds
 * @throws SealBroken where the keys are not the store's: with wrong keys people would be told that they have no account
 */
export async function openStore(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Store> {
  return openStoreIn(await open(url, keys, machine));
}

/** Opens the store in an open database, which it closes with itself or when it fails. */
export async function openStoreIn({ sql, seal }: Opened): Promise<Store> {
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
  const chats = openChats(sql, seal);
  const teams = openTeams(sql, seal, subjects);
  const audit = openAuditLog(sql, seal, subjects);
  return {
    accounts: openAccounts(sql, seal, subjects),
    acceptedTokens: openAcceptedTokens(sql, seal, subjects),
    chats,
    preferences: openKeyValueStore(sql, seal, 'preferences', (stored) => preferences.parse(stored)),
    questions: openGuardedKeyValueStore(sql, seal, 'questions', (stored) => question.parse(stored)),
    pendingRequests: openKeyValueStore(sql, seal, 'wishes', (stored) => pendingRequest.parse(stored)),
    wrongTokens: openKeyValueStore(sql, seal, 'wrong-tokens', (stored) => wrongTokens.parse(stored)),
    notes: openKeyValueStore(sql, seal, 'notes', (stored) => note.parse(stored)),
    // The provider has every list.
    lists: openKeyValueStore(sql, seal, 'lists', (stored) => lists.parse(stored), 'relaxed'),
    conversations: openConversations(sql, seal),
    readingAhead: ({ person, question }, handle) =>
      sql.dialect.shared
        ? readingAhead(
            [
              `preferences:${person}`,
              `questions:${question}`,
              `conversations:${person}`,
              `accounts:${person}`,
              `team-links:${personLink(Number(person))}`,
            ],
            handle,
          )
        : handle(),
    inbox: openInbox(sql, seal),
    ledger,
    reminders: openReminders(sql, seal),
    checks: openChecks(sql, seal),
    domains: openDomains(sql, seal),
    teams,
    audit,
    watches: openWatches(sql, seal, subjects),
    tokenReadings: openTokenReadings(sql, subjects),
    alerts: openAlerts(sql, seal, subjects),
    digests: openDigests(sql, seal),
    leases: openLeases(sql),
    groupMessages: openGroupMessages(sql),
    inTeam: ({ id, chatId }, work) =>
      chats.altering(chatId, () =>
        sql.transaction(async (inside) => {
          const entries: AuditDraft[] = [];
          const stores: TeamStores = {
            chats: openChats(inside, seal),
            watches: openWatches(inside, seal, subjects),
            alerts: openAlerts(inside, seal, subjects),
            digests: openDigests(inside, seal),
          };
          const result = await work(await lockTeam(inside, seal, id), stores, (entry) => entries.push(entry));
          await appendAudit(inside, seal, subjects, id, entries);
          return result;
        }),
      ),
    async moveChat(from, to) {
      const lent = await teams.allInChat(from);
      await teams.moveChat(from, to, (moveTeams) =>
        chats.moveChat(from, to, (notes) =>
          sql.transaction(async (inside) => {
            await openLedger(inside, seal, subjects, sealedRows).moveChat(from, to);
            await openChecks(inside, seal).moveChat(from, to);
            await openReminders(inside, seal).moveChat(from, to);
            // As a change in a team does: its lock, then its watches, then their alerts.
            await moveTeams(inside);
            await openWatches(inside, seal, subjects).moveChat(from, to, lent);
            await openAlerts(inside, seal, subjects).moveChat(from, to, sql.now());
            await openDigests(inside, seal).moveChat(from, to);
            await notes(inside);
          }),
        ),
      );
    },
    shared: sql.dialect.shared,
    compacts,
    logBytes: () => sql.logBytes?.() ?? 0,
    now: () => sql.now(),
    compareClocks: () => sql.compareClocks(),
    clean: async (keptFor) => [
      ...(await clean(sql, ledger, audit, (behind) => tellOmitted(sql, seal, subjects, behind), keptFor)),
      ...teams.takeUnreadable(),
    ],
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
    await Promise.race([sql.takesChanges?.() ?? sql.query('SELECT 1'), late]);
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
    async watches() {
      const [row] = await sql.query('SELECT COUNT(*) AS total FROM watches');
      const [failing] = await sql.query('SELECT COUNT(*) AS total FROM watches WHERE failures > 2');
      const alerts = await sql.query(
        `SELECT state, COUNT(*) AS total FROM alerts WHERE state <> 'resolved' GROUP BY state`,
      );
      return {
        accounts: row ? numberColumn(row, 'total') : 0,
        unreadable: failing ? numberColumn(failing, 'total') : 0,
        alerts: new Map(alerts.map((each) => [textColumn(each, 'state'), numberColumn(each, 'total')])),
      };
    },
    watchLagMs: async () => Math.max(0, sql.now() - ((await nextDue(sql, 'watches')) ?? Number.POSITIVE_INFINITY)),
  };
}
