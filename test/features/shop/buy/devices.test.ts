import { expect, test } from 'vitest';
import { buttons } from '../../../../src/features/buttons.ts';
import type { TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { enterConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';
import { walk } from './buying.ts';

/** How each kind of purchase comes to its confirm, and the request that it is. */
const PURCHASES: [operation: string, requests: number, toConfirm: (person: Person) => Promise<unknown>][] = [
  [
    'cloud.order',
    1,
    async (person) => {
      await walk(person);
      await person.press('Continue:');
    },
  ],
  [
    'cloud.renew',
    1,
    async (person) => {
      await person.say('/renew 10.0.0.1');
      await person.press(/^30 days/);
    },
  ],
  [
    'cloud.renew',
    2,
    async (person) => {
      await person.say('/renew');
      for (const label of ['10.0.0.1 ·', '10.0.0.2 ·', 'Renew the 2 chosen', '30 days']) await person.press(label);
    },
  ],
  [
    'cloud.upgrade',
    1,
    async (person) => {
      await person.say('/upgrade 10.0.0.1');
      for (const label of ['+1', 'Get the price']) await person.press(label);
    },
  ],
  [
    'domain.register',
    1,
    async (person) => {
      for (const words of ['/register bought.com', '1', 'ns1.example.com ns2.example.com']) await person.say(words);
    },
  ],
];

/** The button that pays, wherever in the chat it is shown: each message that has it. */
function payButtons(person: Person): { messageId: number; data: string }[] {
  const names = [buttons.pay.name, buttons.payAll.name].map((name) => `${name}|`);
  return person.messages().flatMap(({ message_id, reply_markup }) =>
    (reply_markup?.inline_keyboard ?? []).flat().flatMap((button) => {
      if (!('callback_data' in button) || !names.some((name) => button.callback_data.startsWith(name))) return [];
      return [{ messageId: message_id, data: button.callback_data }];
    }),
  );
}

/** The same confirm in a second message, as a person has it open on another device through /orders. */
async function onTwoDevices({ english }: TestApp): Promise<{ messageId: number; data: string }[]> {
  await english.say('/orders');
  await english.press(/^1$/);
  const shown = payButtons(english);
  expect(new Set(shown.map(({ messageId }) => messageId)).size).toBe(2);
  expect(new Set(shown.map(({ data }) => data)).size).toBe(1);
  return shown;
}

test.concurrent.for(PURCHASES)(
  '%s of %d: confirmed in two messages at once, and late once more',
  async ([operation, requests, toConfirm]) => {
    await using app = await enterConnected();
    const { english, world } = app;
    await toConfirm(english);
    const before = app.provider.account(TOKEN).orders.length;
    const taps = (await onTwoDevices(app)).map(({ messageId, data }) =>
      world.press(english.user.id, english.chat, messageId, data),
    );
    await Promise.all(taps.map(({ answered }) => answered));
    await app.settled();
    const late = payButtons(english).map(({ messageId, data }) =>
      world.press(english.user.id, english.chat, messageId, data),
    );
    expect(await Promise.all(late.map(({ answered }) => answered))).toEqual(
      late.map(() => ({ text: 'This request is already closed. Its message shows how it ended.' })),
    );
    await app.settled();
    expect(bodies(app, operation)).toHaveLength(requests);
    expect(new Set(bodies(app, operation)).size).toBe(requests);
    expect(app.provider.account(TOKEN).orders).toHaveLength(before + requests);
  },
);

test.concurrent.for(PURCHASES)(
  '%s of %d: 100 taps at once from two messages, one of them as ten updates',
  async ([operation, requests, toConfirm]) => {
    await using app = await enterConnected();
    const { english, world } = app;
    await toConfirm(english);
    const shown = await onTwoDevices(app);
    const taps = Array.from({ length: 50 }, () => shown)
      .flat()
      .map(({ messageId, data }) => world.press(english.user.id, english.chat, messageId, data));
    for (const tap of taps.slice(0, 1)) for (let again = 0; again < 9; again++) world.resend(tap);
    await Promise.all(taps.map(({ answered }) => answered));
    await app.settled();
    expect(bodies(app, operation)).toHaveLength(requests);
    expect(app.provider.account(TOKEN).orders).toHaveLength(requests);
  },
);
