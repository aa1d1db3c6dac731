import { expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, OTHER_TOKEN, TOKEN } from '../support.ts';

/** A server on which every message in a group is seen by all. */
const older = { telegram: { older: true } };

function inGroup(app: TestApp) {
  const group = app.world.group.id;
  return { english: app.english.in(group), persian: app.persian.in(group), group };
}

test.concurrent('connecting leads from the group to the private chat', async () => {
  await using app = await enter();
  const { english, persian } = inGroup(app);
  await english.say('/connect');
  expect(english.screen()).toMatch(/Connect accounts in the private chat[\s\S]*\[🔑 Connect in private\]$/);
  const button = english.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  expect(button).toMatchObject({ url: 'https://t.me/host_test_bot?start=connect' });
  await persian.say('/connect');
  expect(persian.screen()).toMatch(/فقط در گفتگوی خصوصی[\s\S]*\[🔑 اتصال در گفتگوی خصوصی\]$/);
});

test.concurrent('a token in the group is deleted where that is allowed, and never used', async () => {
  await using app = await enter();
  const { english, persian } = inGroup(app);
  const left = await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toMatch(
    /the bot is not allowed to delete messages here: delete your message now, replace the token/,
  );
  expect(english.messages().map(({ message_id }) => message_id)).toContain(left.message_id);
  app.world.botRights.can_delete_messages = true;
  const gone = await persian.say(`/connect ${TOKEN}`);
  expect(persian.screen()).toMatch(/پیامتان پاک شد[\s\S]*عوض/);
  expect(persian.messages().map(({ message_id }) => message_id)).not.toContain(gone.message_id);
  expect(asked(app)).toEqual([]);
});

test.concurrent('each works on their own current account', async () => {
  await using app = await enter();
  await connect(app.english);
  await connect(app.persian, OTHER_TOKEN);
  const { english, persian } = inGroup(app);
  await english.say('/servers');
  expect(english.screen()).toMatch(/Servers · Account 1[\s\S]*\[🟢 10\.0\.0\.0 /);
  await persian.say('/server 10.1.134.160');
  expect(persian.screen()).toMatch(/🟢 روشن/);
  expect(persian.screen()).not.toContain('نام‌گذاری');
});

test.concurrent('a person without an account is led to connecting one', async () => {
  await using app = await enter();
  const { english } = inGroup(app);
  await english.say('/reboot web1');
  expect(english.screen()).toMatch(
    /No account is connected\. Connect one with \/connect in the private chat\.\n\[🔑 Connect in private\]$/,
  );
});

test.concurrent('another person’s buttons are not for pressing', async () => {
  await using app = await enter(older);
  await connect(app.english);
  const { english, persian } = inGroup(app);
  await english.say('/server 10.0.0.0');
  const before = english.screen();
  const none = {
    text: 'حسابی از شما وصل نیست. در گفتگوی خصوصی با \u200e/connect یک حساب وصل کنید.',
    show_alert: true,
  };
  expect(await persian.press('Restart')).toEqual(none);
  await connect(app.persian, OTHER_TOKEN);
  app.provider.forget();
  for (const label of ['Restart', 'Refresh', 'Servers']) {
    expect(await persian.press(label)).toEqual({
      text: 'کاری انجام نشد: این دکمه مربوط به حسابی است که شما وصل نکرده‌اید.',
      show_alert: true,
    });
  }
  expect(english.screen()).toBe(before);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a reboot names who asked, and only they confirm or cancel it', async () => {
  await using app = await enterBothConnected(older);
  const { english, persian } = inGroup(app);
  await persian.say('/reboot 10.0.0.0');
  expect(persian.screen()).toMatch(/درخواست‌کننده: سارا/);
  const notYours = 'Only the person who asked can confirm or cancel this request.';
  expect(await english.press('بله')).toEqual({ text: notYours, show_alert: true });
  const notCancelled = 'Only the person who asked can cancel this request.';
  expect(await english.press('انصراف')).toEqual({ text: notCancelled, show_alert: true });
  expect(asked(app, 'server.action')).toEqual([]);
  await persian.press('بله');
  await persian.sees(/ری‌استارت شد[\s\S]*درخواست‌کننده: سارا/);
  expect(asked(app, 'server.action')).toEqual(['server.action {"id":"srv-10001","action":"reboot"}']);
});

test.concurrent('accounts and language are a matter of the private chat', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = inGroup(app);
  await english.say('/accounts');
  expect(english.screen()).toMatch(/Manage your accounts in the private chat[\s\S]*\[💬 Private chat\]$/);
  await persian.say('/language');
  expect(persian.screen()).toMatch(/گفتگوی خصوصی[\s\S]*\[💬 گفتگوی خصوصی\]$/);
  await english.say('/start');
  expect(english.screen()).toMatch(/You can manage servers here too[\s\S]*\[💬 Private chat\]$/);
  await english.say('/help');
  expect(english.screen()).not.toContain('[');
});

test.concurrent('an anonymous admin owns nothing, but their token is deleted', async () => {
  await using app = await enterConnected();
  const { world } = app;
  const { english, group } = inGroup(app);
  app.world.botRights.can_delete_messages = true;
  const saysAs = async (as: 'group' | 'channel', text: string) => {
    const { message_id } = world.say(world.persian.id, group, text, { as });
    await app.settled();
    return message_id;
  };
  const saysAnonymously = (text: string) => saysAs('group', text);
  await saysAnonymously('/reboot 10.0.0.0');
  expect(english.screen()).toContain('the bot can’t see who you are');
  const token = await saysAnonymously(`/connect ${TOKEN}`);
  expect(english.screen()).toMatch(/your message was deleted|the message was deleted/i);
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(token);
  await saysAs('channel', '/reboot 10.0.0.0');
  expect(english.screen()).toContain('the bot can’t see who you are');
  const after = english.screens().length;
  await saysAnonymously('/ban somebody');
  await saysAnonymously('/reboot@another_bot 10.0.0.0');
  expect(english.screens()).toHaveLength(after);
  expect(asked(app)).toEqual([]);
});

test.concurrent('the bot keeps silent about what is not for it', async () => {
  await using app = await enterConnected();
  app.world.botRights.can_pin_messages = true;
  const { english } = inGroup(app);
  await english.say('good night');
  await english.say('/unknown');
  await english.say('/servers@another_bot');
  expect(english.screens()).toEqual([]);
});

test.concurrent('a group that takes no pictures is told so, instead of nothing', async () => {
  await using app = await enterConnected();
  const { english, group } = inGroup(app);
  const description = 'Bad Request: not enough rights to send photos to the chat';
  app.world.fail({ method: 'sendPhoto', chat: group, code: 400, description });
  await english.say('/graph 10.0.0.0');
  expect(english.screen()).toMatch(/is not allowed to send pictures or files in this group/);
});

test.concurrent('the answer comes also when the message that it answers is deleted at that moment', async () => {
  await using app = await enterConnected(older);
  const { english, group } = inGroup(app);
  // From here on the bot knows that the server is an older one.
  await english.say('/server 10.0.0.1');
  const description = 'Bad Request: REPLY_MESSAGE_ID_INVALID';
  app.world.fail({ method: 'sendMessage', chat: group, code: 400, description });
  await english.say('/server 10.0.0.0');
  await english.sees(/🟢 on/);
  expect(english.messages().at(-1)?.reply_to_message).toBeUndefined();
});

test.concurrent('a message belongs to its asker: data that another made up is told so and shows nothing over it', async () => {
  await using app = await enter(older);
  await connect(app.english);
  await connect(app.persian, OTHER_TOKEN);
  const { world } = app;
  const { english, persian, group } = inGroup(app);
  const accountOf = (person: typeof english) =>
    person
      .messages()
      .flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? [])
      .flatMap((each) => ('callback_data' in each ? [each.callback_data.split('|')[1] ?? ''] : []))[0] ?? '';
  await persian.say('/server 10.1.134.160');
  const theirs = accountOf(persian);
  await persian.say('/reboot 10.1.134.160');
  const [own = ''] = persian
    .messages()
    .flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? [])
    .flatMap((each) => ('callback_data' in each && each.callback_data.startsWith('ok|') ? [each.callback_data] : []));
  await english.say('/reboot 10.0.0.0');
  const confirm = english.messages().at(-1)?.message_id ?? 0;
  const before = english.screen();
  app.provider.forget();
  const made = [
    'hm',
    'hp',
    'cn',
    'lv',
    'ls',
    'lg|fa',
    'lg|en',
    'ac',
    'or|paid|0',
    'c0',
    'dv',
    'dn',
    'ok|none',
    'no|none',
  ];
  const ofTheirOwn = [
    `sl|${theirs}|0|`,
    `aa|${theirs}`,
    `dl|${theirs}|0`,
    `mo|${theirs}|x`,
    own,
    own.replace('ok', 'no'),
  ];
  for (const data of [...made, ...ofTheirOwn]) {
    const press = world.pressRaw(persian.user.id, group, confirm, data);
    await app.settled();
    const { text, show_alert } = await press.answered;
    // Actions for private chats only have no button in a group.
    expect(text, data).toMatch(/^این پیام برای شخص دیگری است|^این دکمه قدیمی است/);
    expect(show_alert, data).toBe(true);
    expect(english.screen(), data).toBe(before);
  }
  expect(asked(app)).toEqual([]);
  // The asker's own button still works, and so does their other language.
  await english.press('Yes, restart');
  await english.sees(/restarted/);
});

test.concurrent('an old message, of which Telegram tells nothing, shows nothing that another person made up', async () => {
  await using app = await enter(older);
  await connect(app.english);
  await connect(app.persian, OTHER_TOKEN);
  const { world } = app;
  const { english, persian, group } = inGroup(app);
  await persian.say('/server 10.1.134.160');
  await persian.say('/reboot 10.1.134.160');
  const data = persian
    .messages()
    .flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? [])
    .flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
  const confirm = data.find((each) => each.startsWith('ok|')) ?? '';
  const [, own, server] = (data.find((each) => each.startsWith('pw|')) ?? '').split('|');
  await english.say('/reboot 10.0.0.0');
  const { message_id = 0, text } = english.messages().at(-1) ?? {};
  world.inaccessibleTaps(true);
  for (const made of [`sl|${own}|0|`, `dl|${own}|0`, `gr|${own}|${server}|day`, 'ok|none', 'no|none', confirm]) {
    world.pressRaw(persian.user.id, group, message_id, made);
    await app.settled();
    const shown = english.messages().find((each) => each.message_id === message_id);
    expect(shown?.text, made).toBe(text);
  }
  // The confirmed operation shows its outcome in its own message.
  await persian.shows(/ری‌استارت شد/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('the person who opened a topic does not own the messages in it', async () => {
  await using app = await enterBothConnected(older);
  const { world } = app;
  const { english, persian, group } = inGroup(app);
  await english.say('/reboot 10.0.0.0');
  const message = english.messages().at(-1);
  const before = english.screen();
  const opened = { icon_color: 0, name: 'servers' };
  const topic = { message_id: 1, date: 1, chat: message?.chat, from: persian.user, forum_topic_created: opened };
  for (const data of ['hm', 'hp', 'lg|fa', 'or|paid|0']) {
    const tapped = { ...message, reply_to_message: topic };
    const tap = { id: `in-topic-${data}`, from: persian.user, chat_instance: '1', data, message: tapped };
    world.push({ callback_query: tap });
    await app.settled();
  }
  expect(english.screen()).toBe(before);
  const answers = world.calls.filter(({ params }) => String(params.callback_query_id).startsWith('in-topic-'));
  expect(answers.map(({ params }) => params.show_alert)).toEqual([true, true, true, true]);
  expect(persian.in(group).screen()).toBe(before);
});

test.concurrent('a notice that answers no message takes no made-up data from any person', async () => {
  await using app = await enterBothConnected(older);
  const { world } = app;
  const { english, persian, group } = inGroup(app);
  const question = await english.say('/server 10.0.0.0');
  const card = english.messages().at(-1);
  // The asker deleted their message: Telegram no longer tells which message the card answers.
  world.deleteMessage(world.persian.id, group, question.message_id);
  await english.press('Restart');
  await english.press('Yes, restart');
  await english.sees(/restarted/);
  const before = english.screen();
  for (const person of [english, persian]) {
    for (const data of ['hm', 'hp', 'lg|fa', 'or|paid|0']) {
      const press = world.pressRaw(person.user.id, group, card?.message_id ?? 0, data);
      await app.settled();
      expect(await press.answered, data).toMatchObject({ show_alert: true });
      expect(english.screen(), data).toBe(before);
    }
  }
  await english.press('Open server');
  await english.sees(/🟢 on/);
});
