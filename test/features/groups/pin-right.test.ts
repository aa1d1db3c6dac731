import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/telegram/i18n/index.ts';
import type { Person } from '../../support/person.ts';
import { testTexts } from '../../support/texts.ts';
import { enter } from '../support.ts';
import { enterTeam } from '../teams/support.ts';

const MISSING = {
  en: /📌 Group administrators: let the bot pin messages/,
  fa: /📌 مدیران گروه: به ربات دسترسی «سنجاق پیام‌ها»/,
};
const PINS = { en: /📌 The bot pins its message/, fa: /📌 .*پیامش سنجاق می‌ماند/ };

/** The rights that the link below the screen asks for. */
function rightsIn(person: Person): string[] {
  const keys = person.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const links = keys.flatMap((key) => ('url' in key ? [new URL(key.url).searchParams] : []));
  return links.flatMap((each) => each.get('admin')?.split(' ') ?? []);
}

test.concurrent('a team is asked for the right to pin, and is told in its group what is missing', async () => {
  await using app = await enterTeam();
  const { people, inGroup, world } = app;
  await people.admin.say('/group');
  expect(people.admin.screen()).toMatch(/two rights: to delete messages.*to pin messages.*emergency access/);
  expect(rightsIn(people.admin)).toEqual(['delete_messages', 'pin_messages']);
  await people.owner.say('/group');
  expect(people.owner.screen()).toMatch(/«حذف پیام‌ها».*«سنجاق پیام‌ها».*حالت اضطراری/);
  const { admin, owner } = inGroup;
  await admin.say('/group');
  expect(admin.screen()).toMatch(MISSING.en);
  expect(rightsIn(admin)).toEqual(['delete_messages', 'pin_messages']);
  world.promoteBot(world.persian.id, { can_delete_messages: true });
  await app.settled();
  await owner.say('/group');
  expect(owner.screen()).toMatch(MISSING.fa);
  expect(rightsIn(owner)).toEqual(['delete_messages', 'pin_messages']);
  world.promoteBot(world.persian.id, { can_delete_messages: true, can_pin_messages: true });
  await app.settled();
  await admin.say('/group');
  expect(admin.screen()).toMatch(PINS.en);
  expect(rightsIn(admin)).toEqual([]);
});

test.concurrent('without a team nothing is pinned, and the right is not asked for', async () => {
  await using app = await enter();
  const { english, world } = app;
  await english.say('/group');
  expect(rightsIn(english)).toEqual(['delete_messages']);
  const inGroup = english.in(world.group.id);
  await inGroup.say('/group');
  expect(inGroup.screen()).not.toMatch(/📌/);
});

test.each(LOCALES)('what the group of a team is told of a right fits below the rest (%s)', (locale) => {
  const t = testTexts().in(locale);
  for (const right of ['group-may-pin', 'group-may-not-pin'] as const)
    expect(t(right).length, right).toBeLessThanOrEqual(100);
});
