import { randomBytes } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { z } from 'zod';
import { member, rota, type Team } from '../../../store/key-value/teams.ts';
import {
  type ChangeContext,
  GIVEN_ROLES,
  type GivenRole,
  isSoStill,
  type MemberChange,
  type MemberResult,
} from '../../../teams/members.ts';
import { memberOf } from '../../../teams/rights.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { roleWords } from '../../../telegram/failures/right-words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { isolate, name } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { type ChangeOfTeam, changeTeam, UNDO_LIFE_MS } from '../own-team.ts';
import { followMembers } from '../timed-work.ts';

const keptChange = z
  .object({
    userId: z.number(),
    before: member.optional(),
    after: member.optional(),
    rota: z.object({ before: rota, after: rota.optional() }).optional(),
  })
  .transform(
    ({ userId, before, after, rota: duty }): MemberChange => ({
      userId,
      before,
      after,
      ...(duty ? { rota: { before: duty.before, after: duty.after } } : {}),
    }),
  );
const keptChanges = z.array(keptChange);

const keptRequest = z.object({ request: z.object({ userId: z.number(), name: z.string(), at: z.number() }) });
type JoinRequest = Team['requests'][number];

export function roleRow(t: Translate, team: Team, userId: number): InlineKeyboardButton[] {
  const now = memberOf(team, userId)?.role;
  return GIVEN_ROLES.map((role) => {
    const label = roleWords(t, role);
    const shown = role === now ? t.plain('chosen', { name: label }) : label;
    return buttons.memberRole.make(shown, { team: team.id, member: String(userId), role });
  });
}

export type ChangeBy = Required<ChangeContext> & Pick<ChangeOfTeam, 'tell' | 'keep' | 'lastOf'>;

/** @throws NotAllowed */
export async function changeBy<T>(ctx: Ctx, id: string, edit: (team: Team, change: ChangeBy) => T): Promise<T> {
  const actor = { id: ctx.person.id, name: ctx.from?.first_name ?? '' };
  const at = ctx.services.operations.now();
  const changed = await changeTeam(ctx, { id }, 'members', (team, change) => edit(team, { ...change, actor, at }));
  await followMembers(ctx.services.reminders, id);
  return changed;
}

/** A repeated tap finds the change that the same person made before. @param role `undefined` removes the member */
export function keptOutcome(
  team: Team,
  { userId, role }: { userId: number; role: GivenRole | undefined },
  { keep, lastOf }: Pick<ChangeBy, 'keep' | 'lastOf'>,
  outcome: MemberResult,
): MemberResult {
  const row = `member:${userId}`;
  if (typeof outcome !== 'string') keep(row, outcome);
  if (outcome !== 'same' && outcome !== 'absent') return outcome;
  const { data: last } = keptChange.safeParse(lastOf(row));
  return last && last.after?.role === role && isSoStill(team, last) ? last : outcome;
}

/** @throws Refusal where the change was not made */
export function requireChanged(outcome: MemberResult): MemberChange | 'same' {
  if (typeof outcome !== 'string' || outcome === 'same') return outcome;
  throw new Refusal((t) => t(`member-refused-${outcome}`));
}

export function changeWords(t: Translate, change: MemberChange): string {
  const words = roleChangeWords(t, change);
  return change.rota ? `${words}\n${t('member-off-rota')}` : words;
}

function roleChangeWords(t: Translate, { before, after }: MemberChange): string {
  const shown = name((after ?? before)?.name ?? '');
  if (!after) return t('member-removed', { name: shown });
  const role = roleWords(t, after.role);
  return before
    ? t('member-changed', { name: shown, before: roleWords(t, before.role), after: role })
    : t('member-added', { name: shown, role });
}

export async function undoRows(
  ctx: Ctx,
  team: string,
  changes: readonly MemberChange[],
): Promise<InlineKeyboardButton[][]> {
  return changes.length === 0 ? [] : [[await undoButton(ctx, team, changes)]];
}

export async function undoDeclineRow(ctx: Ctx, team: string, request: JoinRequest): Promise<InlineKeyboardButton[]> {
  return [await undoButton(ctx, team, { request })];
}

async function undoButton(
  ctx: Ctx,
  team: string,
  kept: readonly MemberChange[] | z.infer<typeof keptRequest>,
): Promise<InlineKeyboardButton> {
  const note = await keepUndo(ctx.services, team, JSON.stringify(kept));
  return buttons.memberUndo.make(ctx.t.plain('button-undo'), { team, note });
}

/** Keeps changes for {@link UNDO_LIFE_MS}. Resolves to the reference for the button. */
export async function keepUndo({ store }: Pick<Services, 'store'>, team: string, kept: string): Promise<string> {
  const note = randomBytes(6).toString('base64url');
  await store.notes.set(keyOf(team, note), kept, UNDO_LIFE_MS);
  return note;
}

/** @throws Refusal where the button is too old */
export async function keptToUndo(
  { services }: Ctx,
  team: string,
  note: string,
): Promise<{ changes: MemberChange[] } | { request: JoinRequest }> {
  const kept = await services.store.notes.get(keyOf(team, note));
  if (kept === undefined) throw new Refusal((t) => t('button-old'));
  const declined = keptRequest.safeParse(JSON.parse(kept));
  if (declined.success) return declined.data;
  return { changes: keptChanges.parse(JSON.parse(kept)) };
}

function keyOf(team: string, note: string): string {
  return `team:${team}:undo:${note}`;
}

/** @throws Refusal unless the person is in the group, and no bot */
export async function requireInGroup({ services, me }: Ctx, { chatId }: Team, userId: number): Promise<void> {
  const { is, isBot = userId === me.id } = await services.membership.look(chatId, userId);
  if (isBot) throw new Refusal((t) => t('member-refused-bot'));
  if (is !== 'in') throw new Refusal((t) => t(is === 'out' ? 'member-refused-outside' : 'member-refused-unclear'));
}

export function roleNamed(role: string): GivenRole | undefined {
  return GIVEN_ROLES.find((each) => each === role);
}

export function plainName(shown: string): string {
  return isolate(shown);
}
