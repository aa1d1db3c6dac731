import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { AuditItem } from '../../../store/audit/log.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { zone } from '../../../telegram/ui/format.ts';
import { csvOf, csvRows, unparted } from '../../common/input/csv.ts';
import { clockOf } from './days.ts';
import { entryText, personName, reasonText } from './words.ts';

export type Format = 'csv' | 'jsonl';

export interface LogFile {
  name: string;
  bytes: Buffer;
  count: number;
}

/** A longer file is compressed; once the compressed file reaches this size too, a new file begins. */
const MAX_PART_BYTES = 8 * 1024 * 1024;
/** Other handlers run in between: the first rows of a process take long, as their code is not compiled yet. */
const ROWS_BETWEEN_PAUSES = 20;

/** Yields the files of a log one at a time, so that a long log takes little memory. */
export async function* logFiles(
  steps: AsyncIterable<readonly AuditItem[]>,
  format: Format,
  t: Translate,
  largest = MAX_PART_BYTES,
): AsyncGenerator<LogFile> {
  const write = WRITERS[format];
  let part = createPart(write.head(t));
  let number = 1;
  for await (const items of steps) {
    for (let from = 0; from < items.length; from += ROWS_BETWEEN_PAUSES) {
      const rows = items.slice(from, from + ROWS_BETWEEN_PAUSES);
      await part.add(write.rows(rows, t), rows.length, largest);
      await nextTurn();
    }
    if (part.compressed() < largest) continue;
    yield part.end(`log-${number++}.${format}`);
    part = createPart(write.head(t));
  }
  const file = await part.end(number === 1 ? `log.${format}` : `log-${number}.${format}`);
  if (number === 1 || file.count > 0) yield file;
}

/** Compresses a long text in Node's own threads. */
function createPart(head: string) {
  let plain = [Buffer.from(head)];
  let size = head.length;
  let count = 0;
  let gzip: Gzip | undefined;
  const packed: Buffer[] = [];
  let packedSize = 0;

  async function push(to: Gzip, bytes: Buffer): Promise<void> {
    if (!to.write(bytes)) await once(to, 'drain');
  }

  async function compress(): Promise<Gzip> {
    const made = createGzip();
    made.on('data', (bytes: Buffer) => {
      packed.push(bytes);
      packedSize += bytes.length;
    });
    for (const bytes of plain) await push(made, bytes);
    plain = [];
    return made;
  }

  return {
    async add(text: string, items: number, largest: number): Promise<void> {
      const bytes = Buffer.from(text);
      size += bytes.length;
      count += items;
      if (!gzip && size > largest) gzip = await compress();
      if (gzip) await push(gzip, bytes);
      else plain.push(bytes);
    },
    compressed: () => packedSize,
    async end(name: string): Promise<LogFile> {
      if (!gzip) return { name, bytes: Buffer.concat(plain), count };
      const ended = once(gzip, 'end');
      gzip.end();
      await ended;
      return { name: `${name}.gz`, bytes: Buffer.concat(packed), count };
    },
  };
}

const COLUMNS = [
  'number',
  'time',
  'person',
  'person-id',
  'what',
  'member',
  'member-id',
  'server',
  'server-id',
  'reason',
  'total',
  'currency',
  'operation',
  'event',
] as const;

const WRITERS: Record<Format, { head(t: Translate): string; rows(items: readonly AuditItem[], t: Translate): string }> =
  {
    csv: {
      head: (t) => csvOf([COLUMNS.map((each) => t.plain(`audit-cell-${each}`, { zone: zone(t.locale) }))]),
      rows: (items, t) => `\r\n${csvRows(items.map((item) => cellsOf(item, t)))}`,
    },
    jsonl: {
      head: () => '',
      rows: (items) => items.map((item) => `${JSON.stringify(lineOf(item))}\n`).join(''),
    },
  };

function cellsOf(item: AuditItem, t: Translate): (string | number)[] {
  const at = [item.number, clockOf(item.at, t)];
  if (!('entry' in item)) {
    const words = 'missing' in item ? t.plain('audit-missing', { count: item.missing }) : t.plain('audit-changed');
    return [...at, '', '', words, ...COLUMNS.slice(at.length + 3).map(() => '')];
  }
  const { actor, member, server, domain, total, currency, operation, event } = item.entry;
  return [
    ...at,
    actor ? unparted(personName(actor)) : t.plain('audit-bot'),
    actor?.id ?? '',
    unparted(entryText(t, item.entry)),
    member ? unparted(personName(member)) : '',
    member?.id ?? '',
    unparted(server?.name ?? domain ?? ''),
    unparted(server?.id ?? ''),
    unparted(reasonText(t, item.entry)),
    total ?? '',
    unparted(currency ?? ''),
    operation ?? '',
    event,
  ];
}

function lineOf(item: AuditItem): object {
  if ('missing' in item) return { missing: item.missing, after: item.number };
  const place = { number: item.number, at: new Date(item.at).toISOString() };
  return 'entry' in item ? { ...item.entry, ...place } : { ...place, refused: item.refused.why };
}
