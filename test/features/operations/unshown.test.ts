import { expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { walk } from '../shop/buy/buying.ts';
import { enterConnected } from '../support.ts';

const MINUTE_MS = 60_000;
const FAILED = { method: 'editMessageText', code: 502, description: 'planned', times: 1 } as const;

/** Ends the time of all confirms. The one asked for here shows that it was so. */
async function allExpire(app: TestApp): Promise<void> {
  await app.english.say('/reboot 10.0.0.2');
  await app.stopBot();
  app.later(2 * MINUTE_MS);
  await app.startBot();
  await app.english.sees(/^⌛ 10\.0\.0\.2 was not restarted/);
  await app.settled();
}

/** Each kind of confirm that takes the place of a tapped message: how it is asked for, and confirmed. */
const ASKED: [string, (person: Person) => Promise<unknown>, last: string | RegExp, confirm: string, done: RegExp][] = [
  ['a renewal', (person) => person.say('/renew 10.0.0.0'), '30 days', 'Renew for', /^✅ 10\.0\.0\.0 renewed/],
  [
    'an upgrade',
    async (person) => {
      await person.say('/upgrade 10.0.0.1');
      await person.press('+1');
    },
    'Get the price',
    'Upgrade for',
    /^(✅|⏳)/,
  ],
  [
    'a domain’s renewal',
    async (person) => {
      await person.say('/domain mine.com');
      if (/not among/.test(person.screen())) {
        await person.say('/register mine.com');
        await person.press(/^1$/);
        await person.say('ns1.example.com ns2.example.com');
        await person.press('Register for');
        await person.sees(/registered and active/);
        await person.say('/domain mine.com');
      }
      await person.press('Renew');
    },
    /^3$/,
    'Renew for',
    /^✅ mine\.com renewed/,
  ],
  [
    'several renewals',
    async (person) => {
      await person.say('/renew');
      await person.press(/^.*10\.0\.0\.0 ·/);
      await person.press(/^.*10\.0\.0\.1 ·/);
      await person.press('Renew the 2 chosen');
    },
    '30 days',
    'Renew 2 for',
    /^✅/,
  ],
  ['a restart', (person) => person.say('/server 10.0.0.0'), 'Restart', 'Yes, restart', /^✅ 10\.0\.0\.0 restarted/],
];

test.concurrent.each(ASKED)(
  '%s whose confirm could not be shown expires in silence',
  async (_, ask, last, confirm, done) => {
    await using app = await enterConnected();
    const { english, world } = app;
    await ask(english);
    world.fail(FAILED);
    await english.press(last);
    const failed = english.screens().findIndex((each) => /number: [0-9a-f]{8}/.test(each));
    const shown = english.screens()[failed];
    expect(shown).toContain('Try again]');
    await english.say('/cancel');
    expect(english.screen()).toMatch(/nothing/i);
    await ask(english);
    await english.press(last);
    await english.press(confirm);
    await english.sees(done);
    await allExpire(app);
    expect(english.screens()[failed]).toBe(shown);
  },
);

test.concurrent('a late tap that takes the place of a confirm keeps it: the confirm expires in silence', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/server 10.0.0.0');
  english.tap('Restart');
  english.tap('Refresh');
  await app.settled();
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.0\n/);
  await allExpire(app);
  expect(english.screens().at(-2)).toMatch(/^🖥 10\.0\.0\.0\n/);
});

test.concurrent.each<[string, (person: Person) => Promise<unknown>, last: string | RegExp, confirm: string]>([
  ['Renewal of 10\\.0\\.0\\.0 for 30 days', (person) => person.say('/renew 10.0.0.0'), '30 days', 'Renew for'],
  ['New server in frankfurt', walk, /^Continue: /, 'Order for'],
])('a confirm whose time is over names the request that went through instead: %s', async (what, ask, last, confirm) => {
  await using app = await enterConnected();
  const { english } = app;
  for (let times = 0; times < 2; times++) {
    await ask(english);
    await english.press(last);
  }
  await english.press(confirm);
  await english.sees(/^(✅|⏳)/);
  await allExpire(app);
  await english.shows(
    new RegExp(`Nothing was bought\\.\\n\\nℹ️ Another request went through at 08:\\d\\d:\\d\\d UTC: ${what}\\.`),
  );
});

test.concurrent('six taps on a confirm that waited through an outage are answered by one message', async () => {
  await using app = await enterConnected({ telegram: { callbackLifeMs: 1_000 } }, /query is too old/);
  const { english, world } = app;
  await english.say('/reboot 10.0.0.0');
  await app.stopBot();
  world.say(english.user.id, english.chat, '/reboot 10.0.0.0');
  for (let times = 0; times < 6; times++) english.tap('Yes, restart');
  app.later(20_000);
  await app.startBot();
  await app.settled();
  expect(english.screens().slice(1)).toEqual([
    expect.stringMatching(/^🔁 Restart 10\.0\.0\.0\?/),
    expect.stringContaining('a newer request replaced this one'),
  ]);
});
