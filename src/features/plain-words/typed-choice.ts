import type { MiddlewareFn } from 'grammy';
import type { Update } from 'grammy/types';
import { type Ctx, topicOf } from '../../telegram/context.ts';
import { openChoice, showChoice } from '../../telegram/dialog/ask.ts';
import type { Texts } from '../../telegram/i18n/index.ts';
import { buttonOf, type Written } from '../../telegram/ui/button.ts';
import { isCommand } from '../../telegram/ui/command.ts';
import { typedTapId } from '../../telegram/updates/update.ts';
import { normalise } from '../common/input/typed-input.ts';
import { numberForButton } from '../common/input/typed-unit.ts';
import { soundsLike } from '../common/servers/sounds.ts';

/** Presses the button of an open choice that a text means; asks if several fit. */
export function typedChoices(handle: (update: Update) => Promise<void>): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    const { message, me } = ctx;
    const text = message?.text ?? '';
    const open = text === '' || isCommand(text) ? undefined : await openChoice(ctx);
    const [chosen, ...others] = open ? meantBy(text, open.choices, ctx.services.texts) : [];
    if (!message || !open || !chosen) return next();
    if (others.length > 0) {
      const buttons = [chosen, ...others].map(buttonOf);
      return showChoice(ctx, { text: ctx.t('near-which'), keyboard: buttons.map((each) => [each]) }, buttons);
    }
    const { chat, from, date } = message;
    const topic = topicOf(ctx);
    const tapped = {
      ...{ message_id: open.messageId, from: me, chat, date },
      ...(topic === undefined ? {} : { is_topic_message: true as const, message_thread_id: topic }),
      reply_markup: { inline_keyboard: [[buttonOf(chosen)]] },
    };
    await handle({
      update_id: ctx.update.update_id,
      callback_query: { id: typedTapId(ctx.update), from, chat_instance: '', message: tapped, data: chosen.data },
    });
  };
}

/** A text means a whole label or code, the choice that takes a number, or the beginnings of a label's words. */
function meantBy(text: string, choices: readonly Written[], texts: Texts): Written[] {
  const typed = normalise(text);
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const whole = choices.filter(({ label, data }) => normalise(label) === typed || lastOf(data) === typed);
  if (whole.length > 0) return whole;
  const blank = choices.find(({ data }) => data.endsWith('|'));
  const number = numberForButton(texts, text);
  if (blank && number !== undefined) return [{ ...blank, data: blank.data + number }];
  return choices.filter(({ label }) => words.every((word) => wordsOf(label).some(begunBy(word))));
}

function lastOf(data: string): string {
  return normalise(data.slice(data.lastIndexOf('|') + 1));
}

function wordsOf(text: string): string[] {
  return normalise(text).match(/[\p{L}\d][\p{L}\d.-]*/gu) ?? [];
}

function begunBy(word: string): (other: string) => boolean {
  const sounds = soundsLike(word);
  return (other) => other.startsWith(word) || sounds(other);
}
