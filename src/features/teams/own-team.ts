import type { InlineKeyboardButton } from 'grammy/types';
import { NotAllowed } from '../../operations/index.ts';
import type { AuditDraft } from '../../store/audit/index.ts';
import type { Team, Tell } from '../../store/key-value/teams.ts';
import type { Action } from '../../teams/actions.ts';
import { may } from '../../teams/rights.ts';
import type { Access } from '../../telegram/access/access.ts';
import { askerOf, findAccess, requireInTeam } from '../../telegram/access/require-right.ts';
import { type Ctx, isPrivate, topicOf } from '../../telegram/context.ts';
import { showChoice } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import type { TextKey } from '../../telegram/i18n/texts.ts';
import { isolate, teamName } from '../../telegram/ui/format.ts';
import { buttons, FROM_ACCOUNT } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import { requireAccess } from '../common/require.ts';

const MAX_TITLE_CHARS = 48;
export const UNDO_LIFE_MS = 24 * 3_600_000;
const MAX_UNDOABLE_CHANGES = 20;

export function backFrom(
  ctx: Ctx,
  { id, accountId }: Pick<Team, 'id' | 'accountId'>,
  via: string,
): InlineKeyboardButton[] {
  const label = ctx.t.plain('button-back');
  const back =
    via === FROM_ACCOUNT ? buttons.account.make(label, { account: accountId }) : buttons.team.make(label, { team: id });
  return [back, ...home(ctx)];
}

export type TeamAccess = Access & { team: Team };

/** The team of the group; in private that of the account in use, else all teams that allow the action. @throws NotAllowed */
async function teamHere(ctx: Ctx, action: Action): Promise<TeamAccess | readonly Team[]> {
  const found = await findAccess(ctx, 'anyone');
  const here = 'denied' in found || !found.team ? undefined : withTeam(found);
  if (!isPrivate(ctx)) return allowed(ctx, here ?? withTeam(await requireAccess(ctx, action)), action);
  if (here && mayIn(ctx, here.team, action)) return allowed(ctx, here, action);
  const all = await ctx.services.store.teams.ofPerson(ctx.person.id);
  const meant = all.filter((team) => mayIn(ctx, team, action));
  const [only, ...others] = meant;
  if (only && others.length === 0) return allowed(ctx, await requireTeam(ctx, only.accountId), action);
  return here && !only ? allowed(ctx, here, action) : meant;
}

/**
 * Asks where several teams are possible, and resolves to `undefined`.
 * @param none the text where no team allows the action
 * @throws NotAllowed, Refusal
 */
export async function teamOrChoice(
  ctx: Ctx,
  action: Action,
  choose: (accountId: string, title: string) => InlineKeyboardButton,
  none: TextKey & ('on-call-no-team' | 'protect-no-team') = 'on-call-no-team',
): Promise<TeamAccess | undefined> {
  const { chat, services } = ctx;
  if (chat && !isPrivate(ctx) && !(await services.store.teams.inChat(chat.id, topicOf(ctx))))
    throw new Refusal((t) => t('team-none-here'));
  const found = await teamHere(ctx, action);
  if ('team' in found) return found;
  if (found.length === 0) throw new Refusal((t) => t(none));
  const choices = found.map((team) => choose(team.accountId, isolate(teamName(team, MAX_TITLE_CHARS))));
  await showChoice(ctx, { text: ctx.t('team-which'), keyboard: choices.map((each) => [each]) }, choices);
  return undefined;
}

/** Decides by the stored members, without asking Telegram. */
export function mayIn(ctx: Ctx, team: Team, action: Action): boolean {
  const now = ctx.services.operations.now();
  return may(team, { person: ctx.person.id, place: askerOf(ctx), action, now }).may === 'yes';
}

async function allowed(ctx: Ctx, access: TeamAccess, action: Action): Promise<TeamAccess> {
  await requireInTeam(ctx, access.team, action);
  return access;
}

/** @throws Refusal where the team has ended */
export async function teamById({ services }: Ctx, id: string): Promise<Team> {
  const team = await services.store.teams.get(id);
  if (!team) throw new Refusal((t) => t('right-ended'));
  return team;
}

/** @throws NotAllowed where the account is shared with no team of the person */
export async function requireTeam(ctx: Ctx, accountId: string): Promise<TeamAccess> {
  return withTeam(await requireAccess(ctx, 'read', accountId));
}

function withTeam(access: Access): TeamAccess {
  const { team } = access;
  if (!team) throw new NotAllowed({ may: 'no', reason: 'ended' });
  return { ...access, team };
}

type By = Required<Pick<AuditDraft, 'at' | 'actor'>>;

export interface ChangeOfTeam {
  /** Appends to the audit log. */
  note(entry: Omit<AuditDraft, 'at' | 'actor'>): void;
  tell: Tell;
  /** Keeps a change for undo; `row` is a member or a server. A tap redelivered after a crash finds it by {@link lastOf}. */
  keep(row: string, change: unknown): void;
  /** `undefined` where another person made the last change. */
  lastOf(row: string): unknown;
}

/** The transaction checks the right again. @throws NotAllowed */
export async function changeTeam<T>(
  ctx: Ctx,
  { id }: Pick<Team, 'id'>,
  action: Action,
  edit: (team: Team, change: ChangeOfTeam) => T,
): Promise<T> {
  const { services, person } = ctx;
  const at = services.operations.now();
  const by: By = { at, actor: { id: person.id, ...(ctx.from ? { name: ctx.from.first_name } : {}) } };
  const changed = await services.store.teams.change(id, (team, note, tell) => {
    const verdict = may(team, { person: person.id, place: askerOf(ctx), action, now: at });
    if (verdict.may === 'no') throw new NotAllowed(verdict, { team: id, action });
    const kept = undoableOf(team, person.id, at);
    return { result: edit(team, { note: (entry) => note({ ...by, ...entry }), tell, ...kept }) };
  });
  services.reminders.tellTeamNews();
  if (!changed) throw new NotAllowed({ may: 'no', reason: 'ended' });
  return changed.result;
}

function undoableOf(team: Team, by: number, at: number): Pick<ChangeOfTeam, 'keep' | 'lastOf'> {
  return {
    keep(row, change) {
      const others = (team.undoable ?? []).filter((each) => each.row !== row && each.at > at - UNDO_LIFE_MS);
      team.undoable = [...others, { by, at, row, change: JSON.stringify(change) }].slice(-MAX_UNDOABLE_CHANGES);
    },
    lastOf(row) {
      const last = team.undoable?.find((each) => each.row === row && each.by === by && each.at > at - UNDO_LIFE_MS);
      return last && JSON.parse(last.change);
    },
  };
}
