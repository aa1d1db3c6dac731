import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyBeside, parseKeys } from '../../../src/store/encryption/keys.ts';
import { createSeal, SealBroken } from '../../../src/store/encryption/seal.ts';
import { folder, newKey } from '../../support/databases/store.ts';

const PLACE = 'box:accounts:7';

test('a sealed value opens at its own place with its own key, and nowhere else', () => {
  const seal = createSeal([newKey()]);
  const sealed = seal.seal({ token: 'secret' }, PLACE);
  expect(seal.open(sealed, PLACE)).toEqual({ token: 'secret' });
  expect(Buffer.from(sealed).includes('secret')).toBe(false);

  expect(() => seal.open(sealed, 'box:accounts:8')).toThrow(SealBroken);
  expect(() => createSeal([newKey()]).open(sealed, PLACE)).toThrow(SealBroken);
  expect(() => seal.open('not bytes', PLACE)).toThrow(SealBroken);
  for (const at of sealed.keys()) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed, PLACE)).toThrow(SealBroken);
    expect(() => seal.open(sealed.subarray(0, at), PLACE)).toThrow(SealBroken);
  }
});

test('the same value is never sealed to the same bytes', () => {
  const seal = createSeal([newKey()]);
  expect(seal.seal('x', PLACE)).not.toEqual(seal.seal('x', PLACE));
});

test('a list of keys opens what any of them sealed, and seals with the first', () => {
  const [older, newer] = [newKey(), newKey()];
  const before = createSeal([older]).seal('old', PLACE);
  const rotated = createSeal([newer, older]);
  expect(rotated.open(before, PLACE)).toBe('old');
  expect(createSeal([newer]).open(rotated.seal('new', PLACE), PLACE)).toBe('new');
  expect(() => createSeal([])).toThrow(TypeError);
});

test('a broken seal never quotes what it held, nor whose it was', () => {
  const sealed = createSeal([newKey()]).seal('secret', PLACE);
  const seal = createSeal([newKey()]);
  expect(() => seal.open(sealed, PLACE)).toThrow(/^The sealed value of box cannot be opened: is STORE_KEY/);
});

test('STORE_KEY may be base64, base64url or hex, one or several', () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => 255 - index * 3);
  const bytes = Buffer.from(key);
  for (const text of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]) {
    expect(parseKeys(text)).toEqual([bytes]);
    expect(parseKeys(text.replace(/=$/, ''))).toEqual([bytes]);
    expect(parseKeys(`${text} , ${text}`)).toEqual([bytes, bytes]);
  }
  for (const bad of ['', ',', 'short', `${bytes.toString('hex')},`, bytes.toString('hex').slice(1), 'é'.repeat(43)]) {
    expect(parseKeys(bad)).toBeUndefined();
  }
});

test('a key is made once beside the database, for its owner alone, and never beside one that has lost its own', () => {
  const path = join(folder(), 'new', 'bot.sqlite');
  const made = keyBeside(path);
  expect(statSync(`${path}.key`).mode & 0o777).toBe(0o600);
  expect(keyBeside(path)).toEqual(made);

  const orphan = join(folder(), 'bot.sqlite');
  writeFileSync(orphan, 'a database');
  expect(() => keyBeside(orphan)).toThrow(/bot\.sqlite\.key is missing/);
  writeFileSync(`${orphan}.key`, 'no key');
  expect(() => keyBeside(orphan)).toThrow(/holds no usable key/);
});
