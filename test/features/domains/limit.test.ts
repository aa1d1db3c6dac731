import { expect, test } from 'vitest';
import type { Person } from '../../support/person.ts';
import { asked, enterConnected } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

async function setLimit(person: Person, words: string): Promise<void> {
  await person.say('/accounts');
  await person.press('Account 1');
  await person.press('My personal limit');
  await person.say(words);
}

test.concurrent('a domain is neither registered nor renewed past a limit, or past one that does not speak of its price', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  for (const answer of ['/register mine.com', '1', SERVERS]) await english.say(answer);
  await english.press('Register for');
  await english.sees(/registered and active/);
  await setLimit(english, '50000 rial');
  app.provider.forget();

  for (const answer of ['/register another.com', '1', SERVERS]) await english.say(answer);
  expect(english.screen()).toMatch(/^✋ Nothing was sent: .* and your personal limit is 5,000 toman in 24 hours/);
  await english.say('/cancel');
  await english.say('/domain mine.com');
  await english.press('Renew');
  await english.press(/^1$/);
  expect(english.screen()).toMatch(/^✋ Nothing was sent: .* and your personal limit is 5,000 toman in 24 hours/);

  const body = { price: 12, total: 12, currency: 'Tmn', period: 1, avaliable: 1 };
  for (const operation of ['domain.availability', 'domain.price'] as const)
    provider.fault({ operation, kind: 'status', status: 200, body });
  for (const answer of ['/register another.com', '1', SERVERS]) await english.say(answer);
  expect(english.screen()).toMatch(/^✋ Nothing was sent: the price is in “Tmn”[\s\S]*\[👛 My personal limit\]/);
  await english.say('/cancel');
  await english.say('/domain mine.com');
  await english.press('Renew');
  await english.press(/^1$/);
  expect(english.screen()).toMatch(/^✋ Nothing was sent: the price is in “Tmn”[\s\S]*\[👛 My personal limit\]/);
  expect(asked(app, 'domain.register')).toEqual([]);
  expect(asked(app, 'domain.renew')).toEqual([]);
});
