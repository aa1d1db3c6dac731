import type { Opts } from '@grammyjs/types';

export interface Upload {
  name: string;
  /** The MIME type of the client. */
  type: string;
  bytes: Uint8Array;
}

/** The Bot API's methods; a file to upload is an {@link Upload}. */
export type Method = keyof Opts<Upload>;
export type Args<M extends Method> = Opts<Upload>[M];

/** Not checked yet. */
export type Raw = Record<string, unknown>;
