import { createHash, hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { task, WorkerLost, type Workers } from '../../workers/pool.ts';
import { Failure, type FailureDetails, type FailureKind } from '../http/failure.ts';
import type { Outcome } from '../http/http-client.ts';
import { maskFor } from './masking.ts';
import { type Asked, bounded, judgeChange, judgeRead, lengthOf, type Verdict } from './verdict.ts';

/** Reading a longer answer blocks all handlers for longer than handing it to a thread. */
const MAX_BYTES_ON_MAIN_THREAD = 64 * 1024;

export interface JudgeTask {
  operation: string;
  token: string;
  outcome: Outcome;
}

/** A {@link Verdict} without classes, which can't be passed between threads. */
export type SerializedVerdict<Got> =
  | { kind: 'value'; value: Got }
  | { kind: 'failed' | 'again'; failure: FailureDetails & { kind: FailureKind; operation: string } };

export type Judge = <Got>(asked: Asked<Got>, outcome: Outcome) => Verdict<Got> | Promise<Verdict<Got>>;

/** @param workers without them every answer is judged on the calling thread */
export function judgeFor(token: string, workers: Pick<Workers, 'run'> | undefined): Judge {
  const mask = maskFor(token);
  return (asked, came) => {
    const outcome = bounded(asked, came);
    if (!workers || outcome.kind !== 'answer' || lengthOf(outcome) <= MAX_BYTES_ON_MAIN_THREAD)
      return asked.effect === 'change' ? judgeChange(asked, outcome, mask) : judgeRead(asked, outcome, mask);
    return judgeOnce(asked, { operation: asked.operation, token, outcome }, outcome, workers);
  };
}

const MAX_KNOWN_ANSWERS = 1_000;

/** {@link judgeOnThread} with a cache: passing a long list between threads blocks the event loop. */
async function judgeOnce<Got>(
  asked: Asked<Got>,
  input: JudgeTask,
  { status, pieces }: Outcome & { kind: 'answer' },
  workers: Pick<Workers, 'run'>,
): Promise<Verdict<Got>> {
  const { known } = asked;
  if (!known) return judgeOnThread(asked, input, workers);
  const hashing = createHash('sha256').update(`${input.token}\n${status}\n`);
  for (const piece of pieces) hashing.update(piece);
  const digest = hashing.digest('base64url');
  const value = known.get(digest)?.deref();
  if (value !== undefined) return { kind: 'value', value };
  const verdict = await judgeOnThread(asked, input, workers);
  if (verdict.kind === 'value' && typeof verdict.value === 'object' && verdict.value !== null) {
    known.delete(digest);
    known.set(digest, new WeakRef(verdict.value));
    for (const oldest of known.keys().take(Math.max(0, known.size - MAX_KNOWN_ANSWERS))) known.delete(oldest);
  }
  return verdict;
}

async function judgeOnThread<Got>(
  { effect, operation }: Asked<Got>,
  input: JudgeTask,
  workers: Pick<Workers, 'run'>,
): Promise<Verdict<Got>> {
  const judged = task<(input: JudgeTask) => SerializedVerdict<Got>>(
    new URL('./judge-answer-worker.ts', import.meta.url),
    'judge',
  );
  try {
    const verdict = await workers.run(hash('sha256', input.token), judged, input);
    // Copying the long value took this turn: other handlers run before it is used.
    await nextTurn();
    if (verdict.kind === 'value') return verdict;
    const { kind, operation, ...details } = verdict.failure;
    return { kind: verdict.kind, failure: new Failure(kind, operation, details) };
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
    const kind = effect === 'change' ? 'ambiguous' : 'unreadable';
    return { kind: 'failed', failure: new Failure(kind, operation, { reason: 'worker' }) };
  }
}
