import { expect, test } from 'vitest';
import { buttons } from '../../../../src/features/buttons.ts';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { type Person, textOf } from '../../../support/person.ts';
import { asked, enterBothConnected } from '../../support.ts';

const NAMES = Array.from({ length: 12 }, (_, index) => `n${index}.com`);
const WAITING = Array.from({ length: 13 }, (_, index) => `waiting${index}.com`);
const WORDS = {
  english: {
    first: /12 names checked/,
    page: 'Next',
    next: 'Check the next 13',
    rest: /13 names checked/,
    begun: /already being checked/,
  },
  persian: {
    first: /۱۲ نام بررسی شد/,
    page: 'صفحهٔ بعد',
    next: 'بررسی ۱۳ نام بعدی',
    rest: /۱۳ نام بررسی شد/,
    begun: /بعدی شروع شده/,
  },
};
const ONWARD = {
  english: { file: 'All as a file', wrong: /Something went wrong/, back: 'Back to the results' },
  persian: { file: 'همه در یک فایل', wrong: /مشکلی در ربات/, back: 'بازگشت به نتیجه‌ها' },
};
const PEOPLE = ['english', 'persian'] as const;

/** Shows the results of a list of which more names wait, as of a list longer than a run. */
async function firstRun(app: TestApp, person: Person, { first, page }: { first: RegExp; page: string }): Promise<void> {
  await person.say(`/check ${NAMES.join(' ')}`);
  await person.sees(first);
  const store = await openStoreOf(app);
  const shown = person.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = shown.flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
  const [, id = ''] = data.find((each) => each.startsWith(`${buttons.check.name}|`))?.split('|') ?? [];
  await store.checks.change(id, ['done'], () => ({ rest: WAITING }));
  await store.close();
  await person.press(page);
}
const domainsOf = (app: TestApp) => asked(app).map((line) => /"domain":"([^"]*)"/.exec(line)?.[1]);

test.concurrent.for(PEOPLE)(
  'a message that could not be sent loses no name, and leaves the results (%s)',
  async (who) => {
    await using app = await enterBothConnected({ env: { CHECK_PARALLEL: '200' } });
    const { [who]: person, world } = app;
    const { next, rest } = WORDS[who];
    await firstRun(app, person, WORDS[who]);
    const results = person.screen();
    const message = person.messages().at(-1)?.message_id;
    world.fail({ method: 'sendMessage', chat: person.chat, code: 500, description: 'planned' });
    await person.press(next);
    await person.sees(rest);
    const former = person.messages().find(({ message_id }) => message_id === message);
    expect(former && textOf(former)).toContain('n10.com');
    expect(person.screens()).toContain(results);
    expect(domainsOf(app).sort()).toEqual([...NAMES, ...WAITING].sort());
  },
);

test.concurrent.for(PEOPLE)('the next names are taken once, however often they are asked for (%s)', async (who) => {
  await using app = await enterBothConnected({ env: { CHECK_PARALLEL: '200' } });
  const { [who]: person } = app;
  const { next, rest, begun } = WORDS[who];
  await firstRun(app, person, WORDS[who]);
  const results = person.screen();
  await Promise.all([person.tap(next).answered, person.tap(next).answered]);
  await eventually(() => person.screens().some((screen) => rest.test(screen)));
  expect((await person.press(next)).text).toMatch(begun);
  expect(person.screens()).toContain(results);
  expect(domainsOf(app).sort()).toEqual([...NAMES, ...WAITING].sort());
});

test.concurrent('the tap that took the next names comes again: it says nothing', async () => {
  await using app = await enterBothConnected({ env: { CHECK_PARALLEL: '200' } });
  const { english, world } = app;
  const { next, rest, begun } = WORDS.english;
  await firstRun(app, english, WORDS.english);
  const tapped = english.tap(next);
  await english.sees(rest);
  world.resend(tapped);
  await app.settled();
  expect(JSON.stringify(world.calls)).not.toMatch(begun);
});

test.concurrent.for(PEOPLE)('an error in the place of the results leads back to them (%s)', async (who) => {
  await using app = await enterBothConnected();
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
