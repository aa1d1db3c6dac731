import papa from 'papaparse';
import { isDomain } from './name.ts';
import { piecesOf } from './names.ts';

/** In bytes: several times what ten thousand names take, and read in a moment. */
export const LARGEST_LIST = 1024 * 1024;
/** Cells that are looked at closely: they take time, however small the file. */
const MOST_LOOKS = 40_000;
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

/** What a file holds to be read as names. */
export interface ListPieces {
  pieces: Iterable<string>;
  /** Cells of a table with something in them that is no domain, and not in the column of the domains. */
  leftOut: number;
}

/** The pieces of a list that came as a file; `binary` where it holds no text. */
export function piecesOfFile(name: string | undefined, text: string): ListPieces | 'binary' {
  if (/(?!\s)\p{Cc}|\ufffd/u.test(text)) return 'binary';
  return /\.csv$/i.test(name ?? '') ? piecesOfTable(text) : { pieces: piecesOf(text), leftOut: 0 };
}

/**
 * The cells of the column that holds the most domains, without its head, and every domain beside it; without any, the
 * first column, or the only row.
 */
function piecesOfTable(text: string): ListPieces {
  const { data } = papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const column = columnOfDomains(data.slice(0, SAMPLE));
  let leftOut = 0;
  let looks = 0;
  const isTaken = (cell: string, row: number, at: number) => {
    const main = at === (column ?? 0) || (column === undefined && data.length === 1);
    // The head of a column of domains is no label to be tried.
    if (main) return column === undefined || row > 0 || data.length === 1 || isDomain(cell);
    // An address beside a name is its owner's.
    return /[.。]/.test(cell) && !cell.includes('@') && looks++ < MOST_LOOKS && [...piecesOf(cell)].every(isDomain);
  };
  const pieces = data.flatMap((row, index) =>
    row.flatMap((cell, at) => {
      if (cell.trim() === '') return [];
      if (isTaken(cell, index, at)) return [...piecesOf(cell)];
      leftOut++;
      return [];
    }),
  );
  return { pieces, leftOut };
}

/** The column with the most domains; undefined where there are none. */
function columnOfDomains(rows: readonly string[][]): number | undefined {
  const counts = new Map<number, number>();
  for (const row of rows) {
    for (const [column, cell] of row.entries()) if (isDomain(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}
