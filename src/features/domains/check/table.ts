import papa from 'papaparse';
import { isDomain } from '../names/name.ts';
import { piecesOf } from './names.ts';

/** A file of separators has half a million rows, a list never. */
const MAX_ROWS = 20_000;
const MAX_CELLS = 200_000;
/** Parsing a cell as a name takes time, however small the file is. */
const MAX_CELLS_PARSED = 40_000;
/** The separator and the column of the names are found in the first rows. */
const SAMPLE_CHARACTERS = 32_768;
/** Above the names stand a few rows of titles; more rows than that are names too. */
const MAX_HEADING_ROWS = 5;

/** The last one is the list separator of Persian systems. */
const SEPARATORS = [',', ';', '\t', '|', '؛'];
/** People write a comma between the names of a list. Telegram turns the tabs of pasted cells into spaces. */
const SEPARATORS_OF_TEXT = [...SEPARATORS.slice(1), ' '];
/** Excel writes its separator in such a line. */
const SEPARATOR_LINE = /^\ufeff?"?sep=.*(?:\n|$)/i;
const DOT = /[.。]/;
/** An amount whose thousands are set apart: on one line a bare number may be a name. */
const GROUPED = /\p{Nd}[,٬٫.'’]\p{Nd}{3}(?!\p{Nd})/u;
const AMOUNT = /^[\p{Sc}\s]*\p{Nd}(?:[\p{Nd}.,٬٫'\s]*\p{Nd})?(?:\s[\p{L}\p{Sc}\s]+)?$/u;

export interface ListPieces {
  pieces: Iterable<string>;
  /** The number of non-empty cells that hold something else, wholly or in part. */
  leftOut: number;
  cut?: boolean;
}

type Rows = readonly (readonly string[])[];

interface Layout {
  separator: string;
  column: number;
  /** Each once: a column of registrars repeats a few. */
  domains: number;
  words: number;
}

type CellReader = (cell: string, row: number, column: number) => readonly string[];

/** Takes the column with the most domains and all other domains; without any, the column with the most words. */
export function piecesOfTable(text: string): ListPieces {
  const body = bodyOf(text);
  return namesIn(body, layoutOf(body, SEPARATORS));
}

export function piecesOfText(text: string): ListPieces {
  const body = bodyOf(text);
  const layout = layoutOf(body, SEPARATORS_OF_TEXT);
  return isCopied(body, layout) ? namesIn(body, layout) : { pieces: piecesOf(text), leftOut: 0 };
}

function bodyOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(SEPARATOR_LINE, '');
}

/**
 * Whether each of the lines from the first domain to the last holds one, beside amounts or tabs: a list of names has neither. One line has to
 * set the thousands of its amount apart.
 */
function isCopied(text: string, { separator, column, domains }: Layout): boolean {
  if (domains === 0) return false;
  const { data } = tableIn(text.slice(0, SAMPLE_CHARACTERS), separator);
  const isWhole = (row: readonly string[]) => isDomain(row[column] ?? '');
  const hasMore = (row: readonly string[]) =>
    row.length > 1 && (separator === '\t' || row.some((cell, at) => at !== column && AMOUNT.test(cell.trim())));
  const first = data.findIndex(isWhole);
  const between = data.slice(first, data.findLastIndex(isWhole) + 1);
  const isOne = between.length === 1 && !between[0]?.some((cell) => GROUPED.test(cell));
  return !isOne && first <= MAX_HEADING_ROWS && between.every((row) => isWhole(row) && hasMore(row));
}

function namesIn(text: string, { separator, column, domains }: Layout): ListPieces {
  const { data, cut } = tableIn(text, separator);
  const read = domains > 0 ? domainsIn(data, column) : wordsIn(data, column);
  let leftOut = 0;
  const pieces = data.flatMap((row, index) =>
    row.flatMap((cell, at) => {
      if (cell.trim() === '') return [];
      const names = read(cell, index, at);
      if (names.length === 0 || names.length < [...piecesOf(cell)].length) leftOut++;
      return names;
    }),
  );
  return { pieces, leftOut, ...(cut && { cut }) };
}

/** The main column holds names from its first to its last domain; above are headings, below are sums. */
function domainsIn(data: Rows, main: number): CellReader {
  const whole = data.map((row) => isDomain(row[main] ?? ''));
  const found = whole.indexOf(true);
  const first = found > MAX_HEADING_ROWS ? 1 : found;
  const last = data.every(({ length }) => length === 1) ? data.length : whole.lastIndexOf(true);
  // Headings tell the columns apart: another one may hold registrars, which are domains too.
  const isTitled = data.slice(0, Math.max(first, 0)).some((row) => row.length > 1);
  let looks = 0;
  return (cell, row, at) => {
    const pieces = [...piecesOf(cell)];
    if (at !== main)
      return !isTitled && DOT.test(cell) && looks++ < MAX_CELLS_PARSED ? ofOtherColumn(cell, pieces) : [];
    if (whole[row]) return pieces;
    const isHeading = row < first;
    if (pieces.length > 1) return domainsAmongWords(pieces, isHeading);
    const isName = row < last || DOT.test(cell);
    return isName && !isHeading ? pieces : [];
  };
}

/** Words after a domain are a note on it, words before one are a title. */
function domainsAmongWords(pieces: readonly string[], isHeading: boolean): readonly string[] {
  return isHeading && !isDomain(pieces[0] ?? '') ? [] : pieces.filter(isDomain);
}

/** An e-mail address in another column is no domain to check. */
function ofOtherColumn(cell: string, pieces: readonly string[]): readonly string[] {
  return !cell.includes('@') && pieces.every(isDomain) ? pieces : [];
}

/** Words above the first amount of a column of amounts are headings. */
function wordsIn(data: Rows, main: number): CellReader {
  const hasAmount = (row: readonly string[]) => row.some((cell, at) => at !== main && AMOUNT.test(cell.trim()));
  const amounts = data.map(hasAmount);
  const first = amounts.indexOf(true);
  const headings = first > 0 && first <= MAX_HEADING_ROWS && amounts.slice(first).every(Boolean) ? first : 0;
  return (cell, row, at) => {
    const isName = data.length === 1 ? at === main || !AMOUNT.test(cell.trim()) : at === main && row >= headings;
    return isName ? [...piecesOf(cell)] : [];
  };
}

function layoutOf(text: string, separators: readonly string[]): Layout {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const layouts = separators.flatMap((separator) => layoutsWith(separator, tableIn(sample, separator).data));
  const best = layouts.toSorted((a, b) => b.domains - a.domains || b.words - a.words)[0];
  return best ?? { separator: ',', column: 0, domains: 0, words: 0 };
}

function layoutsWith(separator: string, data: Rows): Layout[] {
  const columns: Layout[] = [];
  const seen = new Set<string>();
  for (const row of data) {
    for (const [column, cell] of row.entries()) {
      columns[column] ??= { separator, column, domains: 0, words: 0 };
      const place = `${column} ${cell.trim().toLowerCase()}`;
      if (seen.has(place)) continue;
      seen.add(place);
      if (DOT.test(cell) && !cell.includes('@') && isDomain(cell)) columns[column].domains++;
      else if (/\p{L}/u.test(cell) && [...piecesOf(cell)].length === 1) columns[column].words++;
    }
  }
  return columns;
}

function tableIn(text: string, delimiter: string): { data: string[][]; cut: boolean } {
  const data: string[][] = [];
  let cells = 0;
  let cut = false;
  papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    step({ data: row }, parser) {
      const read = row.slice(0, MAX_CELLS - cells);
      cells += read.length;
      cut = read.length < row.length || data.length === MAX_ROWS;
      if (data.length < MAX_ROWS && read.length > 0) data.push(read);
      if (cut) parser.abort();
    },
  });
  return { data, cut };
}
