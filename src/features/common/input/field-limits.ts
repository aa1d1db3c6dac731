import {
  type Amounts,
  type LearnedLimits,
  type Quoted,
  UNBOUNDED,
  type Unbounded,
} from '../../../hosting/kept/learned-limits.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { type FieldLimits, shownName } from '../../../telegram/failures/words.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { amountWords, gigabytes } from '../servers/server-words.ts';

export function limitsOf({ t, services }: Pick<Ctx, 't' | 'services'>, access: Access, quoted: Quoted): FieldLimits {
  return (field) => {
    const of = UNBOUNDED.find((each) => each === field);
    return of && words(t, services.accesses.limits, access.key, quoted, of);
  };
}

export function limitLines(t: Translate, field: string, limits: FieldLimits): string[] {
  const limit = limits(field);
  return limit === undefined ? [] : [t('limit-known', { limit: { html: limit } })];
}

/** Warns of values that the provider refused before. The person can still ask for them. */
export function refusedBefore({ t, services }: Ctx, access: Access, quoted: Quoted, amounts: Amounts): string[] {
  const { limits } = services.accesses;
  return UNBOUNDED.flatMap((field) => {
    const { refused } = limits.of(access.key, quoted, field);
    const limit = words(t, limits, access.key, quoted, field);
    const speaksAgainst = refused !== undefined && limit !== undefined && (amounts[field] ?? 0) >= refused;
    return speaksAgainst ? [t('limit-earlier', { field: shownName(t, field), limit: { html: limit } })] : [];
  });
}

function words(
  t: Translate,
  limits: LearnedLimits,
  account: string,
  quoted: Quoted,
  field: Unbounded,
): string | undefined {
  const { accepted, refused } = limits.of(account, quoted, field);
  if (refused === undefined) return undefined;
  const shown = (value: number) => requestedWords(t, quoted, field, value);
  return accepted === undefined
    ? t('limit-refused', { refused: shown(refused) })
    : t('limit-between', { accepted: shown(accepted), refused: shown(refused) });
}

function requestedWords(t: Translate, quoted: Quoted, field: Unbounded, value: number): string | Html {
  const isTraffic = field === 'traffic' && quoted === 'upgrade';
  if (field === 'ram' || field === 'disk' || isTraffic) return gigabytes(t, value);
  return amountWords(t, field, value);
}
