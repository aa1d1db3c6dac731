import type { Api } from 'grammy';

/** Files that people sent. */
export interface Files {
  /** The file's bytes; `too-large` where it has more than `most`. */
  read(fileId: string, most: number): Promise<Uint8Array | 'too-large'>;
}

const DEADLINE_MS = 20_000;

/** @param root where the Bot API answers; the address of a file holds the bot's token, so that it never leaves this module */
export function createFiles(api: Api, root: string, token: string): Files {
  return {
    async read(fileId, most) {
      const { file_path: path, file_size: size } = await api.getFile(fileId);
      if (path === undefined || (size !== undefined && size > most)) return 'too-large';
      const bytes = await download(`${root}/file/bot${token}/${path}`, most);
      return bytes ?? 'too-large';
    },
  };
}

async function download(address: string, most: number): Promise<Uint8Array | undefined> {
  let answer: Response;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' });
  } catch {
    // The error names the address, and with it the token.
    throw new Error('A file could not be downloaded from Telegram');
  }
  if (!answer.ok) throw new Error(`A file could not be downloaded from Telegram (status ${answer.status})`);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of answer.body ?? []) {
    total += chunk.length;
    if (total > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
