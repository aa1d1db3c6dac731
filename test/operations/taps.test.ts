import { afterAll, beforeAll, expect, test } from 'vitest';
import { inMessage } from '../../src/operations/message.ts';
import type { Operation } from '../../src/store/operations/index.ts';
import { openTestApp, type TestApp, TOKEN } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.english.say(`/connect ${TOKEN}`);
});
afterAll(() => app.close());

const actions = () => app.provider.requests.filter(({ operation }) => operation === 'server.action');
const isConfirm = (text: string) => text.startsWith('Yes, restart');

test('in a group only the person who asked can confirm, also after others tried', async () => {
  const { english, persian, world, provider } = app;
  provider.forget();
  const here = english.in(world.group.id);
  await here.say('/reboot@host_test_bot 10.0.0.1');
  expect(here.screen()).toContain('Requested by');
  const others = Array.from({ length: 10 }, () => persian.in(world.group.id).tap(/^Yes, restart/));
  // The first is told; those that had to wait for it were answered before, so as not to spin.
  expect(await others[0]?.answered).toMatchObject({ show_alert: true });
  await Promise.all(others.map(({ answered }) => answered));
  await app.settled();
  expect(actions()).toEqual([]);

  await here.press('Yes, restart');
  expect(actions()).toHaveLength(1);
});

test('a confirm that was settled answers every later tap and sends nothing', async () => {
  const { english, world, provider } = app;
  await english.say('/reboot 10.0.0.2');
  provider.forget();
  const { message_id = 0, reply_markup } = english.messages().at(-1) ?? {};
  const button = reply_markup?.inline_keyboard.flat().find(({ text }) => isConfirm(text));
  const data = button && 'callback_data' in button ? button.callback_data : '';
  await english.press('Cancel');
  await english.sees(/Cancelled/);
  const late = world.pressRaw(english.user.id, english.chat, message_id, data);
  expect(await late.answered).toEqual({ text: 'This request is already closed. Its message shows how it ended.' });
  expect(actions()).toEqual([]);
});

// The last: after it the person is over the limit for a while.
test('100 taps at once, 20 of them sent again: one request, every tap answered', async () => {
  const { english, world, provider } = app;
  await english.say('/reboot 10.0.0.0');
  provider.forget();
  const before = world.calls.filter(({ method }) => method === 'answerCallbackQuery').length;
  const asked = english.messages().at(-1);
  const button = asked?.reply_markup?.inline_keyboard.flat().find(({ text }) => isConfirm(text));
  if (!asked || !button || !('callback_data' in button)) throw new Error(english.screen());
  const presses = Array.from({ length: 100 }, () =>
    world.press(english.user.id, english.chat, asked.message_id, button.callback_data),
  );
  for (const press of presses.slice(0, 20)) world.resend(press);
  const answers = await Promise.all(presses.map(({ answered }) => answered));
  await app.settled();

  expect(actions()).toHaveLength(1);
  expect(answers).toHaveLength(100);
  const calls = world.calls.filter(({ method }) => method === 'answerCallbackQuery').slice(before);
  const ids = new Set(calls.filter(({ ok }) => ok).map(({ params }) => params.callback_query_id));
  expect(ids).toEqual(new Set(presses.map(({ id }) => id)));
  await english.sees(/Restarting|10\.0\.0\.\d restarted/);
});

test('a tap on the old message, on its way while the outcome got a new one, goes on in the new one', () => {
  const shown = (messageId?: number, formerMessages?: number[]) => ({ messageId, formerMessages }) as Operation;
  expect(inMessage(shown(7), 7)).toEqual({ messageId: 7, formerMessages: undefined });
  expect(inMessage(shown(9), 7)).toEqual({ messageId: 9, formerMessages: [7] });
  expect(inMessage(shown(7), 9)).toEqual({ messageId: 9, formerMessages: [7] });
  expect(inMessage(shown(9, [7, 5]), 7)).toEqual({ messageId: 9, formerMessages: [7, 5] });
  expect(inMessage(shown(), 7)).toEqual({ messageId: 7, formerMessages: undefined });
});
