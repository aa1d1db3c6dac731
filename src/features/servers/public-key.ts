import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as Sshpk from 'sshpk';

/** An RSA key of 16,384 bits has less. */
export const LONGEST_KEY = 8 * 1024;

const PRIVATE = /-----(BEGIN|END) [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|^Private-(Lines|MAC): /m;
/** The middle of a key that was too long for one message: nothing but base64, on several lines. */
const BASE64_LINES = /^(?:[A-Za-z0-9+/]{32,}\r?\n){2,}[A-Za-z0-9+/=]*\s*$/;
const TYPES = /^(ssh-(rsa|ed25519|dss)|ecdsa-sha2-nistp(256|384|521))$/;
/** Keys on a security key, by the bits of the key in it; sshpk does not know them. */
const HARDWARE_TYPES: ReadonlyMap<string, number> = new Map([
  ['sk-ssh-ed25519@openssh.com', 256],
  ['sk-ecdsa-sha2-nistp256@openssh.com', 256],
]);

const load = createRequire(import.meta.url);

export interface PublicKey {
  /** The one line that is sent. */
  line: string;
  type: string;
  bits: number;
  comment: string;
  /** SHA256, as ssh-keygen shows it. */
  fingerprint: string;
}

/** Whether a text is, or ends, a private key: OpenSSH, PEM, PKCS #8 or PuTTY. */
export function isPrivateKey(text: string): boolean {
  return PRIVATE.test(text);
}

/** {@link isPrivateKey}, or what may be a part out of its middle. */
export function mayBePrivateKey(text: string): boolean {
  return PRIVATE.test(text) || BASE64_LINES.test(text.trim());
}

/** Reads one line in the authorized-key format, without options; undefined where it is none. */
export function readPublicKey(sent: string): PublicKey | undefined {
  const line = sent.trim().replace(/[ \t]+/g, ' ');
  const [type = '', body = '', ...rest] = line.split(' ');
  // A mark of replacement stands for what was no text.
  if (/[\r\n\0\ufffd]/.test(line) || line.length > LONGEST_KEY || !/^[A-Za-z0-9+/]+=*$/.test(body)) return undefined;
  const key = readHardwareKey(type, body) ?? readPlainKey(type, body);
  return key && { line, type, comment: rest.join(' '), ...key };
}

type Body = Pick<PublicKey, 'bits' | 'fingerprint'>;

function readPlainKey(type: string, body: string): Body | undefined {
  if (!TYPES.test(type)) return undefined;
  // Loaded with the first key: most processes never see one.
  const { parseKey }: typeof Sshpk = load('sshpk');
  try {
    const key = parseKey(`${type} ${body}`, 'ssh');
    return { bits: key.size, fingerprint: key.fingerprint('sha256').toString() };
  } catch {
    // sshpk names what is wrong inside the key; for the person it is the same: not a key.
    return undefined;
  }
}

/** Its body begins with its type's length and its type (RFC 4253, section 6.6). */
function readHardwareKey(type: string, body: string): Body | undefined {
  const bits = HARDWARE_TYPES.get(type);
  const bytes = Buffer.from(body, 'base64');
  const named = bytes.length > 4 + type.length && bytes.readUInt32BE(0) === type.length;
  if (bits === undefined || !named || bytes.toString('latin1', 4, 4 + type.length) !== type) return undefined;
  return { bits, fingerprint: `SHA256:${hash('sha256', bytes, 'base64').replace(/=+$/, '')}` };
}
