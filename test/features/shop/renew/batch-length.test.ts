import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { enterBothConnected, enterConnected, OTHER_TOKEN, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';

const ACCOUNTS = [
  { token: TOKEN, servers: 12, wallet: 1e9 },
  { token: OTHER_TOKEN, servers: 2 },
];
const FIELDS = Object.fromEntries(
  Array.from({ length: 12 }, (_, place) => [
    `parameter_with_a_long_name_${place}`,
    Array.from({ length: 10 }, () => 'ب'.repeat(300)),
  ]),
);
const SHORT = { error: 'balance', message: `موجودی کافی نیست. ۵۰٬۰۰۰ تومان شارژ کنید. ${'ب'.repeat(900)}` };

/** Ten servers with names as long as they can be, up to the period. */
async function chooseTen(person: Person): Promise<void> {
  await person.say('/renew');
  for (const most of [8, 2]) {
    const labels = person.screen().match(/10\.0\.0\.\d+ ·/g) ?? [];
    for (const label of labels.slice(0, most)) await person.press(label);
    if (most === 8) await person.press(/Next|صفحهٔ بعد/);
  }
  await person.press(/Renew the 10 chosen|تمدید ۱۰ سرور/);
}

/** Waits for a screen with ten such lines, which one message holds and which tells all its servers. */
async function tells({ world, log }: TestApp, person: Person, line: RegExp): Promise<void> {
  const lines = () => person.screen().match(new RegExp(line, 'gm')) ?? [];
  await world.until(() => lines().length === 10, { describe: () => person.screen() });
  expect(log.filter((each) => /trouble|too long/.test(each))).toEqual([]);
}

test.concurrent.for(['english', 'persian'] as const)(
  'ten renewals refused with twelve fields each show, in %s',
  async (who) => {
    await using app = await enterBothConnected({ accounts: ACCOUNTS });
    const { provider, [who]: person } = app;
    await chooseTen(person);
    await person.press(/^30 days|^۳۰ روز/);
    provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', body: { errors: FIELDS } });
    await person.press(/^Renew 10 for|^تمدید ۱۰ سرور به مبلغ/);
    await tells(app, person, /^ *10\.0\.0\.\d+\n.*parameter_with_a_long_name_0.*(9 more values|۹ مقدار دیگر)/);
    expect(bodies(app, 'cloud.renew')).toHaveLength(10);
  },
);

test.concurrent('ten renewals that the balance does not suffice for show, and are confirmed again', async () => {
  await using app = await enterConnected({ accounts: ACCOUNTS });
  const { provider, english } = app;
  await chooseTen(english);
  await english.press(/^30 days/);
  provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: SHORT, times: 10 });
  await english.press(/^Renew 10 for/);
  await tells(app, english, /^▫️ 10\.0\.0\.\d+ .*\n💳 .*50,000 toman more is needed\./);
  await english.press(/^Confirm .*10/);
  await tells(app, english, /^✅ 10\.0\.0\.\d+/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(20);
});

test.concurrent('ten prices that can’t be asked once more show', async () => {
  await using app = await enterConnected({ accounts: ACCOUNTS });
  const { provider, english } = app;
  await chooseTen(english);
  await english.press(/^30 days/);
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body: SHORT });
  await english.press(/^Renew 10 for/);
  await tells(app, english, /^▫️ 10\.0\.0\.\d+ .*\n⚠️ Not sent: the price could not be checked again/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});

test.concurrent.for([0, 1] as const)('ten servers, all but %d without a price: each is told', async (priced) => {
  await using app = await enterConnected({ accounts: ACCOUNTS });
  const { provider, english, world } = app;
  await chooseTen(english);
  const body = { errors: FIELDS };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 10 - priced });
  await english.press(/^30 days/);
  const all = () => english.screen().match(/^❔ 10\.0\.0\.\d+: .*\n.*9 more values/gm) ?? [];
  await world.until(() => all().length === 10 - priced, { describe: () => english.screen() });
  expect(english.screen()).toMatch(priced ? /\[Renew for/ : /\[30 days/);
});
