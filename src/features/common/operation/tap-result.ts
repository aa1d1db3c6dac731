import type { Operation, Tapped } from '../../../operations/index.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { alert } from '../../../telegram/ui/screen.ts';
import { conflictAlert } from './conflict.ts';

/** What came of looking again, in a few words: "Looked just now: it still can’t be told". */
export function looked({ t }: Ctx, found: readonly Operation[]): string {
  const states = found.map(({ state }) =>
    t.plain(state === 'accepted' || state === 'unknown' ? `looked-${state}` : `state-${state}`),
  );
  return t.plain('looked', { state: [...new Set(states)].join(' · ') });
}

/** Answers the tap on an operation's button with what kept it from its effect, if anything did. */
export async function answerTapped(
  ctx: Ctx,
  { outcome, conflict }: Pick<Tapped, 'outcome' | 'conflict'>,
): Promise<void> {
  const { t } = ctx;
  // What these say shows in the message too, or is meant for this person alone: without a word where it can't be the tap's answer.
  if (conflict) await ctx.answer(conflictAlert(t, { userId: ctx.person.id }, conflict), { alert: true });
  else if (outcome === 'replaced') await alert(ctx, t.plain('operation-replaced'));
  else if (outcome === 'interrupted') await ctx.answer(t.plain('operation-interrupted'), { alert: true });
  else if (outcome === 'outdated') await ctx.answer(t.plain('money-outdated'), { alert: true });
  else if (outcome === 'unpriced') await ctx.answer(t.plain('money-no-price'), { alert: true });
  else if (outcome === 'notYours') await ctx.answer(t.plain('operation-not-yours'), { alert: true });
  else if (outcome === 'closed') await ctx.answer(t.plain('operation-closed'));
  else if (outcome === 'expired') await ctx.answer(t.plain('operation-expired'));
  else await ctx.answer();
}
