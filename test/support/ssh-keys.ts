/** SSH keys made for a test, in the forms in which people send them. */
import { createPrivateKey, hash, type KeyObject } from 'node:crypto';

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

/** The header of a private key of 32 bytes in PKCS #8 (RFC 8410, section 7). */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
let keys = 0;

export function createEd25519(): SshKey {
  const seed = hash('sha256', `key ${keys++}`, 'buffer');
  const privateKey = createPrivateKey({ key: Buffer.concat([ED25519_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.from(x, 'base64url');
  return keyOf(privateKey, 'ssh-ed25519', [point], [point, Buffer.concat([Buffer.from(d, 'base64url'), point])]);
}

/** Made for the tests and used nowhere else: making one takes a different time in each run. */
const RSA_2048 = [
  'MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDJrCfYd5nDXv94YH0S5+9orhOtCkNtnTAl9kthyjZ95gFcTk3hGC25ZG91eY',
  '93juCG/0lYi78lQchlPU2H6fwBvIHarzGO7ykJiE9HbC0sbGl5f8Ern+L5QCuJc1fPkm1GdgG2cfYq6YQwdSkLGsfMe+QLB1n5WyX1NXyeF1Dt',
  'pENG9XpUIHzc0+yu3IlLW2IwevEoHI8tvSjoCZ2IzwyBLo0eSAGRhZwUmmxrB4KIgTRkd1E+yrZHkYMmXASUI/xVCK0zk3ViQG4aFFb+I7zW/n',
  'eJN1zhP41tk+mXgK8naGkU/pxtzqVaNf3CiQLcHx0MiikaK21Vv4645QjtgbG7AgMBAAECggEAH64aiEepcOZgbVGC9FBY7HHEB3/APdzebmg1',
  'SURRsQ9LkWt/kmeQ7zmWxLZ20gowvSQnKnCxczHVQAoUPtCD1OX+5BJ3T4PER4oRIiAdLIhPPVXTS34PUqZA8JOc7K+M2O+6ryVRzUXnjREqhG',
  'MNldK0bQMXoDMwUEe5rr/s55eJ0pzUtnMgyhOK2nLq/G3EAFYou1Z1c54lf88hh7iY9ATYdLu4gt2QY/ZLKt2B8sn+uSdNivt9gOzATJaX3LEA',
  '49yelTojGTU+fkLcE8MIcNFptlytFXM9wIh5zjQ3Eaf5EFdA2rCjt9eQc0OcvXjp84qG+J32lm8tLnCGQ4ZeUQKBgQDkgomUxte6bq9g2kpruA',
  '8kfYUHTutWhx1/Z8n98uUyl7u1G8T4V+vtyJR6WcsnwV6ekgCl5SJsi/wFRUmnCzVxygl+B4J1FkQsOvW8bQ+JcsKUR+s5rQFReaVQQ/2JUDDo',
  'VphlD6Mgehbu2QmaY7KzZNbGb36dHbAwJENVzfYtswKBgQDh7xnUT/4OBOZVBmJJW0enpwVN2U/WTVz3qESQOMkV2X1GoE9VJwxPC6CDG/xz1f',
  'tVUJxABQLdR6Z4TPhLTPtusiYW1OqfyBXT0zMikhh/Yxf+BFcRUmxBxvfEJ3krafo9LH//eDFgm7Trx7PgTLeGEOxw77sU4+Sb1hADvS632QKB',
  'gQDUhCqb+Qms0z+73YgVAkri7vGHSHhKMsLWOJp82ScblE34M2lOZcZ/kGm2GEh+IrJy2upLXvxS4yVxaW0EM8JynymQ0j8b0ad5UyQzJ2Kpu9',
  'cGvJQhQarWMUHzkif7Sl8R1WdJpe9aRvGJFMR/l3Ucrg2o4wxn5rJzM2aEKFZpTQKBgQDbZAmp4A9sX5emoq9YWlnnU8lTwhzDlZYcKvqBLZMe',
  'M3Zx2YOPxX4vV7QC/G8VsIkBXGiNxg/0/fmJwfwtatCQuk9ARnqas3l2mxSBkmpVcM1Abch6WpYi/WlkwYvo+1zygD6+vWD9VdXGSsLBoN1pQw',
  '/FzxTUgUNhi+k7KD6waQKBgQCeNEQhfkocllFsPxLTXfRUVVSklFTG1oxpDrpOAHKzn6Qv9UPOZ/xDE9sS6PkI2Cez6tEcF7PsRTqMXpfmSihA',
  'gtIEOM0u/CeYwfUx8QGoUMw7YrS/Y9ZRHoxJgrk24Be14voxGUeYAf7T1d89WTOAMOxb3n6GwERN7J0RDoQNEA==',
].join('');

export function createRsa(): SshKey {
  const privateKey = createPrivateKey({ key: Buffer.from(RSA_2048, 'base64'), format: 'der', type: 'pkcs8' });
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
  const check = hash('sha256', privateBody, 'buffer').subarray(0, 4);
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
