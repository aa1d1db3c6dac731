import { expect, test } from 'vitest';
import { asked, enterBothConnected, enterConnected } from '../../support.ts';
import { choose, enterForm, forms, quoteOf, walk } from './buying.ts';

const NAMED = {
  UNIT_MEMORY: 'MB,fa:مگابایت',
  UNIT_DISK: 'GB,fa:گیگابایت',
  LOCATION_NAMES: 'frankfurt=Frankfurt,fa:frankfurt=فرانکفورت',
  UNIT_TRAFFIC: 'GB,fa:گیگابایت',
};

/** The provider objects to the value of this parameter, once. */
const objection = (field: string) =>
  ({
    operation: 'cloud.quote',
    kind: 'status',
    status: 422,
    body: { errors: { [field]: ['x'] } },
    times: 1,
  }) as const;

test.concurrent('a value that the provider refused is asked with the limits that its answers taught, now and in the next form', async () => {
  await using app = await enterForm();
  const { english, persian, provider } = app;
  for (const [person, refused, between, again] of [
    [english, '320 GB was refused', '80 GB was accepted, 320 GB refused', 'Cancel'],
    [persian, '۳۲۰ گیگابایت پذیرفته نشده', '۸۰ گیگابایت پذیرفته شده، ۳۲۰ گیگابایت نه', 'انصراف'],
  ] as const) {
    await walk(person, 4);
    expect(person.screen()).not.toContain('ℹ️');
    await choose(person, 320);
    for (const value of [1, 0]) await choose(person, value);
    provider.fault(objection('disk'));
    await choose(person, 30);
    expect(person.screen()).toMatch(new RegExp(`💽 .*\nℹ️ .*${refused}\\.\n\\[`));
    await choose(person, 80);
    expect(person.screen()).toContain('💰');
    await person.press('💽');
    expect(person.screen()).toMatch(new RegExp(`💽 .*\nℹ️ .*${between}\\.\n\\[`));
    await person.press(again);
    await walk(person, 4);
    expect(person.screen()).toContain(between);
    await person.press(again);
    // The second person's account has taught the same.
    provider.forget();
    await app.stopBot();
    await app.startBot();
  }
});

test.concurrent('an upgrade’s typed value is asked with the limits that its answers taught', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/upgrade 10.0.0.1');
  await english.press('+50');
  provider.fault({ ...objection('disk'), operation: 'cloud.upgradeQuote' });
  await english.press('Get the price');
  await english.press('⚠️ Disk');
  expect(english.screen()).toMatch(
    /in gigabytes\.\nℹ️ Earlier answers of the provider: 100 GB was refused\.\n\[Cancel\]/,
  );
  await english.say('1');
  expect(english.screen()).toContain('ℹ️ Earlier answers of the provider: 100 GB was refused.');
});

test.concurrent('the operator’s names of places and unit of traffic stand on the buttons, and can be typed', async () => {
  await using app = await enterForm({ env: NAMED });
  const { english, persian } = app;
  for (const [person, system, place, gigabytes, unit, continued] of [
    [
      english,
      'debian 12',
      'Frankfurt',
      'GB',
      /How much additional traffic, in GB\? Choose or type a number; 0 for none\.\n\[/,
      'Continue',
    ],
    [persian, 'دبیان ۱۲', 'فرانکفورت', 'گیگابایت', /چند گیگابایت ترافیک اضافه؟ .*\n\[/, 'ادامه'],
  ] as const) {
    await person.say('/buy');
    expect(person.screen()).toContain(`[${place}]`);
    await person.say(place);
    await person.say(system);
    for (const value of [2, 4, 40, 1]) await choose(person, value);
    expect(person.screen()).toMatch(unit);
    await choose(person, 500);
    await choose(person, 30);
    expect(person.screen()).toContain(`[📍 ${place}]`);
    expect(person.screen()).toMatch(new RegExp(`\\[📶 \\+ (500|۵۰۰) ${gigabytes}`));
    expect(person.screen()).toContain(continued);
    expect(forms(person)).toHaveLength(1);
  }
  expect(asked(app, 'cloud')).toEqual([quoteOf({ traffic: 500 }), quoteOf({ traffic: 500 })]);
});

test.concurrent('values like another server’s say the units of its record where the operator names them', async () => {
  await using app = await enterBothConnected({ env: NAMED });
  const { english, persian } = app;
  for (const [person, like, words] of [
    [english, 'Like 10.0.0.0', 'which has RAM in MB and disk in GB. The order counts both in gigabytes: check them.'],
    [persian, 'مثل 10.0.0.0', 'رم به مگابایت و دیسک به گیگابایت است، ولی در سفارش هر دو به گیگابایت حساب می‌شود'],
  ] as const) {
    await person.say('/buy');
    await person.press(like);
    expect(person.screen()).toContain(words);
  }
});
