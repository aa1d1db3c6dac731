import type { Update } from 'grammy/types';
import { NotAllowed, type RefusedAction } from '../../operations/index.ts';
import type { AuditDraft } from '../../store/audit/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import type { Action } from '../../teams/actions.ts';
import { may, type Permission, type Right } from '../../teams/rights.ts';
import { type Outside, topicOf } from '../context.ts';
import type { Access, Asker, Denied, NamedServer } from './access.ts';

/** An inline query comes from no chat. */
export function askerOf(ctx: Outside): Asker {
  const { person, chat, inlineQuery } = ctx;
  return { userId: person.id, chatId: inlineQuery ? 0 : (chat?.id ?? person.id), topicId: topicOf(ctx) };
}

/** The accounts of commands that began in a team's group and go on in private. */
const accountsBrought = new WeakMap<Update, string>();

export function bringAccount(update: Update, accountId: string | undefined): void {
  if (accountId !== undefined) accountsBrought.set(update, accountId);
}

export function accountBrought({ update }: Outside): string | undefined {
  return accountsBrought.get(update);
}

export function accountToBring(ctx: Outside): string | undefined {
  return ctx.teamAccount ?? accountBrought(ctx);
}

/** Without an id: the account of the continued command, else the person's current one. @throws NotAllowed */
export async function findAccess(ctx: Outside, right: Right, accountId?: string): Promise<Access | Denied> {
  const { found, refusal } = await findAsking(ctx, right, accountId);
  if (refusal) throw refusal;
  return found;
}

export async function accessAllowed(ctx: Outside, right: Right, accountId?: string): Promise<Access | undefined> {
  const { found, refusal } = await findAsking(ctx, right, accountId);
  return refusal || 'denied' in found ? undefined : found;
}

async function findAsking(ctx: Outside, right: Right, accountId: string | undefined) {
  const before = ctx.rightAsked;
  ctx.rightAsked = undefined;
  const known = before?.accountId === accountId ? before : undefined;
  const found = known?.access ?? (await find(ctx, accountId));
  const team = 'denied' in found || right === known?.right ? undefined : found.team;
  return { found, refusal: right === 'anyone' || !team ? undefined : await refusalIn(ctx, team, right) };
}

async function find(ctx: Outside, accountId = accountBrought(ctx)): Promise<Access | Denied> {
  const found = await ctx.services.accesses.find(askerOf(ctx), accountId);
  if ('team' in found && found.team && 'account' in found && ctx.chat?.id === found.team.chatId)
    ctx.teamAccount = found.account.id;
  return found;
}

/** The handler checks an account of no team itself. @throws NotAllowed */
export async function requireRight(
  ctx: Outside,
  right: Right,
  about: NamedServer & { account?: string | undefined; team?: string | undefined } = {},
): Promise<void> {
  if (right === 'anyone') return;
  const { account: accountId, team, ...server } = about;
  if (team !== undefined) {
    const named = await ctx.services.store.teams.get(team);
    if (!named) throw new NotAllowed({ may: 'no', reason: 'ended' });
    return requireInTeam(ctx, named, right, server);
  }
  const access = await find(ctx, accountId);
  ctx.rightAsked = { accountId, access, right };
  if ('denied' in access) return noteWanted(ctx, access, right, server);
  if (access.team) await requireInTeam(ctx, access.team, right, server);
}

/** The handler refuses the action where it needs the team's account. */
async function noteWanted({ services }: Outside, denied: Denied, action: Action, named: NamedServer): Promise<void> {
  const team = denied.team === undefined ? undefined : await services.store.teams.get(denied.team);
  if (team) denied.wanted = await refusedAction(services, team, action, named);
}

async function refusedAction(
  { accesses }: Pick<Outside['services'], 'accesses'>,
  team: Team,
  action: Action,
  named: NamedServer,
): Promise<RefusedAction> {
  const isNamed = named.reference !== undefined || (named.typed ?? '').trim() !== '';
  const server = isNamed ? await accesses.serverOf(team, named) : undefined;
  return { team: team.id, action, ...(server ? { server } : {}) };
}

/** Does not ask whether the action needs approval. @throws NotAllowed */
export async function requireInTeam(ctx: Outside, team: Team, action: Action, named: NamedServer = {}): Promise<void> {
  const refusal = await refusalIn(ctx, team, action, named);
  if (refusal) throw refusal;
}

/** The team may have changed since an earlier check. @throws NotAllowed */
export async function requireStill(ctx: Outside, { id }: Pick<Team, 'id'>, action: Action): Promise<void> {
  const team = await ctx.services.store.teams.get(id);
  if (!team) throw new NotAllowed({ may: 'no', reason: 'ended' });
  await requireInTeam(ctx, team, action);
}

async function refusalIn(
  ctx: Outside,
  team: Team,
  action: Action,
  named: NamedServer = {},
): Promise<NotAllowed | undefined> {
  const { services } = ctx;
  const verdict = verdictHere(ctx, team, action);
  if (verdict.may === 'no') return new NotAllowed(verdict, await refusedAction(services, team, action, named));
  const reason = await whyNotThere(ctx, team, action);
  if (reason) return new NotAllowed({ may: 'no', reason }, await refusedAction(services, team, action, named));
  await keepName(ctx, team);
  return undefined;
}

/** Whether a screen offers the action. Without a team the account is the person's own. */
export function mayHere(ctx: Outside, team: Team | undefined, action: Action): boolean {
  return !team || verdictHere(ctx, team, action).may !== 'no';
}

function verdictHere(ctx: Outside, team: Team, action: Action): Permission {
  const { services, person } = ctx;
  return may(team, { person: person.id, place: askerOf(ctx), action, now: services.operations.now() });
}

export async function noteRefusal(ctx: Outside, { verdict, about }: NotAllowed): Promise<void> {
  if (!about) return;
  const { team, ...what } = about;
  const { reason, role } = verdict;
  await noteInTeam(ctx, team, { ...what, event: 'refused', reason, ...(role ? { role } : {}) });
}

export async function noteInTeam(ctx: Outside, team: string, entry: Omit<AuditDraft, 'at' | 'actor'>): Promise<void> {
  await ctx.services.store.teams.note(team, { ...entry, ...actorAndTime(ctx) });
}

export function actorAndTime({
  services,
  person,
  from,
}: Pick<Outside, 'services' | 'person' | 'from'>): Required<Pick<AuditDraft, 'at' | 'actor'>> {
  return { at: services.operations.now(), actor: { id: person.id, ...(from ? { name: from.first_name } : {}) } };
}

/** Members may read in the group without this question to Telegram. */
async function whyNotThere(
  { services, person, chat }: Outside,
  team: Team,
  action: Action,
): Promise<'left' | 'unsure' | undefined> {
  if (person.id === team.ownerId || (action === 'read' && chat?.id === team.chatId)) return undefined;
  const is = await services.membership.verify(team, person.id, chat?.id);
  if (is === 'in') return undefined;
  return is === 'out' ? 'left' : 'unsure';
}

async function keepName({ services, person, from }: Outside, { id, members }: Team): Promise<void> {
  const { locale } = person;
  const isOther = (known: Team['members'][number]) =>
    known.userId === person.id && (known.name !== from?.first_name || known.locale !== locale);
  if (!from || !members.some(isOther)) return;
  await services.store.teams.change(id, (team) => {
    for (const member of team.members.filter(isOther)) Object.assign(member, { name: from.first_name, locale });
  });
}
