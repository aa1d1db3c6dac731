import type { LoggedRequest } from '../../../../src/sandbox/provider/index.ts';
import { textOf } from '../../../support/person.ts';
import { shownNow } from '../purchases/chat.ts';
import { isRefused, type Purchase, requestsOf } from '../purchases/purchase.ts';
import { type Told, told } from './outcome-texts.ts';
import { type Evidence, isWrong, type Verdict, verdictOf } from './verdict.ts';

const OPEN: readonly Told[] = ['accepted', 'unknown'];

/** A purchase, the evidence about it, and the verdict. */
export interface Judged extends Evidence {
  purchase: Purchase;
  verdict: Verdict;
}

/** @param all all purchases of the run: orders of one shape can be taken for each other */
export function judge(purchase: Purchase, all: readonly Purchase[], requests: readonly LoggedRequest[]): Judged {
  const sent = requestsOf(purchase, requests);
  const evidence = {
    told: told(purchase),
    times: purchase.times(),
    requests: sent.length,
    refused: sent.every(isRefused),
    tellable: isTellable(purchase, all),
  };
  return { ...evidence, purchase, verdict: verdictOf(evidence) };
}

export function isRight(purchase: Purchase, all: readonly Purchase[], requests: readonly LoggedRequest[]): boolean {
  return !isWrong(judge(purchase, all, requests).verdict);
}

/** The provider's state proves the purchase; of several orders of one shape it does so only while one is open. */
function isTellable(purchase: Purchase, all: readonly Purchase[]): boolean {
  if (purchase.shape === undefined) return true;
  return !all.some((other) => other !== purchase && other.shape === purchase.shape && OPEN.includes(told(other)));
}

export function describe({ purchase, verdict, told: words, times, requests }: Judged): string {
  const { customer, messageId, operation, batchLine, shape } = purchase;
  const message = shownNow(customer, messageId);
  const which = [operation, batchLine, shape].filter((part) => part !== undefined).join(' ');
  const text = (message ? textOf(message) : 'no message').replaceAll('\n', ' ⏎ ');
  return `${verdict}: ${which} of ${customer.person.user.first_name}: told ${words}, done ${times} times, requested ${requests} times: ${text}`;
}
