import { createPublicKey, hash } from 'node:crypto';

/** An RSA key of 16,384 bits has less. */
export const LONGEST_KEY = 8 * 1024;

const PRIVATE = /-----(BEGIN|END) [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|^Private-(Lines|MAC): /m;
/** The middle of a key that was too long for one message: nothing but base64, on several lines. */
const BASE64_LINES = /^(?:[A-Za-z0-9+/]{32,}\r?\n){2,}[A-Za-z0-9+/=]*\s*$/;

/** Reads the fields that follow the type in a key's body; returns the bits of the key, or undefined where it is none. */
type Algorithm = (fields: readonly Buffer[]) => number | undefined;

/** DSA is not among them: OpenSSH's server refuses it since 7.0. */
const TYPES: ReadonlyMap<string, Algorithm> = new Map([
  ['ssh-rsa', rsa],
  ['ssh-ed25519', ed25519],
  ['ecdsa-sha2-nistp256', ecdsa('nistp256', 'P-256', 256)],
  ['ecdsa-sha2-nistp384', ecdsa('nistp384', 'P-384', 384)],
  ['ecdsa-sha2-nistp521', ecdsa('nistp521', 'P-521', 521)],
  ['sk-ssh-ed25519@openssh.com', onSecurityKey(ed25519)],
  ['sk-ecdsa-sha2-nistp256@openssh.com', onSecurityKey(ecdsa('nistp256', 'P-256', 256))],
]);
/** OpenSSH takes no RSA key of fewer or more bits. */
const RSA_BITS = { least: 1_024, most: 16_384 };
const ED25519_BYTES = 32;
/** The first byte of a point of which both coordinates follow. */
const UNCOMPRESSED = 4;

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

/**
 * Reads one line in the authorized-key format, without options, as strictly as OpenSSH does: a key that its server would not take
 * locks people out, and an encoding that is not canonical has another fingerprint than the one ssh-keygen shows.
 */
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
const MOST_FIELDS = 4;
/** A type and the beginning of the body behind it. */
const HEAD = /(?<![\w.@-])((?:ssh|ecdsa|sk)-[a-z\d@.-]+)\s+(?=A\s?A\s?A\s?A)/g;
/** A part of a body that was broken at blanks or line breaks. */
const PIECE = /\s*([A-Za-z\d+/]+={0,2}|={1,2})(?!\S)/y;
/** The lines of a body, where its parts make no key. */
const BODY_LINES = /[A-Za-z\d+/]+={0,2}(?:[ \t]*\r?\n[ \t]*(?:[A-Za-z\d+/]+={0,2}|={1,2})(?!\S))*/y;

/** A public key within a text, without its comment. */
export interface FoundKey {
  begin: number;
  end: number;
  /** Absent where its lines make none. */
  key?: PublicKey;
}

/** The public keys in a text. A terminal breaks a key into lines anywhere behind its type: its own lengths tell where it ends. */
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

/** Where the fields of a body end that may have more behind it, in bytes. */
function fieldEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 0; at + 4 <= bytes.length && ends.length < MOST_FIELDS; ends.push(at)) at += 4 + bytes.readUInt32BE(at);
  return ends;
}

function behind(pattern: RegExp, text: string, begin: number): number {
  pattern.lastIndex = begin;
  return pattern.test(text) ? pattern.lastIndex : begin;
}

/** {@link readPublicKey}, also of a key that was broken into several lines; `broken` where its lines make none. */
export function joinPublicKey(sent: string): PublicKey | 'broken' | undefined {
  const text = sent.replace(/\p{Cf}/gu, '').trim();
  const [found, another] = publicKeysIn(text);
  if (!found || another || found.begin > 0) return undefined;
  if (!found.key) return /\n/.test(text.slice(0, found.end)) ? 'broken' : undefined;
  return readPublicKey(`${found.key.line} ${text.slice(found.end).replace(/[ \t]*[\r\n]+[ \t]*/g, '')}`);
}

/** Splits a body into its fields, each of which follows its length (RFC 4251, section 5); undefined where they do not fill it. */
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

/** A key on a security key (OpenSSH, PROTOCOL.u2f): the application that it was made for follows. */
function onSecurityKey(algorithm: Algorithm): Algorithm {
  return (fields) => (fields.at(-1)?.includes(0) === false ? algorithm(fields.slice(0, -1)) : undefined);
}

/** The bytes of a positive integer in its shortest form, without the sign; undefined where it is none. */
function readPositive(field: Buffer): Buffer | undefined {
  const signed = field[0] === 0 && (field[1] ?? 0) >= 0x80;
  const positive = (field[0] ?? 0) > 0 && (field[0] ?? 0) < 0x80;
  if (signed) return field.subarray(1);
  return positive ? field : undefined;
}

function isOdd(integer: Buffer | undefined): integer is Buffer {
  return integer !== undefined && (integer.at(-1) ?? 0) % 2 === 1;
}
