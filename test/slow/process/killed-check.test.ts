import { expect, test } from 'vitest';
import {
  answers,
  CHECKED,
  COUNT,
  LIST,
  registeredNothing,
  statesOf,
  truth,
} from '../../features/domains/check/many-names.ts';
import { connect } from '../../features/support.ts';
import { openProcessApp } from '../../support/bots/process.ts';
import { eventually } from '../../support/eventually.ts';

test('a check that is cut off by a SIGKILL goes on at the next start, and asks again for nothing that was written down', async () => {
  const app = await openProcessApp({ env: { CHECK_PARALLEL: '50' } });
  const { english, provider } = app;
  await connect(english);
  provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 200 });
  await english.upload('names.txt', 'text/plain', LIST);
  await eventually(() => provider.requests.length > COUNT / 4);
  await app.kill();
  const before = answers(app).size;
  expect(before).toBeLessThan(COUNT);
  await app.startBot();
  await english.sees(CHECKED);
  await english.press('All as a file');
  for (const [name, state] of await statesOf(app)) expect(`${name} ${state}`).toBe(`${name} ${truth(name)}`);
  const again = [...answers(app).values()].filter((count) => count > 1).length;
  // At most the names that were on their way, and those that the last write had not taken yet.
  expect(again).toBeLessThanOrEqual(100);
  registeredNothing(app);
  await app.close();
});
