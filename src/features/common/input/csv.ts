import papa from 'papaparse';

const UTF8_MARK = '\ufeff';
/** The beginning of a formula, with the characters that spreadsheets skip before it. East Asian ones also read full-width and small signs. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;
/** Spreadsheets of many countries split a cell at its semicolons: a formula may begin behind each of them. */
const PARTED_FORMULA = /([;\t|][\s\p{Cf}]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;

type Cell = string | number;

/** CSV (RFC 4180), UTF-8 with a byte order mark for spreadsheets. A cell that a spreadsheet would run as a formula becomes text. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return UTF8_MARK + csvRows(rows);
}

/** {@link csvOf} for rows behind others. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  const all = rows.map((row) => [...row]);
  return papa.unparse(all, { escapeFormulae: FORMULA, newline: '\r\n' });
}

/** Turns every formula within words of the provider or of a person into text. */
export function unparted(words: string): string {
  return words.replaceAll(PARTED_FORMULA, "$1'");
}
