import { expect, test } from 'vitest';
import { createRecentValues } from '../../src/store/memory.ts';

const given = (value: string) => () => Promise.resolve(value);

test('a value is remembered until it is altered, also where that fails', async () => {
  const recent = createRecentValues<string>(10, () => 0);
  expect(await recent.get('a', given('one'))).toBe('one');
  expect(await recent.get('a', given('two'))).toBe('one');
  await recent.altering('a', () => Promise.resolve());
  expect(await recent.get('a', given('two'))).toBe('two');
  await expect(recent.altering('a', () => Promise.reject(new RangeError('undone')))).rejects.toThrow('undone');
  expect(await recent.get('a', given('three'))).toBe('three');
});

test('a value read while it is being altered is given, and not remembered', async () => {
  const recent = createRecentValues<string>(10, () => 0);
  const { promise: altered, resolve: end } = Promise.withResolvers<void>();
  const altering = recent.altering('a', () => altered);
  expect(await recent.get('a', given('before'))).toBe('before');
  end();
  await altering;
  expect(await recent.get('a', given('after'))).toBe('after');
});

test('a read that began before a change and ends after it is not remembered', async () => {
  const recent = createRecentValues<string>(10, () => 0);
  const { promise: read, resolve: answer } = Promise.withResolvers<string>();
  const late = recent.get('a', () => read);
  await recent.altering('a', () => Promise.resolve());
  answer('before');
  expect(await late).toBe('before');
  expect(await recent.get('a', given('after'))).toBe('after');
});

test('of more than it may know it forgets what was used least recently', async () => {
  const recent = createRecentValues<string>(2, () => 0);
  for (const key of ['a', 'b']) await recent.get(key, given(`${key} first`));
  await recent.get('a', given('a second'));
  await recent.get('c', given('c first'));
  expect(await recent.get('a', given('a second'))).toBe('a first');
  expect(await recent.get('b', given('b second'))).toBe('b second');
});

test('a new version clears the values that were read', async () => {
  let version = 0;
  const recent = createRecentValues<string>(10, () => version);
  await recent.get('a', given('one'));
  version++;
  expect(await recent.get('a', given('two'))).toBe('two');
  expect(await recent.get('a', given('three'))).toBe('two');
});

test('a value that is not to be kept is given, and read again', async () => {
  const recent = createRecentValues<string>(
    10,
    () => 0,
    (value) => value !== 'long',
  );
  expect(await recent.get('a', given('long'))).toBe('long');
  expect(await recent.get('a', given('short'))).toBe('short');
  expect(await recent.get('a', given('long'))).toBe('short');
});
