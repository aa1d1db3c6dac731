import { NotAllowed } from '../../operations/index.ts';
import type { AuditDraft } from '../../store/audit/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import type { Action } from '../../teams/actions.ts';
import { may } from '../../teams/rights.ts';
import type { Access } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { askerOf, findAccess } from '../../telegram/rights.ts';
import { requireAccess } from '../common/require.ts';

/** The account of a team, as its member uses it. */
export type TeamAccess = Access & { team: Team };

/**
 * The team that the person works with there; in private, where that is none, their teams.
 * @param which the teams that they own, or all that they are in
 */
export async function teamHere(ctx: Ctx, which: 'owned' | 'all' = 'owned'): Promise<TeamAccess | readonly Team[]> {
  const found = await findAccess(ctx, 'read');
  if (!('denied' in found) && found.team) return withTeam(found);
  if (!isPrivate(ctx)) return withTeam(await requireAccess(ctx, 'read'));
  const { id } = ctx.person;
  const all = await ctx.services.store.teams.ofPerson(id);
  const meant = which === 'all' ? all : all.filter(({ ownerId }) => ownerId === id);
  const [only, ...others] = meant;
  return only && others.length === 0 ? requireTeam(ctx, only.accountId) : meant;
}

/** The team that an account is lent to. @throws NotAllowed where it is lent to none, or to none of the person's */
export async function requireTeam(ctx: Ctx, accountId: string): Promise<TeamAccess> {
  return withTeam(await requireAccess(ctx, 'read', accountId));
}

function withTeam(access: Access): TeamAccess {
  const { team } = access;
  if (!team) throw new NotAllowed({ may: 'no', reason: 'ended' });
  return { ...access, team };
}

/** Who changes a team, as the audit log names them. */
type Change = Required<Pick<AuditDraft, 'at' | 'actor'>>;

/**
 * Changes a team, and asks for the right once more in the same transaction.
 * @throws NotAllowed
 */
export async function changeTeam<T>(
  ctx: Ctx,
  { id }: Pick<Team, 'id'>,
  action: Action,
  edit: (team: Team, note: (entry: Omit<AuditDraft, 'at' | 'actor'>) => void) => T,
): Promise<T> {
  const { services, person } = ctx;
  const at = services.operations.now();
  const by: Change = { at, actor: { id: person.id, ...(ctx.from ? { name: ctx.from.first_name } : {}) } };
  const changed = await services.store.teams.change(id, (team, note) => {
    const verdict = may(team, { person: person.id, place: askerOf(ctx), action, now: at });
    if (verdict.may === 'no') throw new NotAllowed(verdict, { team: id, action });
    return { result: edit(team, (entry) => note({ ...by, ...entry })) };
  });
  if (!changed) throw new NotAllowed({ may: 'no', reason: 'ended' });
  return changed.result;
}
