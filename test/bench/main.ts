import * as growth from './cost/growth.ts';
import * as hosting from './cost/hosting.ts';
import * as memory from './cost/memory.ts';
import * as processor from './cost/processor.ts';
import * as saturation from './cost/saturation.ts';
import * as watchGrowth from './cost/watch-growth.ts';
import * as watchPace from './cost/watch-pace.ts';
import * as webhook from './cost/webhook.ts';
import * as writes from './cost/writes.ts';
import * as recovery from './lifetime/recovery.ts';
import * as start from './lifetime/start.ts';
import * as year from './lifetime/year.ts';
import type { Result } from './support/result.ts';
import * as abuse from './waiting/abuse.ts';
import * as audit from './waiting/audit.ts';
import * as blocking from './waiting/blocking.ts';
import * as buying from './waiting/buying.ts';
import * as crowd from './waiting/crowd.ts';
import * as domains from './waiting/domains.ts';
import * as graph from './waiting/graph.ts';
import * as latency from './waiting/latency.ts';
import * as pages from './waiting/pages.ts';
import * as paint from './waiting/paint.ts';
import * as watches from './waiting/watches.ts';

const BENCHES = {
  abuse,
  audit,
  blocking,
  crowd,
  buying,
  latency,
  graph,
  processor,
  saturation,
  memory,
  writes,
  pages,
  paint,
  hosting,
  domains,
  webhook,
  growth,
  year,
  start,
  recovery,
  watches,
  'watch-growth': watchGrowth,
  'watch-pace': watchPace,
};

/** Runs every bench, one after another (they would share the processor), and prints one table. */
const results: Result[] = [];
const wanted = process.argv.slice(2);
for (const [name, { run }] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`Running ${name} …\n`);
  results.push(...(await run()));
}
process.stdout.write(`${table(results)}\n`);
if (results.some(isOver)) process.exitCode = 1;

function isOver({ value, limit }: Result): boolean {
  // A value that is no number is no success.
  return limit !== undefined && value !== 'not measured' && !(value <= limit);
}

function verdict(row: Result): string {
  if (row.value === 'not measured' || row.limit === undefined) return 'info';
  return isOver(row) ? 'OVER' : 'ok';
}

function table(rows: readonly Result[]): string {
  const lines = rows.map((row) => [
    row.name,
    row.value === 'not measured' ? row.value : row.value.toFixed(2),
    row.limit?.toFixed(2) ?? '',
    row.unit ?? '×',
    verdict(row),
    row.detail,
  ]);
  const cells = [['bench', 'value', 'limit', '', '', ''], ...lines];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          column === 1 || column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
