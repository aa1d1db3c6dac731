import type { Message } from 'grammy/types';
import { z } from 'zod';
import { buttons } from '../../../../src/features/buttons.ts';
import type { Call } from '../../../../src/sandbox/telegram/index.ts';
import type { ArgumentName, Button } from '../../../../src/telegram/ui/button.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { bare, followed, isReduced, textOf } from '../../../support/person.ts';
import type { Customer, Environment } from '../environment.ts';

/** A button as it stands on a message. */
export interface Shown {
  messageId: number;
  data: string;
  label: string;
}

export function buttonsOn(message: Message): Shown[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat().flatMap((button) => {
    if (!('callback_data' in button)) return [];
    return [{ messageId: message.message_id, data: button.callback_data, label: bare(button.text) }];
  });
}

const withButtons = z.looseObject({
  message_id: z.number().optional(),
  reply_markup: z.object({
    inline_keyboard: z.array(z.array(z.looseObject({ callback_data: z.string().optional() }))),
  }),
});
const sent = z.looseObject({ message_id: z.number() });

/**
 * The message that shows now what this one showed, see {@link followed}. A kill may have drawn a confirm twice, and an edit of the
 * second one may tell its outcome: the second one is known by the operation on the buttons that both once had.
 */
export function shownNow({ person, calls }: Customer, messageId: number): Message | undefined {
  const messages = person.messages();
  const message = followed(messages, messageId);
  if (!message || !isReduced(message)) return message;
  const confirms = calls().flatMap(confirmsIn);
  const shown = new Set(confirms.filter((each) => each.messageId === message.message_id).map(({ id }) => id));
  const second = confirms.findLast((each) => each.messageId > message.message_id && shown.has(each.id));
  return second ? followed(messages, second.messageId) : message;
}

/** The messages in which Telegram ever showed a confirm. */
export function messagesWithConfirm({ calls }: Customer): ReadonlySet<number> {
  const taken = calls().filter(({ error }) => error === undefined);
  return new Set(taken.flatMap(confirmsIn).map(({ messageId }) => messageId));
}

/** The operations that a call of the bot showed to be paid for, and in which message. */
function confirmsIn({ params, result }: Call): { messageId: number; id: string }[] {
  const shown = withButtons.safeParse(params).data;
  const messageId = shown?.message_id ?? sent.safeParse(result).data?.message_id;
  if (!shown || messageId === undefined) return [];
  return shown.reply_markup.inline_keyboard.flat().flatMap(({ callback_data = '' }) => {
    const [name, id] = callback_data.split('|');
    const isPay = name === buttons.pay.name || name === buttons.payAll.name;
    return isPay && id !== undefined ? [{ messageId, id }] : [];
  });
}

/** The bot's messages after this one, the newest first. */
export function answersTo({ person }: Customer, since: number): Message[] {
  return person
    .messages()
    .filter(({ message_id, from }) => message_id > since && from?.is_bot)
    .reverse();
}

/** Waits for a button on a message after `since`. */
export function appears(
  { app: { world } }: Environment,
  customer: Customer,
  since: number,
  fits: (button: Shown) => boolean,
): Promise<Shown> {
  return world.until(() => answersTo(customer, since).flatMap(buttonsOn).find(fits), {
    timeoutMs: PATIENCE_MS,
    describe: () => `no such button after ${since}: ${fits}\n${customer.person.screens().slice(-2).join('\n---\n')}`,
  });
}

export function tap({ app: { world } }: Environment, { person }: Customer, { messageId, data }: Shown) {
  return world.pressRaw(person.user.id, person.chat, messageId, data);
}

/** Waits until the newest answer after `since` reads otherwise than now. */
export async function changes(
  environment: Environment,
  customer: Customer,
  since: number,
  act: () => void,
): Promise<void> {
  const shown = () => answersTo(customer, since).slice(0, 1).map(textOf).join();
  const before = shown();
  act();
  await environment.app.world.until(() => shown() !== before, {
    timeoutMs: PATIENCE_MS,
    describe: () => `stays as it is: ${customer.person.screen()}`,
  });
}

export const is = ({ name }: Button<readonly ArgumentName[]>, { data }: Shown) => data.split('|', 1)[0] === name;

/** The last of what a button carries. */
export const last = ({ data }: Shown) => data.split('|').at(-1) ?? '';

/** @returns the message's identifier */
export function say({ person }: Customer, { app: { world } }: Environment, text: string): number {
  return world.say(person.user.id, person.chat, text).message_id;
}
