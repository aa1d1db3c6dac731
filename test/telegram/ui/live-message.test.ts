import { expect, onTestFinished, test } from 'vitest';
import { type LiveMessage, put, replaced } from '../../../src/telegram/ui/live-message.ts';
import { startChat } from '../../sandbox/telegram/support/call.ts';

const NEWS = { text: 'news' };

/** Opens a row without a message, and records its claims and releases. */
async function open(isClaimed = true) {
  const { telegram, api, me } = await startChat();
  onTestFinished(() => telegram.close());
  const { world } = telegram;
  const notes: string[] = [];
  const message: LiveMessage = {
    place: { chatId: me, topicId: undefined, locale: 'en' },
    receiver: me,
    claim: async () => {
      notes.push('claim');
      return isClaimed;
    },
    release: async () => notes.push('release'),
  };
  const show = (messageId?: number, options = {}) => put(api, { ...message, messageId }, NEWS, options);
  const texts = () => world.messages(me, me).flatMap(({ from, text }) => (from?.is_bot && text ? [text] : []));
  return { world, me, notes, show, texts };
}

test('a message is claimed before it is sent, edited without a claim, and sent again once it is gone', async () => {
  const { world, me, notes, show, texts } = await open();
  const first = (await show()) ?? 0;
  expect(await show(first)).toBe(first);
  expect({ notes, texts: texts() }).toEqual({ notes: ['claim'], texts: ['news'] });
  world.deleteMessage(me, me, first);
  expect(await show(first)).toBeGreaterThan(first);
  expect(notes).toEqual(['claim', 'claim']);
});

test('a message that another process claimed is not sent', async () => {
  const { show, texts } = await open(false);
  expect(await show()).toBeUndefined();
  expect(texts()).toEqual([]);
});

test('a message that notifies is a new one, and the row keeps those before', async () => {
  const { show, texts } = await open();
  const first = (await show()) ?? 0;
  const second = (await show(first, { isNew: true })) ?? 0;
  expect(texts()).toEqual(['news', 'news']);
  expect(replaced({ messageId: first, formerMessages: [1, first] }, second)).toEqual({
    messageId: second,
    formerMessages: [1, first],
  });
});

test('a claim is released where Telegram refused the message, and kept where the message may have arrived', async () => {
  const { world, me, notes, show, texts } = await open();
  world.fail({ method: 'sendMessage', code: 403, description: 'Forbidden: bot was blocked by the user' });
  await expect(show()).rejects.toThrow('blocked');
  expect(notes).toEqual(['claim', 'release']);
  world.fail({ method: 'sendMessage', chat: me, cut: true, afterHandling: true });
  await expect(show()).rejects.toThrow();
  expect({ notes, texts: texts() }).toEqual({ notes: ['claim', 'release', 'claim'], texts: ['news'] });
});

test('an ephemeral message that is gone for good is not sent to all', async () => {
  const { show, texts } = await open();
  expect(await show(-1, { isGoneForGood: true })).toBeUndefined();
  expect(texts()).toEqual([]);
});
