import papa from 'papaparse';
import { task } from '../../../workers/pool.ts';
import { isDomain } from '../names/name.ts';
import { cleanNames, type Names, piecesOf } from './names.ts';

/** In bytes: several times the size of ten thousand names. */
export const LARGEST_LIST = 1024 * 1024;
/** The rows and cells of a table that are read: a file of separators has half a million, a list never. */
const MOST_ROWS = 20_000;
const MOST_CELLS = 200_000;
/** The cells beside the main column that are parsed as names: parsing takes time, however small the file. */
const MOST_LOOKS = 40_000;
/** The rows from which the column of the names is found. */
const SAMPLE = 200;

/** Whether the name or the MIME type of a file says that it can be a list. */
export function isListFile(name: string | undefined, type: string | undefined): boolean {
  return /\.(?:txt|csv)$/i.test(name ?? '') || (name === undefined && /^text\/(?:plain|csv)$/.test(type ?? ''));
}

/** Whether a file is in a spreadsheet's own format: it may hold a list, but not as text. */
export function isSheetFile(name: string | undefined): boolean {
  return /\.(?:xlsx?|ods|numbers)$/i.test(name ?? '');
}

/** The pieces of a file that are read as names. */
interface ListPieces {
  pieces: Iterable<string>;
  /** How many non-empty cells outside the column of the domains hold no domain. */
  leftOut: number;
  /** Whether the table has more rows or cells than are read. */
  cut?: boolean;
}

/** A list file: the name decides the format; a label without a suffix is tried under each favourite. */
interface ListFile {
  name: string | undefined;
  text: string;
  favourites: readonly string[];
}

/** {@link namesInFile} in a worker thread: a megabyte of noise takes a second. */
export const readingList = task<typeof namesInFile>(new URL(import.meta.url), 'namesInFile');

/** The names in a list file; `binary` where it is no text. */
export function namesInFile({ name, text, favourites }: ListFile): Names | 'binary' {
  const list = piecesOfFile(name, text);
  if (list === 'binary') return list;
  const names = cleanNames(list.pieces, favourites, list.leftOut);
  return list.cut ? { ...names, cut: true } : names;
}

/** The pieces in a list file; `binary` where it is no text. */
export function piecesOfFile(name: string | undefined, text: string): ListPieces | 'binary' {
  if (/(?!\s)\p{Cc}|\ufffd/u.test(text)) return 'binary';
  return /\.csv$/i.test(name ?? '') ? piecesOfTable(text) : { pieces: piecesOf(text), leftOut: 0 };
}

/**
 * The column with the most domains, without its heading, and every domain in other columns. Without any domain: the
 * first column, or the only row.
 */
function piecesOfTable(text: string): ListPieces {
  const { data, cut } = tableIn(text);
  const column = columnOfDomains(data.slice(0, SAMPLE));
  let leftOut = 0;
  let looks = 0;
  const isTaken = (cell: string, row: number, at: number) => {
    const main = at === (column ?? 0) || (column === undefined && data.length === 1);
    // The heading of a column of domains is no label.
    if (main) return column === undefined || row > 0 || data.length === 1 || isDomain(cell);
    // An e-mail address in another column is no domain to check.
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
  return { pieces, leftOut, ...(cut && { cut }) };
}

/** The rows of a table up to the limits; the last row may be cut. */
function tableIn(text: string): { data: string[][]; cut: boolean } {
  const data: string[][] = [];
  let cells = 0;
  let cut = false;
  papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    step({ data: row }, parser) {
      const read = row.slice(0, MOST_CELLS - cells);
      cells += read.length;
      cut = read.length < row.length || data.length === MOST_ROWS;
      if (data.length < MOST_ROWS && read.length > 0) data.push(read);
      if (cut) parser.abort();
    },
  });
  return { data, cut };
}

/** The column with the most domains; `undefined` where no cell holds one. */
function columnOfDomains(rows: readonly string[][]): number | undefined {
  const counts = new Map<number, number>();
  for (const row of rows) {
    for (const [column, cell] of row.entries()) if (isDomain(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}
