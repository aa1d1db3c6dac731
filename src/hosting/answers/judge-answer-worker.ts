import { endpointsFor } from '../endpoints.ts';
import type { JudgeTask, SerializedVerdict } from './judge-answer.ts';
import { maskFor } from './masking.ts';
import { type Asked, judgeChange, judgeRead } from './verdict.ts';

/** National suffixes decide what may be sent, not how an answer reads. */
const ENDPOINTS: ReadonlyMap<string, Asked<unknown>> = new Map(
  Object.values(endpointsFor([]))
    .flatMap((rows) => Object.values<Asked<unknown>>(rows))
    .map((row) => [row.operation, row]),
);

export function judge({ operation, token, outcome }: JudgeTask): SerializedVerdict<unknown> {
  const asked = ENDPOINTS.get(operation);
  if (!asked) throw new TypeError(`no operation ${operation}`);
  const verdict = (asked.effect === 'change' ? judgeChange : judgeRead)(asked, outcome, maskFor(token));
  if (verdict.kind === 'value') return verdict;
  return { kind: verdict.kind, failure: { ...verdict.failure.details, kind: verdict.failure.kind, operation } };
}
