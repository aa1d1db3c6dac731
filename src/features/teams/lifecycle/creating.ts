import { randomBytes } from 'node:crypto';
import type { ChatShared, KeyboardButton } from 'grammy/types';
import type { Account } from '../../../store/key-value/accounts.ts';
import { isInTheWay, MOST_CREATED, type Team } from '../../../store/key-value/teams.ts';
import { memberOf } from '../../../teams/rights.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate, topicOf } from '../../../telegram/context.ts';
import { askByKeys, onAnswer, WITHOUT_KEYS } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { isolate, name, teamName } from '../../../telegram/ui/format.ts';
import { removeMessage, type Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { home, toPrivateToGoOn } from '../../common/next-steps.ts';
import { askForMembers, toAddMembers } from '../members/adding.ts';
import { toLimits } from '../protection/spending-limits.ts';
import { notedTopic, noteTopic } from '../topic-name.ts';

const QUESTION = 'team-group';
/** Telegram returns this id with the chosen group. */
const GROUP_REQUEST_ID = 1;
const TEAM_ID_BYTES = 6;

/** Shares an account with a group: by `/team` in private, where the group is chosen, or in that group. */
export const creating = new Composer<Ctx>();

const lend = creating.chatType('private');
creating.use(onButton(buttons.teamNew, (ctx) => chooseAccount(ctx)));
creating.use(
  onButton(buttons.teamLend, async (ctx, { account, chat, topic }) => {
    const found = await requireFree(ctx, account);
    void ctx.answer();
    if (chat === '') return askForGroup(ctx, found);
    await show(ctx, await confirmScreen(ctx, found, Number(chat), Number(topic)));
  }),
);
creating.use(
  onButton(buttons.teamFound, async (ctx, { account, chat, topic }) => {
    await create(ctx, account, Number(chat), Number(topic));
  }),
);
lend.use(
  onAnswer(QUESTION, async (ctx, { about: [account = ''], messageId }) => {
    const shared = ctx.message?.chat_shared;
    await removeMessage(ctx.api, ctx.person.id, messageId);
    // Only the key of the keyboard chooses a group, never a text.
    if (!shared) return askForGroup(ctx, await requireFree(ctx, account));
    await goOnIn(ctx, shared, account);
  }),
);
// The question has expired, but its key is still in the keyboard.
lend.on('message:chat_shared', (ctx) => goOnIn(ctx, ctx.message.chat_shared));

export async function beginCreating(ctx: Ctx, wanted?: { chatId: number; topicId: number }): Promise<void> {
  if (isPrivate(ctx)) return chooseAccount(ctx, wanted);
  const { free, all } = await accountsOf(ctx);
  const here = { chatId: Number(ctx.chat?.id), topicId: topicOf(ctx) ?? 0 };
  await noteTopic(ctx);
  const [account] = free;
  if (all.length === 0) {
    // Once an account is connected in private, the setup for this group continues there.
    ctx.pendingCommand = `/team ${here.chatId} ${here.topicId}`;
    throw new Refusal((t) => t('account-none-group'), 'connect');
  }
  if (account && all.length === 1) {
    await send(ctx, await confirmScreen(ctx, account, here.chatId, here.topicId));
    return;
  }
  // The group must not read the labels of accounts.
  const onward = await toPrivateToGoOn(ctx, `/team ${here.chatId} ${here.topicId}`);
  await send(ctx, { text: ctx.t('team-go-on-private'), keyboard: [onward] });
}

interface Accounts {
  all: readonly Account[];
  free: readonly Account[];
  lent: readonly { account: Account; team: Team }[];
}

async function accountsOf({ services, person }: Ctx): Promise<Accounts> {
  const [{ accounts: all }, teams] = await Promise.all([
    services.store.accounts.get(person.id),
    services.store.teams.ofPerson(person.id),
  ]);
  const lentTo = ({ id }: Account) => teams.find((each) => each.ownerId === person.id && each.accountId === id);
  return {
    all,
    free: all.filter((account) => !lentTo(account)),
    lent: all.flatMap((account) => {
      const team = lentTo(account);
      return team ? [{ account, team }] : [];
    }),
  };
}

/** @throws Refusal where the account is shared with a team already */
export async function requireFree(ctx: Ctx, id: string): Promise<Account> {
  const { all, free } = await accountsOf(ctx);
  const account = free.find((each) => each.id === id);
  if (account) return account;
  throw new Refusal((t) => t(all.some((each) => each.id === id) ? 'team-account-lent' : 'account-gone'));
}

async function chooseAccount(ctx: Ctx, wanted?: { chatId: number; topicId: number }): Promise<void> {
  const { t } = ctx;
  const { all, free, lent } = await accountsOf(ctx);
  const [only, ...others] = free;
  if (all.length === 0) throw new Refusal((say) => say('account-none'), 'connect');
  if (only && others.length === 0) {
    if (!wanted) return askForGroup(ctx, only);
    await show(ctx, await confirmScreen(ctx, only, wanted.chatId, wanted.topicId));
    return;
  }
  const chat = wanted ? String(wanted.chatId) : '';
  const topic = wanted ? String(wanted.topicId) : '';
  await show(ctx, {
    text: t(only ? 'team-choose-account' : 'team-all-lent'),
    keyboard: [
      ...free.map(({ id, label }) => [buttons.teamLend.make(isolate(label), { account: id, chat, topic })]),
      ...lent.map(({ account, team }) => [
        buttons.team.make(
          t.plain('team-lent-to', { account: isolate(account.label), group: isolate(teamName(team)) }),
          {
            team: team.id,
          },
        ),
      ]),
      home(ctx),
    ],
  });
}

async function askForGroup(ctx: Ctx, { id, label }: Account): Promise<void> {
  const { t } = ctx;
  const group: KeyboardButton = {
    text: t.plain('button-team-group'),
    request_chat: { request_id: GROUP_REQUEST_ID, chat_is_channel: false, bot_is_member: true, request_title: true },
  };
  await askByKeys(ctx, QUESTION, [id], t('team-choose-group', { account: name(label) }), [
    [group],
    [{ text: t.plain('button-cancel') }],
  ]);
}

/** Asks to confirm, or for the account where its id is missing. */
async function goOnIn(ctx: Ctx, { chat_id: chatId, title = '' }: ChatShared, accountId?: string): Promise<void> {
  await send(ctx, { text: ctx.t('team-group-chosen', { group: name(title) }), ...WITHOUT_KEYS });
  if (accountId === undefined) return chooseAccount(ctx, { chatId, topicId: 0 });
  await send(ctx, await confirmScreen(ctx, await requireFree(ctx, accountId), chatId, 0));
}

/** @throws Refusal where the account can't be shared with that group */
async function confirmScreen(ctx: Ctx, { id, label }: Account, chatId: number, topicId: number): Promise<Screen> {
  const { t } = ctx;
  const { title, isForum } = await requireGroup(ctx, chatId);
  const ending = await requirePlace(ctx, chatId, topicId);
  const account = isPrivate(ctx) ? name(label) : { html: t('team-only-account') };
  const group = name(teamName({ title, topicId, topic: await notedTopic(ctx, chatId, topicId) }));
  const text = topicId === 0 ? t('team-confirm', { account, group }) : t('team-confirm-topic', { account, group });
  const place = { account: id, chat: String(chatId), topic: String(topicId) };
  return {
    text: [
      text,
      ...(isForum && topicId === 0 ? ['', t('team-confirm-forum')] : []),
      ...ending.flatMap((each) => ['', t('team-confirm-ends', { owner: ownerOf(each) })]),
    ].join('\n'),
    keyboard: [
      [buttons.teamFound.make(t.plain('button-team-lend'), place, 'primary')],
      [buttons.leave.make(t.plain('button-cancel'), {})],
    ],
  };
}

function ownerOf(team: Team) {
  return name(memberOf(team, team.ownerId)?.name ?? '');
}

/** The teams that end where a new one is created: their owners have left the group. @throws Refusal */
export async function requirePlace({ services, person }: Ctx, chatId: number, topicId: number): Promise<Team[]> {
  const there = await services.store.teams.allInChat(chatId);
  const inTheWay = there.filter((each) => isInTheWay(each, { topicId, ownerId: person.id }));
  if (inTheWay.some(({ paused }) => paused !== 'ownerLeft')) throw new Refusal((t) => t('team-chat-taken'));
  return inTheWay;
}

/** @throws Refusal unless the bot is in the group and the person is an administrator of it */
export async function requireGroup(
  ctx: Ctx,
  chatId: number,
): Promise<{ chatId: number; title: string; isForum: boolean }> {
  const { membership } = ctx.services;
  const own = await membership.look(chatId, ctx.me.id);
  if (own.is !== 'in') throw new Refusal((t) => t('team-bot-absent'));
  const { is, isAdministrator } = await membership.look(chatId, ctx.person.id);
  if (is !== 'in') throw new Refusal((t) => t(is === 'out' ? 'team-owner-absent' : 'team-owner-unclear'));
  if (!isAdministrator) throw new Refusal((t) => t('team-no-administrator'));
  const chat = await ctx.api.getChat(chatId);
  if (chat.type !== 'group' && chat.type !== 'supergroup') throw new Refusal((t) => t('team-no-group'));
  return { chatId: chat.id, title: chat.title, isForum: 'is_forum' in chat && chat.is_forum === true };
}

async function create(ctx: Ctx, accountId: string, chatId: number, topicId: number): Promise<void> {
  const { services, person, t } = ctx;
  const { store, operations } = services;
  // A tap redelivered after a crash finds the team that it created.
  const owned = await store.teams.ofPerson(person.id);
  const before = owned.find((each) => each.ownerId === person.id && each.accountId === accountId);
  if (before?.chatId === chatId && before.topicId === topicId) return showCreated(ctx, before);
  await requireFree(ctx, accountId);
  // A button in a group is valid only in its own chat and topic.
  const isElsewhere = chatId !== ctx.chat?.id || topicId !== (topicOf(ctx) ?? 0);
  if (!isPrivate(ctx) && isElsewhere) throw new Refusal((say) => say('button-old'));
  const group = await requireGroup(ctx, chatId);
  await requirePlace(ctx, chatId, topicId);
  const at = operations.now();
  const actor = { id: person.id, name: ctx.from?.first_name ?? '' };
  const topic = await notedTopic(ctx, group.chatId, topicId);
  const team: Team = {
    id: randomBytes(TEAM_ID_BYTES).toString('base64url'),
    ownerId: person.id,
    accountId,
    chatId: group.chatId,
    topicId,
    title: group.title,
    ...(topic === undefined ? {} : { topic }),
    locale: t.locale,
    createdAt: at,
    members: [{ userId: person.id, name: actor.name, role: 'owner', addedAt: at }],
    requests: [],
    protected: [],
    limits: [],
  };
  const outcome = await store.teams.createInstead(
    team,
    { at, event: 'teamCreated', actor, after: teamName(team) },
    { at, event: 'teamEnded', actor, reason: 'ownerLeft' },
    (ended) => [
      ...ended.map((each) => ({ what: 'replaced' as const, ended: each.id, person: actor.name })),
      { what: 'created', owner: actor.name },
    ],
  );
  services.reminders.tellTeamNews();
  if (outcome === 'accountLent') throw new Refusal((say) => say('team-account-lent'));
  if (outcome === 'tooOften') throw new Refusal((say) => say('team-too-often', { most: MOST_CREATED }));
  if (outcome === 'chatTaken') throw new Refusal((say) => say('team-chat-taken'));
  await showCreated(ctx, team);
}

async function showCreated(ctx: Ctx, team: Team): Promise<void> {
  const { t } = ctx;
  void ctx.answer();
  const text = t('team-created', { group: name(teamName(team)) });
  if (!isPrivate(ctx)) {
    await show(ctx, { text, keyboard: [await toLimits(ctx, team), await toAddMembers(ctx, team)] });
    return;
  }
  await show(ctx, { text, keyboard: [await toLimits(ctx, team)] });
  await askForMembers(ctx, team);
}
