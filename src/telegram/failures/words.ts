import type { FailureKind } from '../../hosting/index.ts';
import type { Html, Translate } from '../i18n/index.ts';
import type { TextKey } from '../i18n/texts.ts';
import { blockquote, code, isolated, name, shorten } from '../ui/format.ts';

const MAX_PROVIDER_WORDS_LENGTH = 600;

const WORDS = {
  notConnected: 'failure-not-connected',
  fields: 'failure-fields',
  invalid: 'failure-invalid',
  insufficientBalance: 'failure-insufficient-balance',
  resellerServiceMissing: 'failure-reseller-service-missing',
  notFound: 'failure-not-found',
  refused: 'failure-refused',
  unavailable: 'failure-unavailable',
  notSent: 'failure-not-sent',
  ambiguous: 'failure-ambiguous',
  unreadable: 'failure-unreadable',
} satisfies Record<FailureKind, TextKey>;

/** For one failure among several: these words do not say that nothing happened. */
const LINE_WORDS = {
  ...WORDS,
  fields: 'failure-line-fields',
  invalid: 'failure-line-invalid',
  insufficientBalance: 'failure-line-insufficient-balance',
  refused: 'failure-line-refused',
  notSent: 'failure-line-not-sent',
} satisfies Record<FailureKind, TextKey>;

const MAX_FIELDS_SHOWN = 6;
const MAX_FIELDS_NAMED = 3;
const MAX_FIELD_NAME_LENGTH = 40;

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

export type FieldLimits = (field: string) => string | undefined;

/** By parameter (contract, section "Errors", 1). */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** @param most the limit of all the provider's words together, in characters */
function fieldWords(t: Translate, problems: FieldProblems, most: number, limits?: FieldLimits): Html {
  const all = Object.entries(problems);
  const shown = all.slice(0, MAX_FIELDS_SHOWN);
  const each = Math.floor(most / Math.max(1, shown.length));
  const blocks = shown.map(([field, texts]) => problemWords(t, field, texts.join('\n'), each, limits?.(field)));
  const left = all.length - shown.length;
  return { html: [...blocks, ...(left > 0 ? [t('field-more', { count: left })] : [])].join('\n') };
}

function fieldNames(t: Translate, problems: FieldProblems): Html {
  const all = Object.keys(problems);
  const names = all.slice(0, MAX_FIELDS_NAMED).map((field) => shownName(t, field).html);
  const left = all.length - names.length;
  return { html: [names.join(' · '), ...(left > 0 ? [t('field-more', { count: left })] : [])].join(' ') };
}

export function shownName(t: Translate, field: string): Html {
  const key = Object.entries(NAMES).find(([known]) => known === field)?.[1];
  return key ? name(t(key)) : code(shorten(field, MAX_FIELD_NAME_LENGTH));
}

function problemWords(t: Translate, field: string, words: string, most: number, limit?: string): string {
  const name = shownName(t, field);
  const shown = limit === undefined ? name : { html: t('field-limit', { field: name, limit: { html: limit } }) };
  if (words === '') return t('field-problem', { field: shown });
  return `${t('field-problem-says', { field: shown })}\n${blockquote(words, most).html}`;
}

export interface ShownFailure {
  kind: string;
  words?: string | undefined;
  fields?: FieldProblems | undefined;
  slow?: boolean | undefined;
  throttled?: boolean | undefined;
  retryAfterSeconds?: number | undefined;
}

function headOf({
  kind,
  slow,
  throttled,
}: ShownFailure): (typeof WORDS)[FailureKind] | 'failure-slow' | 'failure-silent' {
  // A silent provider is not asked for a while. A slow one holds all places for waiting requests.
  if (kind === 'unavailable' && slow) return throttled ? 'failure-slow' : 'failure-silent';
  return Object.entries(WORDS).find(([name]) => name === kind)?.[1] ?? 'failure-refused';
}

const WAIT_IN_MINUTES_FROM_S = 120;

/** `undefined` where the provider asked for no wait, or may have done something. */
function waitWords(t: Translate, { kind, slow, throttled, retryAfterSeconds = 0 }: ShownFailure): string | undefined {
  // `slow` means that the bot itself did not ask.
  if (!throttled || slow || (kind !== 'unavailable' && kind !== 'refused')) return undefined;
  if (retryAfterSeconds === 0) return t('failure-wait');
  return retryAfterSeconds < WAIT_IN_MINUTES_FROM_S
    ? t('failure-wait-seconds', { seconds: retryAfterSeconds })
    : t('failure-wait-minutes', { minutes: Math.ceil(retryAfterSeconds / 60) });
}

/** @param most the limit of the provider's words, in characters @param limits the known limits of the refused fields */
export function failureWords(
  t: Translate,
  failure: ShownFailure,
  most = MAX_PROVIDER_WORDS_LENGTH,
  limits?: FieldLimits,
): string {
  const { kind, words, fields = {} } = failure;
  // The bot itself found an `invalid` failure: its rules are no words for people.
  const named = kind === 'invalid' ? Object.fromEntries(Object.keys(fields).map((field) => [field, []])) : fields;
  const about = Object.keys(named).length === 0 ? '' : `\n\n${fieldWords(t, named, most, limits).html}`;
  const wait = waitWords(t, failure);
  const head = wait === undefined ? t(headOf(failure)) : `${wait} ${t('failure-wait-then')}`;
  return head + about + providerWords(t, words, most).html;
}

export function failureLine(t: Translate, failure: ShownFailure, most: number): string {
  const { kind, words, fields = {} } = failure;
  const line = Object.entries(LINE_WORDS).find(([name]) => name === kind)?.[1] ?? 'failure-line-refused';
  const key = failure.slow ? headOf(failure) : line;
  const all = Object.values(fields).flat().join(' · ');
  const about = Object.keys(fields).length === 0 ? '' : ` ⚠️ ${fieldNames(t, fields).html}`;
  return (waitWords(t, failure) ?? t(key)) + about + providerLine(t, words ?? (kind === 'invalid' ? '' : all), most);
}

export function providerLine(t: Translate, words: string | undefined, most: number): string {
  const line = shorten((words ?? '').replace(/\s+/gu, ' ').trim(), most);
  return line === '' || most === 0 ? '' : ` ${t('provider-words')} ${isolated(line).html}`;
}

export function providerWords(t: Translate, words: string | undefined, most = MAX_PROVIDER_WORDS_LENGTH): Html {
  return { html: words ? `\n\n${t('provider-words')}\n${blockquote(words, most).html}` : '' };
}
