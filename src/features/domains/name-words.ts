import type { Translate } from '../../telegram/i18n/index.ts';
import type { TextKey } from '../../telegram/i18n/texts.ts';
import { code, name, shorten } from '../../telegram/ui/format.ts';
import { domainWords, reads } from '../common/domain-words.ts';
import type { JunkReason, NamedDomain, Reading } from './name.ts';

const MOST_JUNK_SHOWN = 5;
const LONGEST_SHOWN = 40;

/** Why a piece of a list is no name, in a few words; also by a reason that an older release wrote down. */
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

/** The first pieces of a list that name nothing, a line each with the reason. */
export function junkLines(junk: readonly { text: string; reason: string }[], t: Translate): string[] {
  return junk
    .slice(0, MOST_JUNK_SHOWN)
    .map(({ text, reason }) =>
      t('check-junk-line', { text: code(shorten(text, LONGEST_SHOWN)), reason: t(junkKey(reason)) }),
    );
}

/** What is wrong with the one name that was asked for, and how it is written right; HTML. */
export function unfitWords(t: Translate, typed: string, reading: Exclude<Reading, NamedDomain>): string {
  const words = { name: name(shorten(typed, LONGEST_SHOWN)) };
  if (reading === undefined) return t('name-unfit', words);
  return 'junk' in reading ? t(`name-${reading.junk}`, words) : t('name-label', words);
}

/** Says that a subdomain was written, and which domain it is taken for; nothing where a domain was. HTML. */
export function subdomainWords(t: Translate, { domain, subdomain }: NamedDomain): string[] {
  return subdomain === undefined
    ? []
    : [t('name-subdomain', { name: shownName(subdomain), domain: domainWords(domain) })];
}

/** The subdomains of a list, and the domains that stand for them. */
export function subdomainLines(t: Translate, subdomains: readonly Required<NamedDomain>[], count: number): string[] {
  if (count === 0) return [];
  const lines = subdomains.map((each) =>
    t('check-subdomain', { name: shownName(each.subdomain), domain: shownName(each.domain) }),
  );
  const more = count - subdomains.length;
  return [t('check-subdomains', { count }), ...lines, ...(more > 0 ? [t('check-more', { count: more })] : [])];
}

function shownName(ascii: string) {
  return code(shorten(reads(ascii), LONGEST_SHOWN));
}
