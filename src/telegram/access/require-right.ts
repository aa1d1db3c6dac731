import type { Update } from 'grammy/types';
import { NotAllowed, type RefusedAction } from '../../operations/index.ts';
import type { AuditDraft } from '../../store/audit/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import type { Action } from '../../teams/actions.ts';
import { may, type Permission, type Right } from '../../teams/rights.ts';
import { type Outside, topicOf } from '../context.ts';
import type { Access, Asker, Denied, NamedServer } from './access.ts';

/** The person of an update, and the chat that it came from: an inline query comes from none. */
export function askerOf(ctx: Outside): Asker {
  const { person, chat, inlineQuery } = ctx;
  return { userId: person.id, chatId: inlineQuery ? 0 : (chat?.id ?? person.id), topicId: topicOf(ctx) };
}

/** The accounts of commands that began in a team's group and go on in private. */
const broughtAlong = new WeakMap<Update, string>();

/** Lets an update that goes on with a command work with that account, also where the person works with another one there. */
export function bringAccount(update: Update, accountId: string | undefined): void {
  if (accountId !== undefined) broughtAlong.set(update, accountId);
}

/** The account that the update's command began with in a team's group. */
export function accountBrought({ update }: Outside): string | undefined {
  return broughtAlong.get(update);
}

/** The account with which a command from here goes on in private: that of the team whose chat this is, or the one it began with. */
export function accountToBring(ctx: Outside): string | undefined {
  return ctx.teamAccount ?? accountBrought(ctx);
}

/**
 * The account of that id, or the one that the update's command began with, or the one that the person works with there. Asks for the right
 * to what the handler does with it, also where the update is a text or a file and no button or command was asked about.
 * @throws NotAllowed
 */
export async function findAccess(ctx: Outside, right: Right, accountId?: string): Promise<Access | Denied> {
  const { found, refusal } = await findAsking(ctx, right, accountId);
  if (refusal) throw refusal;
  return found;
}

/** {@link findAccess}; `undefined` where there is none, or no right to it. */
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

/**
 * Asks for the right to a tap or command before its handler runs. The handler itself checks an account that is lent to no team, and that
 * there is one.
 * @param about the ids of the account or team that the tapped button names, and the server that the update names
 * @throws NotAllowed
 */
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

/** Keeps what a person wanted who is no member: the handler refuses it where it needs the team's account. */
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

/**
 * Asks for the right to do something in a team, beside what approval it may need.
 * @throws NotAllowed
 */
export async function requireInTeam(ctx: Outside, team: Team, action: Action, named: NamedServer = {}): Promise<void> {
  const refusal = await refusalIn(ctx, team, action, named);
  if (refusal) throw refusal;
}

/** The same of the team as it is now: the team may have changed since an earlier check. @throws NotAllowed */
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

/**
 * Whether the person may do something in a team from here, beside what approval it may need: whether a screen offers it. Without a team
 * the account is the person's own.
 */
export function mayHere(ctx: Outside, team: Team | undefined, action: Action): boolean {
  return !team || verdictHere(ctx, team, action).may !== 'no';
}

/** The answer of `may` about the person of an update, and of its chat. */
function verdictHere(ctx: Outside, team: Team, action: Action): Permission {
  const { services, person } = ctx;
  return may(team, { person: person.id, place: askerOf(ctx), action, now: services.operations.now() });
}

/** Tells a refusal in the audit log of its team. */
export async function noteRefusal(ctx: Outside, { verdict, about }: NotAllowed): Promise<void> {
  if (!about) return;
  const { team, ...what } = about;
  const { reason, role } = verdict;
  await noteInTeam(ctx, team, { ...what, event: 'refused', reason, ...(role ? { role } : {}) });
}

/** Appends to the audit log of a team what the person of an update does now. */
export async function noteInTeam(ctx: Outside, team: string, entry: Omit<AuditDraft, 'at' | 'actor'>): Promise<void> {
  await ctx.services.store.teams.note(team, { ...entry, ...actorAndTime(ctx) });
}

/** The actor and time of what the person of an update does now, as the audit log names them. */
export function actorAndTime({
  services,
  person,
  from,
}: Pick<Outside, 'services' | 'person' | 'from'>): Required<Pick<AuditDraft, 'at' | 'actor'>> {
  return { at: services.operations.now(), actor: { id: person.id, ...(from ? { name: from.first_name } : {}) } };
}

/** Asks Telegram whether a member is still in the group, before they change something, or read something outside of it. */
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

/** Keeps how the member is called now, by which others meet them, and their language, in which the bot writes to them. */
async function keepName({ services, person, from }: Outside, { id, members }: Team): Promise<void> {
  const { locale } = person;
  const isOther = (known: Team['members'][number]) =>
    known.userId === person.id && (known.name !== from?.first_name || known.locale !== locale);
  if (!from || !members.some(isOther)) return;
  await services.store.teams.change(id, (team) => {
    for (const member of team.members.filter(isOther)) Object.assign(member, { name: from.first_name, locale });
  });
}
