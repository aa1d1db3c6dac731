import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCALES = fileURLToPath(new URL('../../../locales', import.meta.url));
const TARGET = fileURLToPath(new URL('./texts.ts', import.meta.url));

export function readKeys(locale: string): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  // A README may stand beside the texts.
  const files = readdirSync(`${LOCALES}/${locale}`).filter((file) => file.endsWith('.ftl'));
  for (const file of files.sort()) {
    for (const [key, names] of messagesIn(readFileSync(`${LOCALES}/${locale}/${file}`, 'utf8'))) {
      if (keys.has(key)) throw new TypeError(`${locale}: ${key} stands twice`);
      keys.set(key, names);
    }
  }
  return keys;
}

export function messagesIn(text: string): [key: string, names: string[]][] {
  const messages: [string, string[]][] = [];
  for (const line of text.split('\n')) {
    const key = /^([a-zA-Z][\w-]*) *=/.exec(line)?.[1];
    if (key) messages.push([key, []]);
    const message = messages.at(-1);
    if (message && !line.startsWith('#')) message[1] = withArguments(message[1], line);
  }
  return messages;
}

function withArguments(names: readonly string[], line: string): string[] {
  const found = [...line.matchAll(/\$([a-zA-Z][\w-]*)/g)].flatMap(([, name]) => (name ? [name] : []));
  return [...new Set([...names, ...found])].sort();
}

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
