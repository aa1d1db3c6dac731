import { type ZodType, z } from 'zod';
import { Failure } from './failure.ts';

export type InvalidRule = 'required' | 'wrongType' | 'tooSmall' | 'tooBig' | 'notAllowed';

/** @throws Failure `invalid`, naming each parameter that breaks the contract */
export function checked<Asked, Sent>(operation: string, send: ZodType<Sent, Asked>, parameters: Asked): Sent {
  const read = send.safeParse(parameters, { reportInput: true });
  if (read.success) return read.data;
  const found = new Map<string, InvalidRule[]>();
  for (const issue of read.error.issues) {
    const name = String(issue.path[0] ?? '');
    if (!found.has(name)) found.set(name, [ruleOf(issue)]);
  }
  throw new Failure('invalid', operation, { fields: Object.fromEntries(found), reason: [...found.keys()].join(' ') });
}

function ruleOf(issue: z.core.$ZodIssue): InvalidRule {
  const { input } = issue;
  if (input === undefined || (typeof input === 'string' && !/\S/.test(input))) return 'required';
  switch (issue.code) {
    case 'invalid_type':
      return 'wrongType';
    case 'too_small':
      return 'tooSmall';
    case 'too_big':
      return 'tooBig';
    case 'custom':
      return issue.params?.rule === 'required' ? 'required' : 'notAllowed';
    default:
      return 'notAllowed';
  }
}

export const given = z.string().regex(/\S/);

export const count = z.int().min(0);

export const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
