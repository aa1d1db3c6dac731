import { expect, test } from 'vitest';
import { enterBothConnected, TOKEN } from '../../support.ts';
import { walk } from './buying.ts';

test.concurrent.for([
  [
    'english',
    /^Continue/,
    /^Order for/,
    /frankfurt: ordered/,
    /\[🔎 Check again\]/,
    'Check again',
    /: ordered and ready:/,
  ],
  ['persian', /^ادامه/, /^سفارش به مبلغ/, /سفارش داده شد/, /\[🔎 بررسی دوباره\]/, 'بررسی دوباره', /آماده است:/],
] as const)(
  'the button and the name of a new server work at once, however young the list without it is, in %s',
  async ([who, next, yes, ordered, unclear, again, there]) => {
    await using app = await enterBothConnected({ timings: { orderMs: 3_600_000 } });
    const { provider, [who]: person } = app;
    await walk(person);
    await person.press(next);
    await person.press(yes);
    await person.sees(ordered);
    app.later(6 * 60_000);
    await app.stopBot();
    await app.startBot();
    await person.sees(unclear);
    await person.say('/servers');
    for (const server of provider.account(TOKEN).servers) server.readyAt = 0;
    await person.press(again);
    await person.shows(there);
    await person.press(/^10\.1\.134\.162$/);
    await person.shows(/^🖥 10\.1\.134\.162\n/);
    await person.say('/server 10.1.134.162');
    expect(person.screen()).toMatch(/^🖥 10\.1\.134\.162\n/);
  },
);
