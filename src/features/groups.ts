import { Composer } from 'grammy';
import type { ChatMember } from 'grammy/types';
import { z } from 'zod';
import { type Ctx, isPrivate } from '../telegram/context.ts';
import type { Translate } from '../telegram/i18n/index.ts';
import { onCommand } from '../telegram/ui/command.ts';
import { linkTo, onLink, readPayload, toGroup } from '../telegram/ui/link.ts';
import { type Screen, tryToEdit } from '../telegram/ui/screen.ts';
import { send } from '../telegram/ui/show.ts';
import { home } from './common/next-steps.ts';

/** Within this time a group is told once what the bot can do there, however often the bot is removed and added again. */
const TOLD_FOR_MS = 60 * 60_000;

const told = z.object({ message: z.number(), locale: z.string() });

/** /group, and what the bot says where it comes into a group. */
export const groups = new Composer<Ctx>();

onCommand(groups, 'group', async (ctx) => {
  await send(ctx, isPrivate(ctx) ? invitation(ctx) : introduction(ctx, ctx.t, await ownMember(ctx)));
});
onLink(groups, 'group', async (ctx) => void (await send(ctx, invitation(ctx))));

/** What tells that the bot came into a group. A link brings two of them: the service message, and /start with its payload. */
export const arrivals = new Composer<Ctx>();

onCommand(arrivals, 'start', (ctx, next) =>
  isPrivate(ctx) || readPayload(ctx.match)?.kind !== 'group' ? next() : arrive(ctx),
);
arrivals.on('message:new_chat_members:me', arrive);
arrivals.on(['message:group_chat_created', 'message:supergroup_chat_created'], arrive);

function invitation(ctx: Ctx): Screen {
  const { t, me } = ctx;
  return { text: t('group'), keyboard: [[{ text: t.plain('button-group'), url: toGroup(me) }], home(ctx)] };
}

/** Says once what the bot can do in this group; said a short while ago, that message is brought up to date. */
async function arrive(ctx: Ctx): Promise<void> {
  const member = await ownMember(ctx);
  if (await bringUpToDate(ctx, member)) return;
  const message = await send(ctx, introduction(ctx, ctx.t, member), 'all');
  const note = JSON.stringify({ message, locale: ctx.t.locale });
  await ctx.services.store.notes.set(noteKey(ctx), note, TOLD_FOR_MS);
}

/** A right that is given or taken shows in what the group was told a short while ago. */
export const rights = new Composer<Ctx>();

rights.on('my_chat_member', async (ctx) => {
  const { new_chat_member: member } = ctx.myChatMember;
  if (member.status === 'administrator' || member.status === 'member') await bringUpToDate(ctx, member);
});

/** Resolves to whether the group was told a short while ago, and its message is still there. */
async function bringUpToDate(ctx: Ctx, member: ChatMember): Promise<boolean> {
  const { store, texts } = ctx.services;
  const note = await store.notes.get(noteKey(ctx));
  if (note === undefined) return false;
  const { message, locale } = told.parse(JSON.parse(note));
  const screen = introduction(ctx, texts.in(texts.for(locale)), member);
  return (await tryToEdit(ctx.api, ctx.chat?.id ?? 0, message, screen)) === 'edited';
}

function noteKey({ chat }: Ctx): string {
  return `group:${chat?.id}`;
}

function ownMember({ api, chat, me }: Ctx): Promise<ChatMember> {
  return api.getChatMember(chat?.id ?? 0, me.id);
}

/** What the bot does in this group, and which right it lacks. */
function introduction({ me }: Ctx, t: Translate, member: ChatMember): Screen {
  const rights = mayDelete(member) ? 'group-may-delete' : 'group-may-not-delete';
  return {
    text: `${t('group-here')}\n\n${t(rights)}`,
    keyboard: [[{ text: t.plain('button-connect-private'), url: linkTo(me, 'connect') }]],
  };
}

function mayDelete(member: ChatMember): boolean {
  return member.status === 'administrator' && member.can_delete_messages;
}
