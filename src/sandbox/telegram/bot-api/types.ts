import type { Opts } from '@grammyjs/types';

/** A file of a multipart call. */
export interface Upload {
  name: string;
  /** The MIME type that the client sent. */
  type: string;
  bytes: Uint8Array;
}

/** The Bot API's methods; a file to upload is an {@link Upload}. */
export type Method = keyof Opts<Upload>;
export type Args<M extends Method> = Opts<Upload>[M];

/** A call's parameters before the check. */
export type Raw = Record<string, unknown>;
