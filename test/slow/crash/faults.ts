import type { Fault } from '../../../src/sandbox/provider/index.ts';
import type { Chance } from '../../support/random/chance.ts';
import type { Environment } from './environment.ts';
import type { Paid, Purchase } from './purchases/purchase.ts';

const NO_MONEY = { error: 'insufficient_balance', message: 'موجودی حساب کافی نیست. ۵۰٬۰۰۰ تومان شارژ کنید.' };

/** The requests before each purchase: its price, and the current state. */
const BEFORE: Record<Paid, readonly [quote: string, reading: string]> = {
  'cloud.order': ['cloud.quote', 'server.list'],
  'cloud.renew': ['cloud.renewQuote', 'server.status'],
  'cloud.upgrade': ['cloud.upgradeQuote', 'server.status'],
  'domain.register': ['domain.availability', 'domain.info'],
  'domain.renew': ['domain.price', 'domain.info'],
};

/** Answers that are lost, before the request was handled and after, and one that surely did nothing. */
const LOST: Omit<Fault, 'operation'>[] = [
  { kind: 'cutBefore' },
  { kind: 'cutAfter' },
  { kind: 'hang' },
  { kind: 'hang', afterHandling: true },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502, afterHandling: true },
  { kind: 'truncated' },
  { kind: 'html' },
  { kind: 'html', afterHandling: true },
  { kind: 'status', status: 402, body: NO_MONEY },
];
const UNREAD: Omit<Fault, 'operation'>[] = [{ kind: 'cutBefore' }, { kind: 'hang' }, { kind: 'status', status: 503 }];
const OTHER_PRICE: Omit<Fault, 'operation'> = {
  kind: 'errorOn200',
  body: { total: 999_999, currency: 'toman', period: 30, avaliable: 1 },
};
const METHODS = ['editMessageText', 'answerCallbackQuery', 'getUpdates', 'sendMessage'];
const LONGEST_DELAY_MS = 400;
const LONGEST_LATENCY_MS = 25;

/** Plans what goes wrong, once each, while these are confirmed. */
export function planFaults(
  chance: Chance,
  { app: { provider, world } }: Environment,
  purchases: readonly Purchase[],
): void {
  const times = 1;
  const delay = () => ({ kind: 'delay', ms: chance.whole(10, LONGEST_DELAY_MS) }) as const;
  for (const { operation } of purchases) {
    const [quote, reading] = BEFORE[operation];
    if (chance.odds(0.55)) provider.fault({ operation, ...(chance.odds(0.35) ? delay() : chance.pick(LOST)), times });
    if (chance.odds(0.25))
      provider.fault({ operation: quote, ...chance.pick([delay(), delay(), OTHER_PRICE, ...UNREAD]), times });
    if (chance.odds(0.2)) provider.fault({ operation: reading, ...chance.pick([delay(), ...UNREAD]), times });
    if (chance.odds(0.2)) world.fail({ method: chance.pick(METHODS), cut: true, afterHandling: chance.odds(0.5) });
  }
  world.latencyMs = chance.whole(0, LONGEST_LATENCY_MS);
}
