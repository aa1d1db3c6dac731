import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from './refusal.ts';
import type { Raw } from './types.ts';

export interface Fault {
  /** Case-sensitive; any method when left out. */
  method?: string;
  chat?: number;
  /** A part of the call's text. */
  text?: string;
  /** Without a code the call is only delayed or cut. */
  code?: number;
  description?: string;
  /** Seconds, as `parameters.retry_after`. */
  retryAfter?: number;
  /** 1 when left out. */
  times?: number;
  /** The call takes effect before it fails or is delayed. */
  afterHandling?: boolean;
  /** Closes the connection without an answer. */
  cut?: boolean;
  delayMs?: number;
  /** Delays the call instead of `delayMs`. */
  until?: Promise<unknown>;
}

/** Ends a call without an answer. */
export class ConnectionCut extends Error {}

export class Faults {
  #planned: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The first fault that fits the call; counts as used once. */
  take(method: string, parameters: Raw): Fault | undefined {
    const fits = ({ fault }: { fault: Fault }) =>
      (fault.method === undefined || fault.method === method) &&
      (fault.chat === undefined || String(fault.chat) === String(parameters.chat_id)) &&
      (fault.text === undefined || JSON.stringify([parameters.text, parameters.rich_message]).includes(fault.text));
    const found = this.#planned.find(fits);
    if (found) found.left--;
    this.#planned = this.#planned.filter(({ left }) => left > 0);
    return found?.fault;
  }
}

export async function endOfDelay({ until, delayMs = 0 }: Fault = {}): Promise<void> {
  if (until) await until;
  else if (delayMs > 0) await wait(delayMs);
}

/** @throws ConnectionCut or Refusal, unless the fault only delays */
export function applyFault(fault: Fault | undefined): void {
  if (fault?.cut) throw new ConnectionCut('cut by a planned fault');
  if (fault?.code !== undefined) {
    const { code, description = '', retryAfter } = fault;
    throw new Refusal(code, description, retryAfter === undefined ? undefined : { retry_after: retryAfter });
  }
}
