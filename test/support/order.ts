import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { crashSeed } from './random/seed.ts';

/**
 * The test files that take most of the processor time, the slowest first: they kill and start processes, ask PostgreSQL, simulate weeks, or
 * tell many long stories. Of so many that follow each other `npm test` tries one, and CI all.
 */
export const SLOW: readonly string[] = [
  'watches/simulation.test.ts',
  'sandbox/telegram/page/accessibility.test.ts',
  'sandbox/telegram/page/people.test.ts',
  'process/proxy.test.ts',
  'process/store-command.test.ts',
  'replicas/replicas.test.ts',
  'process/outages/start-outage.test.ts',
  'watches/shared-token.test.ts',
  'process/outages/outage.test.ts',
  'features/operations/forged.test.ts',
  'features/watches/digests/digest-once.test.ts',
  'process/lifecycle/stop.test.ts',
  'features/shop/buy/replicas.test.ts',
  'store/several.test.ts',
  'process/team-kills.test.ts',
  'sandbox/demo.test.ts',
  'sandbox/telegram/page/rich.test.ts',
  'sandbox/telegram/page/panel.test.ts',
  'sandbox/telegram/page/labels.test.ts',
  'sandbox/telegram/page/inline.test.ts',
  'sandbox/telegram/page/messages.test.ts',
  'sandbox/telegram/page/server-actions.test.ts',
  'sandbox/telegram/page/group.test.ts',
  'sandbox/telegram/page/connection.test.ts',
  'sandbox/telegram/page/ephemeral.test.ts',
  'sandbox/telegram/page/marks.test.ts',
  'sandbox/telegram/page/buttons.test.ts',
  'sandbox/telegram/page/reply-keyboard.test.ts',
  'sandbox/telegram/page/switches.test.ts',
  'sandbox/telegram/page/domains.test.ts',
  'sandbox/telegram/page/profile.test.ts',
  'sandbox/telegram/page/files.test.ts',
  'store/operations/retention.test.ts',
  'crash/crash.test.ts',
  'store/operations/ledger.test.ts',
  'features/domains/check/replicas.test.ts',
  'features/watches/rounds/round.test.ts',
  'features/old/database.test.ts',
  'store/database/sqlite.test.ts',
  'store/audit.test.ts',
  'features/servers/graph/graph.test.ts',
  'process/compile.test.ts',
  'features/watches/digests/digests.test.ts',
  'features/operations/news.test.ts',
  'features/again.test.ts',
  'features/teams/rights/rights.test.ts',
  'sandbox/standalone.test.ts',
  'process/lifecycle/kill.test.ts',
  'features/watches/alerts/alerts.test.ts',
  'features/domains/lost.test.ts',
  'process/language.test.ts',
  'features/groups/group.test.ts',
  'operations/payment/limits-replicas.test.ts',
  'telegram/updates/recovery.test.ts',
  'process/lifecycle/replaced.test.ts',
  'store/admin/rotate-keys.test.ts',
  'process/outages/recovery-webhook.test.ts',
  'features/watches/alerts/acknowledge.test.ts',
  'process/compose.test.ts',
  'features/hostile/crowd.test.ts',
  'process/webhook.test.ts',
  'store/encryption/subjects.test.ts',
  'features/groups/topics.test.ts',
  'features/domains/check/runner.test.ts',
  'features/watches/alerts/alert-once.test.ts',
  'store/admin/copy.test.ts',
  'features/shop/orders/receipts.test.ts',
  'features/teams/audit/audit.test.ts',
  'workers/pool.test.ts',
  'features/old/messages.test.ts',
  'store/jobs/checks.test.ts',
  'store/operations/older-copy.test.ts',
  'features/servers/graph/chart.test.ts',
  'store/key-value/left-teams.test.ts',
  'features/groups/migration.test.ts',
  'features/plain-words/plain-words.test.ts',
  'telegram/updates/deduplicate.test.ts',
  'features/operations/many.test.ts',
  'store/encryption/verify-keys.test.ts',
  'process/strangers.test.ts',
  'store/store.test.ts',
  'features/teams/members/members.test.ts',
  'features/watches/wanted.test.ts',
  'features/domains/check/forged.test.ts',
  'features/teams/members/leaving.test.ts',
  'process/secrets.test.ts',
  'features/shop/buy/leaving.test.ts',
  'teams/rota.test.ts',
  'process/ops.test.ts',
  'store/database/outage.test.ts',
  'features/watches/rounds/brownout.test.ts',
  'store/database/server-clock.test.ts',
  'store/leases.test.ts',
  'features/watches/digests/group-digests.test.ts',
  'store/inbox.test.ts',
  'watches/digest.test.ts',
  'features/watches/rounds/outside.test.ts',
  'hosting/answers/judge-answer.test.ts',
  'features/watches/quiet.test.ts',
  'telegram/fuzz.test.ts',
  'features/watches/rounds/partial-failures.test.ts',
  'features/watches/alerts/alert-people.test.ts',
  'features/hostile/words.test.ts',
  'store/jobs/token-readings.test.ts',
  'features/teams/on-call/on-call.test.ts',
  'features/servers/list/list.test.ts',
  'features/groups/ephemeral.test.ts',
  'features/domains/check/upload.test.ts',
  'process/token-replaced.test.ts',
  'telegram/updates/deduplicate-store.test.ts',
  'features/shop/limit.test.ts',
  'features/shop/orders/orders.test.ts',
  'features/shop/duplicates/duplicates.test.ts',
  'features/shop/renew/batch-length.test.ts',
  'features/watches/alerts/membership.test.ts',
  'features/teams/approvals/approvals-elsewhere.test.ts',
  'features/domains/check/check.test.ts',
  'operations/replicas.test.ts',
  'features/teams/on-call/hand-over.test.ts',
  'features/operations/conflict.test.ts',
  'features/shop/money.test.ts',
  'features/teams/approvals/approvals-in-private.test.ts',
  'features/teams/protection/spending-limits.test.ts',
  'features/watches/alerts/telegram-trouble.test.ts',
  'features/watches/in-team.test.ts',
  'features/domains/register/leaving.test.ts',
  'features/watches/rounds/deleted-traffic.test.ts',
  'features/teams/lifecycle/ended-team.test.ts',
  'features/servers/reinstall.test.ts',
  'operations/approvals.test.ts',
  'features/teams/rights/lost-rights.test.ts',
  'features/operations/outcome.test.ts',
  'features/hostile/others-buttons.test.ts',
  'store/earlier-names.test.ts',
  'jobs/lease.test.ts',
  'operations/claims/conflicts.test.ts',
  'features/shop/buy/starts.test.ts',
  'features/teams/lifecycle/taking-over.test.ts',
  'features/one-message.test.ts',
  'features/shop/buy/price-restart.test.ts',
  'features/teams/lifecycle/creating.test.ts',
  'operations/delivered.test.ts',
  'features/operations/confirm.test.ts',
  'features/shop/buy/buy.test.ts',
  'features/operations/watched.test.ts',
  'features/account/secrets.test.ts',
  'operations/payment/order-pace.test.ts',
  'features/watches/alerts/refused-token.test.ts',
  'hosting/fuzz.test.ts',
  'features/domains/register/register.test.ts',
  'features/operations/cancel.test.ts',
  'features/shop/buy/answers.test.ts',
  'features/teams/rights/malformed.test.ts',
  'features/groups/membership.test.ts',
  'features/shop/renew/batch-part.test.ts',
  'sandbox/telegram/backend/webhook.test.ts',
];
export const ONE_OF = 12;

/** Files that wait for most of their time: side by side they would leave the processors idle, and at the end as well. */
const WAITING: readonly string[] = [
  'crowd.test.ts',
  'crash.test.ts',
  'replaced.test.ts',
  'ephemeral.test.ts',
  'approved-changes.test.ts',
  'kill.test.ts',
  'stop.test.ts',
  'again.test.ts',
  'strangers.test.ts',
  'limits.test.ts',
  'spending-limits.test.ts',
  'limit.test.ts',
  'money-outage.test.ts',
  'membership.test.ts',
  'outcome.test.ts',
  'ops.test.ts',
  'store-command.test.ts',
  'forged.test.ts',
  'news.test.ts',
  'start-outage.test.ts',
  'store-lost.test.ts',
  'power-cut.test.ts',
  'new-server.test.ts',
  'recovery.test.ts',
  'webhook.test.ts',
  'proxy.test.ts',
];
/** The first of every so many files waits, until none is left. */
const APART = 4;

/**
 * Vitest's order, by the last run's durations or by the size of the files, with those that wait spread over its first half, behind the
 * slowest files: begun last, they would run on for minutes beside idle processors. With `TEST_SLOW=part` it leaves out the slow files that the
 * run's seed does not choose.
 */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const tried = process.env.TEST_SLOW === 'part' ? inPart(files) : files;
    const slowest = SLOW.slice(0, ONE_OF).flatMap((path) => tried.filter((file) => pathOf(file) === path));
    const sorted = await super.sort(tried.filter((file) => !slowest.includes(file)));
    const waits = ({ moduleId }: TestSpecification) => WAITING.includes(basename(moduleId));
    const [waiting, busy] = [sorted.filter(waits), sorted.filter((file) => !waits(file))];
    const parts = Array.from({ length: Math.ceil(busy.length / (APART - 1)) }, (_, at) =>
      busy.slice(at * (APART - 1), (at + 1) * (APART - 1)),
    );
    const spread = parts.flatMap((part, at) => [...waiting.slice(at, at + 1), ...part]);
    return [...slowest, ...spread, ...waiting.slice(parts.length)];
  }
}

const TESTS = fileURLToPath(new URL('..', import.meta.url));

const pathOf = ({ moduleId }: TestSpecification) => moduleId.slice(TESTS.length);

function inPart(files: TestSpecification[]): TestSpecification[] {
  const tried = files.filter((file) => isTried(pathOf(file), crashSeed));
  console.info(
    `slow files: ${files.length - tried.length} of ${SLOW.length} are left out of this run, CRASH_SEED=${crashSeed}`,
  );
  return tried;
}

/**
 * Whether `npm test` tries a file: the seed chooses one of each {@link ONE_OF} slow ones, and no quick one is left out.
 * @param path below `test/`
 */
export function isTried(path: string, seed: number): boolean {
  const place = SLOW.indexOf(path);
  if (place < 0) return true;
  const group = Math.floor(place / ONE_OF);
  const size = Math.min(ONE_OF, SLOW.length - group * ONE_OF);
  return hash('sha256', `${seed} slow files ${group}`, 'buffer').readUInt32BE() % size === place % ONE_OF;
}
