import type { InlineKeyboardButton } from 'grammy/types';
import type { Withdrawn } from '../../operations/index.ts';
import type { Member } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import type { Access } from '../../telegram/access/access.ts';
import { mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate, topicOf } from '../../telegram/context.ts';
import { leave } from '../../telegram/dialog/ask.ts';
import { takeLeftFlow } from '../../telegram/dialog/flow.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { roleWords } from '../../telegram/failures/right-words.ts';
import type { Html } from '../../telegram/i18n/index.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { name, teamName } from '../../telegram/ui/format.ts';
import { onLink, type Payload, readPayload, toGroup } from '../../telegram/ui/link.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { home as homeRow, joinRows, toConnect, toPrivate } from '../common/next-steps.ts';
import { accessIfAny, requireAccess } from '../common/require.ts';
import { watchInvitation } from '../common/watches/watching.ts';
import { askForToken } from './connect.ts';

export const start = new Composer<Ctx>();

onLink(start, 'connect', (ctx) => askForToken(ctx));
onLink(start, 'reseller', async (ctx) => {
  await requireAccess(ctx, 'anyone');
  throw new Refusal((t) => t('failure-reseller-service-missing'), 'reseller');
});
onCommand(start, 'start', async (ctx) => {
  const link = readPayload(ctx.match);
  // Only its sender can use a note, and any eight characters look like one.
  const payload = link?.kind === 'wish' ? undefined : link?.payload;
  await send(ctx, ctx.match === '' || link ? await home(ctx, payload) : unknownLink(ctx));
});
onCommand(start, 'help', async (ctx) => void (await send(ctx, help(ctx))));
onCommand(start, 'cancel', async (ctx) => {
  const withdrawn = await ctx.services.operations.withdraw(ctx.person.id, Number(ctx.chat?.id));
  const left = (await takeLeftFlow(ctx)) ?? ((await leave(ctx)) ? { text: ctx.t('cancel-left') } : undefined);
  await Promise.all([send(ctx, cancelScreen(ctx, withdrawn, left)), withdrawn.shown]);
});
start.use(onButton(buttons.home, async (ctx) => show(ctx, await home(ctx))));
start.use(onButton(buttons.help, async (ctx) => show(ctx, help(ctx))));
start.use(onButton(buttons.leave, (ctx) => show(ctx, { text: ctx.t('ask-left'), keyboard: [homeRow(ctx)] })));

/** @param payload of /start: in a group it leads on to the private chat */
async function home(ctx: Ctx, payload?: Payload): Promise<Screen> {
  const { t } = ctx;
  const access = await accessIfAny(ctx, 'anyone');
  if (!isPrivate(ctx)) return groupHome(ctx, access, payload);
  const language = buttons.languages.make(t.plain('button-language'), {});
  const helping = buttons.help.make(t.plain('button-help'), {});
  if (!access) {
    return {
      text: t('home-welcome'),
      keyboard: [[buttons.connect.make(t.plain('button-connect'), {}, 'primary')], [language, helping]],
    };
  }
  const { account } = access;
  const member = memberHere(ctx, access);
  const ofTeam = mayHere(ctx, access.team, 'reboot') ? 'home-team' : 'home-team-read';
  return {
    text: member
      ? t(ofTeam, { team: name(access.team ? teamName(access.team) : ''), role: roleWords(t, member.role) })
      : t('home', { account: name(account.label) }),
    keyboard: [
      [buttons.servers.make(t.plain('button-servers'), { account: account.id, page: '0', filter: '' }, 'primary')],
      ...(mayHere(ctx, access.team, 'spend')
        ? [[buttons.buy.make(t.plain('button-buy'), { account: account.id })]]
        : []),
      await watchInvitation(ctx, access),
      [
        buttons.checkAsk.make(t.plain('button-check'), {}),
        buttons.domains.make(t.plain('button-domains'), { account: account.id, page: '0' }),
      ],
      [buttons.accounts.make(t.plain('button-accounts'), {}), language],
      [buttons.orders.make(t.plain('button-orders'), { filter: 'paid', page: '0' }), helping],
      ...(await teamRows(ctx, access)),
      [{ text: t.plain('button-group'), url: toGroup(ctx.me, access.team !== undefined) }],
    ].filter(({ length }) => length > 0),
  };
}

async function teamRows({ t, services, person }: Ctx, { team }: Access): Promise<InlineKeyboardButton[][]> {
  if (team) return [[buttons.team.make(t.plain('button-team-show'), { team: team.id })]];
  const teams = await services.store.teams.ofPerson(person.id);
  return teams.length > 0 ? [[buttons.teams.make(t.plain('button-teams'), {})]] : [];
}

/** `undefined` for the owner, whose own account it is. */
function memberHere({ person }: Ctx, { team }: Access): Member | undefined {
  const member = team && memberOf(team, person.id);
  return member?.role === 'owner' ? undefined : member;
}

async function groupHome(ctx: Ctx, access: Access | undefined, payload: Payload | undefined): Promise<Screen> {
  const { t } = ctx;
  const team = await ctx.services.store.teams.inChat(ctx.chat?.id ?? 0, topicOf(ctx));
  if (team) {
    const key = mayHere(ctx, team, 'reboot') ? 'home-group-team' : 'home-group-team-read';
    return {
      text: t(key, { team: name(teamName(team)) }),
      keyboard: [...joinRows(ctx, team), toPrivate(ctx, payload)],
    };
  }
  return { text: t('home-group'), keyboard: [access ? toPrivate(ctx, payload) : toConnect(ctx)] };
}

/** A payload that was forged, cut short or typed, or is another bot's. */
function unknownLink(ctx: Ctx): Screen {
  const helping = buttons.help.make(ctx.t.plain('button-help'), {});
  return { text: ctx.t('link-unknown'), keyboard: isPrivate(ctx) ? [[...homeRow(ctx), helping]] : [toPrivate(ctx)] };
}

/** @param left about the question or the form that was left */
function cancelScreen(ctx: Ctx, { cancelled, underWay }: Withdrawn, left: Screen | undefined): Screen {
  const { t } = ctx;
  const [first] = cancelled;
  const all: Html = { html: t('what-several', { count: cancelled.length }) };
  const lines = [
    ...(first ? [t('cancel-withdrawn', { what: cancelled.length > 1 ? all : ctx.services.summaryOf(first, t) })] : []),
    ...(underWay ? [t('cancel-under-way', { what: ctx.services.summaryOf(underWay, t) })] : []),
    ...(left ? [left.text] : []),
  ];
  const keyboard = left?.keyboard ?? [homeRow(ctx)];
  return { text: lines.length > 0 ? lines.join('\n\n') : t('cancel-nothing'), keyboard };
}

function help(ctx: Ctx): Screen {
  const group = [{ text: ctx.t.plain('button-group'), url: toGroup(ctx.me, false) }];
  return { text: ctx.t('help'), keyboard: isPrivate(ctx) ? [group, homeRow(ctx)] : [] };
}
