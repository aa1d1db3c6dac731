import { beforeEach, expect, test, vi } from 'vitest';
import { formsOfProvider } from './app.ts';

beforeEach(() => () => void vi.unstubAllEnvs());

test('all providers of a file read the parameters of a GET at one place, which the seed chooses', () => {
  vi.stubEnv('PROVIDER_GET', 'each');
  const sources = Array.from({ length: 20 }, (_, seed) => {
    vi.stubEnv('PROVIDER_SEED', String(seed));
    const ofApps = Array.from({ length: 4 }, () => formsOfProvider().get);
    expect(new Set(ofApps).size).toBe(1);
    return ofApps[0];
  });
  expect(new Set(sources)).toEqual(new Set(['query', 'body', 'both']));
});

test.each(['query', 'body', 'both'])('where %s is named, the providers of all files read there', (get) => {
  vi.stubEnv('PROVIDER_GET', get);
  expect(formsOfProvider().get).toBe(get);
});

test.each(['PROVIDER_GET', 'PROVIDER_FORMS'])(
  'a mistyped %s ends the run instead of testing something else',
  (name) => {
    vi.stubEnv(name, 'qeury');
    expect(formsOfProvider).toThrow(`${name} is "qeury"`);
  },
);
