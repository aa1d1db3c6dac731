import { ERROR_CODE } from '../assumptions.ts';
import { message } from './refusal.ts';

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

/** Something that goes wrong on purpose. */
export interface Fault {
  /** Such as `server.status`; every operation when left out. */
  operation?: string;
  /**
   * `delay` waits `ms`, then answers. `status`, `html`, `errorOn200` and `rateLimit` answer so instead; `hang` never
   * answers; `cutBefore` and `cutAfter` cut the connection before or after the operation was done; `truncated` does the
   * operation and sends half of its JSON.
   */
  kind: (typeof FAULT_KINDS)[number];
  ms?: number;
  status?: number;
  body?: unknown;
  /** How often; until cleared when left out. */
  times?: number;
  /** The operation is done before the fault shows. */
  afterHandling?: boolean;
}

const AFTER: readonly Fault['kind'][] = ['cutAfter', 'truncated'];
export const showsAfterHandling = (fault: Fault) => AFTER.includes(fault.kind) || fault.afterHandling === true;

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault this request meets, if any; counts it. */
  next(operation: string): Fault | undefined;
}

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => faults.push({ ...fault }),
    clear: () => {
      faults = [];
    },
    next(operation) {
      const fault = faults.find((each) => each.operation === undefined || each.operation === operation);
      if (fault?.times !== undefined && --fault.times <= 0) faults = faults.filter((each) => each !== fault);
      return fault;
    },
  };
}

/** What stands in for the true answer, which `truncated` breaks off in the middle. */
export function answerOf(
  fault: Fault,
  answer: string,
): { status: number; headers: Record<string, string>; text: string } {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const body = (error: string, words: string) => JSON.stringify(fault.body ?? { error, message: words });
  switch (fault.kind) {
    case 'html':
      return {
        status: fault.status ?? 200,
        headers: { 'content-type': 'text/html' },
        text: message('faultPage'),
      };
    case 'truncated':
      return { status: 200, headers: json, text: answer.slice(0, Math.ceil(answer.length / 2)) };
    case 'errorOn200':
      return { status: 200, headers: json, text: body(ERROR_CODE.conflict, message('busy')) };
    case 'rateLimit': {
      const wait = String(Math.ceil((fault.ms ?? 1_000) / 1_000));
      return {
        status: 429,
        headers: { ...json, 'retry-after': wait },
        text: body(ERROR_CODE.tooMany, message('tooMany')),
      };
    }
    default:
      return { status: fault.status ?? 500, headers: json, text: body(ERROR_CODE.fault, message('fault')) };
  }
}
