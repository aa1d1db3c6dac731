import { ERROR_CODE } from '../assumptions.ts';
import { messageText } from './refusal.ts';

export const FAULT_KINDS = [
  'delay',
  'status',
  'hang',
  'cutBefore',
  'cutAfter',
  'html',
  'truncated',
  'errorOn200',
  'rateLimit',
] as const;

export interface Fault {
  /** The operation that fails, such as `server.status`; every operation when left out. */
  operation?: string;
  /**
   * `delay` answers after `ms`, or at `until`. `status`, `html`, `errorOn200` and `rateLimit` replace the answer. `hang` never answers.
   * `cutBefore` and `cutAfter` close the connection before or after the operation runs. `truncated` runs the operation
   * and sends half of its JSON.
   */
  kind: (typeof FAULT_KINDS)[number];
  ms?: number;
  /** In place of `ms`. */
  until?: Promise<unknown>;
  status?: number;
  body?: unknown;
  /** All requests until the faults are cleared when left out. */
  times?: number;
  /** Only GET requests with a body fail, which some CDNs refuse. */
  bodiedGets?: boolean;
  /** The operation runs before the fault takes effect. */
  afterHandling?: boolean;
}

export const isAfterHandling = ({ kind, afterHandling }: Fault) =>
  kind === 'cutAfter' || kind === 'truncated' || afterHandling === true;

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that this request meets, if any; it counts as used once. */
  take(operation: string, isBodiedGet: boolean): Fault | undefined;
}

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => faults.push({ ...fault }),
    clear: () => {
      faults = [];
    },
    take(operation, isBodiedGet) {
      const fault = faults.find(
        ({ operation: failing = operation, bodiedGets = false }) =>
          failing === operation && (isBodiedGet || !bodiedGets),
      );
      if (fault?.times !== undefined && --fault.times <= 0) faults = faults.filter((each) => each !== fault);
      return fault;
    },
  };
}

export function faultAnswer(
  fault: Fault,
  trueAnswer: string,
): { status: number; headers: Record<string, string>; text: string } {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const body = (error: string, message: string) => JSON.stringify(fault.body ?? { error, message });
  switch (fault.kind) {
    case 'html':
      return {
        status: fault.status ?? 200,
        headers: { 'content-type': 'text/html' },
        text: messageText('faultPage'),
      };
    case 'truncated':
      return { status: 200, headers: json, text: trueAnswer.slice(0, Math.ceil(trueAnswer.length / 2)) };
    case 'errorOn200':
      return { status: 200, headers: json, text: body(ERROR_CODE.conflict, messageText('busy')) };
    case 'rateLimit': {
      const wait = String(Math.ceil((fault.ms ?? 1_000) / 1_000));
      return {
        status: 429,
        headers: { ...json, 'retry-after': wait },
        text: body(ERROR_CODE.tooMany, messageText('tooMany')),
      };
    }
    default:
      return { status: fault.status ?? 500, headers: json, text: body(ERROR_CODE.fault, messageText('fault')) };
  }
}
