import type { LoggedRequest } from '../../../../src/sandbox/provider/index.ts';
import type { Customer } from '../environment.ts';

/** Paid operations, as the provider's log names them. */
export type Paid = 'cloud.order' | 'cloud.renew' | 'cloud.upgrade' | 'domain.register' | 'domain.renew';

/** A purchase to be made, as the provider records it. */
export interface Draft {
  operation: Paid;
  /** Whether a request was its. */
  sent(body: unknown): boolean;
  /** The number of executions by the provider. */
  times(): number;
  /** Orders of one shape look alike until one of them is settled. */
  shape?: string;
}

/** One operation, as its person sees it and as the provider has it. */
export interface Purchase extends Draft {
  customer: Customer;
  /** The message that showed its confirm; see `followed`. */
  messageId: number;
  /** The server by which its line is found, where the message shows several. */
  batchLine?: string;
}

/** The requests of a purchase that reached the provider, but those refused for want of money: they may come again. */
export function requestsOf(
  { operation, sent, customer }: Purchase,
  requests: readonly LoggedRequest[],
): readonly LoggedRequest[] {
  return requests.filter(
    (request) =>
      request.operation === operation &&
      request.account === customer.account.label &&
      sent(request.body) &&
      request.answered !== 402,
  );
}

/** Whether the provider's status says that surely nothing was done. */
export function isRefused({ answered = 0 }: LoggedRequest): boolean {
  return answered >= 400 && answered < 500;
}
