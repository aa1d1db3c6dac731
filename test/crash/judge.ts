import texts from './figures.json' with { type: 'json' };
import { type Purchase, requestsOf } from './purchase.ts';
import { type Told, told } from './reading.ts';
import type { Town } from './town.ts';

/** What it comes to; the four in the middle must be 0. */
export interface Figures {
  kills: number;
  /** Purchases whose request reached the provider. */
  sent: number;
  /** What the provider took money for. */
  provider: number;
  twice: number;
  untold: number;
  failed: number;
  done: number;
  /** Honestly: the provider did nothing, or nothing that can be read tells. */
  unknown: number;
  seconds: number;
}

type Verdict = 'fine' | 'twice' | 'untold' | 'failed' | 'done' | 'unknown';

const OPEN: readonly Told[] = ['accepted', 'unknown'];

/** How what the person is told stands to what the provider did. */
export function judge(purchase: Purchase, all: readonly Purchase[], town: Town): Verdict {
  const words = told(purchase);
  const times = purchase.times();
  if (times > 1 || requestsOf(purchase, town.house.provider.requests).length > 1) return 'twice';
  if (words === 'nothing' || words === 'underWay') return 'untold';
  if (words === 'confirm' || words === 'failed') return times === 0 ? 'fine' : 'failed';
  if (words === 'unknown') return times === 0 || !canBeTold(purchase, all) ? 'unknown' : 'untold';
  if (times === 0) return 'done';
  return words === 'done' || !canBeTold(purchase, all) ? 'fine' : 'untold';
}

/** Whether what can be read tells that it went through: of orders of one shape it does only while one of them is open. */
function canBeTold(purchase: Purchase, all: readonly Purchase[]): boolean {
  if (purchase.shape === undefined) return true;
  return !all.some((other) => other !== purchase && other.shape === purchase.shape && OPEN.includes(told(other)));
}

/** Counts what was found; `wrong` tells of each purchase that must not be as it is. */
export function count(
  town: Town,
  all: readonly Purchase[],
): { figures: Omit<Figures, 'kills' | 'seconds'>; wrong: string[] } {
  const { requests } = town.house.provider;
  const verdicts = all.map((purchase) => ({ purchase, verdict: judge(purchase, all, town) }));
  const number = (wanted: Verdict) => verdicts.filter(({ verdict }) => verdict === wanted).length;
  const provider = town.customers.reduce((sum, { account }) => sum + account.orders.length, 0);
  // Money that was taken for nothing that was bought here would be seen nowhere else.
  const stray = provider - all.reduce((sum, purchase) => sum + purchase.times(), 0);
  return {
    figures: {
      sent: all.filter((purchase) => requestsOf(purchase, requests).length > 0).length,
      provider,
      twice: number('twice') + Math.abs(stray),
      untold: number('untold'),
      failed: number('failed'),
      done: number('done'),
      unknown: number('unknown'),
    },
    wrong: [
      ...(stray === 0 ? [] : [`${stray} orders at the provider are nobody's`]),
      ...verdicts
        .filter(({ verdict }) => verdict !== 'fine' && verdict !== 'unknown')
        .map(({ purchase, verdict }) => `${verdict}: ${describe(purchase)}`),
    ],
  };
}

export function describe(purchase: Purchase): string {
  const { customer, messageId, operation, batchLine, shape } = purchase;
  const message = customer.person.messages().find(({ message_id }) => message_id === messageId);
  const which = [operation, batchLine, shape].filter((part) => part !== undefined).join(' ');
  return `${which} of ${customer.person.user.first_name}: told ${told(purchase)}, done ${purchase.times()} times: ${(message?.text ?? 'no message').replaceAll('\n', ' ⏎ ')}`;
}

export function lineOf(figures: Figures): string {
  return Object.entries(figures).reduce((line, [name, value]) => line.replace(`{${name}}`, String(value)), texts.line);
}
