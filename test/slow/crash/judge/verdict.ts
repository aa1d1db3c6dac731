import type { Told } from './outcome-texts.ts';

/** The facts known of a purchase that a person confirmed, or tried to. */
export interface Evidence {
  /** The outcome in the message. */
  told: Told;
  /** The number of executions by the provider. */
  times: number;
  /** The requests that reached the provider, except refusals for lack of money. */
  requests: number;
  /** Whether the provider clearly refused them. */
  refused: boolean;
  /** The provider's state proves the execution. */
  tellable: boolean;
}

/**
 * How what a person is told stands to what the provider did:
 * - `bought`: done once, and told so (or to be followed, where nothing that can be read tells more);
 * - `nothing`: nothing was done, and the person is told that nothing was;
 * - `unknown`: told as not known, and nothing that can be read tells that it was done;
 * - `twice`, `untold`, `failed` (told as not done, although it was or its outcome is unknown) and `done` (told as done or accepted,
 *   although it was not) must never be.
 */
export type Verdict = 'bought' | 'nothing' | 'unknown' | 'twice' | 'untold' | 'failed' | 'done';

const WRONG: readonly Verdict[] = ['twice', 'untold', 'failed', 'done'];

export const isWrong = (verdict: Verdict) => WRONG.includes(verdict);

export function verdictOf({ told, times, requests, refused, tellable }: Evidence): Verdict {
  if (times > 1 || requests > 1) return 'twice';
  switch (told) {
    case 'nothing':
    case 'underWay':
      return 'untold';
    case 'confirm':
    case 'failed':
      return isCertain(times, requests, refused) ? 'nothing' : 'failed';
    case 'unknown':
      return times === 0 || !tellable ? 'unknown' : 'untold';
    case 'accepted':
      if (times === 0) return 'done';
      return tellable ? 'untold' : 'bought';
    case 'done':
      return times === 0 ? 'done' : 'bought';
  }
}

/**
 * Whether it is certain that nothing was done. Without the provider's answer it is not, also where the provider did nothing: the
 * operation could be confirmed once more.
 */
function isCertain(times: number, requests: number, refused: boolean): boolean {
  return times === 0 && (requests === 0 || refused);
}
