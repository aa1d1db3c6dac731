import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Upload } from '../bot-api/types.ts';

export interface StoredFile extends Upload {
  file_id: string;
  file_unique_id: string;
  /** The download path below `/file/bot<token>/`. */
  path: string;
  /** The end of the path's validity, epoch milliseconds. */
  linkedUntil: number;
}

/** core.telegram.org/bots/api#getfile promises at least this. */
const LINK_MS = 60 * 60_000;

const PREFIXES = {
  photos: 'AgAC',
  documents: 'BQAC',
  voice: 'AwAC',
  videos: 'BAAC',
  animations: 'CgAC',
  music: 'CQAC',
  stickers: 'CAAC',
};
export type FileFolder = keyof typeof PREFIXES;

export class Files {
  readonly #byId = new Map<string, StoredFile>();
  readonly #byPath = new Map<string, StoredFile>();
  readonly #counts = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param folder the first part of the download path */
  add(upload: Upload, folder: FileFolder): StoredFile {
    const count = this.#counts.get(folder) ?? 0;
    this.#counts.set(folder, count + 1);
    const stored: StoredFile = {
      ...upload,
      file_id: `${PREFIXES[folder]}${randomBytes(40).toString('base64url')}`,
      file_unique_id: createHash('sha256').update(upload.bytes).digest('base64url').slice(0, 15),
      path: `${folder}/file_${count}${extname(upload.name)}`,
      linkedUntil: 0,
    };
    this.#byId.set(stored.file_id, stored);
    this.#byPath.set(stored.path, stored);
    return stored;
  }

  byId(id: string): StoredFile | undefined {
    return this.#byId.get(id);
  }

  link(file: StoredFile): void {
    file.linkedUntil = this.#now() + LINK_MS;
  }

  byPath(path: string): StoredFile | undefined {
    const file = this.#byPath.get(path);
    return file && file.linkedUntil > this.#now() ? file : undefined;
  }

  passTime(seconds: number): void {
    for (const file of this.#byPath.values()) file.linkedUntil -= seconds * 1000;
  }
}
