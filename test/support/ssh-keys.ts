/** SSH keys made for a test, in the forms in which people send them. */
import { generateKeyPairSync, hash, type KeyObject, randomBytes } from 'node:crypto';

export interface SshKey {
  /** The public key in the authorized-key format. */
  line(comment?: string): string;
  /** As ssh-keygen shows it. */
  fingerprint: string;
  /** The private key as ssh-keygen writes it. */
  openssh: string;
  privateKey: KeyObject;
}

/** A body in OpenSSH's encoding: each field follows its length (RFC 4251, section 5). */
export function joinFields(...fields: (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

export function createEd25519(): SshKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.from(x, 'base64url');
  return keyOf(privateKey, 'ssh-ed25519', [point], [point, Buffer.concat([Buffer.from(d, 'base64url'), point])]);
}

export function createRsa(): SshKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n, e, d, qi, p, q } = privateKey.export({ format: 'jwk' });
  const integers = (...values: unknown[]) => values.map((value) => toInteger(Buffer.from(String(value), 'base64url')));
  return keyOf(privateKey, 'ssh-rsa', integers(e, n), integers(n, e, d, qi, p, q));
}

/** A positive integer: where the first bit is set, a zero says that it is no sign. */
export function toInteger(bytes: Buffer): Buffer {
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]);
}

function keyOf(privateKey: KeyObject, type: string, publicFields: Buffer[], privateFields: Buffer[]): SshKey {
  const body = joinFields(type, ...publicFields);
  return {
    line: (comment = '') => `${type} ${body.toString('base64')}${comment && ` ${comment}`}`,
    fingerprint: `SHA256:${hash('sha256', body, 'base64').replace(/=+$/, '')}`,
    openssh: toOpenssh(body, joinFields(type, ...privateFields, 'a key of the tests')),
    privateKey,
  };
}

/** OpenSSH's PROTOCOL.key, without a passphrase. */
function toOpenssh(publicBody: Buffer, privateBody: Buffer): string {
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, privateBody]);
  const padding = Buffer.from(Array.from({ length: -secret.length & 7 }, (_, index) => index + 1));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    joinFields('none', 'none', ''),
    Buffer.of(0, 0, 0, 1),
    joinFields(publicBody, Buffer.concat([secret, padding])),
  ]);
  const lines = file.toString('base64').replace(/.{70}/g, '$&\n').trim();
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}
