import type { Message } from 'grammy/types';
import type { Button } from '../../../src/telegram/ui/button.ts';
import { bare, textOf } from '../../support/person.ts';
import type { Customer, Environment } from '../environment.ts';

const LONGEST_WAIT_MS = 20_000;

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
    timeoutMs: LONGEST_WAIT_MS,
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
    timeoutMs: LONGEST_WAIT_MS,
    describe: () => `stays as it is: ${customer.person.screen()}`,
  });
}

export const is = ({ name }: Button<readonly string[]>, { data }: Shown) => data.split('|', 1)[0] === name;

/** The last of what a button carries. */
export const last = ({ data }: Shown) => data.split('|').at(-1) ?? '';

/** @returns the message's identifier */
export function say({ person }: Customer, { app: { world } }: Environment, text: string): number {
  return world.say(person.user.id, person.chat, text).message_id;
}
