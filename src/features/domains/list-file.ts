import papa from 'papaparse';
import { isDomain } from './name.ts';
import { piecesOf } from './names.ts';

/** In bytes: several times what ten thousand names take, and read in a moment. */
export const LARGEST_LIST = 1024 * 1024;
const MOST_ROWS = 20_000;
/** Enough rows to tell by which column holds the names. */
const SAMPLE = 200;

/** Whether a file can be a list by what it is called and said to be. */
export function isListFile(name: string | undefined, type: string | undefined): boolean {
  return /\.(?:txt|csv)$/i.test(name ?? '') || (name === undefined && /^text\/(?:plain|csv)$/.test(type ?? ''));
}

/** Whether a file is a spreadsheet's own: it could hold a list, but not as text. */
export function isSheetFile(name: string | undefined): boolean {
  return /\.(?:xlsx?|ods|numbers)$/i.test(name ?? '');
}

/** The pieces of a list that came as a file; `binary` where it holds no text. */
export function piecesOfFile(name: string | undefined, text: string): Iterable<string> | 'binary' {
  if (/(?!\s)\p{Cc}|\ufffd/u.test(text)) return 'binary';
  return /\.csv$/i.test(name ?? '') ? piecesOfTable(text) : piecesOf(text);
}

/** The cells of the column that holds the most domains; without any, those of the first one. */
function piecesOfTable(text: string): string[] {
  const { data } = papa.parse<string[]>(text, { preview: MOST_ROWS + 1, skipEmptyLines: 'greedy' });
  const sample = data.slice(0, SAMPLE);
  const counts: number[] = [];
  for (const row of sample) {
    for (const [column, cell] of row.entries()) if (isDomain(cell)) counts[column] = (counts[column] ?? 0) + 1;
  }
  const most = Math.max(0, ...counts.filter((count) => count > 0));
  const column = most === 0 ? 0 : counts.indexOf(most);
  // The head of a column of domains is no label to be tried.
  const rows = most > 0 && !isDomain(data[0]?.[column] ?? '') && data.length > 1 ? data.slice(1) : data;
  return rows.flatMap((row) => [...piecesOf(row[column] ?? '')]);
}
