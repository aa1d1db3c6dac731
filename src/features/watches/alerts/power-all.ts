import { isOn } from '../../../hosting/index.ts';
import type { Alert } from '../../../store/jobs/alerts.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { operationFields, operationIdOf, showPrepared, showPreparedBefore } from '../../common/operation/prepared.ts';
import { alertHere } from './acknowledge.ts';

/** Lines with a name and an IP fit into one message. */
const MAX_POWERED_ON = 30;
const READ_LIMIT_MS = 3_000;
const MAX_READING_AGE_MS = 3_000;

/** Asks once for all servers of an alert that are off: one confirm creates an operation for each. */
export async function powerOnAll(ctx: Ctx, access: Access, id: string): Promise<void> {
  if (await showPreparedBefore(ctx)) return;
  const { t } = ctx;
  const { operations, screenOf } = ctx.services;
  const off = await offIn(ctx, access, await alertHere(ctx, access, id));
  if (off.length === 0) throw new Refusal((words) => words('power-all-none'));
  const now = off.slice(0, MAX_POWERED_ON);
  const leftOut = off.length - now.length;
  const ids = now.map((_, index) => operationIdOf(ctx, index));
  const together = { ...(ids.length > 1 ? { batch: ids } : {}), ...(leftOut > 0 ? { leftOut } : {}) };
  const fields = await operationFields(ctx, access.account.id);
  const by = ctx.from?.first_name ?? '';
  const prepared = await operations.prepareTogether(
    now.map(({ server, status }, index) => ({
      ...fields,
      id: ids[index] ?? '',
      kind: 'power',
      subject: server.id,
      parameters: {
        ...{ action: 'on', serverId: server.id, name: access.account.aliases.get(server.id) ?? server.name },
        ...(server.ip === undefined ? {} : { ip: server.ip }),
        ...{ person: by, ...(isPrivate(ctx) ? {} : { by }), ...together },
      },
      progress: { seen: status === undefined ? {} : { before: status } },
    })),
  );
  const [first] = prepared;
  if (first) await showPrepared(ctx, await screenOf(first, t), ...prepared);
}

/** Falls back to the reading of the alert where the provider gives no answer in time. */
async function offIn(ctx: Ctx, access: Access, alert: Alert) {
  const { store, accesses } = ctx.services;
  const listed = await store.alerts.getAll(alert.members ?? [alert.id]);
  const open = listed.flatMap(({ state, server, status }) =>
    server && state !== 'resolved' ? [{ server, status }] : [],
  );
  const ids = open.map(({ server }) => server.id);
  const signal = AbortSignal.timeout(READ_LIMIT_MS);
  const read = await accesses.statuses.read(ctx.person.id, access.key, access.hosting, ids, signal, MAX_READING_AGE_MS);
  const known = open.map(({ server, status }) => ({ server, status: read.get(server.id) ?? status }));
  return known.filter(({ status }) => !isOn(status));
}
