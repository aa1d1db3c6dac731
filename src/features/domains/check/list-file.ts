import papa from 'papaparse';
import { task } from '../../../workers/pool.ts';
import { isDomain } from '../name.ts';
import { cleanNames, type Names, piecesOf } from './names.ts';

/** In bytes: several times what ten thousand names take, and read in a moment. */
export const LARGEST_LIST = 1024 * 1024;
/** Rows and cells of a table that are read: a file of separators has half a million, and no list has so many. */
const MOST_ROWS = 20_000;
const MOST_CELLS = 200_000;
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
interface ListPieces {
  pieces: Iterable<string>;
  /** Cells of a table with something in them that is no domain, and not in the column of the domains. */
  leftOut: number;
  /** Whether the table goes on beyond what is read of it. */
  cut?: boolean;
}

/** A file as it is read: its name decides what it is, the favourites what a label without a suffix means. */
interface ListFile {
  name: string | undefined;
  text: string;
  favourites: readonly string[];
}

/** {@link namesInFile} beside the handlers: a megabyte of noise takes a second. */
export const readingList = task<typeof namesInFile>(new URL(import.meta.url), 'namesInFile');

/** The names of a list that came as a file; `binary` where it holds no text. */
export function namesInFile({ name, text, favourites }: ListFile): Names | 'binary' {
  const list = piecesOfFile(name, text);
  if (list === 'binary') return list;
  const names = cleanNames(list.pieces, favourites, list.leftOut);
  return list.cut ? { ...names, cut: true } : names;
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
  const { data, cut } = tableIn(text);
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
  return { pieces, leftOut, ...(cut && { cut }) };
}

/** The rows of a table, as many as are read: the last may be read in part. */
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

/** The column with the most domains; undefined where there are none. */
function columnOfDomains(rows: readonly string[][]): number | undefined {
  const counts = new Map<number, number>();
  for (const row of rows) {
    for (const [column, cell] of row.entries()) if (isDomain(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}
