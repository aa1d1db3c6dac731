import { Refusal } from './refusal.ts';
import type { Raw } from './types.ts';

/** What should go wrong with calls to come. */
export interface Fault {
  /** Any method unless given; case-sensitive. */
  method?: string;
  /** Any chat unless given. */
  chat?: number;
  /** Without a code the call is only delayed or cut. */
  code?: number;
  description?: string;
  /** Seconds, as `parameters.retry_after`. */
  retryAfter?: number;
  /** How many calls it hits; 1 unless given. */
  times?: number;
  /** The call takes effect first, then fails or is delayed: the answer is lost or late, not the work. */
  afterHandling?: boolean;
  /** Destroys the socket instead of answering. */
  cut?: boolean;
  delayMs?: number;
}

/** Thrown instead of a Refusal when no answer may leave. */
export class Cut extends Error {}

export class Faults {
  #planned: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The first planned fault that fits the call, counted off. */
  take(method: string, parameters: Raw): Fault | undefined {
    const fits = ({ fault }: { fault: Fault }) =>
      (fault.method === undefined || fault.method === method) &&
      (fault.chat === undefined || String(fault.chat) === String(parameters.chat_id));
    const found = this.#planned.find(fits);
    if (found) found.left--;
    this.#planned = this.#planned.filter(({ left }) => left > 0);
    return found?.fault;
  }
}

/** @throws Cut or Refusal, as the fault says; nothing for one that only delays */
export function strike(fault: Fault | undefined): void {
  if (fault?.cut) throw new Cut('cut by a planned fault');
  if (fault?.code !== undefined) {
    const { code, description = '', retryAfter } = fault;
    throw new Refusal(code, description, retryAfter === undefined ? undefined : { retry_after: retryAfter });
  }
}
