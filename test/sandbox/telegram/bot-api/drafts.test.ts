import type { Api } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SandboxTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { call, outcome, startChat } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let me: number;

beforeEach(async () => {
  ({ telegram, api, me } = await startChat({ strict: true }));
});

afterEach(() => telegram.close());

const draft = (more: object, method = 'sendMessageDraft') =>
  outcome(telegram, method, { chat_id: me, draft_id: 1, ...more });
const rich = (rich_message: object) => draft({ rich_message }, 'sendRichMessageDraft');
const shown = () => telegram.world.draft(me);

test('a draft is shown until its message comes, or for 30 seconds', async () => {
  expect(await call(telegram, 'sendMessageDraft', { chat_id: me, draft_id: 1 })).toEqual({ ok: true, result: true });
  expect(shown()).toMatchObject({ text: '', from: { id: telegram.world.bot.id } });
  expect(await draft({ text: '<b>All</b> is', parse_mode: 'HTML' })).toBe('ok');
  expect(shown()).toMatchObject({ text: 'All is', entities: [{ type: 'bold' }] });
  expect(telegram.world.messages(me, me)).toHaveLength(1);
  await api.sendMessage(me, 'All is well');
  expect(shown()).toBeUndefined();
  expect(await draft({ text: 'x' })).toBe('ok');
  telegram.world.passTime(31);
  expect(shown()).toBeUndefined();
});

test('a rich draft can say that the bot thinks, and holds no new file', async () => {
  const blocks = [{ type: 'thinking', text: 'Reading the servers' }];
  expect(await rich({ blocks })).toBe('ok');
  expect(shown()).toMatchObject({ rich_message: { blocks } });
  expect(await rich({ html: '<tg-thinking>Reading</tg-thinking><p>So far</p>' })).toBe('ok');
  expect(shown()).toMatchObject({ rich_message: { blocks: [{ type: 'thinking' }, { type: 'paragraph' }] } });
  expect(await rich({ blocks: [] })).toBe('400 Bad Request: RICH_MESSAGE_CONTENT_REQUIRED');
});

test('a value that is no draft is refused', async () => {
  expect(await draft({ chat_id: telegram.world.group.id, text: 'x' })).toBe('400 Bad Request: TEXTDRAFT_PEER_INVALID');
  expect(await draft({ draft_id: 0, text: 'x' })).toContain('400 Bad Request: sandbox:');
  expect(await draft({ text: 'x'.repeat(4097) })).toBe('400 Bad Request: message is too long');
  expect(await draft({ text: '<b>x', parse_mode: 'HTML' })).toContain("can't parse entities");
});

test('the person stops the bot, which hears of it', async () => {
  const { world } = telegram;
  expect(await draft({ text: 'x' })).toBe('ok');
  expect(() => world.stopGeneration(me)).toThrow('unknown_message');
  expect(await draft({ text: 'x', can_stop: true, keep_on_stop: true })).toBe('ok');
  world.stopGeneration(me);
  expect(shown()).toMatchObject({ text: 'x' });
  expect(() => world.stopGeneration(me)).toThrow('unknown_message');
  expect(await draft({ draft_id: 2, text: 'y', can_stop: true })).toBe('ok');
  world.stopGeneration(me);
  expect(shown()).toBeUndefined();
  const updates = await api.getUpdates();
  expect(updates.slice(1)).toMatchObject([
    { stopped_message_generation: { chat: { id: me, type: 'private' }, draft_id: 1 } },
    { stopped_message_generation: { draft_id: 2 } },
  ]);
});
