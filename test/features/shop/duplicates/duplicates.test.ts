import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { waitFor } from '../../../support/eventually.ts';
import type { Person } from '../../../support/person.ts';
import { enterConnected, OTHER_TOKEN, TOKEN } from '../../support.ts';
import { walk } from '../buy/buying.ts';
import { bodies } from '../support.ts';

const AGAIN = /Nothing was sent: the same order was placed in the meantime[\s\S]*You already placed the same order \(/;

/** Opens the confirm of one and the same order. */
async function open(person: Person): Promise<void> {
  await walk(person);
  await person.press(/^Continue/);
  expect(person.screen()).toContain('Order this server');
}

/** The buttons that pay, from the oldest message to the newest. */
function payButtons(person: Person): { messageId: number; data: string }[] {
  return person
    .messages()
    .flatMap(({ message_id: messageId, reply_markup }) =>
      (reply_markup?.inline_keyboard.flat() ?? []).flatMap((button) =>
        'callback_data' in button && /^pa?y?\|/.test(button.callback_data)
          ? [{ messageId, data: button.callback_data }]
          : [],
      ),
    );
}

async function tap(
  { world, settled }: TestApp,
  person: Person,
  button: ReturnType<typeof payButtons>[number] | undefined,
) {
  if (!button) throw new Error(`No confirm in ${person.screens().join('\n---\n')}`);
  world.press(person.user.id, person.chat, button.messageId, button.data);
  await settled();
}

test.concurrent.for([
  ['done', undefined, /: ordered and ready:/],
  ['lost', 'cutBefore', /no answer/],
] as const)(
  'two confirms of one order are open and the first is %s: the second asks again',
  async ([, kind, ended]) => {
    await using app = await enterConnected({ timings: { orderMs: 100 } });
    const { english, provider } = app;
    await open(english);
    await open(english);
    const [first, second] = payButtons(english);
    if (kind) provider.fault({ operation: 'cloud.order', kind, times: 1 });
    await tap(app, english, first);
    await english.shows(ended);
    await tap(app, english, second);
    await english.shows(AGAIN);
    expect(bodies(app, 'cloud.order')).toHaveLength(1);
    // A person who wants one more can have it.
    await tap(app, english, payButtons(english).at(-1));
    await waitFor(() => expect(bodies(app, 'cloud.order')).toHaveLength(2));
  },
);

test.concurrent('both are tapped at once: one is bought, the other asks again', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await open(english);
  await open(english);
  await Promise.all(payButtons(english).map((button) => tap(app, english, button)));
  await english.shows(AGAIN);
  await english.shows(/frankfurt: ordered/);
  expect(bodies(app, 'cloud.order')).toHaveLength(1);
});

test.concurrent('an order that waited for a top-up asks again where the same was bought meanwhile, however long ago', async () => {
  await using app = await enterConnected({
    accounts: [
      { token: TOKEN, servers: 3, wallet: 1_000 },
      { token: OTHER_TOKEN, servers: 2 },
    ],
  });
  const { english, provider } = app;
  await open(english);
  await tap(app, english, payButtons(english).at(-1));
  await english.shows(/not enough balance/);
  provider.account(TOKEN).wallet = 10_000_000;
  await open(english);
  await tap(app, english, payButtons(english).at(-1));
  await english.shows(/frankfurt: ordered/);
  app.later(30 * 60_000);
  const [waiting] = payButtons(english);
  await tap(app, english, waiting);
  await english.shows(AGAIN);
  expect(provider.account(TOKEN).orders).toHaveLength(1);
});

test.concurrent('several renewals are confirmed: the server that was renewed meanwhile is asked about again, the others are renewed', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew');
  for (const server of ['10.0.0.0', '10.0.0.1']) await english.press(new RegExp(`^${server}`));
  await english.press('Renew the 2 chosen');
  await english.press('30 days');
  const [several] = payButtons(english);
  await english.say('/renew 10.0.0.1');
  await english.press('30 days');
  await tap(app, english, payButtons(english).at(-1));
  await english.shows(/✅ 10\.0\.0\.1/);
  await tap(app, english, several);
  await english.shows(/10\.0\.0\.1[^\n]*\n[^\n]*\n?⚠️ You already placed the same order/);
  await english.shows(/✅ 10\.0\.0\.0/);
  expect(
    bodies(app, 'cloud.renew')
      .map((body) => JSON.parse(body).id)
      .sort(),
  ).toEqual(['srv-10001', 'srv-10002']);
});

test.concurrent('the same server for other days is another order; for the same days it is the same', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const ask = async (days: RegExp) => {
    await english.say('/renew 10.0.0.1');
    await english.press(days);
    return english.screen();
  };
  await ask(/^30 days/);
  await english.press('Renew for');
  await english.sees(/^✅ 10\.0\.0\.1 renewed/);
  expect(await ask(/^90 days/)).not.toContain('You already placed the same order');
  expect(await ask(/^30 days/)).toContain('You already placed the same order');
});
