import type { Translate } from '../../../telegram/i18n/index.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { code, name, shorten } from '../../../telegram/ui/format.ts';
import { domainWords, reads } from '../../common/domain-words.ts';
import type { JunkReason, NamedDomain, Reading } from './name.ts';

const MAX_JUNK_SHOWN = 5;
const MAX_SHOWN_LENGTH = 40;

/** The reason may come from a check that an older release stored. */
const JUNK_WORDS = {
  unfit: 'check-junk-unfit',
  long: 'check-junk-long',
  ip: 'check-junk-ip',
  suffix: 'check-junk-suffix',
  'unknown-suffix': 'check-junk-unknown-suffix',
} as const satisfies Record<JunkReason, TextKey>;

export function junkKey(reason: string): TextKey & `check-junk-${JunkReason}` {
  return Object.entries(JUNK_WORDS).find(([known]) => known === reason)?.[1] ?? 'check-junk-unfit';
}

export function junkLines(junk: readonly { text: string; reason: string }[], t: Translate): string[] {
  return junk
    .slice(0, MAX_JUNK_SHOWN)
    .map(({ text, reason }) =>
      t('check-junk-line', { text: code(shorten(text, MAX_SHOWN_LENGTH)), reason: t(junkKey(reason)) }),
    );
}

/** HTML. */
export function unfitWords(t: Translate, typed: string, reading: Exclude<Reading, NamedDomain>): string {
  const words = { name: name(shorten(typed, MAX_SHOWN_LENGTH)) };
  if (reading === undefined) return t('name-unfit', words);
  return 'junk' in reading ? t(`name-${reading.junk}`, words) : t('name-label', words);
}

/** HTML. */
export function subdomainWords(t: Translate, { domain, subdomain }: NamedDomain): string[] {
  return subdomain === undefined
    ? []
    : [t('name-subdomain', { name: shownName(subdomain), domain: domainWords(domain) })];
}

export function subdomainLines(t: Translate, subdomains: readonly Required<NamedDomain>[], count: number): string[] {
  if (count === 0) return [];
  const lines = subdomains.map((each) =>
    t('check-subdomain', { name: shownName(each.subdomain), domain: shownName(each.domain) }),
  );
  const more = count - subdomains.length;
  return [t('check-subdomains', { count }), ...lines, ...(more > 0 ? [t('check-more', { count: more })] : [])];
}

function shownName(ascii: string) {
  return code(shorten(reads(ascii), MAX_SHOWN_LENGTH));
}
