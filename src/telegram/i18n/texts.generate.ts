import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCALES = fileURLToPath(new URL('../../../locales', import.meta.url));
const TARGET = fileURLToPath(new URL('./texts.ts', import.meta.url));

/** Every message of one language: its key and the arguments its text uses. */
export function readKeys(locale: string): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  // A README may stand beside the texts.
  const files = readdirSync(`${LOCALES}/${locale}`).filter((file) => file.endsWith('.ftl'));
  for (const file of files.sort()) {
    let key: string | undefined;
    for (const line of readFileSync(`${LOCALES}/${locale}/${file}`, 'utf8').split('\n')) {
      const start = /^([a-zA-Z][\w-]*) *=/.exec(line)?.[1];
      if (start) {
        if (keys.has(start)) throw new TypeError(`${locale}: ${start} stands twice`);
        key = start;
        keys.set(start, []);
      }
      if (!key || /^#/.test(line)) continue;
      const names = keys.get(key) ?? [];
      for (const found of line.matchAll(/\$([a-zA-Z][\w-]*)/g)) {
        if (found[1] && !names.includes(found[1])) names.push(found[1]);
      }
      keys.set(key, names.sort());
    }
  }
  return keys;
}

/** The text of `texts.ts`: the keys of the English texts as types. */
export function render(keys: Map<string, string[]>): string {
  const rows = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(
    ([key, names]) =>
      `  ${key.includes('-') ? `'${key}'` : key}: ${names.length > 0 ? names.map((name) => `'${name}'`).join(' | ') : 'never'};`,
  );
  return [
    '// Made from locales/en by `node src/telegram/i18n/texts.generate.ts`; a test holds it against the texts.',
    '',
    '/** Every text and the names of its arguments. */',
    'export interface TextArguments {',
    ...lines,
    '}',
    'export type TextKey = keyof TextArguments;',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(TARGET, render(readKeys('en')));
