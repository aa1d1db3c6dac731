import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  nullableNumberColumn,
  numberColumn,
  type Row,
  type Sql,
  type SqlValue,
  type Transaction,
  textColumn,
} from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { isThere } from '../key-value/teams.ts';
import {
  type AuditEntry,
  auditEntry,
  COLUMNS,
  columnsOf,
  forgetRange,
  lockRange,
  placeOf,
  readRange,
  writeRange,
} from './index.ts';

const MAX_RECENT_ENTRIES = 200;
const ENTRIES_PER_STEP = 100;

export interface AuditFilter {
  subject?: string | undefined;
  person?: number | undefined;
  /** Epoch ms; `to` is excluded. */
  days?: { from: number; to: number } | undefined;
}

export interface AuditPlace {
  at: number;
  number: number;
}

/** `refused`: the row was changed outside the bot. `missing`: known only without a person or subject in the filter. */
export type AuditItem = AuditPlace & ({ entry: AuditEntry } | { refused: SealBroken } | { missing: number });

export interface AuditPage {
  items: readonly AuditItem[];
  newer?: AuditPlace | undefined;
  older?: AuditPlace | undefined;
}

export interface AuditLog {
  page(
    team: string,
    filter: AuditFilter,
    most: number,
    from?: { older: AuditPlace } | { newer: AuditPlace },
  ): Promise<AuditPage>;
  all(team: string, filter: AuditFilter): AsyncGenerator<readonly AuditItem[]>;
  recent(team: string): Promise<{ people: AuditPerson[]; servers: { id: string; name: string }[] }>;
  /** `last` is absent at the end; rows that do not fit their seal stay. */
  forget(
    before: number,
    most: number,
    behind?: AuditOldest,
  ): Promise<{ last: AuditOldest | undefined; unreadable: unknown[] }>;
}
export type AuditPerson = NonNullable<AuditEntry['actor']>;
type AuditOldest = AuditPlace & { team: string };

export function openAuditLog(sql: Sql, seal: Seal, subjects: Subjects): AuditLog {
  function read(row: Row): AuditItem {
    const place = { at: numberColumn(row, 'at'), number: numberColumn(row, 'number') };
    const name = placeOf(textColumn(row, 'team'), place.number);
    try {
      const { data: found } = auditEntry.safeParse(seal.open(row.body, name));
      if (!found) throw new SealBroken(name, 'changed');
      const { actorId, memberId, subjectHash } = columnsOf(found, subjects);
      const isSame =
        found.at === place.at &&
        actorId === nullableNumberColumn(row, 'actor_id') &&
        memberId === nullableNumberColumn(row, 'member_id') &&
        subjectHash === row.subject_hash;
      if (!isSame) throw new SealBroken(name, 'changed');
      return { ...place, entry: found };
    } catch (error) {
      if (error instanceof SealBroken) return { ...place, refused: error };
      throw error;
    }
  }

  const beside = async (which: Which): Promise<AuditItem[]> => {
    const { person } = which.filter;
    const columns = person === undefined ? [undefined] : (['actor_id', 'member_id'] as const);
    const found = await Promise.all(columns.map((column) => select(sql, subjects, which, column)));
    const sign = which.direction === 'older' ? -1 : 1;
    // Both columns find the entry of a person who acted on themselves.
    return [...new Map(found.flat().map((row) => [numberColumn(row, 'number'), row])).values()]
      .map(read)
      .sort((one, other) => sign * (one.at - other.at || one.number - other.number))
      .slice(0, which.most);
  };

  async function older(team: string, filter: AuditFilter, most: number, from?: AuditPlace): Promise<AuditPage> {
    if (filter.person === undefined && filter.subject === undefined) return olderOfAll(team, filter, most, from);
    const found = await beside({ team, filter, most: most + 1, direction: 'older', from });
    const items = found.slice(0, most);
    return { items, newer: from && (items[0] ?? from), older: found.length > most ? items.at(-1) : undefined };
  }

  async function olderOfAll(team: string, filter: AuditFilter, most: number, from?: AuditPlace): Promise<AuditPage> {
    const known = await readRange(sql, seal, team);
    const found = await beside({ team, filter, most: most + 1, direction: 'older', from });
    const items = found.slice(0, most);
    const page = { newer: from && (items[0] ?? from), older: found.length > most ? items.at(-1) : undefined };
    if (filter.days) return { ...page, items: withMissing(items, from?.number, undefined) };
    const last = known?.last ?? (items[0]?.number ?? -1) + 1;
    // Read anew: the retention of some entries may have ended meanwhile.
    const first = page.older ? undefined : ((await readRange(sql, seal, team))?.first ?? 1);
    return { ...page, items: withMissing(items, from?.number ?? last + 1, first) };
  }

  return {
    async page(team, filter, most, from) {
      if (!from || 'older' in from) return older(team, filter, most, from?.older);
      const above = await beside({ team, filter, most: most + 1, direction: 'newer', from: from.newer });
      return older(team, filter, most, above[most]);
    },
    async *all(team, filter) {
      for (let from: AuditPlace | undefined, isFirst = true; isFirst || from; isFirst = false) {
        const page: AuditPage = await older(team, filter, ENTRIES_PER_STEP, from);
        await nextTurn();
        yield page.items;
        from = page.older;
      }
    },
    recent: async (team) => peopleAndServersOf((await older(team, {}, MAX_RECENT_ENTRIES)).items),
    forget: (before, most, behind = { at: -1, team: '', number: 0 }) =>
      sql.transaction(
        async (inside) => {
          const rows = await inside.query(
            `SELECT ${COLUMNS} FROM audit WHERE at < $1 AND (at, team, number) > ($2, $3, $4)
             ORDER BY at, team, number LIMIT $5`,
            before,
            behind.at,
            behind.team,
            behind.number,
            most,
          );
          const items = rows.map((row) => ({ ...read(row), team: textColumn(row, 'team') }));
          const over = items.filter((item) => 'entry' in item);
          for (const team of [...new Set(over.map((each) => each.team))].sort())
            await removeFirst(
              inside,
              seal,
              team,
              over.filter((each) => each.team === team),
            );
          const last = items.length === most ? items.at(-1) : undefined;
          return {
            last: last && { at: last.at, team: last.team, number: last.number },
            unreadable: items.flatMap((item) => ('refused' in item ? [item.refused] : [])),
          };
        },
        // If this commit is lost with the machine, the entries are removed again.
        { durability: 'relaxed' },
      ),
  };
}

function peopleAndServersOf(items: readonly AuditItem[]): Awaited<ReturnType<AuditLog['recent']>> {
  const people = new Map<number, AuditPerson>();
  const servers = new Map<string, { id: string; name: string }>();
  for (const { actor, member, server } of items.flatMap((item) => ('entry' in item ? [item.entry] : []))) {
    for (const { id, name } of [actor, member].filter((each) => each !== undefined))
      people.set(id, { id, name: people.get(id)?.name ?? name });
    if (server && !servers.has(server.id)) servers.set(server.id, server);
  }
  return { people: [...people.values()], servers: [...servers.values()] };
}

interface Which {
  team: string;
  filter: AuditFilter;
  most: number;
  direction: 'older' | 'newer';
  from?: AuditPlace | undefined;
}

function select(
  sql: Sql,
  subjects: Subjects,
  { team, filter, most, direction, from }: Which,
  who: 'actor_id' | 'member_id' | undefined,
): Promise<Row[]> {
  const { subject, person, days } = filter;
  const values: SqlValue[] = [];
  const put = (value: SqlValue) => `$${values.push(value)}`;
  const conditions = [
    `team = ${put(team)}`,
    ...(subject === undefined ? [] : [`subject_hash = ${put(subjects.hash(subject))}`]),
    ...(who === undefined || person === undefined ? [] : [`${who} = ${put(person)}`]),
    ...(days ? [`at >= ${put(days.from)} AND at < ${put(days.to)}`] : []),
    ...(from ? [`(at, number) ${direction === 'older' ? '<' : '>'} (${put(from.at)}, ${put(from.number)})`] : []),
  ].join(' AND ');
  const order = direction === 'older' ? 'at DESC, number DESC' : 'at, number';
  return sql.query(`SELECT ${COLUMNS} FROM audit WHERE ${conditions} ORDER BY ${order} LIMIT ${put(most)}`, ...values);
}

/** @param above the number behind which the newest item has to follow @param first the number of the oldest item */
function withMissing(items: readonly AuditItem[], above: number | undefined, first: number | undefined): AuditItem[] {
  const all: AuditItem[] = [];
  let expected = above ?? (items[0]?.number ?? 0) + 1;
  const compare = (number: number, place: AuditPlace) => {
    const missing = expected - number - 1;
    if (missing > 0) all.push({ ...place, missing });
    expected = Math.min(expected, number);
  };
  for (const item of items) {
    compare(item.number, { at: item.at, number: item.number });
    all.push(item);
  }
  if (first !== undefined) compare(first - 1, { at: items.at(-1)?.at ?? 0, number: first });
  return all;
}

/** Moves the first kept number. An ended team keeps no numbers once its last entry is gone. */
async function removeFirst(inside: Transaction, seal: Seal, team: string, over: readonly AuditPlace[]): Promise<void> {
  const known = await lockRange(inside, seal, team);
  for (const { at, number } of over)
    await inside.query('DELETE FROM audit WHERE team = $1 AND at = $2 AND number = $3', team, at, number);
  const [left] = await inside.query('SELECT number FROM audit WHERE team = $1 LIMIT 1', team);
  // No other team gets this id meanwhile: a team comes back within a day, while the entry of its end is kept.
  if (!left && !(await isThere(inside, team))) return forgetRange(inside, team);
  const first = Math.max(known.first, ...over.map(({ number }) => number + 1));
  await writeRange(inside, seal, team, { ...known, first });
}
