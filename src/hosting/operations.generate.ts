import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpointsFor } from './endpoints.ts';

const FILE = fileURLToPath(new URL('./operations.md', import.meta.url));
const HEADINGS = ['operation', 'method and path', 'parameters travel in', 'effect', 'an unknown outcome is settled by'];

export function withTable(text: string): string {
  const endpoints = Object.values(endpointsFor([])).flatMap((rows) => Object.values(rows));
  const cells = endpoints.map(({ operation, method, path, travels, effect, settledBy }) => [
    operation,
    `${method} ${path}`,
    travels,
    effect,
    settledBy,
  ]);
  const widths = HEADINGS.map((heading, at) => Math.max(heading.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |\n`;
  return text.replace(/(?:^\|.*\n)+/m, () => [HEADINGS, rule, ...cells].map(line).join(''));
}

if (import.meta.main) writeFileSync(FILE, withTable(readFileSync(FILE, 'utf8')));
