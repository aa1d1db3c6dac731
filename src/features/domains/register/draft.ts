import { z } from 'zod';
import type { RegistrationParameters } from '../../../operations/kinds/registration.ts';
import type { FieldProblems } from '../../../telegram/i18n/field-words.ts';

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
  /** The provider named the handle, whatever the suffix. */
  needsHandle: z.boolean().optional(),
});
export type Draft = z.infer<typeof draft>;

export type Question = 'period' | 'nicHandle' | 'nameServers';

/** The answer that each of the contract's parameters comes from. */
const ANSWERS: ReadonlyMap<string, Question> = new Map([
  ['period', 'period'],
  ['nic-handle', 'nicHandle'],
  ...['ns1', 'ns2', 'ns3', 'ns4'].map((name) => [name, 'nameServers'] as const),
]);

/** What is asked for a domain, in this order: a national suffix is sold for one year only, and needs a handle. */
function questionsOf({ needsHandle }: Draft, national: boolean): Question[] {
  if (national) return ['nicHandle', 'nameServers'];
  return needsHandle ? ['period', 'nicHandle', 'nameServers'] : ['period', 'nameServers'];
}

export function newDraft(account: string, domain: string): Draft {
  return { account, domain };
}

/** A draft with all that an earlier registration was for, but for what was said against it. */
export function draftOf(
  account: string,
  earlier: RegistrationParameters,
  said: FieldProblems,
  national: boolean,
): Draft {
  const before = { account, ...earlier, needsHandle: earlier.nicHandle !== undefined };
  return withoutRefused(before, said, national) ?? before;
}

/** The draft without the answers that the provider speaks against; nothing where it speaks against none of them. */
export function withoutRefused(of: Draft, said: FieldProblems, national: boolean): Draft | undefined {
  const refused = questionsIn(said).filter((question) => !(national && question === 'period'));
  if (refused.length === 0) return undefined;
  const without = { ...of, needsHandle: of.needsHandle || refused.includes('nicHandle') };
  for (const question of refused) delete without[question];
  return without;
}

/** The questions whose answers are at fault, or were never asked, by what the provider says against parameters. */
export function questionsIn(said: FieldProblems): Question[] {
  return Object.keys(said).flatMap((field) => ANSWERS.get(field) ?? []);
}

/** What is to be asked now; nothing where all is known. */
export function missingIn(of: Draft, national: boolean): Question | undefined {
  return questionsOf(of, national).find((question) => of[question] === undefined);
}

/** What was answered last, to be asked once more; nothing where nothing was answered. */
export function lastAnswered(of: Draft, national: boolean): Question | undefined {
  return questionsOf(of, national).findLast((question) => of[question] !== undefined);
}

/** What the registration will be made with, once all is known. */
export function wholeOf(of: Draft, national: boolean): RegistrationParameters | undefined {
  const { domain, nicHandle, nameServers } = of;
  const period = national ? 1 : of.period;
  if (missingIn(of, national) !== undefined || period === undefined || nameServers === undefined) return undefined;
  return { domain, period, nameServers, ...(nicHandle === undefined ? {} : { nicHandle }) };
}
