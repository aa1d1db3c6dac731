import type { InlineKeyboardButton, Message } from 'grammy/types';
import { type Member, ROLES, type Team } from '../../../store/key-value/teams.ts';
import {
  giveRole,
  isSoStill,
  type MemberChange,
  type MemberResult,
  newsOfChanges,
  removeMember,
  undoChange,
} from '../../../teams/members.ts';
import { memberOf } from '../../../teams/rights.ts';
import { requireInTeam } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate, topicOf } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { roleWords } from '../../../telegram/failures/right-words.ts';
import { LOCALES, type Texts, type Translate } from '../../../telegram/i18n/index.ts';
import { allValuesBeside, onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { isolate, name, teamName } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { normalise } from '../../common/input/typed-input.ts';
import { home } from '../../common/next-steps.ts';
import { pageLine, pageOf, pageWith } from '../../common/pages.ts';
import { teamById } from '../own-team.ts';
import { ADD_MEMBERS, askForMembers, lineOf, requestScreen, rolesScreen, undoDecline } from './adding.ts';
import {
  type ChangeBy,
  changeBy,
  changeWords,
  keptOutcome,
  keptToUndo,
  plainName,
  requireChanged,
  requireInGroup,
  roleNamed,
  roleRow,
  undoRows,
} from './roles.ts';

const ON_PAGE = 8;
const REQUESTS_ON_PAGE = 3;

type Listed = Member | Team['requests'][number];

/** /members and /role: who is in the team, with which role. Only the owner changes roles; each change can be undone. */
export const members = new Composer<Ctx>();

onCommand(members, 'members', async (ctx) => {
  const [wanted, then] = ctx.match.trim().split(' ');
  const team = await teamOfMembers(ctx, wanted);
  // "/members add" in reply to a message adds its sender.
  if (wanted && answered(ctx.message)) return giveByReply(ctx, team, ctx.match);
  // A link from a group whose team is being set up leads here.
  if (then === ADD_MEMBERS && isPrivate(ctx) && ctx.person.id === team.ownerId) return askForMembers(ctx, team);
  await requireInTeam(ctx, team, 'read');
  await send(ctx, membersScreen(ctx, team, '0'));
});
onCommand(members, 'role', async (ctx) => {
  const team = await teamOfMembers(ctx);
  if (answered(ctx.message)) return giveByReply(ctx, team, ctx.match);
  await requireInTeam(ctx, team, 'members');
  await send(ctx, roleScreen(ctx, team, ctx.match));
});
members.use(
  onButton(buttons.members, async (ctx, { team, page }) =>
    show(ctx, membersScreen(ctx, await teamById(ctx, team), page)),
  ),
  onButton(buttons.member, async (ctx, { team, member }) =>
    show(ctx, memberScreen(ctx, await teamById(ctx, team), Number(member))),
  ),
  onButton(buttons.memberRole, (ctx, { team, member, role }) => changeByTap(ctx, team, Number(member), role)),
  onButton(buttons.memberUndo, (ctx, { team, note }) => undo(ctx, team, note)),
);

/** In private the person's own team first. @param wanted the team's id in a link @throws Refusal */
async function teamOfMembers(ctx: Ctx, wanted?: string): Promise<Team> {
  const { services, chat, person } = ctx;
  const { teams } = services.store;
  if (!isPrivate(ctx)) {
    const team = await teams.inChat(chat?.id ?? 0, topicOf(ctx));
    if (team) return team;
    throw new Refusal((t) => t('team-none-here'));
  }
  const own = await teams.ofPerson(person.id);
  const owned = own.filter(({ ownerId }) => ownerId === person.id);
  const [only, ...others] = owned.length > 0 ? owned : own;
  const linked = own.find(({ id }) => id === wanted);
  if (linked) return linked;
  if (only && others.length === 0) return only;
  throw new Refusal(
    (t) => t(only ? 'teams-which' : 'teams-none'),
    'home',
    () => own.map((team) => [buttons.members.make(isolate(teamName(team)), { team: team.id, page: '0' })]),
  );
}

function membersScreen(ctx: Ctx, team: Team, wanted: string): Screen {
  const { t, person } = ctx;
  const isOwner = person.id === team.ownerId;
  const page = pageOf<Listed>(listedIn(ctx, team), wanted, ON_PAGE, (to, direction) =>
    buttons.members.make(t.plain(`button-${direction}`), { team: team.id, page: to }),
  );
  const text = [
    t('members', { count: team.members.length, group: name(teamName(team)) }),
    ...(isOwner && team.requests.length > 0 ? [t('team-requests', { count: team.requests.length })] : []),
    ...page.items.flatMap((each) => ('role' in each ? [lineOf(t, each)] : [])),
  ].join('\n');
  return {
    text: text + pageLine(t, page),
    keyboard: [
      ...(isOwner ? rowsOfOwner(ctx, team, page.items) : []),
      ...page.turns,
      [buttons.team.make(t.plain('button-team-show'), { team: team.id }), ...home(ctx)],
    ],
  };
}

/** Only the owner sees requests to join. */
function listedIn({ person }: Ctx, { ownerId, members: all, requests }: Team): readonly Listed[] {
  const sorted = [...all].sort((one, other) => ROLES.indexOf(other.role) - ROLES.indexOf(one.role));
  return person.id === ownerId ? withRequests(requests, sorted) : sorted;
}

/** Each page begins with a few requests: a page of requests alone would not show the members. */
function withRequests(requests: Team['requests'], members: readonly Member[]): Listed[] {
  const listed: Listed[] = [];
  let [asked, known] = [0, 0];
  while (known < members.length) {
    const some = requests.slice(asked, asked + REQUESTS_ON_PAGE);
    const others = members.slice(known, known + ON_PAGE - some.length);
    listed.push(...some, ...others);
    asked += some.length;
    known += others.length;
  }
  return [...listed, ...requests.slice(asked)];
}

/** "/role NAME [ROLE]" shows the member with that name: the role itself takes a tap, because a name is not unique. */
function roleScreen(ctx: Ctx, team: Team, typed: string): Screen {
  const { t, message, services } = ctx;
  const all = membersScreen(ctx, team, '0');
  const mentioned = message?.entities?.find((each) => each.type === 'text_mention')?.user;
  const words = typed.split(/\s+/).filter((each) => each !== '' && roleTyped(services.texts, each) === 'unknown');
  const wanted = words.join(' ');
  if (wanted === '') return isPrivate(ctx) ? all : { ...all, text: `${all.text}\n\n${t('role-by-reply')}` };
  const isMeant = ({ userId, name: known }: Member) =>
    mentioned ? userId === mentioned.id : isCalled(known, wanted.replace(/^@/, ''));
  const meant = team.members.filter(isMeant);
  const [only, ...others] = meant;
  if (!only) return { ...all, text: `${t('role-nobody', { wanted: name(wanted) })}\n\n${all.text}` };
  if (others.length === 0) return memberScreen(ctx, team, only.userId);
  return {
    text: t('role-several', { wanted: name(wanted) }),
    keyboard: meant.slice(0, ON_PAGE).map((each) => memberRow(t, team, each)),
  };
}

function isCalled(known: string, wanted: string): boolean {
  const name = normalise(known);
  return [name, name.split(' ')[0]].includes(normalise(wanted));
}

function memberRow(t: Translate, team: Team, { userId, name: known, role }: Member): InlineKeyboardButton[] {
  const label = t.directed(t.plain('member-button', { name: plainName(known), role: roleWords(t, role) }));
  return [buttons.member.make(label, { team: team.id, member: String(userId) })];
}

function rowsOfOwner({ t }: Ctx, team: Team, shown: readonly Listed[]): InlineKeyboardButton[][] {
  const toMember = (userId: number, label: string) => [
    buttons.member.make(label, { team: team.id, member: String(userId) }),
  ];
  return [
    ...shown
      .filter(({ userId }) => userId !== team.ownerId)
      .map((each) =>
        'role' in each
          ? memberRow(t, team, each)
          : toMember(each.userId, t.plain('member-asks', { name: plainName(each.name) })),
      ),
    [buttons.membersAdd.make(t.plain('button-members-more'), { team: team.id })],
  ];
}

function memberScreen(ctx: Ctx, team: Team, userId: number): Screen {
  const { t } = ctx;
  const found = memberOf(team, userId);
  const request = team.requests.find((each) => each.userId === userId);
  const page = pageWith(listedIn(ctx, team), (each) => each.userId === userId, ON_PAGE);
  const back = [buttons.members.make(t.plain('button-back'), { team: team.id, page })];
  if (!found && request) {
    const { text, keyboard = [] } = requestScreen(t, team, request);
    return { text, keyboard: [...keyboard, back] };
  }
  if (!found) throw new Refusal((say) => say('member-refused-absent'));
  if (found.role === 'owner') throw new Refusal((say) => say('member-refused-owner'));
  const about = { team: team.id, member: String(userId) };
  return {
    text: lineOf(t, found),
    keyboard: [
      ...roleRow(t, team, userId).map((each) => [each]),
      [buttons.memberRole.make(t.plain('button-member-remove'), { ...about, role: 'none' }, 'danger')],
      back,
    ],
  };
}

async function changeByTap(ctx: Ctx, id: string, userId: number, role: string): Promise<void> {
  const given = roleNamed(role);
  if (!given && role !== 'none') throw new Refusal((t) => t('button-old'));
  const outcome = await changeBy(ctx, id, (team, change): MemberResult => {
    const known = memberOf(team, userId);
    const wanted = { userId, role: given };
    if (!known) return keptOutcome(team, wanted, change, 'absent');
    const made = given
      ? giveRole(team, { id: userId, name: known.name }, given, change)
      : removeBy(team, userId, change);
    return keptOutcome(team, wanted, change, made);
  });
  const changed = requireChanged(outcome);
  void ctx.answer();
  await showChanged(ctx, id, userId, changed);
}

function removeBy(team: Team, userId: number, change: ChangeBy): MemberResult {
  const outcome = removeMember(team, userId, change);
  if (typeof outcome !== 'string') newsOfChanges([outcome]).forEach(change.tell);
  return outcome;
}

async function showChanged(ctx: Ctx, id: string, userId: number, changed: MemberChange | 'same'): Promise<void> {
  const team = await teamById(ctx, id);
  const shown = shownIn(ctx);
  const screen =
    shown.length > 1
      ? rolesScreen(ctx, team, shown)
      : memberOf(team, userId)
        ? memberScreen(ctx, team, userId)
        : membersScreen(ctx, team, '0');
  if (changed === 'same') {
    await show(ctx, screen);
    return;
  }
  const { text, keyboard = [] } = screen;
  await show(ctx, {
    text: `${changeWords(ctx.t, changed)}\n\n${text}`,
    keyboard: [...(await undoRows(ctx, id, [changed])), ...keyboard],
  });
}

function shownIn(ctx: Ctx): number[] {
  return [...new Set(allValuesBeside(ctx, buttons.memberRole).map(({ member }) => Number(member)))];
}

/** Skips changes that a later change has replaced. */
async function undo(ctx: Ctx, id: string, note: string): Promise<void> {
  const kept = await keptToUndo(ctx, id, note);
  if ('request' in kept) return undoDecline(ctx, id, kept.request);
  const { changes: asked } = kept;
  const team = await teamById(ctx, id);
  for (const { before, userId } of asked)
    if (before && !memberOf(team, userId)) await requireInGroup(ctx, team, userId);
  const outcomes = await changeBy(ctx, id, (kept, change) => {
    const all = asked.map((each) => undoOnce(kept, each, change));
    return all;
  });
  const undone = outcomes.filter((each) => typeof each !== 'string');
  const [refused = 'outdated'] = outcomes.filter((each) => typeof each === 'string');
  if (undone.length === 0) requireChanged(refused);
  void ctx.answer();
  await show(ctx, {
    text: undone.map((each) => changeWords(ctx.t, each)).join('\n'),
    keyboard: [[buttons.team.make(ctx.t.plain('button-team-show'), { team: id })]],
  });
}

/** A redelivered tap finds its own undo, which sends no further message to the members. */
function undoOnce(team: Team, asked: MemberChange, change: ChangeBy): MemberResult {
  const wanted = { userId: asked.userId, role: roleNamed(asked.before?.role ?? '') };
  const isUndone = isSoStill(team, { ...asked, after: asked.before });
  const outcome = isUndone ? 'same' : undoChange(team, asked, change);
  if (typeof outcome !== 'string') newsOfChanges([outcome]).forEach(change.tell);
  const known = keptOutcome(team, wanted, change, outcome);
  return known === 'same' ? 'outdated' : known;
}

/** The message that a person replied to. In a topic each message replies to the first one: that is no choice. */
function answered(message: Message | undefined): Message | undefined {
  const { reply_to_message: to, is_topic_message: isInTopic, message_thread_id: topic } = message ?? {};
  return isInTopic && to?.message_id === topic ? undefined : to;
}

/** Gives a role to the sender of the answered message, never to the author of a forwarded one. */
async function giveByReply(ctx: Ctx, { id }: Team, typed: string): Promise<void> {
  const team = await teamById(ctx, id);
  await requireInTeam(ctx, team, 'members');
  const { from, sender_chat: chat } = answered(ctx.message) ?? {};
  if (!from || chat) throw new Refusal((t) => t('member-refused-anonymous'));
  if (from.is_bot) throw new Refusal((t) => t('member-refused-bot'));
  if (from.id === team.ownerId) throw new Refusal((t) => t('member-refused-owner'));
  const wanted = roleTyped(ctx.services.texts, typed);
  if (wanted === 'unknown') throw new Refusal((t) => t('role-unknown'));
  if (wanted === 'owner') throw new Refusal((t) => t('member-refused-owner'));
  const person = { id: from.id, name: from.first_name };
  if (wanted !== 'none') await requireInGroup(ctx, team, from.id);
  const outcome = await changeBy(ctx, id, (kept, change) =>
    keptOutcome(
      kept,
      { userId: from.id, role: wanted === 'none' ? undefined : wanted },
      change,
      wanted === 'none' ? removeBy(kept, from.id, change) : giveRole(kept, person, wanted, change),
    ),
  );
  const changed = requireChanged(outcome);
  const after = await teamById(ctx, id);
  if (changed === 'same') {
    const known = memberOf(after, from.id);
    await send(ctx, { text: known ? lineOf(ctx.t, known) : ctx.t('member-refused-absent') }, 'all');
    return;
  }
  const row = changed.after ? [roleRow(ctx.t, after, from.id)] : [];
  await send(
    ctx,
    { text: changeWords(ctx.t, changed), keyboard: [...row, ...(await undoRows(ctx, id, [changed]))] },
    'all',
  );
}

const TYPED = ['viewer', 'operator', 'admin', 'owner', 'none', 'add'] as const;

/** Reads a role in any language. An empty text, or a word for adding, means viewer. */
function roleTyped(texts: Texts, typed: string): 'viewer' | 'operator' | 'admin' | 'owner' | 'none' | 'unknown' {
  const word = normalise(typed);
  const words = (role: (typeof TYPED)[number]) =>
    LOCALES.flatMap((locale) => texts.in(locale).plain(`role-words-${role}`).split(/[,،]/)).map(normalise);
  const found = word === '' ? 'add' : TYPED.find((role) => words(role).includes(word));
  if (found === undefined) return 'unknown';
  return found === 'add' ? 'viewer' : found;
}
