import { expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { asked, enterBothConnected, enterConnected } from '../../support.ts';

const NAMES = Array.from({ length: 30 }, (_, index) => `name${index}.com`).join(' ');

test.concurrent.for([
  [
    'english',
    /The check continues, more slowly/,
    'Stop',
    /Stopped after 0 of 30/,
    'Check the ones left',
    /30 names checked/,
  ],
  ['persian', /بررسی آهسته‌تر ادامه دارد/, 'توقف', /^✋/, 'بررسی باقی‌مانده‌ها', /۳۰ نام بررسی شد/],
] as const)('held up, it says why, is stopped, and goes on (%s)', async ([who, why, stop, stopped, left, done]) => {
  await using app = await enterBothConnected();
  const { provider, [who]: person } = app;
  provider.fault({ operation: 'domain.availability', kind: 'rateLimit', ms: 4_000 });
  await person.say(`/check ${NAMES}`);
  await person.sees(why);
  await person.press(stop);
  await person.sees(stopped);
  provider.clearFaults();
  await person.press(left);
  expect(await person.sees(done)).not.toMatch(why);
});

test.concurrent.for([
  ['english', /Check failed: 1/, 'Check the failed ones again', /Available: 2/, /Taken/],
  ['persian', /بررسی ناموفق: ۱/, 'بررسی دوبارهٔ ناموفق‌ها', /آزاد: ۲/, /ثبت‌شده/],
] as const)('failed names stand apart and are checked again alone (%s)', async ([who, failed, again, free, taken]) => {
  await using app = await enterBothConnected();
  const { provider, [who]: person } = app;
  provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 1 });
  await person.say('/check one.com two.com');
  expect(await person.sees(failed)).not.toMatch(taken);
  provider.forget();
  await person.press(again);
  await person.sees(free);
  expect(asked(app, 'domain.availability')).toHaveLength(1);
});

test.concurrent.for([
  ['english', 'Next', /Page 2 of 3/],
  ['persian', 'بعد', /صفحهٔ ۲ از ۳/],
] as const)('its pages are there after a restart (%s)', async ([who, next, second]) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  await person.say(`/check ${NAMES}`);
  await person.sees(/30 names checked|۳۰ نام بررسی شد/);
  await app.stopBot();
  await app.startBot();
  app.provider.forget();
  await person.press(next);
  expect(person.screen()).toMatch(second);
  expect(asked(app)).toEqual([]);
});

test.concurrent('several checks of one account share its bound', async () => {
  await using app = await enterBothConnected({ env: { CHECK_PARALLEL: '4' } });
  const { english, persian, provider } = app;
  const answer = holdAnswers(provider, { operation: 'domain.availability' });
  const open = () => provider.requests.filter(({ answered }) => answered === undefined).length;
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, open());
  }, 5);
  const lists = [0, 1, 2].map((list) => Array.from({ length: 12 }, (_, at) => `name${list}x${at}.com`).join(' '));
  for (const list of lists) await english.say(`/check ${list}`);
  await persian.say(`/check ${lists[0]}`);
  await eventually(() => open() === 4);
  answer();
  await persian.sees(/۱۲ نام بررسی شد/, 40_000);
  await eventually(() => asked(app, 'domain.availability').length === 48 && open() === 0);
  clearInterval(look);
  expect(most).toBe(4);
});

test.concurrent.for([
  [
    'english',
    'Check the failed ones again',
    /^🔎 Checking 3 names…\nDone: 0 of 3\n/,
    'Stop',
    /after 0 of 3 names/,
    27,
    3,
  ],
  ['persian', 'بررسی دوبارهٔ ناموفق‌ها', /^🔎 در حال بررسی ۳ نام…\nبررسی‌شده: ۰ از ۳\n/, 'توقف', /۰ از ۳ نام/, '۲۷', '۳'],
] as const)('failed names are counted by themselves when they are checked again (%s)', async (row) => {
  const [who, again, running, stop, stopped, free, failed] = row;
  await using app = await enterBothConnected();
  const { provider, [who]: person } = app;
  provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 3 });
  await person.say(`/check ${NAMES}`);
  await person.sees(/30 names checked|۳۰ نام بررسی شد/);
  provider.fault({ operation: 'domain.availability', kind: 'hang' });
  await person.press(again);
  expect(await person.sees(running)).not.toMatch(/✅|⚠️/);
  await person.press(stop);
  expect(await person.sees(stopped)).toMatch(new RegExp(`✅[^\\n]*${free}\\n⚠️[^\\n]*${failed}`));
  provider.clearFaults();
  await person.press(again);
  await person.sees(/30 names checked|۳۰ نام بررسی شد/);
});

test.concurrent('a new check does not wait for the pause of an earlier one', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'domain.availability', kind: 'rateLimit', ms: 120_000 });
  await english.say(`/check ${NAMES}`);
  await english.sees(/The check continues, more slowly/);
  await english.press('Stop');
  await english.sees(/Stopped after 0 of 30/);
  await english.press('Check the ones left');
  await english.sees(/The check continues, more slowly/);
  await english.press('Stop');
  await english.sees(/Stopped after 0 of 30/);
  provider.clearFaults();
  await english.press('Check the ones left');
  expect(await english.sees(/30 names checked/)).not.toMatch(/The check continues, more slowly/);
});

test.concurrent('a new list waits for none either', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'domain.availability', kind: 'rateLimit', ms: 120_000 });
  await english.say('/check one.com');
  await english.sees(/The check continues, more slowly/);
  await english.press('Stop');
  await english.sees(/Stopped after 0 of one name\./);
  provider.clearFaults();
  await english.say('/check two.com');
  await english.sees(/One name checked/);
});
