import { describe, expect, test } from 'vitest';
import { ROWS } from '../../features/domains/lost-rows.ts';
import { asked, connect } from '../../features/support.ts';
import type { TestApp } from '../../support/app.ts';
import { openProcessApp } from '../../support/bots/process.ts';
import { eventually } from '../../support/eventually.ts';

describe.each(ROWS)('%s', (_, row) => {
  const sent = (app: TestApp) => asked(app, row.operation);

  test.concurrent.for([
    ['before', false],
    ['after', true],
  ] as const)(
    'on its way when the bot is killed, %s the provider did it: settled at the next start',
    async ([, did]) => {
      const app = await openProcessApp();
      const { english, provider } = app;
      await connect(english);
      await english.sees(/Connected/);
      await row.go(english);
      provider.fault({ operation: row.operation, kind: 'hang', afterHandling: did, times: 1 });
      void english.tap(row.yes).answered.catch(() => undefined);
      await eventually(() => sent(app).length === 1);
      await app.kill();
      await app.startBot();
      await english.sees(did ? row.done : /It may or may not have gone through/);
      expect(row.happened(app)).toBe(did);
      expect(sent(app)).toHaveLength(1);
      await app.close();
    },
  );
});
