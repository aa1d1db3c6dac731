import papa from 'papaparse';

const UTF8_MARK = '\ufeff';
/** Spreadsheets skip some characters before a formula; East Asian ones also read full-width signs. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;
/** Spreadsheets of many countries split a cell at its semicolons: a formula may begin behind each of them. */
const PARTED_FORMULA = /([;\t|][\s\p{Cf}]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;

type Cell = string | number;

/** CSV (RFC 4180) with a byte order mark for spreadsheets. A cell that reads as a formula becomes text. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return UTF8_MARK + csvRows(rows);
}

/** {@link csvOf} for further rows of the same file. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  const all = rows.map((row) => [...row]);
  return papa.unparse(all, { escapeFormulae: FORMULA, newline: '\r\n' });
}

export function unparted(words: string): string {
  return words.replaceAll(PARTED_FORMULA, "$1'");
}
