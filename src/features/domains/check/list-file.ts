import { task } from '../../../workers/pool.ts';
import { cleanNames, type Names } from './names.ts';
import { type ListPieces, piecesOfTable, piecesOfText } from './table.ts';

/** In bytes: several times the size of ten thousand names. */
export const LARGEST_LIST = 1024 * 1024;
/** Whether the name or the MIME type of a file says that it can be a list. */
export function isListFile(name: string | undefined, type: string | undefined): boolean {
  return /\.(?:txt|csv)$/i.test(name ?? '') || (name === undefined && /^text\/(?:plain|csv)$/.test(type ?? ''));
}

/** Whether a file is in a spreadsheet's own format: it may hold a list, but not as text. */
export function isSheetFile(name: string | undefined): boolean {
  return /\.(?:xlsx?|ods|numbers)$/i.test(name ?? '');
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
  return /\.csv$/i.test(name ?? '') ? piecesOfTable(text) : piecesOfText(text);
}
