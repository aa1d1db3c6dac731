import { createPublicKey, hash } from 'node:crypto';

/** An RSA key of 16,384 bits has less. */
export const LONGEST_KEY = 8 * 1024;

const PRIVATE = /-----(BEGIN|END) [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|^Private-(Lines|MAC): /m;
/** Matches the middle of a key that was too long for one message. */
const BASE64_LINES = /^(?:[A-Za-z0-9+/]{32,}\r?\n){2,}[A-Za-z0-9+/=]*\s*$/;

/** Returns the bits of the key from the fields behind its type, or undefined where it is none. */
type Algorithm = (fields: readonly Buffer[]) => number | undefined;

/** Without DSA: OpenSSH's server refuses it since 7.0. */
const TYPES: ReadonlyMap<string, Algorithm> = new Map([
  ['ssh-rsa', rsa],
  ['ssh-ed25519', ed25519],
  ['ecdsa-sha2-nistp256', ecdsa('nistp256', 'P-256', 256)],
  ['ecdsa-sha2-nistp384', ecdsa('nistp384', 'P-384', 384)],
  ['ecdsa-sha2-nistp521', ecdsa('nistp521', 'P-521', 521)],
  ['sk-ssh-ed25519@openssh.com', onSecurityKey(ed25519)],
  ['sk-ecdsa-sha2-nistp256@openssh.com', onSecurityKey(ecdsa('nistp256', 'P-256', 256))],
]);
const RSA_BITS = { least: 1_024, most: 16_384 };
const ED25519_BYTES = 32;
const UNCOMPRESSED = 4;

export interface PublicKey {
  line: string;
  type: string;
  bits: number;
  comment: string;
  fingerprint: string;
}

export function isPrivateKey(text: string): boolean {
  return PRIVATE.test(text);
}

/** Also a part out of the middle of a private key. */
export function mayBePrivateKey(text: string): boolean {
  return PRIVATE.test(text) || BASE64_LINES.test(text.trim());
}

/** A laxer reading than OpenSSH's would lock people out, or show another fingerprint than ssh-keygen does. */
export function readPublicKey(sent: string): PublicKey | undefined {
  const line = sent.trim().replace(/[ \t]+/g, ' ');
  const [type = '', body = '', ...rest] = line.split(' ');
  // A replacement character stands for bytes that are no text.
  if (/[\r\n\0\ufffd]/.test(line) || line.length > LONGEST_KEY) return undefined;
  const bytes = Buffer.from(body, 'base64');
  if (bytes.toString('base64') !== body) return undefined;
  const [named, ...fields] = splitFields(bytes) ?? [];
  const bits = named?.toString('latin1') === type ? TYPES.get(type)?.(fields) : undefined;
  if (bits === undefined) return undefined;
  const fingerprint = `SHA256:${hash('sha256', bytes, 'base64').replace(/=+$/, '')}`;
  return { line, type, bits, comment: rest.join(' '), fingerprint };
}

/** A key on a security key has its type, a curve, a point and an application. */
const MAX_KEY_FIELDS = 4;
const HEAD = /(?<![\w.@-])((?:ssh|ecdsa|sk)-[a-z\d@.-]+)\s+(?=A\s?A\s?A\s?A)/g;
const PIECE = /\s*([A-Za-z\d+/]+={0,2}|={1,2})(?!\S)/y;
const BODY_LINES = /[A-Za-z\d+/]+={0,2}(?:[ \t]*\r?\n[ \t]*(?:[A-Za-z\d+/]+={0,2}|={1,2})(?!\S))*/y;

export interface FoundKey {
  begin: number;
  end: number;
  key?: PublicKey;
}

/** A terminal breaks a key into lines anywhere behind its type: the key's own lengths tell where it ends. */
export function publicKeysIn(text: string): FoundKey[] {
  return [...text.matchAll(HEAD)].map(({ 0: head, 1: type = '', index }) => {
    const begin = index + head.length;
    return { begin: index, ...(joinBody(text, begin, type) ?? { end: behind(BODY_LINES, text, begin) }) };
  });
}

function joinBody(text: string, begin: number, type: string): { end: number; key: PublicKey } | undefined {
  const pieces: { end: number; length: number }[] = [];
  let body = '';
  PIECE.lastIndex = begin;
  for (let found = PIECE.exec(text); found && body.length <= LONGEST_KEY; found = PIECE.exec(text)) {
    body += found[1];
    pieces.push({ end: PIECE.lastIndex, length: body.length });
  }
  const lengths = fieldEnds(Buffer.from(body, 'base64')).map((bytes) => Math.ceil(bytes / 3) * 4);
  for (const { end, length } of pieces) {
    const key = lengths.includes(length) ? readPublicKey(`${type} ${body.slice(0, length)}`) : undefined;
    if (key) return { end, key };
  }
  return undefined;
}

function fieldEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 0; at + 4 <= bytes.length && ends.length < MAX_KEY_FIELDS; ends.push(at))
    at += 4 + bytes.readUInt32BE(at);
  return ends;
}

function behind(pattern: RegExp, text: string, begin: number): number {
  pattern.lastIndex = begin;
  return pattern.test(text) ? pattern.lastIndex : begin;
}

/** `broken` where the lines of a key that was broken into several make none. */
export function joinPublicKey(sent: string): PublicKey | 'broken' | undefined {
  const text = sent.replace(/\p{Cf}/gu, '').trim();
  const [found, another] = publicKeysIn(text);
  if (!found || another || found.begin > 0) return undefined;
  if (!found.key) return /\n/.test(text.slice(0, found.end)) ? 'broken' : undefined;
  return readPublicKey(`${found.key.line} ${text.slice(found.end).replace(/[ \t]*[\r\n]+[ \t]*/g, '')}`);
}

/** Each field follows its length (RFC 4251, section 5). */
function splitFields(bytes: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return undefined;
    const begin = at + 4;
    at = begin + bytes.readUInt32BE(at);
    if (at > bytes.length) return undefined;
    fields.push(bytes.subarray(begin, at));
  }
  return fields;
}

/** RFC 4253, section 6.6: exponent and modulus. */
function rsa(fields: readonly Buffer[]): number | undefined {
  const [exponent, modulus] = fields.map(readPositive);
  if (fields.length !== 2 || !isOdd(exponent) || !isOdd(modulus) || exponent.equals(Buffer.of(1))) return undefined;
  const bits = modulus.length * 8 - (Math.clz32(modulus[0] ?? 0) - 24);
  return bits >= RSA_BITS.least && bits <= RSA_BITS.most ? bits : undefined;
}

/** RFC 8709, section 4: the point. */
function ed25519(fields: readonly Buffer[]): number | undefined {
  return fields.length === 1 && fields[0]?.length === ED25519_BYTES ? ED25519_BYTES * 8 : undefined;
}

/** RFC 5656, section 3.1: the curve's name and the point. */
function ecdsa(name: string, curve: string, bits: number): Algorithm {
  return (fields) => {
    const [named, point] = fields;
    if (fields.length !== 2 || named?.toString('latin1') !== name || point?.[0] !== UNCOMPRESSED) return undefined;
    const length = Math.ceil(bits / 8);
    const x = point.subarray(1, 1 + length);
    const y = point.subarray(1 + length);
    if (y.length !== length) return undefined;
    try {
      createPublicKey({
        key: { kty: 'EC', crv: curve, x: x.toString('base64url'), y: y.toString('base64url') },
        format: 'jwk',
      });
      return bits;
    } catch {
      // The point does not lie on the curve.
      return undefined;
    }
  };
}

/** OpenSSH, PROTOCOL.u2f: the application of the key follows. */
function onSecurityKey(algorithm: Algorithm): Algorithm {
  return (fields) => (fields.at(-1)?.includes(0) === false ? algorithm(fields.slice(0, -1)) : undefined);
}

function readPositive(field: Buffer): Buffer | undefined {
  const signed = field[0] === 0 && (field[1] ?? 0) >= 0x80;
  const positive = (field[0] ?? 0) > 0 && (field[0] ?? 0) < 0x80;
  if (signed) return field.subarray(1);
  return positive ? field : undefined;
}

function isOdd(integer: Buffer | undefined): integer is Buffer {
  return integer !== undefined && (integer.at(-1) ?? 0) % 2 === 1;
}
