import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import type { Person } from '../../../support/person.ts';
import { asked, enterConnected } from '../../support.ts';

const NAMES = Array.from({ length: 1_012 }, (_, index) => `n${index}.com`);
const WORDS = {
  english: {
    first: /1,000 names checked/,
    next: 'Check the next 12',
    rest: /12 names checked/,
    begun: /of their own already/,
  },
  persian: { first: /۱٬۰۰۰ نام بررسی شد/, next: 'بررسی ۱۲ نام بعدی', rest: /۱۲ نام بررسی شد/, begun: /قبلاً شروع شده/ },
};
const ONWARD = {
  english: { file: 'All as a file', wrong: /Something went wrong/, back: 'Back to the results' },
  persian: { file: 'همه در یک فایل', wrong: /مشکلی در ربات/, back: 'بازگشت به نتیجه‌ها' },
};
const PEOPLE = ['english', 'persian'] as const;

async function firstRun(person: Person, first: RegExp): Promise<void> {
  await person.upload('names.txt', 'text/plain', new TextEncoder().encode(NAMES.join('\n')));
  await person.sees(first);
}
const domainsOf = (app: TestApp) => asked(app).map((line) => /"domain":"([^"]*)"/.exec(line)?.[1]);

test.for(PEOPLE)('a message that could not be sent loses no name, and leaves the results (%s)', async (who) => {
  await using app = await enterConnected({ env: { CHECK_PARALLEL: '200' } });
  const { [who]: person, world } = app;
  const { first, next, rest } = WORDS[who];
  await firstRun(person, first);
  const results = person.screen();
  const message = person.messages().at(-1)?.message_id;
  world.fail({ method: 'sendMessage', chat: person.chat, code: 500, description: 'planned' });
  await person.press(next);
  await person.sees(rest);
  expect(person.messages().find(({ message_id }) => message_id === message)?.text).toContain('n0.com');
  expect(person.screens()).toContain(results);
  expect(domainsOf(app).sort()).toEqual([...NAMES].sort());
});

test.for(PEOPLE)('the next names are taken once, however often they are asked for (%s)', async (who) => {
  await using app = await enterConnected({ env: { CHECK_PARALLEL: '200' } });
  const { [who]: person } = app;
  const { first, next, rest, begun } = WORDS[who];
  await firstRun(person, first);
  const results = person.screen();
  await Promise.all([person.tap(next).answered, person.tap(next).answered]);
  await eventually(() => person.screens().some((screen) => rest.test(screen)));
  expect((await person.press(next)).text).toMatch(begun);
  expect(person.screens()).toContain(results);
  expect(domainsOf(app).sort()).toEqual([...NAMES].sort());
});

test.for(PEOPLE)('an error in the place of the results leads back to them (%s)', async (who) => {
  await using app = await enterConnected();
  const { [who]: person, world } = app;
  const { file, wrong, back } = ONWARD[who];
  await person.say('/check one.com two.com');
  const results = await person.sees(/2 names checked|۲ نام بررسی شد/);
  world.fail({ method: 'sendDocument', chat: person.chat, code: 400, description: 'planned' });
  await person.press(file);
  expect(person.screen()).toMatch(wrong);
  await person.press(back);
  expect(person.screen()).toBe(results);
});
