import { cloudOrderEndpoints } from '../cloud-orders.ts';
import { domainOrderEndpoints } from '../domain-orders.ts';
import { serverEndpoints } from '../servers.ts';
import { backupEndpoints, snapshotEndpoints } from '../snapshots-and-backups.ts';
import { type Asked, judgeChange, judgeRead } from './judging.ts';
import type { Handed, Judging } from './judging-aside.ts';
import { maskFor } from './masking.ts';

const ENDPOINTS: ReadonlyMap<string, Asked<unknown>> = new Map(
  [
    ...[serverEndpoints, snapshotEndpoints, backupEndpoints, cloudOrderEndpoints],
    // National suffixes decide what may be sent, not how an answer reads.
    domainOrderEndpoints([]),
  ]
    .flatMap((rows) => Object.values<Asked<unknown>>(rows))
    .map((row) => [row.operation, row]),
);

/** What a thread does with a {@link Judging}. */
export function judge({ operation, token, outcome }: Judging): Handed<unknown> {
  const asked = ENDPOINTS.get(operation);
  if (!asked) throw new TypeError(`no operation ${operation}`);
  const verdict = (asked.effect === 'change' ? judgeChange : judgeRead)(asked, outcome, maskFor(token));
  if (verdict.kind === 'value') return verdict;
  return { kind: verdict.kind, failure: { ...verdict.failure.details, kind: verdict.failure.kind, operation } };
}
