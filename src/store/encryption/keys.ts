import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A STORE_KEY is one key or a comma-separated list, each 32 bytes in base64, base64url or hex. */
export function parseKeys(setting: string): Uint8Array[] | undefined {
  const keys = setting.split(',').map((part) => parseKey(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function parseKey(text: string): Uint8Array | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}

/** @throws TypeError where the database has lost its key: a new one could open nothing */
export function keyBeside(databasePath: string): Uint8Array[] {
  const path = `${databasePath}.key`;
  if (!existsSync(path)) {
    if (existsSync(databasePath))
      throw new TypeError(
        `${path} is missing: bring it back, or set STORE_KEY to the key ${databasePath} was written with`,
      );
    makeKey(path);
  }
  const keys = parseKeys(readFileSync(path, 'utf8').trim());
  if (!keys) throw new TypeError(`${path} holds no usable key (32 bytes in base64)`);
  return keys;
}

function makeKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process made the key first.
    if (!existsSync(path)) throw error;
  } finally {
    unlinkSync(draft);
  }
  // The name of the key must be on the disk before anything is sealed with it.
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
