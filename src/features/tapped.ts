import type { Operation, Tapped } from '../operations/index.ts';
import type { Ctx } from '../telegram/context.ts';
import { rivalWords } from './rival.ts';

/** What came of looking again, in a few words: "Looked just now: it still can’t be told". */
export function looked({ t }: Ctx, found: readonly Operation[]): string {
  const states = found.map(({ state }) =>
    t.plain(state === 'accepted' || state === 'unknown' ? `looked-${state}` : `state-${state}`),
  );
  return t.plain('looked', { state: [...new Set(states)].join(' · ') });
}

/** What the tap on an operation's button is answered with. */
export function tappedWords(
  ctx: Ctx,
  outcome: Tapped['outcome'],
  rival?: Operation,
): [text?: string, options?: { alert: boolean }] {
  if (rival) return [rivalWords(ctx, rival), { alert: true }];
  if (outcome === 'notYours') return [ctx.t.plain('operation-not-yours'), { alert: true }];
  if (outcome === 'outdated') return [ctx.t.plain('money-outdated'), { alert: true }];
  if (outcome === 'closed') return [ctx.t.plain('operation-closed')];
  if (outcome === 'expired') return [ctx.t.plain('operation-expired')];
  return [];
}
