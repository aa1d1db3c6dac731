import type { Transformer } from 'grammy';

export interface SeenCall {
  method: string;
  outcome: string;
  ms: number;
}

/** Has to be the first transformer of the bot: retries happen above it. */
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
