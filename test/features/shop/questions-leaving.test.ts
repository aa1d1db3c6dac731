import { expect, test } from 'vitest';
import type { Person } from '../../support/person.ts';
import { enterBothConnected } from '../support.ts';

/** The steps of renewing and upgrading at which something is to be typed. */
const STEPS: [name: string, (person: Person) => Promise<unknown>][] = [
  ['days', (person) => person.press(/Another number|تعداد روز دیگر/)],
  ['disk', (person) => person.press(/^Disk |^دیسک: /)],
];
const WAYS: [name: string, leave: (person: Person) => Promise<unknown>, sees: RegExp][] = [
  ['/cancel', (person) => person.say('/cancel'), /^(Cancelled\.|کار نیمه‌تمام لغو شد\.)/],
  ['another command', (person) => person.say('/orders'), /^🧾/],
  ['its own button', (person) => person.press(/^Cancel$|^انصراف$/), /./],
];

test.concurrent.for(WAYS)(
  '%s leaves a question about days or a resource, in both languages',
  async ([way, leave, sees]) => {
    await using app = await enterBothConnected();
    for (const person of [app.english, app.persian]) {
      for (const [step, open] of STEPS) {
        await person.say(`/${step === 'days' ? 'renew' : 'upgrade'} 10.0.0.1`);
        await open(person);
        const question = person.messages().at(-1)?.message_id;
        await leave(person);
        const where = `${way}, ${step}, ${person.user.language_code}`;
        expect(person.screen(), where).toMatch(sees);
        const shown = person.messages().find(({ message_id }) => message_id === question);
        expect(shown?.reply_markup?.inline_keyboard.flat().map(({ text }) => text) ?? [], where).not.toContain(
          person === app.english ? 'Cancel' : 'انصراف',
        );
        await person.say('60');
        expect(person.screen(), where).toMatch(
          /[Tt]he bot did not understand your message|متوجه این پیام نشد|منتظر پیام/,
        );
      }
    }
    expect(app.provider.requests.filter(({ operation }) => /Quote|cloud\./.test(operation))).toEqual([]);
  },
);

test.concurrent('a tap on another message leaves a question open, and another question ends it', async () => {
  await using app = await enterBothConnected();
  const { english } = app;
  await english.say('/servers');
  await english.say('/renew 10.0.0.1');
  await english.press('Another number');
  await english.press('Refresh');
  await english.say('60');
  await english.sees(/^♻️ Renew 10\.0\.0\.1 for 60 days\?/);
  await english.press('Cancel');
  await english.say('/accounts');
  await english.press('Account 1');
  await english.say('/renew 10.0.0.1');
  await english.press('Another number');
  const asked = english.messages().at(-1)?.message_id;
  await english.press('Rename');
  const left = english.messages().find(({ message_id }) => message_id === asked);
  expect(left?.text).toBe('Cancelled. Nothing was changed.');
  await english.say('Shop');
  expect(english.screen()).toMatch(/^👤 Shop/);
});
