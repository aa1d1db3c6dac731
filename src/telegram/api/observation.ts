import type { Transformer } from 'grammy';

/** One attempt to call the Bot API. `outcome` is `ok`, the code of its error, or `network`. */
export interface SeenCall {
  method: string;
  outcome: string;
  ms: number;
}

/** Reports every attempt. It has to be the first transformer of the bot: retries happen above it. */
export function observeCalls(observe: (call: SeenCall) => void): Transformer {
  return async (previous, method, payload, signal) => {
    const begun = performance.now();
    let outcome = 'network';
    try {
      const answer = await previous(method, payload, signal);
      outcome = answer.ok ? 'ok' : String(answer.error_code);
      return answer;
    } finally {
      observe({ method, outcome, ms: performance.now() - begun });
    }
  };
}
