import type { InlineKeyboardButton, Message, RichBlock, User } from 'grammy/types';
import type { Press, World } from '../../src/sandbox/telegram/index.ts';
import { plainText } from '../../src/sandbox/telegram/rich/texts.ts';
import { PATIENCE_MS } from './patience.ts';

/** A person who chats with the bot. Everything happens in their private chat unless they are {@link Person.in} another. */
export interface Person {
  user: User;
  chat: number;
  /** @param topic the forum topic in which they write; they see the messages of the general topic where it is `general` */
  in(chat: number, topic?: number | 'general'): Person;
  /** Sends a message and waits until the bot has handled it. */
  say(text: string): Promise<Message>;
  /** Edits an own message and waits until the bot has handled the edit. */
  edit(message: Message, text: string): Promise<void>;
  /** Sends a file; PNG and JPEG arrive as photos. */
  upload(name: string, type: string, bytes: Uint8Array, caption?: string): Promise<Message>;
  /** Taps the button whose label contains `label`, on the newest message that has it; waits until it is handled. */
  press(label: string | RegExp): Promise<{ text?: string; show_alert?: boolean; url?: string }>;
  /** Taps without waiting. */
  tap(label: string | RegExp): Press;
  /** The newest message of the bot: its text, then a line of `[buttons]` for each row. */
  screen(): string;
  screens(): string[];
  messages(): readonly Message[];
  /** Waits until the newest message of the bot matches. */
  sees(pattern: RegExp, timeoutMs?: number): Promise<string>;
  /** Waits until any message of the bot matches. */
  shows(pattern: RegExp, timeoutMs?: number): Promise<boolean>;
}

/** @param counts the messages that this person looks at; all unless told */
export function createPerson(
  world: World,
  user: User,
  settled: () => Promise<void>,
  chat: number = user.id,
  counts: (message: Message) => boolean = () => true,
  topic?: number,
): Person {
  const place = topic === undefined ? {} : { topic };
  const messages = () => world.messages(user.id, chat).filter(counts);
  const screens = () =>
    messages()
      .filter(({ from }) => from?.id === world.bot.id)
      .map(render);
  const screen = () => {
    const newest = messages().findLast(({ from }) => from?.id === world.bot.id);
    return newest ? render(newest) : '';
  };
  const tap = (label: string | RegExp) => {
    for (const message of [...messages()].reverse()) {
      const button = rows(message)
        .flat()
        .find(({ text }) => fits(bare(text), label));
      if (button && 'callback_data' in button)
        return world.press(user.id, chat, message.message_id, button.callback_data);
    }
    throw new Error(`No button ${label} in:\n${screens().join('\n---\n')}`);
  };
  return {
    user,
    chat,
    in: (other, inside) =>
      inside === undefined
        ? createPerson(world, user, settled, other, counts)
        : createPerson(world, user, settled, other, (message) => isIn(message, inside), topicOf(inside)),
    async say(text) {
      const message = world.say(user.id, chat, text, place);
      await settled();
      return message;
    },
    async edit({ message_id }, text) {
      world.edit(user.id, chat, message_id, text);
      await settled();
    },
    async upload(name, type, bytes, caption) {
      const message = world.upload(user.id, chat, { name, type, bytes }, caption, place);
      await settled();
      return message;
    },
    async press(label) {
      const press = tap(label);
      await settled();
      return press.answered;
    },
    tap,
    screen,
    screens,
    messages,
    sees: (pattern, timeoutMs = PATIENCE_MS) =>
      world.until(() => pattern.test(screen()) && screen(), {
        timeoutMs,
        describe: () => `${pattern} is not in:\n${screen()}`,
      }),
    shows: (pattern, timeoutMs = PATIENCE_MS) =>
      world.until(() => screens().some((each) => pattern.test(each)), {
        timeoutMs,
        describe: () => `${pattern} is not in:\n${screens().join('\n---\n')}`,
      }),
  };
}

function topicOf(inside: number | 'general'): number | undefined {
  return inside === 'general' ? undefined : inside;
}

/** Whether a message stands in the topic. */
function isIn(message: Message, inside: number | 'general'): boolean {
  return (message.is_topic_message ? message.message_thread_id : undefined) === topicOf(inside);
}

/** Marks a message that a newer one has replaced. */
const REDUCED = '⤵️';

function fits(text: string, label: string | RegExp): boolean {
  return typeof label === 'string' ? text.includes(label) : label.test(text);
}

function rows(message: Message): InlineKeyboardButton[][] {
  return message.reply_markup?.inline_keyboard ?? [];
}

/**
 * The message that shows the outcome of this one. After a kill the outcome or the confirm may have come twice: the last
 * outcome counts, and the first confirm is reduced to the same line as the second, which the outcome answers.
 */
export function followed(messages: readonly Message[], messageId: number): Message | undefined {
  const answer = messages.findLast((each) => each.from?.is_bot && each.reply_to_message?.message_id === messageId);
  if (answer) return followed(messages, answer.message_id);
  const message = messages.find((each) => each.message_id === messageId);
  const second = messages.find((each) => each.message_id > messageId && isReduced(each) && each.text === message?.text);
  return second ? followed(messages, second.message_id) : message;
}

export function isReduced({ text }: Message): boolean {
  return text?.startsWith(REDUCED) ?? false;
}

/** The text without the invisible isolation marks. */
export function bare(text: string): string {
  return text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');
}

function render(message: Message): string {
  const lines = rows(message).map((row) => row.map(({ text }) => `[${bare(text)}]`).join(' '));
  return [bare(textOf(message)), ...lines].join('\n');
}

/** The text of a message. In a rich message each row of a table is a line; folded parts are indented. */
export function textOf({ text, caption, rich_message: rich }: Message): string {
  return rich ? rich.blocks.map(blockText).join('\n\n') : (text ?? caption ?? '');
}

function blockText(block: RichBlock): string {
  if (block.type === 'table')
    return block.cells.map((row) => row.map(({ text = '' }) => plainText(text)).join(' | ')).join('\n');
  if (block.type === 'details') {
    const inside = block.blocks.map(blockText).join('\n\n');
    return [plainText(block.summary), ...inside.split('\n')].join('\n  ');
  }
  return 'text' in block ? plainText(block.text) : `(${block.type})`;
}
