import { z } from 'zod';
import type { RegistrationParameters } from '../../../operations/kinds/registration.ts';
import type { FieldProblems } from '../../../telegram/failures/words.ts';

/** The answers so far. Holds no secret. */
export const registrationDraft = z.object({
  account: z.string(),
  /** In ASCII. */
  domain: z.string(),
  /** Years. */
  period: z.int().optional(),
  nicHandle: z.string().optional(),
  nameServers: z.array(z.string()).optional(),
  /** The provider asked for a handle although the suffix is not national. */
  needsHandle: z.boolean().optional(),
});
export type RegistrationDraft = z.infer<typeof registrationDraft>;

const QUESTIONS = ['period', 'nicHandle', 'nameServers'] as const;
export type Question = (typeof QUESTIONS)[number];

export function readQuestion(text: string): Question | undefined {
  return QUESTIONS.find((each) => each === text);
}

const ANSWERS: ReadonlyMap<string, Question> = new Map([
  ['period', 'period'],
  ['nic-handle', 'nicHandle'],
  ...['ns1', 'ns2', 'ns3', 'ns4'].map((name) => [name, 'nameServers'] as const),
]);

/** A national suffix is sold for one year only, and needs a handle. */
function questionsOf({ needsHandle }: RegistrationDraft, national: boolean): Question[] {
  if (national) return ['nicHandle', 'nameServers'];
  return needsHandle ? ['period', 'nicHandle', 'nameServers'] : ['period', 'nameServers'];
}

export function newRegistrationDraft(account: string, domain: string): RegistrationDraft {
  return { account, domain };
}

export function registrationDraftOf(
  account: string,
  earlier: RegistrationParameters,
  said: FieldProblems,
  national: boolean,
): RegistrationDraft {
  const before = { account, ...earlier, needsHandle: earlier.nicHandle !== undefined };
  return withoutRefused(before, said, national) ?? before;
}

export function withoutRefused(
  of: RegistrationDraft,
  said: FieldProblems,
  national: boolean,
): RegistrationDraft | undefined {
  const refused = questionsIn(said).filter((question) => !(national && question === 'period'));
  if (refused.length === 0) return undefined;
  const without = { ...of, needsHandle: of.needsHandle || refused.includes('nicHandle') };
  for (const question of refused) delete without[question];
  return without;
}

/** The questions behind a refusal: those that the provider named, else all; none if it named only the domain. */
export function doubtfulQuestions({ period, nicHandle }: RegistrationParameters, said: FieldProblems): Question[] {
  const named = questionsIn(said);
  if (named.length > 0 || 'domain' in said) return named;
  const isAskedHandle = nicHandle !== undefined;
  return [
    ...(isAskedHandle && period === 1 ? [] : (['period'] as const)),
    ...(isAskedHandle ? (['nicHandle'] as const) : []),
    'nameServers',
  ];
}

export function questionsIn(said: FieldProblems): Question[] {
  return Object.keys(said).flatMap((field) => ANSWERS.get(field) ?? []);
}

export function missingIn(of: RegistrationDraft, national: boolean): Question | undefined {
  return questionsOf(of, national).find((question) => of[question] === undefined);
}

export function lastAnswered(of: RegistrationDraft, national: boolean): Question | undefined {
  return questionsOf(of, national).findLast((question) => of[question] !== undefined);
}

export function wholeOf(of: RegistrationDraft, national: boolean): RegistrationParameters | undefined {
  const { domain, nicHandle, nameServers } = of;
  const period = national ? 1 : of.period;
  if (missingIn(of, national) !== undefined || period === undefined || nameServers === undefined) return undefined;
  return { domain, period, nameServers, ...(nicHandle === undefined ? {} : { nicHandle }) };
}
