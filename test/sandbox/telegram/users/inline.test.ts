import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram, type World } from '../../../../src/sandbox/telegram/index.ts';
import { call, openStrict, outcome, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let world: World;

beforeEach(async () => {
  telegram = await openStrict();
  world = telegram.world;
});

const button = (text: string) => ({ inline_keyboard: [[{ text, callback_data: 'go' }]] });
const card = (id: string, keyboard: object = {}) => ({
  type: 'article' as const,
  id,
  title: 'Card',
  input_message_content: { message_text: 'card' },
  ...keyboard,
});

async function newUpdates(): Promise<unknown> {
  const { result } = await call(telegram, 'getUpdates');
  world.clearUpdates();
  return result;
}

test('with inline feedback the bot hears of the chosen result, and edits the one with a keyboard', async () => {
  const { id } = world.english;
  world.choose(id, world.group.id, card('none'));
  await newUpdates();
  world.inlineFeedback(true);
  world.removeBot(world.persian.id);
  await newUpdates();
  world.choose(id, world.group.id, card('bare'), { query: 'shop' });
  const inline_message_id: unknown = expect.stringMatching(/^[\w-]{20,}$/);
  const bare = await newUpdates();
  expect(bare).toEqual([
    { update_id: expect.any(Number), chosen_inline_result: { from: world.english, query: 'shop', result_id: 'bare' } },
  ]);
  const { message_id } = world.choose(id, world.group.id, card('full', { reply_markup: button('Go') }), {
    query: 'shop',
  });
  expect(await newUpdates()).toMatchObject([{ chosen_inline_result: { result_id: 'full', inline_message_id } }]);

  const press = world.press(id, world.group.id, message_id, 'go');
  const taps = await newUpdates();
  expect(taps).toMatchObject([{ callback_query: { id: press.id, from: { id }, data: 'go', inline_message_id } }]);
  expect(JSON.stringify(taps)).not.toContain('"message"');
  const given = /"inline_message_id":"([^"]+)"/.exec(JSON.stringify(taps))?.[1];
  const edit = { inline_message_id: given, text: 'done', reply_markup: button('Again') };
  expect(await call(telegram, 'editMessageText', edit)).toMatchObject({ ok: true, result: true });
  const shown = world.messages(id, world.group.id).find((message) => message.message_id === message_id);
  expect(shown).toMatchObject({ text: 'done', reply_markup: button('Again') });
  const keyboard = { inline_message_id: given, reply_markup: button('Last') };
  expect(await call(telegram, 'editMessageReplyMarkup', keyboard)).toMatchObject({ ok: true, result: true });
});

test('a result stands in its topic; a closed one, and a group that became another, take none', async () => {
  const { english, persian, group } = world;
  const { message_id: topic } = world.openTopic(persian.id, 'servers');
  expect(world.choose(english.id, group.id, card('one'), { topic })).toMatchObject({ message_thread_id: topic });
  world.closeTopic(persian.id, topic);
  expect(() => world.choose(english.id, group.id, card('one'), { topic })).toThrow('topic_closed');
  const basic = await startTelegram({ token: TOKEN, strict: true, group: 'group' });
  onTestFinished(() => basic.close());
  const old = basic.world.group.id;
  basic.world.upgradeGroup(basic.world.persian.id);
  expect(() => basic.world.choose(english.id, old, card('one'))).toThrow('unknown_chat');
});

test('an unknown inline message, and none', async () => {
  const unknown = '400 Bad Request: invalid inline message identifier specified';
  expect(await outcome(telegram, 'editMessageText', { inline_message_id: 'x', text: 'x' })).toBe(unknown);
  const none = '400 Bad Request: message identifier is not specified';
  expect(await outcome(telegram, 'editMessageText', { text: 'x' })).toBe(none);
});
