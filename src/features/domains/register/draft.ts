import { z } from 'zod';
import type { RegistrationParameters } from '../../../operations/registration.ts';

/** A registration as far as its answers are gathered. Holds no secret. */
export const draft = z.object({
  /** The account that will pay. */
  account: z.string(),
  /** In ASCII. */
  domain: z.string(),
  /** Years. */
  period: z.int().optional(),
  nicHandle: z.string().optional(),
  nameServers: z.array(z.string()).optional(),
});
export type Draft = z.infer<typeof draft>;

export type Question = 'period' | 'nicHandle' | 'nameServers';

/** What is asked for a domain, in this order: a national suffix is sold for one year only, and needs a handle. */
function questionsOf(national: boolean): Question[] {
  return national ? ['nicHandle', 'nameServers'] : ['period', 'nameServers'];
}

export function newDraft(account: string, domain: string): Draft {
  return { account, domain };
}

/** What is to be asked now; nothing where all is known. */
export function missingIn(of: Draft, national: boolean): Question | undefined {
  return questionsOf(national).find((question) => of[question] === undefined);
}

/** What was answered last, to be asked once more; nothing where nothing was answered. */
export function lastAnswered(of: Draft, national: boolean): Question | undefined {
  return questionsOf(national).findLast((question) => of[question] !== undefined);
}

/** What the registration will be made with, once all is known. */
export function wholeOf(of: Draft, national: boolean): RegistrationParameters | undefined {
  const { domain, nicHandle, nameServers } = of;
  const period = national ? 1 : of.period;
  if (missingIn(of, national) !== undefined || period === undefined || nameServers === undefined) return undefined;
  return { domain, period, nameServers, ...(nicHandle === undefined ? {} : { nicHandle }) };
}
