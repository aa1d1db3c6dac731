import { expect, test } from 'vitest';
import { buttons } from '../../../src/features/buttons.ts';
import { serverReference } from '../../../src/hosting/kept/kept-lists.ts';
import { asked, enter, TOKEN } from '../../features/support.ts';
import { createPerson } from '../../support/person.ts';

/** Values that no button of the bot carries, by argument. */
const MADE_UP: Record<string, string[]> = {
  page: ['', '-1', 'x', '1e9', '1.5', '9999999', '٣', '__proto__'],
  at: ['', '-1', 'x', '9999999'],
  days: ['-1', 'x', '0', '1.5', '365', '99999', '٣۰', '__proto__'],
  years: ['', '-1', 'x', '1.5', '9'.repeat(16), '__proto__'],
  period: ['', 'x', 'Day', 'decade', '-1', 'constructor', '__proto__'],
  action: ['', 'x', 'restart', 'constructor', '__proto__'],
  os: ['', 'x', 'Debian13', 'constructor', '__proto__'],
  resource: ['', 'x', 'constructor', '__proto__'],
  chosen: ['x'.repeat(40), '9'.repeat(40)],
  filter: ['x'.repeat(30), '\u0000'],
};
/** The argument of these buttons may be any stored one; the bot says when an argument is not stored. */
const ELSEWHERE = ['snapshotAct', 'backupAct'];
/** Where no system is named, these make a snapshot and reinstall nothing after it. */
const SNAPSHOTS = ['snapshotFirst', 'takeSuggested', 'takeAgain'];

test.concurrent('made-up pages, periods and the like answer that the button is old, and show nothing', async () => {
  const people = Array.from({ length: 40 }, (_, index) => ({
    id: 9_000 + index,
    is_bot: false,
    first_name: `Person ${index}`,
    language_code: ['fa', 'en'][index] ?? 'en',
  }));
  await using app = await enter({ people });
  const { world } = app;
  const cases = Object.entries(buttons).flatMap(([key, kind]) => {
    const names: readonly string[] = kind.names;
    const wrong = [...ELSEWHERE, ...SNAPSHOTS].includes(key) ? [] : names.filter((name) => name in MADE_UP);
    return wrong.map((name) => ({ kind: kind.name, names, name }));
  });
  expect(cases.length).toBeGreaterThan(20);
  for (const [index, { kind, names, name }] of cases.entries()) {
    const user = people[index % people.length];
    if (!user) throw new RangeError();
    const person = createPerson(world, user, app.settled);
    if (index < people.length) {
      await person.say(`/connect ${TOKEN}`);
      await person.say('/accounts');
    }
    const data = person
      .messages()
      .flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? [])
      .flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
    const account = data.find((each) => each.startsWith('aa|'))?.split('|')[1] ?? '';
    const good: Record<string, string> = { account, server: serverReference('srv-10001'), page: '0', years: '1' };
    const before = person.screens();
    app.provider.forget();
    for (const value of MADE_UP[name] ?? []) {
      const forged = [kind, ...names.map((each) => (each === name ? value : (good[each] ?? '')))].join('|');
      const messageId = person.messages().at(-1)?.message_id ?? 0;
      const press = world.pressRaw(person.user.id, person.chat, messageId, forged);
      await app.settled();
      const { text, show_alert } = await press.answered;
      expect(text, forged).toMatch(/^This button is out of date|^این دکمه قدیمی است/);
      expect(show_alert, forged).toBe(true);
      expect(person.screens(), forged).toEqual(before);
    }
    expect(asked(app)).toEqual([]);
  }
});
