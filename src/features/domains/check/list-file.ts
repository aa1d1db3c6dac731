import { task } from '../../../workers/pool.ts';
import { cleanNames, type Names } from './names.ts';
import { type ListPieces, piecesOfTable, piecesOfText } from './table.ts';

/** Several times the size of ten thousand names. */
export const MAX_LIST_BYTES = 1024 * 1024;
export function isListFile(name: string | undefined, type: string | undefined): boolean {
  return /\.(?:txt|csv)$/i.test(name ?? '') || (name === undefined && /^text\/(?:plain|csv)$/.test(type ?? ''));
}

/** A spreadsheet's own format may hold a list, but not as text. */
export function isSheetFile(name: string | undefined): boolean {
  return /\.(?:xlsx?|ods|numbers)$/i.test(name ?? '');
}

interface ListFile {
  name: string | undefined;
  text: string;
  favourites: readonly string[];
}

/** {@link namesInFile} in a worker thread: a megabyte of noise takes a second. */
export const readingList = task<typeof namesInFile>(new URL(import.meta.url), 'namesInFile');

/** `binary` for a file that is no text. */
export function namesInFile({ name, text, favourites }: ListFile): Names | 'binary' {
  const list = piecesOfFile(name, text);
  if (list === 'binary') return list;
  const names = cleanNames(list.pieces, favourites, list.leftOut);
  return list.cut ? { ...names, cut: true } : names;
}

export function piecesOfFile(name: string | undefined, text: string): ListPieces | 'binary' {
  if (/(?!\s)\p{Cc}|\ufffd/u.test(text)) return 'binary';
  return /\.csv$/i.test(name ?? '') ? piecesOfTable(text) : piecesOfText(text);
}
