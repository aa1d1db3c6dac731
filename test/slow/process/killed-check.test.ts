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
import { holdAnswers } from '../../support/hold-answers.ts';

test('a check that is cut off by a SIGKILL goes on at the next start, and asks again for nothing that was written down', async () => {
  const app = await openProcessApp({ env: { CHECK_PARALLEL: '50' } });
  const { english, provider } = app;
  await connect(english);
  provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 0, times: COUNT / 4 });
  const answer = holdAnswers(provider, { operation: 'domain.availability' });
  await english.upload('names.txt', 'text/plain', LIST);
  await english.sees(new RegExp(`Done: ${COUNT / 4}`));
  await app.kill();
  answer();
  await app.startBot();
  await english.sees(CHECKED);
  await english.press('All as a file');
  for (const [name, state] of await statesOf(app)) expect(`${name} ${state}`).toBe(`${name} ${truth(name)}`);
  expect([...answers(app).values()].filter((count) => count > 1)).toEqual([]);
  registeredNothing(app);
  await app.close();
});
