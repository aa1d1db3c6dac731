import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { asked, enterBothConnected } from '../support.ts';
import { ROWS } from './lost-rows.ts';

describe.each(ROWS)('%s', (_, row) => {
  const sent = (app: TestApp) => asked(app, row.operation);

  test.concurrent.for(['cutAfter', 'truncated'] as const)(
    'whose answer is lost (%s) is settled by what can be read, and sent once',
    async (kind) => {
      await using app = await enterBothConnected();
      const { persian, provider, world } = app;
      const seen: string[] = [];
      await row.go(persian);
      world.onChange(() => seen.push(persian.screen()));
      provider.fault({ operation: row.operation, kind, times: 1 });
      await persian.press(row.yes);
      await persian.sees(row.done);
      expect(seen.some((screen) => screen.includes('پاسخ نرسید. شاید انجام شده باشد'))).toBe(true);
      expect(sent(app)).toHaveLength(1);
      expect(row.happened(app)).toBe(true);
    },
  );

  test.concurrent.for(['english', 'persian'] as const)(
    'cut before it was done is not known, says what can be read, and is never sent again (%s)',
    async (who) => {
      await using app = await enterBothConnected();
      const { provider, [who]: person } = app;
      await row.go(person);
      provider.fault({ operation: row.operation, kind: 'cutBefore', times: 1 });
      await person.press(row.yes);
      await person.sees(/It may or may not have gone through|شاید انجام شده باشد/);
      app.later(100_000);
      await person.sees(/result unknown|نتیجه معلوم نیست/);
      expect(person.screen()).toMatch(row.evidence);
      const looked = await person.press(/Check again|بررسی دوباره/);
      expect(looked.text).toMatch(/result still unknown|هنوز معلوم نیست/);
      expect(sent(app)).toHaveLength(1);
      expect(row.happened(app)).toBe(false);
    },
  );
});
