import type { Operation, Tapped } from '../operations/index.ts';
import type { Ctx } from '../telegram/context.ts';
import { rivalWords } from './rival.ts';

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
