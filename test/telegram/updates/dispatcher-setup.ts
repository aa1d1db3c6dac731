import type { Chat } from 'grammy/types';
import { onTestFinished } from 'vitest';
import { createBot } from '../../../src/bot.ts';
import { type SandboxTelegram, startTelegram, type World } from '../../../src/sandbox/telegram/index.ts';
import { openExchange } from '../../../src/telegram/api/exchange.ts';
import { createDispatcher, type DispatcherDependencies } from '../../../src/telegram/updates/dispatcher.ts';
import { createTaps } from '../../../src/telegram/updates/taps.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import { share } from '../../support/bots/shared.ts';

/** The dispatcher alone, before a bot whose handlers the test writes. @param telegram the sandbox of another dispatcher, to share it */
export async function openDispatcher(parts: Partial<DispatcherDependencies> = {}, telegram?: SandboxTelegram) {
  const sandbox = telegram ?? (await startTelegram({ token: BOT_TOKEN, strict: true }));
  if (!telegram) onTestFinished(() => sandbox.close());
  const exchange = openExchange({ apiRoot: sandbox.url, token: BOT_TOKEN, connectMs: 10_000, answerMs: 40_000 });
  const bot = createBot(BOT_TOKEN, exchange);
  await bot.init();
  const reports: unknown[] = [];
  const report = (error: unknown) => void reports.push(error);
  const { textsOf, finished } = share(report);
  onTestFinished(finished);
  const texts = textsOf('en', report);
  const dispatcher = createDispatcher({
    bot,
    taps: createTaps(bot.api, report, Date.now),
    textsFor: async () => texts.in('en'),
    report,
    outage: () => Promise.reject(new Error('nothing in this test is out of reach')),
    declined: () => Promise.reject(new Error('nothing in this test is too much')),
    ...parts,
  });
  return { telegram: sandbox, world: sandbox.world, bot, dispatcher, reports };
}

let updateId = 1;

/** A person's message as an update, in their private chat by default. */
export function message(
  world: World,
  text: string,
  from = world.english,
  where?: Chat.GroupChat | Chat.SupergroupChat,
) {
  const sent = world.say(from.id, where?.id ?? from.id, text);
  const chat = where ?? { id: from.id, type: 'private' as const, first_name: from.first_name };
  return { update_id: updateId++, message: { ...sent, from, chat } };
}

/** A tap of the English person in their private chat. */
export function tap(world: World) {
  const { english } = world;
  const shown = world.say(english.id, english.id, 'a message with a button');
  const press = world.pressRaw(english.id, english.id, shown.message_id, 'x');
  const { id, data } = press;
  return {
    press,
    update: { update_id: updateId++, callback_query: { id, data, from: english, message: shown, chat_instance: '1' } },
  };
}
