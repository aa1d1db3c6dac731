import type { Api } from 'grammy';
import type { Exchange } from './exchange.ts';

export interface Files {
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
