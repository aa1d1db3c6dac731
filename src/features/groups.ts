import type { ChatMember } from 'grammy/types';
import type { Introduction } from '../store/key-value/chats.ts';
import { Composer } from '../telegram/composer.ts';
import { type Ctx, isPrivate } from '../telegram/context.ts';
import type { Translate } from '../telegram/i18n/index.ts';
import { onCommand } from '../telegram/ui/command.ts';
import { linkTo, onLink, readPayload, toGroup } from '../telegram/ui/link.ts';
import { type Screen, tryToEdit } from '../telegram/ui/screen.ts';
import { send } from '../telegram/ui/show.ts';
import { home } from './common/next-steps.ts';

/** A group gets one introduction within this time, however often the bot is removed and added. */
const RECENT_MS = 60 * 60_000;
/** After this time the introduction is sent again: its process died, or Telegram refused it. */
const SEND_TIMEOUT_MS = 60_000;

/** /group, and the introduction of the bot in a group. */
export const groups = new Composer<Ctx>();

onCommand(groups, 'group', async (ctx) => {
  await send(ctx, isPrivate(ctx) ? await invitation(ctx) : await introductionScreen(ctx, ctx.t, await ownMember(ctx)));
});
onLink(groups, 'group', async (ctx) => void (await send(ctx, await invitation(ctx))));

/** A link brings two updates: the service message, and /start with its payload. */
export const arrivals = new Composer<Ctx>();

onCommand(arrivals, 'start', async (ctx, next) => {
  if (isPrivate(ctx) || readPayload(ctx.match)?.kind !== 'group') return next();
  await arrive(ctx);
  if (!(await isAnsweredAlready(ctx))) await next();
});
arrivals.on('message:new_chat_members:me', arrive);
arrivals.on(['message:group_chat_created', 'message:supergroup_chat_created'], arrive);

async function invitation(ctx: Ctx): Promise<Screen> {
  const { t, me, services, person } = ctx;
  const isTeam = (await services.store.teams.ofPerson(person.id)).length > 0;
  return {
    text: `${t('group')}\n\n${t(isTeam ? 'group-asks-of-team' : 'group-asks')}`,
    keyboard: [[{ text: t.plain('button-group'), url: toGroup(me, isTeam) }], home(ctx)],
  };
}

/** Sends the introduction, or updates a recent one. */
async function arrive(ctx: Ctx): Promise<void> {
  const member = await ownMember(ctx);
  const before = await introductionIn(ctx);
  if (await bringUpToDate(ctx, before, member)) return;
  if (!(await claim(ctx, before))) return;
  const message = await send(ctx, await introductionScreen(ctx, ctx.t, member), 'all');
  await ctx.services.store.chats.change(ctx.chat?.id ?? 0, ({ introduction }) => {
    if (introduction) introduction.message = message;
  });
}

/** Saved before it is sent: another update or replica may be about to send it, too. */
function claim({ chat, person, services, t }: Ctx, before: Introduction | undefined): Promise<boolean> {
  const { chats, now } = services.store;
  return chats.change(chat?.id ?? 0, (notes) => {
    const isClaimed = isRecent(notes.introduction, now()) && notes.introduction.at !== before?.at;
    if (!isClaimed) notes.introduction = { at: now(), locale: t.locale, by: person.id };
    return !isClaimed;
  });
}

/** The introduction answers the first /start of the person who added the bot. */
function isAnsweredAlready({ chat, person, services }: Ctx): Promise<boolean> {
  return services.store.chats.change(chat?.id ?? 0, ({ introduction }) => {
    if (introduction?.by !== person.id || introduction.started) return false;
    introduction.started = true;
    return true;
  });
}

/** Updates a recent introduction with the bot's new rights. */
export const rightsChanges = new Composer<Ctx>();

rightsChanges.on('my_chat_member', async (ctx) => {
  const { new_chat_member: member } = ctx.myChatMember;
  if (member.status !== 'administrator' && member.status !== 'member') return;
  await bringUpToDate(ctx, await introductionIn(ctx), member);
});

/** Resolves to whether the group has a recent introduction, or will have it. */
async function bringUpToDate(ctx: Ctx, before: Introduction | undefined, member: ChatMember): Promise<boolean> {
  if (!before) return false;
  const { store, texts } = ctx.services;
  if (before.message === undefined) return store.now() < before.at + SEND_TIMEOUT_MS;
  const screen = await introductionScreen(ctx, texts.in(texts.for(before.locale)), member);
  return (await tryToEdit(ctx.api, ctx.chat?.id ?? 0, before.message, screen)) === 'edited';
}

async function introductionIn({ chat, services }: Ctx): Promise<Introduction | undefined> {
  const { introduction } = await services.store.chats.get(chat?.id ?? 0);
  return isRecent(introduction, services.store.now()) ? introduction : undefined;
}

function isRecent(introduction: Introduction | undefined, now: number): introduction is Introduction {
  return introduction !== undefined && now < introduction.at + RECENT_MS;
}

function ownMember({ api, chat, me }: Ctx): Promise<ChatMember> {
  return api.getChatMember(chat?.id ?? 0, me.id);
}

/** The right to pin is for a team's emergency access. */
async function introductionScreen({ me, chat, services }: Ctx, t: Translate, member: ChatMember): Promise<Screen> {
  const isTeam = (await services.store.teams.allInChat(chat?.id ?? 0)).length > 0;
  const { can_delete_messages: mayDelete, can_pin_messages: mayPin } = rightsOf(member);
  const rights = [
    t(mayDelete ? 'group-may-delete' : 'group-may-not-delete'),
    ...(isTeam ? [t(mayPin ? 'group-may-pin' : 'group-may-not-pin')] : []),
  ];
  const isLacking = isTeam && !(mayDelete && mayPin);
  return {
    text: [t('group-here'), '', ...rights].join('\n'),
    keyboard: [
      ...(isLacking ? [[{ text: t.plain('button-group-rights'), url: toGroup(me, isTeam) }]] : []),
      [{ text: t.plain('button-connect-private'), url: linkTo(me, 'connect') }],
    ],
  };
}

function rightsOf(member: ChatMember): { can_delete_messages?: boolean; can_pin_messages?: boolean | undefined } {
  return member.status === 'administrator' ? member : {};
}
