import { expect, test } from 'vitest';
import { rounds, SERVER, setPower } from '../../slow/watches/support.ts';
import { openStoreOf } from '../../support/app.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, enterConnected } from '../support.ts';

test('a server that goes off is told after three readings, once, and the message says when it is on again', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/watch');
  await english.sees(/All 3 servers are monitored/);
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 2);
  expect(english.screens().some((text) => /Status: .* since about/.test(text))).toBe(false);
  await rounds(app, 1);
  const alert = await english.sees(/10\.\d+\.\d+\.\d+ is no longer on\n.*off/);
  expect(alert).toContain('since about');
  await rounds(app, 2);
  expect(english.screens().filter((text) => /Status: .* since about/.test(text))).toHaveLength(1);
  setPower(app, 'on');
  await rounds(app, 3);
  // Of the four readings until then the first told that it was off, and three that it was on.
  await english.shows(/is on again\n.*about 6 minutes/);
  expect(english.screens().some((text) => /Status: .* since about/.test(text))).toBe(false);
});

test('a server that a person powers off by the bot is no alert', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/watch');
  await rounds(app, 1);
  await english.say(`/off ${SERVER}`);
  await english.press(/Yes, power off/);
  await english.sees(/is off/);
  await rounds(app, 4);
  expect(english.screens().some((text) => /Status: .* since about/.test(text))).toBe(false);
  const store = await openStoreOf(app);
  try {
    const [id = ''] = (await store.watches.takeDue(Number.MAX_SAFE_INTEGER - 1e6, 1)).taken.map((each) => each.id);
    expect((await store.watches.readings(id)).get(SERVER)?.agreed).toBe('off');
  } finally {
    await store.close();
  }
});

test('a provider that does not answer is told once, and no server counts as off', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/watch');
  await rounds(app, 1);
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 500, times: 1_000 });
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 500, times: 1_000 });
  await rounds(app, 7);
  expect(english.screens().filter((text) => /No valid answer from the provider/.test(text))).toHaveLength(1);
});

test('a round that is lost because it ended after its lease is reported', async () => {
  await using app = await enterConnected();
  await app.english.say('/watch');
  await rounds(app, 1);
  await app.stopBot();
  app.later(67_000);
  const before = asked(app, 'server.status').length;
  const answer = holdAnswers(app.provider, { operation: 'server.status', times: 1 });
  await app.startBot();
  await expect.poll(() => asked(app, 'server.status').length).toBeGreaterThan(before);
  app.later(120_000);
  const store = await openStoreOf(app);
  try {
    // Another process takes the account over.
    expect((await store.watches.takeDue(Number.MAX_SAFE_INTEGER - 1e6, 1)).taken).toHaveLength(1);
  } finally {
    await store.close();
  }
  answer();
  await expect.poll(() => app.log.join('\n')).toContain('A round of readings ended after its lease');
});
