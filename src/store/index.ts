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

const PING_MS = 2_000;

const question = z.object({
  name: z.string(),
  about: z.array(z.string()),
  messageId: z.number(),
  /** 0 outside of topics, absent where Telegram did not tell the topic. */
  topicId: z.number().optional(),
  operation: z.string().optional(),
  /** After a crash the update with the answer may answer again; other updates may not. */
  answeredBy: z.number().optional(),
  /** Late or repeated answers are deleted from the chat too. */
  secret: z.boolean().optional(),
  secretElsewhere: z.boolean().optional(),
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

/** `late`: some time after the tap, the default. A new message notifies. */
const outcomeNews = z.enum(['always', 'late', 'edits']);
export const OUTCOME_NEWS = outcomeNews.options;
export type OutcomeNews = z.infer<typeof outcomeNews>;

const preferences = z.object({ locale: z.string().optional(), news: outcomeNews.optional().catch(undefined) });
export type Preferences = z.infer<typeof preferences>;

export interface Stats {
  operations(): Promise<Map<string, number>>;
  unknown(): Promise<number>;
  watches(): Promise<WatchStats>;
  watchLagMs(): Promise<number>;
}

export interface WatchStats {
  accounts: number;
  /** The accounts whose last three readings failed: then their people are told. */
  unreadable: number;
  alerts: Map<string, number>;
}

export type TeamStores = Pick<Store, 'chats' | 'watches' | 'alerts' | 'digests'>;

/** Everything that survives a restart. Every failure is a `StoreUnavailable`, never an empty answer. */
export interface Store {
  accounts: Accounts;
  acceptedTokens: AcceptedTokens;
  chats: Chats;
  preferences: KeyValueStore<Preferences>;
  questions: KeyValueStore<OpenQuestion>;
  pendingRequests: KeyValueStore<PendingRequest>;
  wrongTokens: KeyValueStore<WrongTokens>;
  notes: KeyValueStore<string>;
  lists: KeyValueStore<ListedServer[]>;
  conversations: KeyValueStore<Conversations | undefined>;
  /** Lets the handler of a person's update read its rows together. Others change them only after the handler. */
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
  /** Holds the team's lock. `note` appends to its audit log. @param chatId the chat whose notes `work` may change */
  inTeam<T>(
    team: { id: string; chatId: number },
    work: (team: Team | undefined, stores: TeamStores, note: (entry: AuditDraft) => void) => Promise<T>,
  ): Promise<T>;
  /** A group became a supergroup: its messages are not in the new chat, and Telegram counts them anew. */
  moveChat(from: number, to: number): Promise<void>;
  shared: boolean;
  compacts: boolean;
  logBytes(): number;
  now(): number;
  /** Resolves to ms that the machine's clock is ahead of the store's. @throws StoreUnavailable */
  compareClocks(): Promise<number>;
  /** Removes expired rows; resolves to the errors of unreadable ones, which stay. @throws StoreUnavailable */
  clean(keptFor?: KeptFor): Promise<unknown[]>;
  /** @throws StoreUnavailable after 2 s */
  ping(): Promise<void>;
  webhook: WebhookNotes;
  stats: Stats;
  close(): Promise<void>;
}

/**
 * @param url `sqlite:PATH`, `sqlite::memory:`, or `postgres://…` @param keys by default kept beside the SQLite file
 * @throws SealBroken where the keys are not the store's: people would be told that they have no account
 */
export async function openStore(url: string, keys?: readonly Uint8Array[], machine = Date.now): Promise<Store> {
  return openStoreIn(await open(url, keys, machine));
}

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
            // The locks have the order of a change in a team: the team, its watches, their alerts.
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
