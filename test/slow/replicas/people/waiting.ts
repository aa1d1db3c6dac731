import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from 'grammy/types';
import type { ChatUser } from '../environment.ts';
import { textOf, told } from './screens.ts';

/** A request without an answer after this time counts as lost. */
export const LONGEST_WAIT_MS = 150_000;
const TRY_AGAIN_MS = 300;

/** The requests without an answer, and the messages that asked people to try again. */
export interface WaitCounts {
  outages: number;
  /** The last screens of people who got no answer, to find out why. */
  unanswered: string[];
}

/**
 * Sends something and waits for a fitting answer; tries again when the bot asks for that.
 * @param send resolves the number of the message after which answers count
 * @returns `undefined` where no answer came
 */
export async function sendAndSee<T>(
  chatUser: ChatUser,
  waits: WaitCounts,
  send: () => number,
  look: (answers: Message[]) => T | undefined | false,
): Promise<T | undefined> {
  for (;;) {
    const since = send();
    const found = await chatUser.sees(() => {
      const answers = chatUser.answers(since);
      const fit = look(answers);
      if (fit) return { fit };
      return answers.some((answer) => told(answer) === 'outage') && { outage: true };
    }, LONGEST_WAIT_MS);
    if (found && 'fit' in found) return found.fit;
    if (!found) return giveUp(waits, chatUser, since);
    waits.outages++;
    await wait(TRY_AGAIN_MS);
  }
}

/** Taps a button and waits until its message shows a fitting answer; tries again when the bot asks for that. */
export async function tapAndSee<T>(
  chatUser: ChatUser,
  waits: WaitCounts,
  { message_id }: Message,
  data: string,
  look: (message: Message) => T | undefined | false,
): Promise<T | undefined> {
  const now = () => chatUser.answers(message_id - 1).find((message) => message.message_id === message_id);
  for (;;) {
    const latest = chatUser.answers(message_id - 1).at(-1)?.message_id ?? message_id;
    chatUser.press(message_id, data);
    const found = await chatUser.sees(() => {
      const message = now();
      const fit = message && look(message);
      if (fit) return { fit };
      return outagesAfter(chatUser, latest) && { outage: true };
    }, LONGEST_WAIT_MS);
    if (found && 'fit' in found) return found.fit;
    if (!found) return giveUp(waits, chatUser, message_id - 1);
    waits.outages++;
    await wait(TRY_AGAIN_MS);
  }
}

/** A message after this one asked the person to try again. */
export function outagesAfter({ answers }: ChatUser, latest: number): boolean {
  return answers(latest).some((answer) => told(answer) === 'outage');
}

export function giveUp(waits: WaitCounts, { user, answers }: ChatUser, since: number): undefined {
  const shown = answers(since).slice(-2).map(textOf);
  waits.unanswered.push(`${user.id} after ${since}: ${JSON.stringify(shown)}`);
}

/** Resolves when all earlier updates of the person are handled: a later answer belongs to a later update. */
export async function caughtUp({ isWaiting }: Pick<ChatUser, 'isWaiting'>): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while ((await isWaiting()) && Date.now() < deadline) await wait(50);
}
