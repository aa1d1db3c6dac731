import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from 'grammy/types';
import type { Citizen } from '../environment.ts';
import { textOf, told } from './screens.ts';

/** What is not answered by then is taken for lost. */
export const PATIENCE_MS = 150_000;
const TRY_AGAIN_MS = 300;

/** How people fare who wait: what was never answered, and how often they were told to try again. */
export interface Patience {
  outages: number;
  /** What was on the screen of who waited in vain, to find out why. */
  vain: string[];
}

/**
 * Sends something and waits for an answer that fits; who is told to try again does.
 * @param send resolves the number of the message after which answers count
 * @returns `undefined` where none came
 */
export async function persist<T>(
  citizen: Citizen,
  patience: Patience,
  send: () => number,
  look: (answers: Message[]) => T | undefined | false,
): Promise<T | undefined> {
  for (;;) {
    const since = send();
    const found = await citizen.sees(() => {
      const answers = citizen.answers(since);
      const fit = look(answers);
      if (fit) return { fit };
      return answers.some((answer) => told(answer) === 'outage') && { outage: true };
    }, PATIENCE_MS);
    if (found && 'fit' in found) return found.fit;
    if (!found) return giveUp(patience, citizen, since);
    patience.outages++;
    await wait(TRY_AGAIN_MS);
  }
}

/** Taps a button of a message and waits until that message shows what fits; who is told to try again does. */
export async function tapAndSee<T>(
  citizen: Citizen,
  patience: Patience,
  { message_id }: Message,
  data: string,
  look: (message: Message) => T | undefined | false,
): Promise<T | undefined> {
  const now = () => citizen.answers(message_id - 1).find((message) => message.message_id === message_id);
  for (;;) {
    const latest = citizen.answers(message_id - 1).at(-1)?.message_id ?? message_id;
    citizen.press(message_id, data);
    const found = await citizen.sees(() => {
      const message = now();
      const fit = message && look(message);
      if (fit) return { fit };
      return outagesAfter(citizen, latest) && { outage: true };
    }, PATIENCE_MS);
    if (found && 'fit' in found) return found.fit;
    if (!found) return giveUp(patience, citizen, message_id - 1);
    patience.outages++;
    await wait(TRY_AGAIN_MS);
  }
}

/** Whether the person was told to try again, in a message after this one. */
export function outagesAfter({ answers }: Citizen, latest: number): boolean {
  return answers(latest).some((answer) => told(answer) === 'outage');
}

export function giveUp(patience: Patience, { user, answers }: Citizen, since: number): undefined {
  const shown = answers(since).slice(-2).map(textOf);
  patience.vain.push(`${user.id} after ${since}: ${JSON.stringify(shown)}`);
}

/** Resolves when all that the person sent has been handled: an answer that comes later is to what they send from now on. */
export async function caughtUp({ isWaiting }: Pick<Citizen, 'isWaiting'>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while ((await isWaiting()) && Date.now() < deadline) await wait(50);
}
