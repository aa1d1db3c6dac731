import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/** A value opens only at its `place`, the record's namespace and key (AES-256-GCM). */
export interface Seal {
  seal(value: unknown, place: string): Uint8Array;
  sealJson(json: string, place: string): Uint8Array;
  open(sealed: unknown, place: string): unknown;
  /** @param keyId the first four bytes of a sealed value */
  knows(keyId: unknown): boolean;
  readonly keyId: Uint8Array;
}

const MESSAGES = {
  unopened: (place: string) =>
    `The sealed value of ${place} cannot be opened: is STORE_KEY the one it was written with?`,
  altered: (place: string) => `The sealed value of ${place} was changed or moved outside the bot. It is refused`,
  changed: (place: string) =>
    `The row of ${place} was changed outside the bot: its columns do not fit its seal. It is refused`,
  older: (place: string) =>
    `The row of ${place} is older than what was written since: an earlier copy was put back. It is refused`,
} as const;

/** `unopened`: no known key. `altered`: bytes were changed. `changed`: columns differ. `older`: a copy was put back. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  readonly why: keyof typeof MESSAGES;
  constructor(place: string, why: SealBroken['why'] = 'unopened') {
    super(MESSAGES[why](why === 'unopened' ? (place.split(':')[0] ?? '') : place));
    this.why = why;
  }
}

/** @param keys 32 bytes each; the first seals, all open (rotation) */
export function createSeal(keys: readonly Uint8Array[]): Seal {
  const nextIv = drawFrom(4096);
  const ring = keys.map((key) => ({ key, id: keyId(key) }));
  const [first] = ring;
  if (!first) throw new TypeError('A seal needs at least one key');
  const { key, id } = first;
  function sealJson(json: string, place: string): Uint8Array {
    const iv = nextIv();
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(Buffer.from(place));
    const body = [cipher.update(json, 'utf8'), cipher.final()];
    return Buffer.concat([id, iv, cipher.getAuthTag(), ...body]);
  }
  return {
    keyId: id,
    knows: (keyId) => keyId instanceof Uint8Array && ring.some((entry) => entry.id.equals(keyId)),
    seal: (value, place) => sealJson(JSON.stringify(value), place),
    sealJson,
    open(sealed, place) {
      const bytes = sealed instanceof Uint8Array ? Buffer.from(sealed) : Buffer.alloc(0);
      const id = bytes.subarray(0, KEY_ID_BYTES);
      const found = ring.find((entry) => entry.id.equals(id));
      if (!found || bytes.length < KEY_ID_BYTES + IV_BYTES + TAG_BYTES) throw new SealBroken(place);
      const iv = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES);
      const tag = bytes.subarray(KEY_ID_BYTES + IV_BYTES, KEY_ID_BYTES + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', found.key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      return decipherBody(decipher, bytes.subarray(KEY_ID_BYTES + IV_BYTES + TAG_BYTES), place);
    },
  };
}

/** Asking the system for twelve random bytes costs as much as for thousands. */
function drawFrom(size: number): () => Buffer {
  let pool = randomBytes(size);
  let used = 0;
  return () => {
    if (used + IV_BYTES > size) {
      pool = randomBytes(size);
      used = 0;
    }
    used += IV_BYTES;
    return pool.subarray(used - IV_BYTES, used);
  };
}

function decipherBody(decipher: ReturnType<typeof createDecipheriv>, body: Buffer, place: string): unknown {
  try {
    const clear: unknown = JSON.parse(decipher.update(body, undefined, 'utf8') + decipher.final('utf8'));
    return clear;
  } catch {
    // The error's message could quote the value: only the place is named.
    throw new SealBroken(place, 'altered');
  }
}

function keyId(key: Uint8Array): Buffer {
  return createHash('sha256').update('hosting-bot key id').update(key).digest().subarray(0, KEY_ID_BYTES);
}
