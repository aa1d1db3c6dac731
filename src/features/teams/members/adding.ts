import type { InlineKeyboardButton, KeyboardButton, SharedUser } from 'grammy/types';
import { z } from 'zod';
import type { Team } from '../../../store/key-value/teams.ts';
import {
  askToJoin,
  type GivenRole,
  giveRole,
  type JoinResult,
  type MemberResult,
  MOST_REQUESTS,
} from '../../../teams/members.ts';
import { memberOf } from '../../../teams/rights.ts';
import { requireInTeam } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { askByKeys, onAnswer, WITHOUT_KEYS } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { roleWords } from '../../../telegram/failures/right-words.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { listed, mention, name, teamName } from '../../../telegram/ui/format.ts';
import { removeMessage, type Screen } from '../../../telegram/ui/screen.ts';
import { alert, send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { toPrivateToGoOn } from '../../common/next-steps.ts';
import { teamById } from '../own-team.ts';
import {
  type ChangeBy,
  changeBy,
  changeWords,
  keptOutcome,
  plainName,
  requireChanged,
  requireInGroup,
  roleNamed,
  roleRow,
  undoDeclineRow,
  undoRows,
} from './roles.ts';

const QUESTION = 'team-members';
export const ADD_MEMBERS = 'add';
/** Telegram returns this id with the chosen people. */
const PEOPLE_REQUEST_ID = 2;
/** Telegram's own limit. */
const MAX_PEOPLE_PER_CHOICE = 10;

/** Adds members: the owner chooses them in private, or accepts those who asked in the group. */
export const adding = new Composer<Ctx>();

adding.use(
  onButton(buttons.membersAdd, async (ctx, { team: id }) => {
    const team = await teamById(ctx, id);
    if (isPrivate(ctx)) return askForMembers(ctx, team);
    await show(ctx, { text: ctx.t('members-add-private'), keyboard: [await toAddMembers(ctx, team)] });
  }),
);

const inPrivate = adding.chatType('private');
inPrivate.use(
  onAnswer(QUESTION, async (ctx, { about: [id = ''], text, messageId }) => {
    const team = await teamById(ctx, id);
    await removeMessage(ctx.api, ctx.person.id, messageId);
    const shared = ctx.message?.users_shared;
    if (shared) return addShared(ctx, team, shared.users);
    if (text !== ctx.t.plain('button-done')) return askForMembers(ctx, team);
    const ready = ctx.t('team-ready', { group: name(teamName(team)) });
    await send(ctx, { text: `${ready}\n\n${ctx.t('team-next')}`, ...WITHOUT_KEYS });
  }),
);
// The question has expired, but its key is still in the keyboard.
inPrivate.on('message:users_shared', async (ctx) => {
  const owned = (await ctx.services.store.teams.ofPerson(ctx.person.id)).filter(
    (each) => each.ownerId === ctx.person.id,
  );
  const [team, ...others] = owned;
  if (team && others.length === 0) return addShared(ctx, team, ctx.message.users_shared.users);
  await send(ctx, { text: ctx.t('members-add-expired'), ...WITHOUT_KEYS });
});

export async function askForMembers(ctx: Ctx, team: Team): Promise<void> {
  const { t } = ctx;
  const people: KeyboardButton = {
    text: t.plain('button-members-choose'),
    request_users: {
      request_id: PEOPLE_REQUEST_ID,
      user_is_bot: false,
      max_quantity: MAX_PEOPLE_PER_CHOICE,
      request_name: true,
    },
  };
  await askByKeys(
    ctx,
    QUESTION,
    [team.id],
    t('members-choose', { group: name(teamName(team)), most: MAX_PEOPLE_PER_CHOICE }),
    [[people], [{ text: t.plain('button-done') }]],
  );
}

export async function toAddMembers(ctx: Ctx, { id, accountId }: Team): Promise<InlineKeyboardButton[]> {
  return toPrivateToGoOn(ctx, `/members ${id} ${ADD_MEMBERS}`, accountId, ctx.t.plain('button-members-more'));
}

/** Adds each person as a viewer; members keep their roles. */
async function addShared(ctx: Ctx, team: Team, users: readonly SharedUser[]): Promise<void> {
  const { services, t } = ctx;
  await send(ctx, { text: t('members-chosen', { count: users.length }), ...WITHOUT_KEYS });
  await requireInTeam(ctx, team, 'members');
  const looked = await Promise.all(
    users.slice(0, MAX_PEOPLE_PER_CHOICE).map(async ({ user_id: id, first_name }) => {
      const { is, isBot = false, name: known = '' } = await services.membership.look(team.chatId, id);
      return { id, name: first_name ?? known, is: isBot ? 'out' : is };
    }),
  );
  const there = looked.filter(({ is }) => is === 'in');
  const added = await changeBy(ctx, team.id, (kept, change) => {
    const all = there.map((each): { id: number; outcome: MemberResult; undoable: MemberResult } => {
      const known = memberOf(kept, each.id);
      const outcome = known ? 'same' : giveRole(kept, each, 'viewer', change);
      const wanted = { userId: each.id, role: 'viewer' } as const;
      return { id: each.id, outcome, undoable: keptOutcome(kept, wanted, change, outcome) };
    });
    const people = all.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : (outcome.after ?? [])));
    if (people.length > 0)
      change.tell({ what: 'added', people: people.map(({ userId, name: shown }) => ({ userId, name: shown })) });
    return all;
  });
  const after = await teamById(ctx, team.id);
  const withOutcome = (fits: (outcome: MemberResult) => boolean) => {
    const ids = added.filter(({ outcome }) => fits(outcome)).map(({ id }) => id);
    return looked.filter(({ id }) => ids.includes(id));
  };
  const isNew = withOutcome((outcome) => typeof outcome !== 'string');
  const known = withOutcome((outcome) => outcome === 'same');
  const lines = [
    ...(isNew.length > 0 ? [t('members-added', { people: names(t, isNew) })] : []),
    ...(known.length > 0 ? [t('members-known', { people: names(t, known) })] : []),
    ...notAdded(t, looked),
    ...(withOutcome((outcome) => outcome === 'full').length > 0 ? [t('member-refused-full')] : []),
  ];
  const shown = [...isNew, ...known].filter(({ id }) => id !== team.ownerId).map(({ id }) => id);
  const { keyboard = [] } = rolesScreen(ctx, after, shown);
  const changes = added.map(({ undoable }) => undoable).filter((each) => typeof each !== 'string');
  await send(ctx, { text: lines.join('\n'), keyboard: [...(await undoRows(ctx, team.id, changes)), ...keyboard] });
}

type Looked = { id: number; name: string; is: string };

function notAdded(t: Translate, looked: readonly Looked[]): string[] {
  const [outside, unclear] = ['out', 'unknown'].map((is) => looked.filter((each) => each.is === is));
  return [
    ...(outside && outside.length > 0 ? [t('members-outside', { people: names(t, outside) })] : []),
    ...(unclear && unclear.length > 0 ? [t('members-unclear', { people: names(t, unclear) })] : []),
  ];
}

function names(t: Translate, people: readonly { name: string }[]): Html {
  const named = people.map((each) => name(each.name));
  return listed(named, t);
}

export function rolesScreen(ctx: Ctx, team: Team, ids: readonly number[]): Screen {
  const { t } = ctx;
  const members = ids.map((id) => memberOf(team, id)).filter((each) => each !== undefined);
  return {
    text: [t('members-roles'), ...members.map((each) => lineOf(t, each))].join('\n'),
    keyboard: [
      ...members.flatMap((each) => [
        [buttons.member.make(plainName(each.name), { team: team.id, member: String(each.userId) })],
        roleRow(t, team, each.userId),
      ]),
      [buttons.membersAdd.make(t.plain('button-members-more'), { team: team.id })],
      [buttons.team.make(t.plain('button-team-show'), { team: team.id }, 'primary')],
    ],
  };
}

export function lineOf(t: Translate, { name: shown, role }: Team['members'][number]): string {
  // A name of the other direction must not turn the line.
  return t.directed(t('member-line', { name: name(shown), role: roleWords(t, role) }));
}

adding.use(
  onButton(buttons.teamJoin, async (ctx, { team: id }) => {
    const team = await teamById(ctx, id);
    if (team.chatId !== ctx.chat?.id) throw new Refusal((t) => t('button-old'));
    if (team.paused) throw new Refusal((t) => t('right-paused'));
    const asked = await ask(ctx, team);
    await alert(ctx, ctx.t.plain(asked === 'again' ? 'join-asked' : `join-${asked ?? 'full'}`));
  }),
);

async function ask(ctx: Ctx, { id }: Team): Promise<JoinResult | undefined> {
  const { store, operations, reminders } = ctx.services;
  const actor = { id: ctx.person.id, name: ctx.from?.first_name ?? '' };
  const at = operations.now();
  const asked = await store.teams.change(id, (team, note, tell) => {
    const outcome = askToJoin(team, actor, { at, note });
    if (outcome === 'asked') tell({ what: 'asked', userId: actor.id, person: actor.name });
    return outcome;
  });
  reminders.tellTeamNews();
  return asked;
}

export function requestScreen(
  t: Translate,
  team: Team,
  { userId, name: shown }: { userId: number; name: string },
): Screen {
  const about = { team: team.id, member: String(userId) };
  return {
    // The asker chose the name themselves: the link opens their profile.
    text: t('join-request', { name: mention(userId, shown), group: name(teamName(team)) }),
    keyboard: [
      (['viewer', 'operator', 'admin'] as const).map((role) =>
        buttons.memberAdmit.make(roleWords(t, role), { ...about, role }),
      ),
      [buttons.memberAdmit.make(t.plain('button-decline'), { ...about, role: 'none' })],
    ],
  };
}

adding.use(
  onButton(buttons.memberAdmit, async (ctx, { team: id, member, role }) => {
    const team = await teamById(ctx, id);
    const userId = Number(member);
    const given = roleNamed(role);
    if (!given) return decline(ctx, id, userId);
    if (!memberOf(team, userId)) await requireInGroup(ctx, team, userId);
    const outcome = await changeBy(ctx, id, (kept, change) => admit(kept, userId, given, change));
    const changed = requireChanged(outcome);
    if (changed === 'same') throw new Refusal((t) => t('join-request-gone'));
    void ctx.answer();
    await show(ctx, { text: changeWords(ctx.t, changed), keyboard: await undoRows(ctx, id, [changed]) });
  }),
);

/** `same` where the request is decided already, but the same tap once more finds its change. */
function admit(team: Team, userId: number, role: GivenRole, change: ChangeBy): MemberResult {
  const request = team.requests.find((each) => each.userId === userId);
  const outcome = request ? giveRole(team, { id: userId, name: request.name }, role, change) : 'same';
  if (request && typeof outcome !== 'string') change.tell({ what: 'admitted', userId, person: request.name, role });
  return keptOutcome(team, { userId, role }, change, outcome);
}

const keptRequest = z.object({ userId: z.number(), name: z.string(), at: z.number() });

async function decline(ctx: Ctx, id: string, userId: number): Promise<void> {
  const row = `request:${userId}`;
  const declined = await changeBy(ctx, id, (team, { actor, at, note, keep, lastOf }) => {
    const request = team.requests.find((each) => each.userId === userId);
    // A tap redelivered after a crash finds what it declined, unless the person is a member by now.
    if (!request) return memberOf(team, userId) ? undefined : keptRequest.safeParse(lastOf(row)).data;
    team.requests = team.requests.filter((each) => each !== request);
    keep(row, request);
    note({ at, event: 'requestDeclined', actor, member: { id: userId, name: request.name } });
    return { ...request };
  });
  if (!declined) throw new Refusal((t) => t('join-request-gone'));
  void ctx.answer();
  const keyboard = [await undoDeclineRow(ctx, id, declined)];
  await show(ctx, { text: ctx.t('join-declined', { name: name(declined.name) }), keyboard });
}

/** Restores a declined request, unless its person is a member by now. */
export async function undoDecline(ctx: Ctx, id: string, request: Team['requests'][number]): Promise<void> {
  const { userId, name: shown } = request;
  const isBack = await changeBy(ctx, id, (team, { actor, at, note }) => {
    if (memberOf(team, userId) || team.requests.length >= MOST_REQUESTS) return false;
    if (team.requests.some((each) => each.userId === userId)) return true;
    team.requests.push(request);
    note({ at, event: 'requestRestored', actor, member: { id: userId, name: shown } });
    return true;
  });
  if (!isBack) throw new Refusal((t) => t('join-request-gone'));
  void ctx.answer();
  await show(ctx, requestScreen(ctx.t, await teamById(ctx, id), request));
}
