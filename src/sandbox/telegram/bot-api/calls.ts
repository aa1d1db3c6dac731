import { Described, Refusal } from './refusal.ts';
import type { Raw } from './types.ts';

/** Includes all answered calls except getUpdates. */
export interface Call {
  method: string;
  /** Decoded and checked; as sent where the check refused them. */
  params: Raw;
  /** `at`: arrival; `endedAt`: effect; epoch milliseconds. */
  at: number;
  endedAt: number;
  ok: boolean;
  /** Code 0 means that the connection was cut. */
  error?: { code: number; description: string };
  result?: unknown;
}

export class Calls {
  readonly all: Call[] = [];
  readonly #changed: () => void;
  readonly #now: () => number;

  constructor(changed: () => void, now: () => number) {
    this.#changed = changed;
    this.#now = now;
  }

  record(method: string, raw: Raw, at: number, work: (noteParameters: (checked: Raw) => void) => unknown): unknown {
    let params = raw;
    const add = (end: Pick<Call, 'ok' | 'error' | 'result'>) => {
      this.all.push({ method, params, at, endedAt: this.#now(), ...end });
      this.#changed();
    };
    try {
      const result = work((checked) => {
        params = checked;
      });
      add({ ok: true, result: result instanceof Described ? result.result : result });
      return result;
    } catch (error) {
      add({ ok: false, error: described(error) });
      throw error;
    }
  }
}

function described(error: unknown): { code: number; description: string } {
  if (error instanceof Refusal) return { code: error.code, description: error.message };
  return { code: 0, description: String(error) };
}
