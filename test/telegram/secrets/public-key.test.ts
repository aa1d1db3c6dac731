import { expect, test } from 'vitest';
import { joinPublicKey, LONGEST_KEY, publicKeysIn, readPublicKey } from '../../../src/telegram/secrets/public-key.ts';
import { joinFields, toInteger } from '../../support/ssh-keys.ts';
// Made and measured by ssh-keygen 9.2; the two on a security key are points of the others in the framing of such a key.
import fixtures from './public-keys.json' with { type: 'json' };

const { keys, dsa } = fixtures;
const ED25519 = 'ssh-ed25519';
const P256 = 'ecdsa-sha2-nistp256';
const RSA = 'ssh-rsa';
const SECURITY_KEY = 'sk-ssh-ed25519@openssh.com';

const typeOf = (line: string) => line.split(' ')[0] ?? '';
const bodyOf = (line: string) => Buffer.from(line.split(' ')[1] ?? '', 'base64');
const write = (type: string, body: Buffer) => `${type} ${body.toString('base64')}`;
const make = (type: string, ...fields: (string | Uint8Array)[]) => write(type, joinFields(type, ...fields));
/** The fixture of a type, the longest where there are several. */
const fixture = (type: string) => keys.findLast(({ line }) => typeOf(line) === type)?.line ?? '';
/** The point at the end of a key. */
const pointOf = (type: string, length: number) => bodyOf(fixture(type)).subarray(-length);

function modulus(bits: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil(bits / 8), 0x55);
  bytes[0] = 1 << ((bits - 1) % 8);
  return toInteger(bytes);
}

const EXPONENT = Buffer.of(1, 0, 1);

test.each(keys.map((key) => ({ ...key, type: typeOf(key.line) })))(
  '$type, $bits bits: as ssh-keygen reads it',
  ({ line, type, bits, fingerprint }) => {
    const [, , ...comment] = line.split(' ');
    expect(readPublicKey(line)).toEqual({ line, type, bits, comment: comment.join(' '), fingerprint });
  },
);

test('a key of any type that was broken anywhere behind its type is the same key, and ends where it did', () => {
  for (const { line } of keys) {
    const [type = '', body = ''] = line.split(' ');
    for (let width = type.length; width < 90; width++) {
      const bare = `${type} ${body}`;
      const broken = bare.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n');
      expect(joinPublicKey(broken), `${type} at ${width}`).toEqual(readPublicKey(bare));
      expect(publicKeysIn(`${broken}\nnext`)).toMatchObject([{ begin: 0, end: broken.length }]);
    }
  }
});

test('blanks around and between its words, and no comment', () => {
  const line = fixture(ED25519).split(' ').slice(0, 2).join(' ');
  expect(readPublicKey(`\t ${line.replace(' ', ' \t ')}\r\n`)).toMatchObject({ line, comment: '' });
});

test('no beginning of a body is a key, and none with more behind it', () => {
  for (const { line } of keys) {
    const type = typeOf(line);
    const body = bodyOf(line);
    const cut = Array.from({ length: body.length }, (_, length) => body.subarray(0, length));
    const more = [[0], [0, 0, 0, 0], [0, 0, 0, 1, 120], [255, 255, 255, 255]].map((end) =>
      Buffer.concat([body, Buffer.from(end)]),
    );
    expect([...cut, ...more].filter((each) => readPublicKey(write(type, each)))).toEqual([]);
  }
});

test('no other type stands before a body', () => {
  const types = new Set(keys.map(({ line }) => typeOf(line)));
  expect(types.size).toBe(7);
  for (const { line } of keys) {
    const others = [...types].filter((type) => type !== typeOf(line));
    expect(others.filter((type) => readPublicKey(write(type, bodyOf(line))))).toEqual([]);
  }
});

test('an ECDSA key with any bit turned over is none', () => {
  const body = bodyOf(fixture(P256));
  const turned = Array.from({ length: body.length * 8 }, (_, bit) => {
    const copy = Buffer.from(body);
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return write(P256, copy);
  });
  expect(turned.filter((line) => readPublicKey(line))).toEqual([]);
});

const P256_POINT = pointOf(P256, 65);
const ED25519_POINT = pointOf(ED25519, 32);

test.each([
  ['a compressed point', make(P256, 'nistp256', Buffer.concat([Buffer.of(2), P256_POINT.subarray(1, 33)]))],
  ['the point at infinity', make(P256, 'nistp256', Buffer.of(0))],
  [
    'a coordinate with a zero too many',
    make(P256, 'nistp256', Buffer.concat([P256_POINT.subarray(0, 33), Buffer.of(0), P256_POINT.subarray(33)])),
  ],
  ['a point of another curve', make(P256, 'nistp256', pointOf('ecdsa-sha2-nistp384', 97))],
  ['a point of another curve, named so', make(P256, 'nistp384', pointOf('ecdsa-sha2-nistp384', 97))],
  ['an unknown curve', make('ecdsa-sha2-nistp224', 'nistp224', P256_POINT)],
  ['31 bytes of Ed25519', make(ED25519, ED25519_POINT.subarray(1))],
  ['33 bytes of Ed25519', make(ED25519, Buffer.concat([Buffer.of(0), ED25519_POINT]))],
  ['no application', make(SECURITY_KEY, ED25519_POINT)],
  ['an application with a zero', make(SECURITY_KEY, ED25519_POINT, 'ssh:\0')],
  ['RSA of 1,023 bits', make(RSA, EXPONENT, modulus(1_023))],
  ['RSA of 16,385 bits', make(RSA, EXPONENT, modulus(16_385))],
  ['an RSA modulus with a zero too many', make(RSA, EXPONENT, Buffer.concat([Buffer.of(0), modulus(2_047)]))],
  ['a negative RSA modulus', make(RSA, EXPONENT, modulus(2_048).subarray(1))],
  ['an even RSA modulus', make(RSA, EXPONENT, Buffer.concat([modulus(2_039), Buffer.of(0)]))],
  ['an RSA exponent of 0', make(RSA, Buffer.of(0), modulus(2_048))],
  ['an RSA exponent of 1', make(RSA, Buffer.of(1), modulus(2_048))],
  ['an even RSA exponent', make(RSA, Buffer.of(2), modulus(2_048))],
  ['no RSA exponent', make(RSA, '', modulus(2_048))],
  ['an RSA exponent with a zero too many', make(RSA, Buffer.of(0, 3), modulus(2_048))],
  ['RSA with a third number', make(RSA, EXPONENT, modulus(2_048), EXPONENT)],
  ['DSA', dsa],
  ['a certificate', make('ssh-ed25519-cert-v01@openssh.com', ED25519_POINT)],
  ['base64 without its end', fixture(SECURITY_KEY).replace('= ', ' ')],
  ['base64 with too long an end', fixture(SECURITY_KEY).replace('= ', '== ')],
  ['base64 with bits to spare', fixture(SECURITY_KEY).replace('o= ', 'p= ')],
  ['base64 for addresses', fixture(RSA).replaceAll('+', '-').replaceAll('/', '_')],
  ['a mark within the base64', fixture(ED25519).replace('AAAAC3', 'AAAA.C3')],
  ['no body', ED25519],
  ['nothing', ''],
  ['options before it', `no-pty,command="a b" ${fixture(ED25519)}`],
  ['two keys', `${fixture(ED25519)}\n${fixture(ED25519)}`],
  ['a zero byte', `${fixture(ED25519)}\0`],
  ['bytes that were no text', `${fixture(ED25519)}\ufffd`],
  ['a comment too long', `${fixture(ED25519)} ${'x'.repeat(LONGEST_KEY)}`],
])('%s: no key', (_, line) => {
  expect(readPublicKey(line)).toBeUndefined();
});

test.each([
  ['RSA of the fewest bits', make(RSA, EXPONENT, modulus(1_024)), 1_024],
  ['RSA of the most bits', make(RSA, EXPONENT, modulus(16_384)), 16_384],
  ['a modulus that needs no sign', make(RSA, EXPONENT, modulus(2_047)), 2_047],
  ['an application of one’s own', make(SECURITY_KEY, ED25519_POINT, 'ssh:سارا'), 256],
])('%s: a key', (_, line, bits) => {
  expect(readPublicKey(line)).toMatchObject({ line, bits });
});
