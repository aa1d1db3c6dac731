import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fit } from '../../../src/features/common/servers/find-server.ts';
import { mayCommand, nearestTo, requestsIn, vocabularyOf } from '../../../src/features/plain-words/match.ts';
import { visible } from '../../../src/telegram/ui/format.ts';
import { amountOf } from '../../support/random/seeds.ts';
import { anyText } from '../../support/random/text.ts';
import { testTexts } from '../../support/texts.ts';

const vocabulary = vocabularyOf(testTexts());
const NAMES = ['web1', 'web2', 'db main', 'console', 'shop.ir', '10.0.0.1', 'وب۱', 'سرور اصلی'];

/** As a list of servers tells it; that of the bot is tested with the bot. */
function fitsOf(names: readonly string[]): (name: string) => Fit {
  const known = names.map((name) => name.toLowerCase());
  return (name) => {
    const wanted = name.toLowerCase();
    if (known.includes(wanted)) return 'whole';
    return known.some((each) => each.startsWith(wanted)) ? 'beginning' : undefined;
  };
}

/** The commands that a text comes to. */
function asks(text: string, hasDomain = false): string[] {
  return requestsIn(text, vocabulary, fitsOf(NAMES), hasDomain).map(({ command, name }) =>
    `/${command} ${name}`.trim(),
  );
}

describe('plain words ask for a command', () => {
  test.each([
    ['web1', '/server web1'],
    [' WEB1! ', '/server WEB1'],
    ['10.0.0.1', '/server 10.0.0.1'],
    ['10.0.0', '/server 10.0.0'],
    ['web', '/server web'],
    ['db main', '/server db main'],
    ['server web1?', '/server web1'],
    ['restart web1', '/reboot web1'],
    ['Web1 restart', '/reboot Web1'],
    ['please restart my server web1, thanks!', '/reboot web1'],
    ['Could you re-start web1 now?', '/reboot web1'],
    ['power cycle web1', '/reboot web1'],
    ['turn web1 off', '/off web1'],
    ['turn on db main', '/on db main'],
    ['switch off “web2”', '/off web2'],
    ['shut down web1.', '/off web1'],
    ['shutdown web1', '/off web1'],
    ['web1’s console', '/console web1'],
    ['open the console of web1', '/console web1'],
    ['take a snapshot of web1', '/snapshot web1'],
    ['graph web1 week', '/graph web1 week'],
    ['web1 status', '/server web1'],
    ['web1 is down', '/server web1'],
    ['how is web1?', '/server web1'],
    ['web1 is not responding', '/server web1'],
    ['web1 کار نمی‌کنه', '/server web1'],
    ['وب۱ جواب نمیده', '/server وب۱'],
    ['restart web', '/reboot web'],
    ['restart nowhere', '/reboot nowhere'],
    ['restart', '/reboot'],
    ['servers', '/servers'],
    ['show my servers', '/servers'],
    ['buy a server', '/buy'],
    ['my orders', '/orders'],
    ['never mind', '/cancel'],
    ['console', '/server console'],
    ['restart console', '/reboot console'],
    ['console console', '/console console'],
    ['web1 رو ری‌استارت کن', '/reboot web1'],
    ['web1 رو ری استارت کن', '/reboot web1'],
    ['لطفاً web1 را ریستارت کنید', '/reboot web1'],
    ['ري‌استارت web1', '/reboot web1'],
    ['وب۱ رو restart کن', '/reboot وب۱'],
    ['کنسول web1', '/console web1'],
    ['كنسول web1 رو باز کن', '/console web1'],
    ['کنسولِ web1', '/console web1'],
    ['سرور اصلی رو خاموش کن', '/off سرور اصلی'],
    ['web1 را روشن کن.', '/on web1'],
    ['راه اندازی مجدد web1', '/reboot web1'],
    ['از web1 اسنپ شات بگیر', '/snapshot web1'],
    ['web1 خاموشه؟', '/server web1'],
    ['وضعیت web1', '/server web1'],
    ['تمدید web1', '/renew web1'],
    ['سرورهای من', '/servers'],
    ['سرورها رو نشون بده', '/servers'],
    ['خرید سرور', '/buy'],
    ['سفارش ها', '/orders'],
    ['سلام', '/start'],
    ['status', '/status'],
    ['وضعیت', '/status'],
    ['show alerts', '/alerts'],
    ['what is wrong?', '/alerts'],
    ['هشدارها رو نشون بده', '/alerts'],
    ['چی خرابه؟', '/alerts'],
    ['watch', '/watch'],
    ['مانیتورینگ', '/watch'],
    ['quiet hours', '/quiet'],
    ['who is on call?', '/oncall'],
    ['کشیک با کیه؟', '/oncall'],
    ['team', '/team'],
    ['اعضای تیم', '/members'],
    ['audit log', '/audit'],
    ['protect web1', '/protect web1'],
    ['10.9.9.9', '/server 10.9.9.9'],
    ['۱۰٫۹٫۹٫۹', '/server ۱۰٫۹٫۹٫۹'],
    ['2001:db8::1', '/server 2001:db8::1'],
    ['راهنما', '/help'],
    ['price com', '/price com'],
    ['price of .ir please', '/price .ir'],
    ['قیمت com', '/price com'],
    ['price .com 3', '/price .com 3'],
  ])('%s: %s', (text, command) => {
    expect(asks(text)).toEqual([command]);
  });

  test.each([
    '',
    '!!!',
    'hello there, how are you?',
    'ok',
    'w',
    "don't restart web1",
    'do not restart web1',
    'never restart web1',
    'should I restart web1?',
    'how do I restart nginx on web1',
    'I restarted web1 and it is slow',
    'restart web1 and web2',
    'restart the site of my customer',
    'console of web1 does not work since yesterday',
    'web1 رو خاموش نکن',
    'چرا web1 خاموش شد',
    'restart web1\nand then web2',
    `restart ${'web1 '.repeat(40)}`,
  ])('%s: nothing', (text) => {
    expect(asks(text)).toEqual([]);
  });

  test('a verb and a name that may change places are both offered', () => {
    const fits = fitsOf(['console', 'restart']);
    const found = requestsIn('restart console', vocabulary, fits, false);
    expect(found).toEqual([
      { command: 'reboot', name: 'console' },
      { command: 'console', name: 'restart' },
    ]);
  });

  test('beside a domain only a verb with a server’s whole name counts', () => {
    expect(asks('shop.ir', true)).toEqual([]);
    expect(asks('restart shop.ir', true)).toEqual(['/reboot shop.ir']);
    expect(asks('restart shop.i', true)).toEqual([]);
    expect(asks('on example.com', true)).toEqual([]);
  });

  test.each([
    ['check example.com', ['/check example.com']],
    ['check example.com, example.org', ['/check example.com, example.org']],
    ['بررسی example.ir', ['/check example.ir']],
    ['register example.com please', ['/register example.com']],
    ['ثبت example.ir', ['/register example.ir']],
    ['دامنه example.com', ['/domain example.com']],
    ['register example.com and example.org', []],
    ['why is example.com not registered', []],
    ['check the site example.com for me', []],
    ['check mail@example.com', []],
    ['example.com', []],
  ] as const)('verbs of domains beside a domain: %s', (text, commands) => {
    expect(asks(text, true)).toEqual(commands);
  });

  test.each([
    'check 10.0.0.9',
    'price web1',
    'price list of servers in tehran',
    'register web1',
    'price server',
    'قیمت سرور',
  ])('%s: nothing of domains', (text) => expect(asks(text).filter((command) => / /.test(command))).toEqual([]));
});

test.each([
  ['restart', 'web1', ['/reboot web1']],
  ['stop', '', ['/off']],
  ['start_server', 'web1', ['/on web1']],
  ['reboot_web1', '', ['/reboot web1']],
  ['rebot', 'web1', ['/reboot web1']],
  ['serverz', '', ['/servers', '/server']],
  ['consle', 'web1', ['/console web1']],
  ['snap', 'web1', ['/snapshot web1']],
  ['graf', '', ['/graph']],
  ['ری‌استارت', 'web1', ['/reboot web1']],
  ['xyzzy', '', []],
  ['x', '', []],
  ['q', 'web1', []],
] as const)('/%s %s is near %s', (typed, rest, commands) => {
  const near = nearestTo(typed, rest, vocabulary).map(({ command, name }) => `/${command} ${name}`.trim());
  expect(near.toSorted()).toEqual(commands.toSorted());
});

/** Words of people: verbs, fillers, names and anything else. */
const word = fc.oneof(
  fc.constantFrom(...vocabulary.verbs.keys(), ...vocabulary.fillers, ...NAMES.flatMap((name) => name.split(' '))),
  anyText({ maxLength: 12 }),
);
const sentence = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '));

test('any typed text gives no command but the spoken ones, a name that stands in the text, and no throw', () => {
  fc.assert(
    fc.property(sentence, fc.boolean(), (text, hasDomain) => {
      for (const { command, name } of requestsIn(text, vocabulary, fitsOf(NAMES), hasDomain)) {
        expect(command).toMatch(/^[a-z]+$/);
        expect(visible(text).trim().split(/\s+/).join(' ')).toContain(name);
        expect(name).not.toMatch(/[\r\n]/);
        const isForDomains = ['check', 'price', 'register', 'domain'].includes(command);
        if (hasDomain && name !== '' && !isForDomains) expect(fitsOf(NAMES)(name)).toBe('whole');
      }
    }),
    { numRuns: amountOf(500, 3_000) },
  );
});

test('words beside a verb that takes none are talk, for which no server is looked up', () => {
  const texts = ['help', 'help with moving house', 'راهنما', 'راهنما برای اسباب‌کشی', 'restart with moving house'];
  expect(texts.map((text) => mayCommand(text, vocabulary))).toEqual([true, false, true, false, true]);
});

test('a word that means nothing makes a request with a known name mean nothing', () => {
  const strange = fc.constantFrom('not', "don't", 'why', 'nginx', 'yesterday', 'نکن', 'چرا', 'دیروز');
  const verb = fc.constantFrom('restart', 'off', 'console', 'ریستارت', 'خاموش');
  fc.assert(
    fc.property(verb, strange, strange, fc.boolean(), (asked, one, other, first) => {
      const words = first ? [one, asked, 'web1', other] : [asked, one, other, 'web1'];
      expect(asks(words.join(' '))).toEqual([]);
    }),
  );
});
