import { expect, test } from 'vitest';
import { type AccountDigest, digestScreen } from '../../../../src/features/watches/digests/digest-screen.ts';
import type { Operation } from '../../../../src/operations/index.ts';
import { loadTexts } from '../../../../src/telegram/i18n/index.ts';
import { visibleLength, withinLimit } from '../../../../src/telegram/ui/screen.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 1, 3);
const UNKNOWN: Operation = {
  ...{ id: 'o', kind: 'order', state: 'unknown', userId: 1, chatId: 1, accountId: 'acc0', locale: 'en', subject: 's' },
  ...{ createdAt: NOW, expiresAt: NOW, dueAt: null, notified: true, progress: {}, parameters: {} },
};

/** Accounts with servers and domains that expire. */
function accountsOf(count: number, servers: number, domains: number): AccountDigest[] {
  const expiryOf = (days: number) => ({ day: Date.UTC(2026, 0, 1) + days * DAY_MS, daysLeft: days });
  return Array.from({ length: count }, (_, n) => ({
    ...{ id: `acc${n}`, label: `Account ${n}`, renewed: [], choice: 'chosen' },
    domains: Array.from({ length: domains }, (__, at) => {
      return { domain: `name-${n}-${at}.com`, isNews: true, expiry: expiryOf(1 + at) };
    }),
    expiring: Array.from({ length: servers }, (__, at) => ({
      server: { id: `s${n}-${at}`, name: `production-web-${n}-${at}`, ip: `10.0.${n}.${at}` },
      ...{ expiry: expiryOf(1 + at), isNews: true },
    })),
  }));
}

test.each([
  ['en', 1, 15, 3],
  ['en', 10, 15, 0],
  ['en', 20, 15, 3],
  ['fa', 20, 15, 3],
  ['en', 20, 2, 3],
])(
  'a digest (%s) of %s accounts with %s servers and %s domains each is whole, within all limits',
  (locale, count, servers, domains) => {
    const texts = loadTexts('en', (problem) => expect.fail(String(problem)));
    const t = texts.in(locale);
    const accounts = accountsOf(count, servers, domains);
    const content = {
      accounts,
      unknown: [UNKNOWN, UNKNOWN],
      spent: [{ total: 1_000_000, currency: 'toman' as const }],
    };
    const screen = digestScreen(content, t, () => ({ html: 'Order of a server, 12,000,000 toman' }));
    expect(withinLimit(screen.text)).toBe(screen.text);
    expect(visibleLength(screen.text)).toBeLessThanOrEqual(4096);
    expect(screen.text).toContain(t('digest-unknown', { count: 2 }));
    for (const { label } of count > 1 ? accounts : []) expect(screen.text).toContain(label);
    expect(screen.keyboard?.flat().length).toBeLessThanOrEqual(100);
    expect(screen.keyboard?.flat().some((each) => each.text === t.plain('button-digest-off'))).toBe(true);
  },
);
