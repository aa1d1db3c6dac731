import type { LoggedRequest } from '../../../../src/sandbox/provider/index.ts';
import type { Customer } from '../environment.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { describe, type Judged, judge } from './judge.ts';
import { isWrong, type Verdict } from './verdict.ts';

/** The figures of all purchases. */
export interface Count {
  purchases: number;
  /** Purchases whose request reached the provider and was not clearly refused there. */
  sent: number;
  /** Purchases that the provider charged: each is `bought` or `through`. */
  provider: number;
  bought: number;
  /** Must be 0, as the next three. */
  twice: number;
  untold: number;
  failed: number;
  done: number;
  /** Told as not known: `lost`, `unsent` or `through`. */
  unknown: number;
  /** The request reached the provider, which did nothing; its answer was lost. */
  lost: number;
  /** Killed after it was written down as being sent, before the request reached the provider. */
  unsent: number;
  /** The order was executed, but looks like another order. */
  through: number;
}

export interface Figures extends Count {
  kills: number;
  /** Told as bought, and as not bought once every confirm had had its time: must be 0. */
  denied: number;
  /** The longest time from a restart to the last correct message, in seconds. */
  settled: number;
  /** Counted over the whole run. */
  seconds: number;
  seed: number;
}

/** Counts the results; `wrong` lists each incorrect purchase, and sums that do not fit. */
export function count(
  customers: readonly Pick<Customer, 'account' | 'ordersBefore'>[],
  all: readonly Purchase[],
  requests: readonly LoggedRequest[],
): { figures: Count; wrong: string[] } {
  const judged = all.map((purchase) => judge(purchase, all, requests));
  const having = (fits: (each: Judged) => boolean) => judged.filter(fits).length;
  const number = (wanted: Verdict) => having(({ verdict }) => verdict === wanted);
  const provider = customers.reduce((sum, { account, ordersBefore }) => sum + account.orders.length - ordersBefore, 0);
  const figures = {
    purchases: all.length,
    sent: having((each) => each.requests > 0 && !each.refused),
    provider,
    bought: number('bought'),
    twice: number('twice'),
    untold: number('untold'),
    failed: number('failed'),
    done: number('done'),
    unknown: number('unknown'),
    lost: having(({ verdict, times, requests: sent }) => verdict === 'unknown' && times === 0 && sent > 0),
    unsent: having(({ verdict, times, requests: sent }) => verdict === 'unknown' && times === 0 && sent === 0),
    through: having(({ verdict, times }) => verdict === 'unknown' && times > 0),
  };
  const wrong = judged.filter(({ verdict }) => isWrong(verdict)).map(describe);
  return { figures, wrong: wrong.length > 0 ? wrong : unfit(figures) };
}

/** Money that was taken for nothing that was bought here would be seen nowhere else. */
function unfit({ sent, provider, bought, lost, through }: Count): string[] {
  return [
    ...(provider === bought + through
      ? []
      : [`${provider} at the provider, but ${bought} bought and ${through} through`]),
    ...(sent === bought + through + lost
      ? []
      : [`${sent} sent, but ${bought} bought, ${through} through, ${lost} lost`]),
  ];
}

export function lineOf(figures: Figures): string {
  return Object.entries(figures).reduce(
    (line, [name, value]) => line.replaceAll(`{${name}}`, String(value)),
    '{kills} kills, {purchases} purchases: {sent} sent, {provider} at the provider = {bought} told as bought + {through} unknown; {twice} twice, {untold} untold, {failed} wrongly shown as not bought, {done} wrongly shown as bought, {denied} denied after bought; {unknown} honestly unknown ({lost} dropped by the provider, {unsent} killed before they left, {through} like another order); settled within {settled} s; {seconds} s, SOAK_SEED={seed}',
  );
}
