import { expect, test } from 'vitest';
import { alertScreen } from '../../../../src/features/watches/alerts/alert-screen.ts';
import type { Alert } from '../../../../src/store/jobs/alerts.ts';
import { enterBothConnected } from '../../../features/support.ts';
import { testTexts } from '../../../support/texts.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const SINCE = Date.UTC(2026, 0, 5, 10);
const UP: Alert = {
  ...{ id: 'a', ownerId: 1, accountId: 'b', chatId: 1, locale: 'en', what: 'down', since: SINCE, revision: 2 },
  ...{ state: 'resolved', createdAt: SINCE, dueAt: null, server: { id: 'srv-1', name: 'web1' } },
};

test.each([
  ['en', MINUTE / 2, /about one minute: .*5 Jan 2026, 10:00.* to (?:(?!Jan).)*10:00/],
  ['en', 119 * MINUTE, /about 119 minutes: /],
  ['en', 5 * HOUR, /about 5 hours: .*5 Jan 2026, 10:00.* to (?:(?!Jan).)*15:00/],
  ['en', 47 * HOUR, /about 47 hours: .* to .*7 Jan 2026/],
  ['en', 48 * HOUR, /about 2 days: .* to .*7 Jan 2026/],
  ['fa', 30 * MINUTE, /حدود ۳۰ دقیقه روشن نبود/],
  ['fa', 5 * HOUR, /حدود ۵ ساعت روشن نبود/],
  ['fa', 72 * HOUR, /حدود ۳ روز روشن نبود/],
] as const)('%s: how long a server was off is told in minutes, hours or days (%s ms)', (locale, ms, words) => {
  const over = { ...UP, resolved: { at: SINCE + ms, why: 'up' } } as const;
  expect(alertScreen(over, { account: 'Shop' }, testTexts().in(locale)).text).toMatch(words);
});

test('/watch fits a phone in both languages', async () => {
  await using app = await enterBothConnected();
  for (const person of [app.english, app.persian]) {
    await person.say('/watch');
    const text = person.messages().at(-1)?.text ?? '';
    expect(text).toMatch(/🛰/u);
    expect(text.length).toBeLessThan(560);
  }
});
