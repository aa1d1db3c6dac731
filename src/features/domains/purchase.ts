import { Failure, type Quote } from '../../hosting/index.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { FieldLimits } from '../../telegram/failures/words.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { typedNumber } from '../common/input/typed-input.ts';
import { otherUnitLines, withoutUnit } from '../common/input/typed-unit.ts';

/** Only one operation per subject runs at a time. */
export function subjectOf(domain: string): string {
  return `domain:${domain}`;
}

/** The common screens read a period as days. */
export function withoutPeriod({ total, currency }: Quote) {
  return { total, currency };
}

/** Years in digits of any script; `undefined` outside 1 to `most`. */
export function readYears(ctx: Pick<Ctx, 'services'>, typed: string, most: number): number | undefined {
  const years = typedNumber(withoutUnit(ctx, typed, 'years')) ?? 0;
  return years >= 1 && years <= most ? years : undefined;
}

export function unfitYears(ctx: Ctx, typed: string, most: number): string {
  return [...otherUnitLines(ctx, typed, 'years'), ctx.t('years-unfit', { most })].join('\n');
}

export function yearsLimit(t: Translate, most: number): FieldLimits {
  return (field) => (field === 'period' ? t('limit-years', { most }) : undefined);
}

/** Another number of years may fit. */
export function refusesYears(error: unknown): error is Failure {
  return error instanceof Failure && ['fields', 'invalid'].includes(error.kind) && 'period' in (error.fields ?? {});
}
