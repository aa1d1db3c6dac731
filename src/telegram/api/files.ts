import type { Api } from 'grammy';
import type { Exchange } from './exchange.ts';

/** Reads the files that people send. */
export interface Files {
  /** The file's bytes; `too-large` where it has more than `most`. */
  read(fileId: string, most: number): Promise<Uint8Array | 'too-large'>;
}

export function createFiles(api: Api, { download }: Pick<Exchange, 'download'>): Files {
  return {
    async read(fileId, most) {
      const { file_path: path, file_size: size } = await api.getFile(fileId);
      if (path === undefined || (size !== undefined && size > most)) return 'too-large';
      return (await download(path, most)) ?? 'too-large';
    },
  };
}
