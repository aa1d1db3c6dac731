import type { Transformer } from 'grammy';

/** What became of one attempt to call the Bot API. `outcome` is `ok`, the code of its error, or `network`. */
export interface SeenCall {
  method: string;
  outcome: string;
  ms: number;
}

/** Tells of every attempt, where it is the first transformer that the bot is given. */
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
