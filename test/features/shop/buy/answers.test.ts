import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { choose, enterForm, forms, keptOf, ORDER, quoteOf, WANTED, walk } from './buying.ts';

const JUNK = ['four', '-4', '−4', '4.5', '4,5', '۴٫۵', '0x10', '1e3', '½', '0', '😀', '<b>4</b>', '1,00'];

/** The form with a correction in it, above its buttons. */
const corrected = (form: string | undefined, words: string) => form?.replace(/\n(?=\[)/, () => `\n\n${words}\n`);

test.concurrent('an answer that is no number gets a clear reply, and the form stays where it is', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  for (const [person, answer] of [
    [english, 'RAM in gigabytes: send a whole number, 1 or more.'],
    [persian, 'رم به گیگابایت: یک عدد صحیح، ۱ یا بیشتر، بفرستید.'],
  ] as const) {
    await walk(person, 3);
    const [form] = forms(person);
    for (const typed of JUNK) {
      await person.say(typed);
      expect([typed, person.screen()]).toEqual([typed, corrected(form, answer)]);
    }
    expect(forms(person)).toEqual([corrected(form, answer)]);
    await person.say('+۸');
    expect(forms(person)[0]).toMatch(/8 GB|۸ گیگابایت/);
  }
  expect(asked(app, 'cloud')).toEqual([]);
});

test.concurrent('a wrong answer is explained in the form until the next one, and leaves no trail', async () => {
  await using app = await enterForm();
  const { english } = app;
  const wrong = 'RAM in gigabytes: send a whole number, 1 or more.';
  await walk(english, 3);
  const [form] = forms(english);
  const before = english.messages().length;
  await english.say('four');
  await english.say('five');
  expect(english.screen()).toBe(corrected(form, wrong));
  expect(english.messages()).toHaveLength(before);
  await english.say('4');
  expect(english.screen()).toMatch(/RAM: 4 GB[\s\S]*How large a disk/);
  expect(english.screen()).not.toContain(wrong);
  await english.say('a lot');
  await choose(english, 40);
  expect(english.screen()).toMatch(/How many backups/);
  await english.say('-1');
  await english.press('Cancel');
  expect(english.screen()).toMatch(/^🛒 Order cancelled\./);
  expect(english.messages()).toHaveLength(before);
});

test.concurrent('numbers out of bounds, too large to count, and large ones that the provider may judge', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  await walk(english, 7);
  await walk(persian, 7);
  for (const typed of ['6', '365', '0', '-30', '30.0', '99999999999']) {
    await english.say(typed);
    expect(english.screen()).toMatch(/\n\nDays: send a whole number from 7 to 364\.\n\[/);
    await persian.say(typed);
    expect(persian.screen()).toMatch(/\n\nتعداد روز: یک عدد صحیح از ۷ تا ۳۶۴ بفرستید\.\n\[/);
  }
  await english.say('7');
  await english.press('40 GB');
  await english.say('9'.repeat(40));
  expect(english.screen()).toMatch(/\n\nDisk in gigabytes: that number is too large\. Send a smaller one\.\n\[/);
  await english.say('999999999999');
  expect(forms(english)[0]).toMatch(/Disk: 999,999,999,999 GB\n⚠️ The provider says:\n/);
  expect(asked(app, 'cloud')).toEqual([quoteOf({ period: 7 }), quoteOf({ period: 7, disk: 999_999_999_999 })]);
});

test.concurrent('a picture, a file or a name that is too long is no location, and a system is one of the list', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  await english.say('/buy');
  await english.upload('place.txt', 'text/plain', Buffer.from('tehran'));
  expect(english.screen()).toContain('Location: send it as text, or tap a button.');
  await english.say('x'.repeat(65));
  expect(english.screen()).toContain('a name of 64 characters at most');
  await english.say('\u200f\u2068');
  expect(english.screen()).toContain('a name of 64 characters at most');
  await english.say(' new\n  <city> ');
  expect(english.screen()).toContain('Nothing was chosen: the provider sells no server in new <city>.');
  await english.say(' tabriz ');
  expect(forms(english)[0]).toContain('Location: tabriz\n');
  await persian.say('/buy');
  await choose(persian, 'tehran');
  await persian.say('windows');
  expect(persian.screen()).toContain('چنین سیستم‌عاملی نیست');
  await persian.upload('os.txt', 'text/plain', Buffer.from('debian12'));
  expect(persian.screen()).toContain('سیستم‌عامل: لطفاً به‌صورت متن بفرستید');
  await persian.say('WIN2022');
  expect(forms(persian)[0]).toContain('سیستم‌عامل: Windows Server 2022');
});

test.concurrent('a person who types when everything is chosen is told to tap a value first', async () => {
  await using app = await enterForm();
  const { english, persian } = app;
  for (const [person, words] of [
    [english, 'Tap the value you want to change'],
    [persian, 'روی مقداری که می‌خواهید عوض شود بزنید'],
  ] as const) {
    await walk(person);
    const before = person.messages().length;
    for (const typed of ['8', 'sixteen']) {
      await person.say(typed);
      // In the form itself, which goes on showing the price.
      expect(person.screen()).toMatch(new RegExp(`💰[\\s\\S]*${words}[\\s\\S]*\n\\[`));
      expect(person.messages()).toHaveLength(before);
    }
    await person.upload('eight.txt', 'text/plain', Buffer.from('8'));
    expect(person.messages()).toHaveLength(before);
    await person.press('🧠');
    expect(person.screen()).not.toContain(words);
    await person.say('8');
    expect(forms(person)[0]).toContain('💰');
    expect(person.messages()).toHaveLength(before);
  }
});

test.concurrent('a double tap, a tap that was under way and data made up do nothing wrong', async () => {
  await using app = await enterForm();
  const { english, world } = app;
  await walk(english, 3);
  const message = english.messages().at(-1)?.message_id ?? 0;
  const four = english.tap(/^4$/);
  const again = world.pressRaw(english.user.id, english.chat, message, four.data);
  await Promise.all([four.answered, again.answered]);
  await app.settled();
  expect(english.screen()).toMatch(/RAM: 4 GB\n\n💽 How large a disk/);
  for (const [field, value] of [
    ['disk', '-1'],
    ['disk', '1.5'],
    ['os', 'dos'],
    ['geo', 'AAAAAAAAAA'],
    ['price', '1'],
    ['constructor', '1'],
    ['period', '365'],
  ]) {
    const press = world.pressRaw(english.user.id, english.chat, message, `bv|${field}|${value}`);
    expect(await press.answered).toMatchObject({ show_alert: true, text: expect.stringContaining('out of date') });
    await app.settled();
  }
  expect(english.screen()).toMatch(/RAM: 4 GB\n\n💽 How large a disk/);
  for (const field of ORDER.slice(4)) await choose(english, WANTED[field]);
  const order = english.tap('Continue');
  const twice = world.pressRaw(english.user.id, english.chat, message, order.data);
  await Promise.all([order.answered, twice.answered]);
  await app.settled();
  expect(english.screen()).toMatch(/Order this server\?/);
  expect(asked(app, 'cloud')).toEqual([quoteOf(), quoteOf()]);
});

test.concurrent('an old form’s buttons say that it is closed, whether another is open or not', async () => {
  await using app = await enterForm();
  const { english, world } = app;
  await walk(english, 2);
  const old = english.messages().at(-1)?.message_id ?? 0;
  await english.press('Cancel');
  const closed = { text: 'This form is closed. Open a new one with /buy' };
  const press = () => world.pressRaw(english.user.id, english.chat, old, 'bv|cpu|8').answered;
  expect(await press()).toMatchObject(closed);
  await walk(english, 2);
  expect(await press()).toMatchObject(closed);
  await app.settled();
  expect(forms(english).at(-1)).toContain('How many CPU cores?');
});

test.concurrent('the log of a conversation holds two waits, however often a mind is changed', async () => {
  await using app = await enterForm();
  const { english } = app;
  await walk(english, 6);
  for (let change = 0; change < 10; change++) {
    await english.press('🧠');
    await choose(english, change % 2 === 0 ? 8 : 4);
  }
  const kept = await keptOf(app, english);
  const [conversation] = kept?.state['buy@1'] ?? [];
  expect(conversation?.replay.send.map(({ payload }) => payload)).toEqual(['wait', 'wait']);
  expect(JSON.stringify(kept).length).toBeLessThan(4_000);
});

test.concurrent('an answer that comes again after a crash, when its message is gone already, is taken without an error', async () => {
  await using app = await enterForm();
  const { english, world } = app;
  await walk(english, 3);
  world.fail({ method: 'deleteMessage', cut: true, afterHandling: true });
  const four = await english.say('4');
  const before = app.log.length;
  world.push({ message: four });
  await app.settled();
  expect(forms(english)[0]).toMatch(/4 GB/);
  expect(app.log.slice(before).filter((line) => line.includes('"answer"') || line.includes('deleteMessage'))).toEqual(
    [],
  );
});
