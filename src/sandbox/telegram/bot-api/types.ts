import type { Opts } from '@grammyjs/types';

/** A file that came in a multipart call. */
export interface Upload {
  name: string;
  /** MIME type as the client stated it. */
  type: string;
  bytes: Uint8Array;
}

/** The Bot API's methods; a file to upload is an {@link Upload}. */
export type Method = keyof Opts<Upload>;
export type Args<M extends Method> = Opts<Upload>[M];

/** What a call's parameters look like before anyone has checked them. */
export type Raw = Record<string, unknown>;
