import { expect, test } from 'vitest';
import { asked, connect, enter, OTHER_TOKEN } from '../../features/support.ts';
import { createPerson, type Person } from '../../support/person.ts';

/** One of the others: a Persian has to be among all. */
const PERSIAN = 8_001;
const person = (id: number) => ({
  id,
  is_bot: false,
  first_name: `Person ${id}`,
  language_code: id === PERSIAN ? 'fa' : 'en',
});
/** Enough people that each stays below the limit of taps. */
const OTHERS = Array.from({ length: 40 }, (_, at) => person(8_000 + at));
const TAPS_EACH = 25;

/** Words that stand on an owner's screens and on no other person's. */
const THEIRS = /10\.0\.0\.\d|srv-1000|own-alias|own-domain|Own label/;

/** A step of an owner: a text, a tap, or a wait. */
type Step = string | { tap: string | RegExp } | { sees: RegExp } | { later: number };
const tap = (label: string | RegExp): Step => ({ tap: label });
const sees = (words: RegExp): Step => ({ sees: words });
const REGISTER = ['/register own-domain.com', '1', 'ns1.example.com ns2.example.com'];
/** Each walk has another owner. */
const WALKS: Step[][] = [
  // Comes first: at the end of this walk no operation is being read.
  [
    ...['/renew 10.0.0.1', tap('30 days'), tap('Renew for'), sees(/no answer/)],
    ...[{ later: 16 * 60_000 }, sees(/result unknown/), '/orders', tap(/^1$/)],
  ],
  [
    ...['/accounts', tap('Account 1'), tap('Rename'), 'Own label'],
    ...['/accounts', tap('Own label'), tap('My personal limit'), '900000000 toman'],
    ...['/accounts', tap('Own label'), tap(/Disconnect$/)],
    ...['/servers', tap('10.0.0.0'), tap('More'), tap('Set a name'), 'own-alias'],
    ...['/server own-alias', tap('More'), tap('Snapshots'), tap('New snapshot')],
    ...['/server own-alias', tap('More'), tap('Backups')],
    ...['/server own-alias', tap('More'), tap('Reinstall'), tap('Docker')],
  ],
  [
    ...['/server 10.0.0.0', tap('More'), tap('Password'), tap('Make a strong one')],
    ...['/console 10.0.0.0', '/graph 10.0.0.0', tap('Week'), '/rescue 10.0.0.0', '/upgrade 10.0.0.0', '/off 10.0.0.0'],
    ...['/renew', tap('10.0.0.1'), tap('10.0.0.2'), tap('Renew the 2'), tap('30 days')],
  ],
  [
    ...['/check own-domain.com other-name.com', sees(/names checked/)],
    ...[...REGISTER, '/cancel', ...REGISTER, tap('Register for'), sees(/registered and active/)],
    ...['/domain own-domain.com', tap('Renew'), '/buy', tap('tehran')],
  ],
];
/** Kinds of button that the walks have to come past, of each feature some. */
const SEEN = 'ok no py pa la sd od sv pw vc n3 b3 p1 r2 ax lu c3 c5 dm dq bv xr ut gr ra'.split(' ');

/** Walks; resolves to the data of all buttons on the way. */
async function buttonsOf(owner: Person, walk: readonly Step[], later: (ms: number) => void): Promise<string[]> {
  const data = new Set<string>();
  await connect(owner);
  for (const step of walk) {
    if (typeof step === 'string') await owner.say(step);
    else if ('tap' in step) await owner.press(step.tap);
    else if ('sees' in step) await owner.sees(step.sees);
    else later(step.later);
    const buttons = owner.messages().flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? []);
    for (const button of buttons) if ('callback_data' in button) data.add(button.callback_data);
  }
  return [...data];
}

test.concurrent('the button data of one person opens nothing of theirs to another, connected or not', async () => {
  const owners = WALKS.map((_, at) => person(7_000 + at));
  await using app = await enter({ people: [...owners, ...OTHERS] });
  const { world, provider, settled } = app;
  provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  const theirs: Person[] = [];
  const data = new Set<string>();
  for (const [at, user] of owners.entries()) {
    const owner = createPerson(world, user, settled);
    for (const each of await buttonsOf(owner, WALKS[at] ?? [], app.later)) data.add(each);
    theirs.push(owner);
  }
  const kinds = new Set([...data].map((each) => each.split('|')[0] ?? ''));
  expect(SEEN.filter((kind) => !kinds.has(kind))).toEqual([]);
  expect(data.size).toBeLessThan((OTHERS.length / 2) * TAPS_EACH);
  const before = theirs.map((owner) => owner.screens());
  provider.forget();

  const tapped = [...data] as const;
  for (const [at, user] of OTHERS.slice(0, 2 * Math.ceil(tapped.length / TAPS_EACH)).entries()) {
    const other = createPerson(world, user, settled);
    // Half of them have an account of their own.
    if (at % 2 === 0) await connect(other, OTHER_TOKEN);
    await other.say('/help');
    const { message_id = 0 } = other.messages().at(-1) ?? {};
    const from = Math.floor(at / 2) * TAPS_EACH;
    for (const each of tapped.slice(from, from + TAPS_EACH)) {
      const press = world.pressRaw(user.id, other.chat, message_id, each);
      await settled();
      const { text = '' } = await press.answered;
      expect([text, ...other.screens()].join('\n'), each).not.toMatch(THEIRS);
    }
    expect(other.messages().filter(({ document, photo }) => document ?? photo)).toEqual([]);
  }
  expect(asked(app).filter((request) => THEIRS.test(request))).toEqual([]);
  expect(theirs.map((owner) => owner.screens())).toEqual(before);
});
