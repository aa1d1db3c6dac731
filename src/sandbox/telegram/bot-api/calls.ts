import { Refusal } from './refusal.ts';
import type { Raw } from './types.ts';

/** One call of the bot as it was answered; getUpdates is not among them. */
export interface Call {
  method: string;
  /** Decoded and checked; as they came where the check refused them. */
  params: Raw;
  /** Arrival and effect, epoch milliseconds. */
  at: number;
  endedAt: number;
  ok: boolean;
  /** Code 0: the connection was cut. */
  error?: { code: number; description: string };
  result?: unknown;
}

export class Calls {
  readonly all: Call[] = [];
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Runs a call's work and keeps how it ended; what it throws goes on. */
  record(method: string, raw: Raw, at: number, work: (noteParameters: (checked: Raw) => void) => unknown): unknown {
    let params = raw;
    const keep = (end: Pick<Call, 'ok' | 'error' | 'result'>) => {
      this.all.push({ method, params, at, endedAt: Date.now(), ...end });
      this.#changed();
    };
    try {
      const result = work((checked) => {
        params = checked;
      });
      keep({ ok: true, result });
      return result;
    } catch (error) {
      keep({ ok: false, error: described(error) });
      throw error;
    }
  }
}

function described(error: unknown): { code: number; description: string } {
  if (error instanceof Refusal) return { code: error.code, description: error.message };
  return { code: 0, description: String(error) };
}
