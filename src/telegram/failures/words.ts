import type { Html, Translate } from '../i18n/index.ts';
import type { TextKey } from '../i18n/texts.ts';
import { code, name, quote, shorten } from '../ui/format.ts';

const MOST_FIELDS = 6;
const MOST_NAMES = 3;
const LONGEST_NAME = 40;

/** The contract's parameters in a person's language. */
const NAMES = {
  id: 'field-id',
  ip: 'field-ip',
  geo: 'field-geo',
  os: 'field-os',
  cpu: 'field-cpu',
  ram: 'field-ram',
  disk: 'field-disk',
  backup: 'field-backup',
  traffic: 'field-traffic',
  period: 'field-period',
  action: 'field-action',
  name: 'field-name',
  volume_id: 'field-volume-id',
  password: 'field-password',
  ssh_key: 'field-ssh-key',
  tld: 'field-tld',
  domain: 'field-domain',
  'nic-handle': 'field-nic-handle',
  ns1: 'field-ns1',
  ns2: 'field-ns2',
  ns3: 'field-ns3',
  ns4: 'field-ns4',
} satisfies Record<string, TextKey>;

/** What is said against single parameters, by their names in the contract (section "Errors", 1). */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/**
 * Each field by its name, with the provider's words against it.
 * @param most characters that the words of all of them may take together
 */
export function fieldWords(t: Translate, problems: FieldProblems, most: number): Html {
  const all = Object.entries(problems);
  const shown = all.slice(0, MOST_FIELDS);
  const each = Math.floor(most / Math.max(1, shown.length));
  const blocks = shown.map(([field, texts]) => problemWords(t, field, texts.join('\n'), each));
  const left = all.length - shown.length;
  return { html: [...blocks, ...(left > 0 ? [t('field-more', { count: left })] : [])].join('\n') };
}

/** The names of the fields alone, for a line; where there are many, how many more. */
export function fieldNames(t: Translate, problems: FieldProblems): Html {
  const all = Object.keys(problems);
  const names = all.slice(0, MOST_NAMES).map((field) => shownName(t, field).html);
  const left = all.length - names.length;
  return { html: [names.join(' · '), ...(left > 0 ? [t('field-more', { count: left })] : [])].join(' ') };
}

function shownName(t: Translate, field: string): Html {
  const key = Object.entries(NAMES).find(([known]) => known === field)?.[1];
  return key ? name(t(key)) : code(shorten(field, LONGEST_NAME));
}

function problemWords(t: Translate, field: string, words: string, most: number): string {
  const shown = shownName(t, field);
  if (words === '') return t('field-problem', { field: shown });
  return `${t('field-problem-says', { field: shown })}\n${quote(words, most).html}`;
}
