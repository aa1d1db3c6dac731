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

const LONGEST_TITLE = 48;
/** A change can be undone for so long. */
export const UNDO_LIFE_MS = 24 * 3_600_000;
/** The changes of a team that a tap which comes again can find. */
const MOST_UNDOABLE = 20;

/** Leads from a team's settings back to the screen that led there. */
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

/** The account of a team, as its member uses it. */
export type TeamAccess = Access & { team: Team };

/**
 * The team of the group; in private that of the account that the person works with, or else those of their teams in which they may do
 * that: one right away, several to choose from.
 * @throws NotAllowed where they may not
 */
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
 * {@link teamHere}; `undefined` where several may be meant: then it asks which.
 * @param choose the button of a team
 * @param none why there is none to choose from
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
  const choices = found.map((team) => choose(team.accountId, isolate(teamName(team, LONGEST_TITLE))));
  await showChoice(ctx, { text: ctx.t('team-which'), keyboard: choices.map((each) => [each]) }, choices);
  return undefined;
}

/** Whether the person may do something in a team there, as far as its members tell. */
export function mayIn(ctx: Ctx, team: Team, action: Action): boolean {
  const now = ctx.services.operations.now();
  return may(team, { person: ctx.person.id, place: askerOf(ctx), action, now }).may === 'yes';
}

async function allowed(ctx: Ctx, access: TeamAccess, action: Action): Promise<TeamAccess> {
  await requireInTeam(ctx, access.team, action);
  return access;
}

/** The team of an id, as a button carries it. @throws Refusal where it has ended */
export async function teamById({ services }: Ctx, id: string): Promise<Team> {
  const team = await services.store.teams.get(id);
  if (!team) throw new Refusal((t) => t('right-ended'));
  return team;
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

/** The time and actor of a change, as the audit log names them. */
type By = Required<Pick<AuditDraft, 'at' | 'actor'>>;

/** The parts of a change of a team that are written in its transaction. */
export interface ChangeOfTeam {
  /** Appends to the audit log. */
  note(entry: Omit<AuditDraft, 'at' | 'actor'>): void;
  /** Leaves something to tell. */
  tell: Tell;
  /**
   * Keeps what undoes a change of a row, as a member or a server is one. {@link lastOf} finds it for a tap that comes again: its process may
   * have died before it showed the change.
   */
  keep(row: string, change: unknown): void;
  /** The kept values of the last change of a row, where this person made it. */
  lastOf(row: string): unknown;
}

/**
 * Changes a team, and asks for the right once more in the same transaction.
 * @throws NotAllowed
 */
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
      team.undoable = [...others, { by, at, row, change: JSON.stringify(change) }].slice(-MOST_UNDOABLE);
    },
    lastOf(row) {
      const last = team.undoable?.find((each) => each.row === row && each.by === by && each.at > at - UNDO_LIFE_MS);
      return last && JSON.parse(last.change);
    },
  };
}
