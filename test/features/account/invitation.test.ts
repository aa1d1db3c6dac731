import { expect, test } from 'vitest';
import { enterConnected } from '../support.ts';

test.concurrent('“Connected” and Home invite to watch the servers, until they are watched', async () => {
  await using app = await enterConnected();
  const { english } = app;
  expect(english.screen()).toMatch(
    /The bot can notify you here when a server goes off[\s\S]*\[🔔 Monitor all servers\]/,
  );
  await english.say('/start');
  await english.press('Monitor all servers');
  expect(english.screen()).toContain('are monitored');
  await english.say('/start');
  expect(english.screen()).not.toContain('Monitor all servers');
});
