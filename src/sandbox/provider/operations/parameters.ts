import { z } from 'zod';
import { fieldRefusal, type MessageName } from '../http/refusal.ts';
import type { Asked } from './operation.ts';

/** A text that must be there; a number counts as its digits. */
export const word = z.union([z.string(), z.number()]).transform(String).pipe(z.string().regex(/\S/));

/** A whole number within bounds, quoted or bare: in a query it can only be quoted. */
export const whole = (min: number, max: number) =>
  z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max));

/**
 * The operation's parameters.
 * @throws Refusal in the required-field shape, naming every one that is missing or not allowed
 */
export function parametersOf<T>(asked: Asked, schema: z.ZodType<T>): T {
  const read = schema.safeParse(asked.parameters);
  if (read.success) return read.data;
  const problems: Record<string, MessageName> = {};
  for (const issue of read.error.issues) {
    const name = String(issue.path[0] ?? '');
    const value = asked.parameters[name];
    const missing = value === undefined || value === null || value === '';
    const outside = issue.code === 'too_small' || issue.code === 'too_big';
    problems[name] ??= missing ? 'required' : outside ? 'outOfRange' : 'notAllowed';
  }
  throw fieldRefusal(problems);
}
