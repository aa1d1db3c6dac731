import { expect, test } from 'vitest';
import { parseHtml } from '../../../src/sandbox/telegram/text/html.ts';
import { LOCALES } from '../../../src/telegram/i18n/index.ts';
import type { TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { testTexts } from '../../support/texts.ts';
import { asked, connect, enter, enterBothConnected } from '../support.ts';

const TEXTS = testTexts();
const [SAID, SAID_FA] = [/^👋 Servers in this group/, /^👋 سرورها در این گروه/];
const [MAY, MAY_FA] = [/🛡 The bot checks every message/, /🛡 ربات همهٔ پیام‌ها را بررسی/];
const [MAY_NOT, MAY_NOT_FA] = [
  /🛡 Group administrators: let the bot delete messages/,
  /🛡 مدیران گروه: به ربات دسترسی «حذف پیام‌ها»/,
];

/** An app in whose group the bot is not. */
async function enterOutside(options: Parameters<typeof enter>[0] = {}) {
  const app = await enter(options);
  app.world.removeBot(app.world.persian.id);
  await app.settled();
  const [english, persian] = [app.english.in(app.world.group.id), app.persian.in(app.world.group.id)];
  return Object.assign(app, { inGroup: english, persianInGroup: persian });
}

/** Follows the link that the screen offers for a group, as its person. */
async function bring(app: TestApp, person: Person): Promise<void> {
  const buttons = person.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const links = buttons.flatMap((button) => ('url' in button ? [new URL(button.url)] : []));
  const link = links.find(({ searchParams }) => searchParams.has('startgroup')) ?? expect.fail(person.screen());
  expect(link.pathname).toBe('/host_test_bot');
  const rights = link.searchParams.get('admin')?.split(' ') ?? [];
  app.world.bringBot(person.user.id, link.searchParams.get('startgroup') ?? '', rights);
  await app.settled();
}

test.concurrent('a link brings the bot into a group, where it says once what it does there', async () => {
  await using app = await enterOutside();
  const { persian, inGroup } = app;
  await persian.say('/group');
  expect(persian.screen()).toMatch(/^👥 ربات در گروه[\s\S]*حذف پیام‌ها[\s\S]*\[👥 افزودن به گروه\]\n\[🏠 خانه\]$/);
  await bring(app, persian);
  expect(inGroup.screens()).toHaveLength(1);
  expect(inGroup.screen()).toMatch(SAID_FA);
  expect(inGroup.screen()).toMatch(MAY_FA);
  expect(inGroup.screen()).toMatch(/\[🔑 اتصال در گفتگوی خصوصی\]$/);
  const token = await inGroup.say('/connect provider-token-of-nobody-here');
  expect(inGroup.messages().map(({ message_id }) => message_id)).not.toContain(token.message_id);
  expect(inGroup.screen()).toMatch(/^⚠️ \S+: your message was deleted, but others may have seen the token/);
  // Telegram notifies who is mentioned.
  const author = expect.objectContaining({ id: app.english.user.id });
  expect(inGroup.messages().at(-1)).toMatchObject({
    entities: expect.arrayContaining([expect.objectContaining({ type: 'text_mention', user: author })]),
  });
});

test.concurrent('a person who may give no rights brings it too, and the group is told what a right is for', async () => {
  await using app = await enterOutside();
  const { english, inGroup, world } = app;
  await english.say('/help');
  expect(english.screen()).toMatch(/add the bot to a group: \/group\.[^\n]*\n\[👥 Add to a group\]\n\[🏠 Home\]$/);
  await bring(app, english);
  expect(inGroup.screens()).toHaveLength(1);
  expect(inGroup.screen()).toMatch(SAID);
  expect(inGroup.screen()).toMatch(MAY_NOT);
  expect(inGroup.screen()).toMatch(/to remove tokens at once\.\n\[🔑 Connect in private\]$/);
  world.promoteBot(world.persian.id, { can_delete_messages: true });
  await inGroup.sees(MAY);
  world.promoteBot(world.persian.id, {});
  await inGroup.sees(MAY_NOT);
  expect(inGroup.screens()).toHaveLength(1);
  await inGroup.say('/group');
  expect(inGroup.screens()).toHaveLength(2);
  expect(inGroup.screen()).toMatch(MAY_NOT);
});

test.concurrent('the home of a connected person leads there as well', async () => {
  await using app = await enterOutside();
  await connect(app.english);
  await app.english.say('/start');
  await bring(app, app.english);
  expect(app.inGroup.screen()).toMatch(SAID);
});

test.concurrent('added again within the hour it repeats nothing, but brings up to date what it said', async () => {
  await using app = await enterOutside();
  const { world, inGroup, persianInGroup } = app;
  world.addBot(world.english.id);
  await app.settled();
  expect(inGroup.screen()).toMatch(MAY_NOT);
  for (let again = 0; again < 3; again++) {
    world.removeBot(world.persian.id);
    world.addBot(world.persian.id);
    await app.settled();
  }
  expect(inGroup.screens()).toHaveLength(1);
  world.bringBot(world.persian.id, 'group', ['delete_messages']);
  await app.settled();
  // In the language of the person who was told; the one who followed the link now is answered apart, and shortly.
  expect(inGroup.screens()).toHaveLength(1);
  expect(inGroup.screen()).toMatch(MAY);
  expect(persianInGroup.screens()).toHaveLength(2);
  expect(persianInGroup.screen()).toMatch(/^👋 سرورها را از اینجا هم/);
  world.deleteMessage(
    world.persian.id,
    world.group.id,
    inGroup.messages().find(({ from }) => from?.is_bot)?.message_id ?? 0,
  );
  world.removeBot(world.persian.id);
  world.addBot(world.persian.id);
  await app.settled();
  expect(persianInGroup.screen()).toMatch(SAID_FA);
  expect(persianInGroup.screen()).toMatch(MAY_NOT_FA);
});

test.concurrent('each later /start of the link is answered, and none repeats the whole text', async () => {
  await using app = await enterOutside();
  const { inGroup, persianInGroup, english } = app;
  await english.say('/group');
  await bring(app, english);
  expect(inGroup.screens()).toHaveLength(1);
  expect(inGroup.screen()).toMatch(SAID);
  for (const [person, words] of [
    [inGroup, /^👋 You can manage servers here too/],
    [persianInGroup, /^👋 سرورها را از اینجا هم/],
  ] as const) {
    const before = person.screens().length;
    for (const count of [1, 2]) {
      await person.say('/start@host_test_bot group');
      expect(person.screens()).toHaveLength(before + count);
      expect(person.screen()).toMatch(words);
    }
  }
});

test.concurrent('two updates that tell of the arrival at the same time make one message', async () => {
  await using app = await enterOutside();
  const { world, persianInGroup } = app;
  world.fail({ method: 'sendMessage', chat: world.group.id, delayMs: 600 });
  world.addBot(world.english.id);
  world.say(world.persian.id, world.group.id, '/start@host_test_bot group');
  const told = () => persianInGroup.screens().filter((screen) => SAID.test(screen) || SAID_FA.test(screen));
  await world.until(() => told().length > 0);
  await app.settled();
  expect(told()).toHaveLength(1);
});

test.each(LOCALES)('what a group is told is short (%s)', (locale) => {
  const t = TEXTS.in(locale);
  for (const right of ['group-may-delete', 'group-may-not-delete'] as const) {
    const plain = parseHtml(`${t('group-here')}\n\n${t(right)}`).text.replace(/[\u2066-\u2069]/g, '');
    expect(plain.length, right).toBeLessThanOrEqual(200);
  }
});

test.each(['group-here', 'home-group'] as const)('no command of %s runs into the next one in Persian', (key) => {
  // In one run from left to right the word for a name stands beside the first command.
  const text = TEXTS.in('fa')(key);
  expect(text).toContain('\u2068/reboot\u2069');
  expect(text).toContain('\u2068/servers\u2069');
});

test.concurrent('a basic group is told too, and so is one that an anonymous administrator brings it into', async () => {
  await using app = await enterOutside({ telegram: { group: 'group' } });
  const { world, inGroup } = app;
  world.addBot(world.persian.id);
  await app.settled();
  expect(inGroup.screen()).toMatch(SAID_FA);

  await using other = await enterBothConnected();
  other.world.say(other.world.persian.id, other.world.group.id, '/start@host_test_bot group', { as: 'group' });
  await other.settled();
  expect(other.english.in(other.world.group.id).screen()).toMatch(SAID);
  expect(asked(other)).toEqual([]);
});

test.concurrent('the link for a group opens its explanation in the private chat', async () => {
  await using app = await enter();
  await app.english.say('/start group');
  expect(app.english.screen()).toMatch(/^👥 In a group[\s\S]*\[👥 Add to a group\]/);
  await app.persian.say('گروه');
  expect(app.persian.screen()).toMatch(/^👥 ربات در گروه/);
});
