import { expect, test } from 'vitest';
import { asked, enterBothConnected, enterConnected } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';
/** The price of one year, for any requested period. */
const ONE_YEAR = { total: '1375000', currency: 'toman', period: 1 };

test.concurrent('the price of another period is not offered for the one that was asked', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const body = { ...ONE_YEAR, avaliable: 1 };
  provider.fault({ operation: 'domain.availability', kind: 'status', status: 200, body });
  for (const [person, words] of [
    [english, 'sent no price'],
    [persian, 'قیمتی اعلام نشد'],
  ] as const) {
    await person.say('/register myshop.com');
    await person.say('5');
    await person.say(SERVERS);
    expect(person.screen()).toContain(words);
    expect(person.screen()).not.toMatch(/1,375,000|۱٬۳۷۵٬۰۰۰/);
  }
});

test.concurrent('a quote for another period is not bought at the tap', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/register myshop.com');
  await english.say('5');
  await english.say(SERVERS);
  expect(english.screen()).toContain('6,875,000 toman');
  const body = { ...ONE_YEAR, avaliable: 1 };
  provider.fault({ operation: 'domain.availability', kind: 'status', status: 200, body });
  await english.press('Register for');
  await english.sees(/could not be read/);
  expect(asked(app, 'domain.register')).toEqual([]);
});

test.concurrent('a renewal is not offered at the price of another period either', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  for (const answer of ['/register mine.com', '1', SERVERS]) await english.say(answer);
  await english.press('Register for');
  await english.sees(/registered and active/);
  await english.say('/domain mine.com');
  await english.press('Renew');
  provider.fault({ operation: 'domain.price', kind: 'status', status: 200, body: ONE_YEAR });
  await english.press(/^5$/);
  expect(english.screen()).toContain('could not be read');
  await english.say('/price com 5');
  expect(english.screen()).toContain('could not be read');
});
