import { z } from 'zod';
import { acknowledgement, flag, identifier, listOf, record, secret, text, whole, words } from './answers/reading.ts';
import { isExact, isWhole, LEFT_OUT, oneLine } from './answers/shorten.ts';

const MAX_PLACE = 200;
/** An order names its location as a list does, exactly so: what had to be altered ends in `…`, and can only be shown. */
const place = z.string().transform((came) => {
  const shown = isExact(came, MAX_PLACE) ? came : oneLine(came, MAX_PLACE);
  return shown === came || !isWhole(shown) ? shown : `${shown}${LEFT_OUT}`;
});

const serverListItem = record({
  id: identifier,
  ip: text.exactOptional(),
  geo: place.exactOptional(),
  expireDate: text.exactOptional(),
});
/** Contract, "Server (list item)". */
export type ServerListItem = z.output<typeof serverListItem>;
/** More than one account has. All of them are handed from thread to thread, and looked through. */
const MOST_SERVERS = 25_000;
export const serverList = listOf(serverListItem, MOST_SERVERS);

const STATUS_FIELDS = {
  id: text.exactOptional(),
  ip: text.exactOptional(),
  geo: text.exactOptional(),
  status: text.exactOptional(),
  os: text.exactOptional(),
  ipv6: text.exactOptional(),
  port: whole.exactOptional(),
  user: text.exactOptional(),
  mac: text.exactOptional(),
  ram: whole.exactOptional(),
  cpu: whole.exactOptional(),
  disk: whole.exactOptional(),
  backup: whole.exactOptional(),
  trafficUsage: text.exactOptional(),
  rescueDisk: flag.exactOptional(),
  expireDate: text.exactOptional(),
};
/** At least one known field must be there: an empty object is not a server's record. */
export const serverStatus = record(STATUS_FIELDS).refine((status) => Object.keys(status).length > 0);
/** Contract, "Server (status record)": what came of it. Units of ram, cpu, disk and trafficUsage are not stated. */
export type ServerStatus = Omit<z.output<typeof serverStatus>, 'id'> & { id: string };

/** Contract, "VNC console request". */
export interface Console {
  hostname: string;
  port: number;
  password: string;
  /** The page to open; holds the password. */
  url: string;
}

export const serverConsole = record({
  hostname: text.pipe(z.union([z.hostname(), z.ipv4()])),
  port: whole.pipe(z.int().min(1).max(65_535)),
  password: secret,
}).transform((console): Console => {
  const query = new URLSearchParams({ password: console.password, autoconnect: 'true' });
  return { ...console, url: `https://${console.hostname}:${console.port}/vnc.html?${query}` };
});

/** The contract's table says `password`, its example `new_password`. */
const password = record({
  newPassword: secret.exactOptional(),
  password: secret.exactOptional(),
  message: words.exactOptional(),
});

export interface NewPassword {
  password?: string;
  /** The provider's own words. */
  words?: string;
}

/** Contract, "Change operating system": without the password nobody could log in, so an answer without it is none. */
export const newPassword = password.transform((came, context) => {
  const found = came.newPassword ?? came.password;
  if (found !== undefined) return { password: found, ...(came.message !== undefined && { words: came.message }) };
  context.addIssue({ code: 'custom', message: 'no password' });
  return z.NEVER;
});

/** Contract, "Change password": the caller knows the password, so an acknowledgement is enough. */
export const changedPassword: z.ZodType<NewPassword> = z.union([newPassword, acknowledgement]);
