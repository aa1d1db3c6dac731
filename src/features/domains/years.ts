import { Failure } from '../../hosting/index.ts';
import { typedNumber } from '../common/numbers.ts';

/** Years as a person types them, in digits of any script; undefined where they are none of 1 to `most`. */
export function readYears(typed: string, most: number): number | undefined {
  const years = typedNumber(typed) ?? 0;
  return years >= 1 && years <= most ? years : undefined;
}

/** Whether the provider, or the contract, does not take the number of years: another one may do. */
export function refusesYears(error: unknown): error is Failure {
  return error instanceof Failure && ['fields', 'invalid'].includes(error.kind) && 'period' in (error.fields ?? {});
}
