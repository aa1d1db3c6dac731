import type { Fault } from '../../src/sandbox/provider/index.ts';
import type { Chance } from './chance.ts';
import type { Town } from './town.ts';
import words from './trouble.json' with { type: 'json' };

const MONEY = ['cloud.order', 'cloud.renew', 'cloud.upgrade'];
const QUOTES = ['cloud.quote', 'cloud.renewQuote', 'cloud.upgradeQuote'];
const READINGS = ['server.status', 'server.list'];

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
  { kind: 'status', status: 402, body: words.balance },
];
const UNREAD: Omit<Fault, 'operation'>[] = [{ kind: 'cutBefore' }, { kind: 'hang' }, { kind: 'status', status: 503 }];
const OTHER_PRICE: Omit<Fault, 'operation'> = {
  kind: 'errorOn200',
  body: { total: 999_999, currency: 'toman', period: 30 },
};
const LONGEST_DELAY_MS = 400;
const LONGEST_LATENCY_MS = 25;

/** Plans what goes wrong, once each, while so many purchases are confirmed. */
export function plan(chance: Chance, { house: { provider, world } }: Town, purchases: number): void {
  const times = 1;
  const delay = () => ({ kind: 'delay', ms: chance.whole(10, LONGEST_DELAY_MS) }) as const;
  for (let each = 0; each < purchases; each++) {
    if (chance.odds(0.55)) {
      const fault = chance.odds(0.35) ? delay() : chance.pick(LOST);
      provider.fault({ operation: chance.pick(MONEY), ...fault, times });
    }
    if (chance.odds(0.25)) {
      const fault = chance.pick([delay(), delay(), OTHER_PRICE, ...UNREAD]);
      provider.fault({ operation: chance.pick(QUOTES), ...fault, times });
    }
    if (chance.odds(0.2))
      provider.fault({ operation: chance.pick(READINGS), ...chance.pick([delay(), ...UNREAD]), times });
    if (chance.odds(0.2))
      world.fail({
        method: chance.pick(['editMessageText', 'answerCallbackQuery', 'getUpdates']),
        cut: true,
        afterHandling: chance.odds(0.5),
      });
  }
  world.latencyMs = chance.whole(0, LONGEST_LATENCY_MS);
}
