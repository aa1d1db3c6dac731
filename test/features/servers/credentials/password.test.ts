import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import type { Person } from '../../../support/person.ts';
import { asked } from '../../support.ts';
import { enterCare, go, SERVER, server } from '../support.ts';

test.concurrent('a strong one is made, set and shown once', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'Password');
  expect(english.screen()).toMatch(
    /^🔑 New password for 10\.0\.0\.0\n[\s\S]*\[🎲 Make a strong one\]\n\[⌨️ Type my own\]\n\[🖥 Open server\]$/,
  );
  await english.press('Make a strong one');
  expect(english.screen()).toMatch(
    /^❓ Change the password of 10\.0\.0\.0\?\nStatus: 🟢 on\n\nThe bot has made a strong password/,
  );
  expect(asked(app, 'server.password')).toEqual([]);
  await english.press('Yes');
  await english.sees(/^🔑 10\.0\.0\.0\n\nNew password: /);
  const { password } = server(app);
  expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[-_.:+=])[A-Za-z][A-Za-z\d\-_.:+=]{19}$/);
  expect(asked(app, 'server.password')).toEqual([`server.password ${JSON.stringify({ id: SERVER, password })}`]);
  expect(shownWith(english, password)).toHaveLength(1);
  expect(english.screens().at(-2)).toMatch(
    /^✅ Password of 10\.0\.0\.0 changed \(\d+ s\)\nThe new password is in a separate message/,
  );
  await english.press('Delete this message now');
  expect(shownWith(english, password)).toEqual([]);
});

test.concurrent('one’s own: its message is deleted at once, and it is shown once more', async () => {
  await using app = await enterCare();
  const { persian } = app;
  await go(persian, 'بیشتر', 'رمز عبور', 'خودم می‌نویسم');
  const sent = await persian.say('Gol-o-Bolbol 1405!');
  expect(persian.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
  expect(persian.screen()).toMatch(/^❓ رمز عبور 10\.0\.0\.0 تغییر کند؟\n[\s\S]*رمزی که فرستادید روی سرور اعمال/);
  expect(persian.screen()).not.toContain('ضعیف');
  expect(shownWith(persian, 'Gol-o-Bolbol')).toEqual([]);
  await persian.press('بله');
  await persian.sees(/رمز عبور جدید: Gol-o-Bolbol 1405!/);
  expect(server(app).password).toBe('Gol-o-Bolbol 1405!');
});

test.concurrent.each([
  ['Password1!xyzabc', 'it is one of the first that attackers try'],
  ['aB3$xyz', 'it is short'],
  ['abcdefghijklmnop', 'it uses only one kind of character'],
] as const)('%s is named as weak, and can be used all the same', async (typed, why) => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'Password', 'Type my own');
  await english.say(typed);
  expect(english.screen()).toContain(`⚠️ This password is weak: ${why}. You can still use it.`);
  await english.press('Yes');
  await english.sees(/^🔑/);
  expect(server(app).password).toBe(typed);
});

test.concurrent.each([
  ['a weak password', 'abc', 'Type another one'],
  ['letters that a console may not have', 'کلید-Tulip-word-9', 'Type another one'],
  ['two lines', 'one\ntwo', undefined],
  ['characters that are not seen', 'my-Tulip\u200f-word-9', undefined],
] as const)('%s: another one is typed, or a strong one made, at once', async (_, typed, another) => {
  await using app = await enterCare();
  const { english } = app;
  for (const way of ['type', 'make'] as const) {
    await go(english, 'More', 'Password', 'Type my own');
    await english.say(typed);
    expect(english.screen()).toMatch(/\[🎲 Make a strong one\]\n(?:\[⌨️ Type another one\]\n)?\[Cancel\]$/);
    if (way === 'make') await english.press('Make a strong one');
    else {
      if (another) await english.press(another);
      await english.say('my-Tulip-word-9');
    }
    expect(english.screen()).toMatch(/^❓ Change the password of 10\.0\.0\.0\?/);
    expect(english.screen()).not.toMatch(/⚠️|another/);
  }
  expect(asked(app, 'server.password')).toEqual([]);
});

test.concurrent.each([
  ['two lines', 'one\ntwo'],
  ['too long', 'x'.repeat(201)],
] as const)('%s is no password: deleted all the same, and asked for again', async (_, typed) => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'Password', 'Type my own');
  const sent = await english.say(typed);
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
  expect(english.screen()).toMatch(
    /^Nothing was changed: this password can’t be used\. Send another one: one line of at most 200 characters/,
  );
  await english.press('Cancel');
  expect(english.screen()).toMatch(/^🔑 New password for/);
  expect(asked(app, 'server.password')).toEqual([]);
});

test.concurrent.each([
  ['quotes and dashes of a phone', 'it’s—Ok2026!', ['’ U+2019', '— U+2014']],
  ['an inner no-break space', 'my\u00a0Tulip-word-9', ['U+00A0']],
  ['a mark of direction', 'my-Tulip\u200f-word-9', ['U+200F']],
  ['an end that can’t be seen', 'my-Tulip-word-9\u200b', ['U+200B']],
  ['a half-space', 'abc\u200cdef-GHI-123', ['U+200C']],
  ['a soft hyphen', 'my-Tulip\u00adword-9', ['U+00AD']],
  ['a filler', 'my-Tulip\u3164word-9', ['U+3164']],
  ['Persian digits', 'my-Tulip-word-۱۲', ['۱ U+06F1', '۲ U+06F2']],
  ['Arabic digits', 'my-Tulip-word-٣', ['٣ U+0663']],
  ['signs of a Persian keyboard', 'my؟Tulip،word-9', ['؟ U+061F', '، U+060C']],
  ['an ellipsis', 'my…Tulip-word-9', ['… U+2026']],
  ['full-width letters', 'ｍy-Tulip-word-9', ['ｍ U+FF4D']],
] as const)('%s may not be meant: deleted, and each character is named', async (_, typed, characters) => {
  await using app = await enterCare();
  const { english, persian } = app;
  for (const [person, labels, begins] of [
    [
      english,
      ['More', 'Password', 'Type my own'],
      'Nothing was changed: the password has characters that can’t be seen or that keyboards insert by themselves',
    ],
    [
      persian,
      ['بیشتر', 'رمز عبور', 'خودم می‌نویسم'],
      'چیزی تغییر نکرد: در رمز کاراکترهایی هست که یا دیده نمی‌شوند یا کیبورد خودش گذاشته است',
    ],
  ] as const) {
    await go(person, ...labels);
    const sent = await person.say(typed);
    expect(person.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
    expect(person.screen()).toContain(begins);
    for (const character of characters) expect(person.screen()).toContain(character);
  }
  await english.say('my-Tulip-word-9');
  expect(english.screen()).toMatch(/^❓ Change the password/);
  expect(english.screen()).not.toContain('⚠️');
  expect(asked(app, 'server.password')).toEqual([]);
});

test.concurrent('letters that a console may not have are named before the confirm, and can be used', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'Password', 'Type my own');
  await english.say('كليد-Haus-Tür-9');
  const warning = 'Many consoles and keyboards cannot type ك U+0643 ل U+0644 ي U+064A د U+062F ü U+00FC. You can still';
  expect(english.screen()).toContain(`⚠️ ${warning}`);
  await english.press('Yes');
  await english.sees(/^🔑/);
  expect(server(app).password).toBe('كليد-Haus-Tür-9');
});

test.concurrent('signs that Telegram made formatting of are missing: asked for again', async () => {
  await using app = await enterCare();
  const { english, world } = app;
  const { message_id } = world.say(english.user.id, english.user.id, 'good morning');
  const entities = [{ type: 'italic', offset: 3, length: 4 }];
  const chat = { id: english.user.id, type: 'private', first_name: 'E' };
  const date = Math.floor(Date.now() / 1000);
  await go(english, 'More', 'Password', 'Type my own');
  world.push({ message: { message_id, date, chat, from: english.user, text: 'my-Tulip-word-9', entities } });
  await app.settled();
  expect(english.screen()).toMatch(/^Nothing was changed: Telegram took signs in the password/);
  expect(asked(app, 'server.password')).toEqual([]);
});

test.concurrent('a message that can’t be deleted: said so', async () => {
  await using app = await enterCare();
  const { english, world } = app;
  await go(english, 'More', 'Password', 'Type my own');
  world.fail({ method: 'deleteMessage', code: 400, description: 'Bad Request: message can’t be deleted, planned' });
  await english.say('my-own-Password-9');
  expect(english.screens().at(-2)).toMatch(/^⚠️ Delete your message now: the bot could not delete it\./);
});

test.concurrent('the provider’s answer names the password, under either name', async () => {
  await using app = await enterCare();
  const { english, provider } = app;
  for (const [field, password] of [
    ['password', 'another-One-1'],
    ['new_password', 'another-One-2'],
  ] as const) {
    provider.fault({ operation: 'server.password', kind: 'errorOn200', body: { [field]: password }, times: 1 });
    await go(english, 'More', 'Password', 'Make a strong one', 'Yes');
    await english.sees(new RegExp(`New password: ${password}`));
  }
});

const LOST = ['cutBefore', 'cutAfter'] as const;
test.concurrent.each(LOST)(
  'the answer is lost (%s): not known, said so, and what may be in force is shown once',
  async (kind) => {
    await using app = await enterCare();
    const { english, persian, provider } = app;
    provider.fault({ operation: 'server.password', kind, times: 1 });
    await go(english, 'More', 'Password', 'Make a strong one', 'Yes');
    await english.sees(
      /^🔑 10\.0\.0\.0\n\nNo answer from the provider, so this password may or may not be set: \S{20}/,
    );
    expect(english.screens().at(-2)).toMatch(
      /^⚠️ Password change of 10\.0\.0\.0: result unknown\. No answer came, and the bot can’t check the result[\s\S]*\nThe new password may or may not be set\. The password is in a separate message[^[]*\[Ask again\]\n\[🖥 Open server\]$/,
    );
    const shown = /may not be set: (\S{20})/.exec(english.screen())?.[1] ?? '';
    expect(asked(app, 'server.password')).toEqual([
      `server.password ${JSON.stringify({ id: SERVER, password: shown })}`,
    ]);
    if (kind === 'cutAfter') expect(server(app).password).toBe(shown);
    provider.fault({ operation: 'server.password', kind, times: 1 });
    await go(persian, 'بیشتر', 'رمز عبور', 'قوی', 'بله');
    await persian.sees(/پاسخ هاستینگ نرسید و معلوم نیست این رمز عبور اعمال شده باشد: \S{20}/);
    expect(await stays(app, 'server.password', 2)).toBe(true);
  },
);

test.concurrent('refused: nothing is shown, and the provider’s words are', async () => {
  await using app = await enterCare();
  const { english, provider } = app;
  provider.fault({ operation: 'server.password', kind: 'status', status: 409, body: { error: 'x', message: 'نه' } });
  await go(english, 'More', 'Password', 'Make a strong one', 'Yes');
  await english.sees(/^❌ Password change of 10\.0\.0\.0: not done\.[\s\S]*نه\n\[Ask again\]/);
  expect(english.screens().filter((screen) => screen.includes('New password:'))).toEqual([]);
});

test.concurrent('a person who can’t be written to learns it from the operation’s message on return', async () => {
  await using app = await enterCare();
  const { english, world, provider } = app;
  const answer = holdAnswers(provider, { operation: 'server.password', times: 1 });
  await go(english, 'More', 'Password', 'Make a strong one');
  const press = english.tap('Yes');
  await press.answered;
  world.fail({ method: 'sendMessage', code: 403, description: 'Forbidden: bot was blocked by the user' });
  answer();
  await eventually(() => world.calls.some(({ error }) => error?.code === 403));
  await english.say('/help');
  await english.shows(
    /^✅ Password [\s\S]*⚠️ The new password could not be delivered to you, and the old one may no longer work\. Set another password\./,
    20_000,
  );
});

function shownWith(person: Person, password: string): string[] {
  return person.screens().filter((screen) => screen.includes(password));
}

/** Whether the provider saw no more than so many requests, also after the bot had its time. */
async function stays(app: TestApp, operation: string, count: number): Promise<boolean> {
  await app.settled();
  return asked(app, operation).length === count;
}
