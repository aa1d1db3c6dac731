import type { InlineKeyboardButton } from 'grammy/types';
import type { Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { noteCommand, noteToGoOn, repeatRow } from '../../telegram/dialog/pending-request.ts';
import type { NextSteps } from '../../telegram/failures/report.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import type { TextKey } from '../../telegram/i18n/texts.ts';
import { linkTo, type Payload, payloadWith } from '../../telegram/ui/link.ts';
import { send } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';

/** Only in private: in a group a message belongs to the person who asked for it. */
export function home(ctx: Ctx): InlineKeyboardButton[] {
  return isPrivate(ctx) ? [buttons.home.make(ctx.t.plain('button-home'), {})] : [];
}

export function toPrivate(
  ctx: Ctx,
  payload?: Payload,
  label = ctx.t.plain('button-private'),
): [InlineKeyboardButton.UrlButton] {
  return [{ text: label, url: linkTo(ctx.me, payload) }];
}

export function toConnect(ctx: Ctx): InlineKeyboardButton[] {
  return [{ text: ctx.t.plain('button-connect-private'), url: linkTo(ctx.me, 'connect') }];
}

/** Leads into the private chat, where the same command goes on. */
export async function toPrivateWithCommand(ctx: Ctx): Promise<InlineKeyboardButton[]> {
  const note = await noteCommand(ctx);
  return toPrivate(ctx, note === undefined ? undefined : payloadWith('wish', note));
}

/** Leads into the private chat, where this command goes on, with this account if one is given. */
export async function toPrivateToGoOn(
  ctx: Ctx,
  command: string,
  account?: string,
  label?: string,
): Promise<InlineKeyboardButton[]> {
  return toPrivate(ctx, payloadWith('wish', await noteToGoOn(ctx, command, account)), label);
}

export async function sendToPrivate(ctx: Ctx, key: TextKey & ('private-only' | 'accounts-group')): Promise<void> {
  await send(ctx, { text: ctx.t(key), keyboard: [await toPrivateWithCommand(ctx)] });
}

/** Domains need the reseller service; no row if the operator has set no page that sells it. */
export function toReseller(
  t: Translate,
  { resellerUrl }: { resellerUrl?: string | undefined },
): InlineKeyboardButton[][] {
  return resellerUrl === undefined ? [] : [[{ text: t.plain('button-reseller'), url: resellerUrl }]];
}

export function joinRows({ t, chat, person }: Ctx, team: Team | undefined): InlineKeyboardButton[][] {
  if (!team || team.paused || team.chatId !== chat?.id || memberOf(team, person.id)) return [];
  return [[buttons.teamJoin.make(t.plain('button-team-join'), { team: team.id }, 'primary')]];
}

export const nextSteps: NextSteps = {
  join: async (ctx, team) => joinRows(ctx, await ctx.services.store.teams.get(team)),
  again: (ctx) => repeatRow(ctx, buttons, ctx.t.plain('retry')),
  home: (ctx) => (isPrivate(ctx) ? [home(ctx)] : []),
  connect: (ctx) => [
    isPrivate(ctx) ? [buttons.connect.make(ctx.t.plain('button-connect'), {}, 'primary')] : toConnect(ctx),
  ],
  reseller: (ctx) => [...toReseller(ctx.t, ctx.services), ...nextSteps.home(ctx)],
};
