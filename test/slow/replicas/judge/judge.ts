import type { OperationState } from '../../../../src/store/operations/index.ts';
import type { Told } from '../people/screens.ts';
import type { AnswersFact, BothFact } from './facts.ts';

/** An operation as the ledger has it in the end. */
export interface Settled {
  id: string;
  kind: string;
  state: OperationState;
  /** The target of an operation: a server for a restart, an account for money. */
  subject: string;
}

/** A confirm that was tapped, and what its message says in the end. */
export interface Confirmed {
  operation: string;
  told: Told;
}

export interface History {
  confirmed: readonly Confirmed[];
  ledger: readonly Settled[];
  /** The number of executions by the provider, by {@link effectKey}. */
  effects: ReadonlyMap<string, number>;
  answers: readonly AnswersFact[];
  both: readonly BothFact[];
  /** Names that people saw given last, and those that are kept. */
  names: readonly { seen: string; kept: string | undefined }[];
  /** The requests that were never answered. */
  unanswered: readonly string[];
}

export interface Judgement {
  done: number;
  unknown: number;
  /** Confirms without a request, and with a message that says so. */
  unsent: number;
  /** The provider did more than the ledger accounts for. */
  doubled: string[];
  /** Confirmed or claimed to be done, and not so; or never answered. */
  lost: string[];
  /** Shown otherwise than it is. */
  wrong: string[];
  /** Answered out of order. */
  disordered: string[];
  /** People with two updates handled at the same time. */
  beside: string[];
  /** Answers that came twice. */
  repeated: number;
}

const SHOWN: Partial<Record<OperationState, readonly Told[]>> = {
  done: ['done'],
  accepted: ['unclear', 'underWay'],
  unknown: ['unknown'],
  refused: ['refused'],
  expired: ['expired'],
};

export function effectKey({ kind, subject }: Pick<Settled, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

export function judge(history: History): Judgement {
  const states = new Map(history.ledger.map((each) => [each.id, each.state]));
  const effects = effectsOf(history);
  const shown = history.confirmed.map(({ operation, told }) => ({ operation, told, state: states.get(operation) }));
  const settled = shown.filter(({ state }) => state !== undefined && SHOWN[state] !== undefined);
  const orders = history.answers.map(orderOf);
  const having = (...wanted: OperationState[]) => shown.filter(({ state }) => state && wanted.includes(state)).length;
  return {
    done: having('done', 'accepted'),
    unknown: having('unknown'),
    unsent: having('refused', 'expired'),
    doubled: effects.doubled,
    lost: [
      ...effects.missing,
      ...shown.filter((each) => !settled.includes(each)).map(({ operation, state }) => `${operation} is ${state}`),
      ...orders.flatMap(({ missing }) => missing),
      ...history.names.filter(({ seen, kept }) => seen !== kept).map(({ seen, kept }) => `${seen} is ${kept}`),
      ...history.unanswered,
    ],
    wrong: settled
      .filter(({ state, told }) => state && !SHOWN[state]?.includes(told))
      .map(({ operation, state, told }) => `${operation} is ${state} and shown as ${told}`),
    disordered: orders.flatMap(({ disordered }) => disordered),
    beside: history.both.filter(overlaps).map(({ person, calls }) => `person ${person}: ${JSON.stringify(calls)}`),
    repeated: orders.reduce((sum, { repeated }) => sum + repeated, 0),
  };
}

/** Known and possible effects must add up to the provider's effects, on every server and account. */
function effectsOf({ ledger, effects }: History): { doubled: string[]; missing: string[] } {
  const claims = new Map<string, { sure: number; open: number }>();
  for (const each of ledger) {
    const claim = claims.get(effectKey(each)) ?? { sure: 0, open: 0 };
    claims.set(effectKey(each), claim);
    if (each.state === 'done' || each.state === 'accepted') claim.sure++;
    if (each.state === 'unknown') claim.open++;
  }
  const doubled: string[] = [];
  const missing: string[] = [];
  for (const key of new Set([...claims.keys(), ...effects.keys()])) {
    const { sure, open } = claims.get(key) ?? { sure: 0, open: 0 };
    const times = effects.get(key) ?? 0;
    if (times > sure + open) doubled.push(`${key}: ${times} times, of ${sure} done and ${open} unknown`);
    if (times < sure) missing.push(`${key}: ${times} times, but ${sure} done`);
  }
  return { doubled, missing };
}

/** Each request has an answer, or a message that asks to try again. Answers come in the order of requests. */
function orderOf({ person, asked, answered }: AnswersFact) {
  const answers = answered.filter((each) => each !== 'outage');
  const missing = asked.filter((each) => !answers.includes(each));
  const excused = answered.length - answers.length;
  const first = asked.filter((each) => answers.includes(each));
  const came = [...new Set(answers)];
  const inOrder = first.every((each, at) => came[at] === each);
  const told = `person ${person} asked ${asked.join()} and was answered ${answered.join()}`;
  return {
    missing: missing.length > excused ? [told] : [],
    disordered: inOrder ? [] : [told],
    repeated: answers.length - came.length,
  };
}

/** The calls for one update have ended before those for the next one begin. */
function overlaps({ calls }: BothFact): boolean {
  const inOrder = [...calls].sort((one, other) => one.at - other.at);
  return inOrder.some(({ at }, place) => at < (inOrder[place - 1]?.endedAt ?? 0));
}
