import { expect, test } from 'vitest';
import { NO_WORDS, readPlaces, readProvider, readUnit, termsIn } from '../../../src/telegram/i18n/operator-words.ts';

const LOCALES = ['en', 'fa'];
const terms = (places: string, memory: string, locale: string) =>
  termsIn(
    {
      ...NO_WORDS,
      places: readPlaces(places, LOCALES) ?? expect.fail(places),
      units: { ...NO_WORDS.units, memory: readUnit(memory, LOCALES) ?? expect.fail(memory) },
    },
    locale,
  );

test('without words of the operator there are none', () => {
  const { place, unit } = terms('', '', 'en');
  expect([place('tehran'), unit('memory'), unit('disk')]).toEqual([undefined, undefined, undefined]);
});

test('a word is for all languages, or for one', () => {
  const given = ['tehran=Tehran, fa:tehran = تهران,ams=Amsterdam', 'GB,fa:گیگ'] as const;
  const [en, fa] = [terms(...given, 'en'), terms(...given, 'fa')];
  expect([en.place('TEHRAN '), fa.place('tehran'), fa.place('ams'), fa.place('x')]).toEqual([
    'Tehran',
    'تهران',
    'Amsterdam',
    undefined,
  ]);
  expect([en.unit('memory'), fa.unit('memory')]).toEqual(['GB', 'گیگ']);
  expect([en.codeOf('تهران'), fa.codeOf('tehran'), en.codeOf('Berlin')]).toEqual(['tehran', 'tehran', undefined]);
});

test('a code may have a colon, where no language stands before it', () => {
  expect(terms('eu:1=Berlin', '', 'en').place('eu:1')).toBe('Berlin');
});

test.each(['tehran', 'tehran=', '=Tehran', 'a=b=c', 'a=b,a=c', 'fa:a=b,fa:a=c', `a=${'x'.repeat(33)}`, 'a=\u202eb'])(
  'names of places like %j are refused',
  (text) => expect(readPlaces(text, LOCALES)).toBeUndefined(),
);

test.each(['GB,MB', 'fa:گیگ,fa:مگ', 'x'.repeat(17), 'fa:', 'G\u2066B'])('a unit like %j is refused', (text) =>
  expect(readUnit(text, LOCALES)).toBeUndefined(),
);

test('the provider’s name is for all languages, or for one', () => {
  expect(readProvider('Acme & Sons, fa:x', LOCALES)).toBeUndefined();
  expect([...(readProvider('Acme Hosting, fa:\u200cx', LOCALES) ?? [])]).toEqual([
    ['', 'Acme Hosting'],
    ['fa', '\u200cx'],
  ]);
});

test.each(['<b>', 'a{b', 'a}b', 'a"b', 'a\\b', 'A&B', 'x'.repeat(33), 'a\u202eb', 'A,B'])(
  'a provider’s name like %j is refused',
  (text) => expect(readProvider(text, LOCALES)).toBeUndefined(),
);
