import { expect, test } from 'vitest';
import type { Fault } from '../../../src/sandbox/provider/index.ts';
import type { Person } from '../../support/person.ts';
import { enterWithCopies, go } from '../servers/support.ts';
import { ORDER, walk } from '../shop/buy/buying.ts';
import { asked, TOKEN } from '../support.ts';

const BACKUP = '2026-11-18T05:42:23.000Z';
const ACCEPTED = { message: 'ثبت شد' };
const CARD = '\\[🖥 Open server\\]';

interface Row {
  /** Everything up to the confirm, and the confirm. */
  ask(person: Person): Promise<unknown>;
  /** The server's status before, where it is not on. */
  from?: string;
  /** The provider's answer, where more belongs to it than that it accepted. */
  answer?: object;
  /** The buttons below "Check again". */
  back?: string;
}

const power = (command: string): Row => ({
  async ask(person) {
    await person.say(`/${command} 10.0.0.0`);
    await person.press('Yes');
  },
});
const confirmed = (...way: (string | RegExp)[]): Row => ({ ask: (person) => go(person, ...way, 'Yes') });
const typed = (...way: (string | RegExp)[]): Row => ({
  async ask(person) {
    await go(person, ...way);
    await person.say('10.0.0.0');
  },
});

const ROWS: [operation: string, row: Row][] = [
  ['server.action', power('reboot')],
  ['server.action', { ...power('on'), from: 'off' }],
  ['server.action', power('off')],
  ['server.rescue', confirmed('More', 'Rescue', 'finnix')],
  ['snapshot.create', confirmed('More', 'Snapshots', 'New snapshot', 'date and time')],
  ['snapshot.restore', typed('More', 'Snapshots', /^old$/, 'Restore')],
  ['snapshot.delete', confirmed('More', 'Snapshots', /^old$/, 'Delete')],
  ['backup.create', confirmed('More', 'Backups', 'New backup')],
  ['backup.restore', typed('More', 'Backups', '18 November', 'Restore')],
  ['backup.delete', confirmed('More', 'Backups', '18 November', 'Delete')],
  [
    'server.os',
    { ...typed('More', 'Reinstall', 'AlmaLinux 9', 'Continue without'), answer: { password: 'a-new-one' } },
  ],
  [
    'cloud.order',
    {
      async ask(person) {
        await walk(person, ORDER.length);
        await person.press('Continue');
        await person.press('Order for');
      },
      answer: { ...ACCEPTED, order_id: 'A1' },
      back: '\\[🖥 Servers\\]',
    },
  ],
  [
    'cloud.renew',
    {
      async ask(person) {
        await person.say('/renew 10.0.0.1');
        await person.press('30 days');
        await person.press('Renew for');
      },
    },
  ],
  [
    'cloud.renew',
    {
      async ask(person) {
        await person.say('/renew');
        for (const label of ['10.0.0.1 ·', '10.0.0.2 ·', 'Renew the 2', '30 days', 'Renew 2 for'])
          await person.press(label);
      },
      back: '\\[🧾 Orders\\] \\[🖥 Servers\\]',
    },
  ],
  [
    'cloud.upgrade',
    {
      async ask(person) {
        await person.say('/upgrade 10.0.0.1');
        for (const label of ['+1', 'Get the price', 'Upgrade for']) await person.press(label);
      },
    },
  ],
  [
    'domain.register',
    {
      async ask(person) {
        await person.say('/register watched.com');
        await person.say('1');
        await person.say('ns1.example.com ns2.example.com');
        await person.press('Register for');
      },
      answer: { ...ACCEPTED, order_id: 'A1' },
      back: '\\[🌐 [^\\]]*\\]',
    },
  ],
  [
    'domain.renew',
    {
      async ask(person) {
        await person.say('/register mine.com');
        await person.say('1');
        await person.say('ns1.example.com ns2.example.com');
        await person.press('Register for');
        await person.sees(/registered and active/);
        await person.say('/domain mine.com');
        for (const label of ['Renew', /^3$/, 'Renew for']) await person.press(label);
      },
      back: '\\[Domain details\\]',
    },
  ],
];

const FATES = [
  ['accepted', /⏳/, 'Checked just now: 🟡 accepted, no result yet'],
  ['lost', /⚠️/, 'Checked just now: ⚠️ result still unknown'],
] as const;

test.concurrent.each(ROWS.flatMap(([operation, row]) => FATES.map((fate) => [operation, fate[0], row, fate] as const)))(
  '%s, %s: what is watched can be looked at, and left, from the first moment',
  async (operation, _, row, fate) => {
    await using app = await enterWithCopies(['old'], [BACKUP]);
    const { english, provider } = app;
    const [outcome, sign, words] = fate;
    const fault: Fault =
      outcome === 'accepted' ? { kind: 'errorOn200', body: row.answer ?? ACCEPTED } : { kind: 'cutBefore' };
    provider.fault({ ...fault, operation });
    // A server that is on already is not asked to be powered on.
    if (row.from) provider.account(TOKEN).setStatus('srv-10001', row.from);
    await row.ask(english);
    const buttons = new RegExp(`\\n\\[🔎 Check again\\]\\n${row.back ?? CARD}$`);
    const shown = await app.world.until(() => english.screens().find((screen) => buttons.test(screen)), {
      describe: () => english.screens().join('\n---\n'),
    });
    expect(shown).toMatch(sign);
    expect(asked(app, operation).length).toBeGreaterThan(0);
    expect(await english.press('Check again')).toEqual({ text: words });
  },
);
