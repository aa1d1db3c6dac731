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

/** The message, its language, and who was told. */
const told = z.object({ message: z.number(), locale: z.string(), by: z.number().optional() });

/** /group, and what the bot says where it comes into a group. */
export const groups = new Composer<Ctx>();

onCommand(groups, 'group', async (ctx) => {
  await send(ctx, isPrivate(ctx) ? invitation(ctx) : introduction(ctx, ctx.t, await ownMember(ctx)));
});
onLink(groups, 'group', async (ctx) => void (await send(ctx, invitation(ctx))));

/** What tells that the bot came into a group. A link brings two of them: the service message, and /start with its payload. */
export const arrivals = new Composer<Ctx>();

onCommand(arrivals, 'start', async (ctx, next) => {
  if (isPrivate(ctx) || readPayload(ctx.match)?.kind !== 'group') return next();
  const before = await toldIn(ctx);
  const isTold = await arrive(ctx);
  // Another person's link: what the group was told may stand far above.
  if (!isTold && before?.by !== ctx.person.id) await send(ctx, introduction(ctx, ctx.t, await ownMember(ctx)));
});
arrivals.on('message:new_chat_members:me', arrive);
arrivals.on(['message:group_chat_created', 'message:supergroup_chat_created'], arrive);

function invitation(ctx: Ctx): Screen {
  const { t, me } = ctx;
  return { text: t('group'), keyboard: [[{ text: t.plain('button-group'), url: toGroup(me) }], home(ctx)] };
}

/** Says once what the bot can do in this group; said a short while ago, that message is brought up to date. Resolves to whether it said it now. */
async function arrive(ctx: Ctx): Promise<boolean> {
  const member = await ownMember(ctx);
  if (await bringUpToDate(ctx, member)) return false;
  const message = await send(ctx, introduction(ctx, ctx.t, member), 'all');
  const note = JSON.stringify({ message, locale: ctx.t.locale, by: ctx.person.id });
  await ctx.services.store.notes.set(noteKey(ctx), note, TOLD_FOR_MS);
  return true;
}

/** A right that is given or taken shows in what the group was told a short while ago. */
export const rights = new Composer<Ctx>();

rights.on('my_chat_member', async (ctx) => {
  const { new_chat_member: member } = ctx.myChatMember;
  if (member.status === 'administrator' || member.status === 'member') await bringUpToDate(ctx, member);
});

/** Resolves to whether the group was told a short while ago, and its message is still there. */
async function bringUpToDate(ctx: Ctx, member: ChatMember): Promise<boolean> {
  const before = await toldIn(ctx);
  if (!before) return false;
  const { texts } = ctx.services;
  const screen = introduction(ctx, texts.in(texts.for(before.locale)), member);
  return (await tryToEdit(ctx.api, ctx.chat?.id ?? 0, before.message, screen)) === 'edited';
}

/** What the group was told a short while ago. */
async function toldIn(ctx: Ctx): Promise<z.infer<typeof told> | undefined> {
  const note = await ctx.services.store.notes.get(noteKey(ctx));
  return note === undefined ? undefined : told.parse(JSON.parse(note));
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
