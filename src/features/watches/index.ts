import type { MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Alert, Alerts } from '../../store/jobs/alerts.ts';
import type { WatchingChat } from '../../store/jobs/watches.ts';
import type { Access } from '../../telegram/access.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { accessAllowed, askerOf, mayHere } from '../../telegram/rights.ts';
import { type ArgumentName, onButton, valuesBeside } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { isolate, name, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { serverOfTraffic, setWatched, tellsOutside, watchesPower } from '../../watches/chats.ts';
import { buttons } from '../buttons.ts';
import { alertLine } from '../common/alert-line.ts';
import { type Named, onServer } from '../common/find-server.ts';
import { home } from '../common/next-steps.ts';
import { onAccount, requireAccess } from '../common/require.ts';
import {
  bellButton,
  changeInTeam,
  changeWatchesHere,
  placeOfWatches,
  watchedAccountOf,
  watchesHere,
} from '../common/watching.ts';
import { NONE, SILENCES } from './alert-screen.ts';
import { digestButton, digestLine, digestSettings } from './digest-settings.ts';
import { createQuiet, quietButton } from './quiet.ts';
import { createWanted, wantedButton, wantedLines } from './wanted.ts';
import type { Watcher } from './watcher.ts';

const HOUR_MS = 3_600_000;
const MOST_NAMED = 8;
const MOST_LISTED = 20;
const MOST_OPENED = 6;
const LONGEST_NAME = 32;

/** Lets the message of an open alert, or of a digest, go on showing it: what its other buttons lead to comes in another message. */
export const keepAlerts: MiddlewareFn<Ctx> = (ctx, next) => {
  const kept = [buttons.acknowledge, buttons.digestOff, buttons.groupDigestOff, buttons.registerName] as const;
  const isKept = kept.some((kind) => valuesBeside<readonly ArgumentName[]>(ctx, kind));
  // The settings have the button of changes as well, beside that of all alerts.
  const isOfChanges = valuesBeside(ctx, buttons.outside) && !valuesBeside(ctx, buttons.alerts);
  // The list of what is watched has these buttons as well, without the one that leads to it.
  const ends = [buttons.unwatchName, buttons.unwatchPrice, buttons.unwatchTraffic];
  const isOffer = valuesBeside(ctx, buttons.wanted) && ends.some((kind) => valuesBeside(ctx, kind));
  if (isKept || isOfChanges || isOffer) ctx.keepsTapped = true;
  return next();
};

/** /watch and /alerts: which servers a chat is told about, and what is wrong with them. */
export function createWatches(watcher: Watcher): Composer<Ctx> {
  const watches = new Composer<Ctx>(digestSettings, createQuiet(watcher), createWanted(watcher));

  onCommand(watches, 'watch', async (ctx) => {
    const access = await requireAccess(ctx, 'read');
    placeHere(ctx, access);
    const chat = await watchesHere(ctx, access);
    // Sent for the first time, it sets what most people want. Its keys change that.
    const isFirst = chat === undefined && (await accessAllowed(ctx, 'watch', access.account.id)) !== undefined;
    if (isFirst) await set(ctx, access, 'all', true);
    await send(ctx, await watchScreen(ctx, access, isFirst ? 'watch-set-all' : undefined));
  });
  watches.use(onAccount(buttons.watches, async (ctx, access) => show(ctx, await watchScreen(ctx, access))));
  watches.use(
    onAccount(buttons.watch, async (ctx, access, { on }) => {
      await set(ctx, access, 'all', on === 'y');
      await show(ctx, await watchScreen(ctx, access, on === 'y' ? 'watch-set-all' : 'watch-set-none'));
    }),
  );
  watches.use(
    onServer(buttons.watchServer, async (ctx, access, server, { on }) => {
      await set(ctx, access, server.id, on === 'y');
      await show(ctx, await bellScreen(ctx, access, server, on === 'y'));
    }),
  );
  watches.use(
    onAccount(buttons.outside, async (ctx, access, { on }) => {
      await changeWatchesHere(ctx, access, (chat) => {
        chat.outside = on === 'y';
      });
      if (on === 'y') watcher.wake();
      await show(ctx, await watchScreen(ctx, access, on === 'y' ? 'outside-set-on' : 'outside-set-off'));
    }),
  );
  onCommand(watches, 'alerts', async (ctx) => {
    const access = await requireAccess(ctx, 'read');
    await send(ctx, await alertsScreen(ctx, access));
  });
  watches.use(onAccount(buttons.alerts, async (ctx, access) => show(ctx, await alertsScreen(ctx, access))));
  watches.use(
    onButton(buttons.acknowledge, async (ctx, { account, alert, hours }) => {
      const access = await requireAccess(ctx, 'acknowledge', account);
      await acknowledge(ctx, access, alert, hours);
      watcher.tell();
    }),
  );

  async function set(ctx: Ctx, access: Access, server: string | 'all', isOn: boolean): Promise<void> {
    await changeWatchesHere(ctx, access, (chat) => {
      setWatched(chat, server, isOn);
      if (server !== 'all' || isOn) return;
      for (const key of ['outside', 'names', 'prices', 'traffic'] as const) delete chat[key];
    });
    if (isOn) watcher.wake();
    else await endAlerts(ctx, access, server);
  }

  /** Ends the alerts of what is not watched here any more. */
  async function endAlerts(ctx: Ctx, access: Access, server: string | 'all'): Promise<void> {
    const { store, operations } = ctx.services;
    const now = operations.now();
    for (const alert of await alertsHere(ctx, access)) {
      if (server !== 'all' && alert.server?.id !== server) continue;
      await store.alerts.change(alert.id, now, () => ({ state: 'resolved', resolved: { at: now, why: 'unwatched' } }));
    }
    watcher.tell();
  }

  return watches;
}

/** This chat, as it is told about the account. @throws Refusal in a group without a team */
function placeHere(ctx: Ctx, access: Access) {
  const place = placeOfWatches(ctx, access);
  if (!place) throw new Refusal((t) => t('watch-no-team'));
  return place;
}

/** What a tap on a server's bell changed, with the tap that changes it back. */
function bellScreen(ctx: Ctx, access: Access, server: Named, isOn: boolean): Screen {
  const { t } = ctx;
  const account = access.account.id;
  return {
    text: t(isOn ? 'watch-set-on' : 'watch-set-off', { server: name(server.name) }),
    keyboard: [
      [bellButton(ctx, access, server.id, isOn), buttons.watches.make(t.plain('button-watches'), { account })],
      [buttons.server.make(t.plain('button-card'), { account, server: serverReference(server.id) })],
    ],
  };
}

type Done = 'watch-set-all' | 'watch-set-none' | 'outside-set-on' | 'outside-set-off';

async function watchScreen(ctx: Ctx, access: Access, done?: Done): Promise<Screen> {
  const { t } = ctx;
  const { account } = access;
  const watched = await ctx.services.store.watches.get(...watchedAccountOf(ctx, access));
  const chat = await watchesHere(ctx, access);
  const isOutside = chat !== undefined && tellsOutside(chat, watched ?? {});
  const { items } = await ctx.services.accesses.lists.recent(access.key, access.hosting);
  const nameOf = (id: string) =>
    shorten(account.aliases.get(id) ?? items.find((each) => each.id === id)?.ip ?? id, LONGEST_NAME);
  const values = { account: account.id };
  const may = mayHere(ctx, access.team, 'watch');
  const change = (on: 'y' | 'n') =>
    buttons.watch.make(t.plain(on === 'y' ? 'button-watch-all' : 'button-watch-none'), { ...values, server: '', on });
  const keys: InlineKeyboardButton[] = may
    ? [...(chat?.power.all && chat.power.except.length === 0 ? [] : [change('y')]), ...(chat ? [change('n')] : [])]
    : [];
  const outside = buttons.outside.make(t.plain(isOutside ? 'button-outside-off' : 'button-outside-on'), {
    ...{ account: account.id, on: isOutside ? 'n' : 'y' },
  });
  return {
    text: [
      t('watch-title', { account: name(account.label) }),
      ...(done ? [t(done)] : []),
      stateWords(ctx, chat, items.length, nameOf),
      t(isOutside ? 'outside-on' : 'outside-off'),
      ...wantedLines(ctx, chat),
      t('watch-how'),
      ...(may ? [t('watch-one')] : []),
      ...(await digestLine(ctx, access)),
    ].join('\n\n'),
    keyboard: [
      // Side by side their labels would be cut on a phone.
      ...keys.map((key) => [key]),
      may ? [outside] : [],
      wantedButton(ctx, access, chat),
      [buttons.alerts.make(t.plain('button-alerts'), values), ...digestButton(ctx, access)],
      [
        ...(placeOfWatches(ctx, access) ? [quietButton(ctx, account.id)] : []),
        buttons.servers.make(t.plain('button-servers'), { ...values, page: '0', filter: '' }),
      ],
      home(ctx),
    ].filter(({ length }) => length > 0),
  };
}

function stateWords({ t }: Ctx, chat: WatchingChat | undefined, count: number, nameOf: (id: string) => string): string {
  if (!chat || !watchesPower(chat)) return t('watch-none');
  const { all, except } = chat.power;
  if (all && except.length === 0) return t('watch-all', { count });
  const rest = except.length - MOST_NAMED;
  const named = except.slice(0, MOST_NAMED).map((id) => name(nameOf(id)).html);
  const servers = { html: [...named, ...(rest > 0 ? [`+${rest}`] : [])].join(t.plain('list-separator')) };
  return t(all ? 'watch-all-but' : 'watch-some', { count: except.length, servers });
}

/** The open alerts of this chat about the account. */
async function alertsHere(ctx: Ctx, access: Access): Promise<Alert[]> {
  const [ownerId, accountId] = watchedAccountOf(ctx, access);
  const place = placeHere(ctx, access);
  const all = await ctx.services.store.alerts.openIn(place.chatId);
  return all.filter(
    (each) => each.ownerId === ownerId && each.accountId === accountId && (each.topicId ?? 0) === place.topicId,
  );
}

async function alertsScreen(ctx: Ctx, access: Access): Promise<Screen> {
  const { t } = ctx;
  const open = await alertsHere(ctx, access);
  const isWatching = (await watchesHere(ctx, access)) !== undefined;
  const shown = open.slice(0, MOST_LISTED).map((each) => lineOf(each, ctx));
  const more = open.length - shown.length;
  const none = t(isWatching ? 'alerts-none' : 'alerts-none-watched');
  return {
    text: [
      t('alerts-title'),
      ...(shown.length > 0 ? [shown.join('\n')] : [none]),
      ...(more > 0 ? [t('alerts-more', { count: more })] : []),
    ].join('\n\n'),
    keyboard: [
      ...serverButtons(open, ctx),
      [
        buttons.alerts.make(t.plain('button-refresh'), { account: access.account.id }),
        buttons.watches.make(t.plain('button-watches'), { account: access.account.id }),
      ],
      home(ctx),
    ].filter(({ length }) => length > 0),
  };
}

/** Leads to the servers that something is wrong with. */
function serverButtons(open: readonly Alert[], { t }: Ctx): InlineKeyboardButton[][] {
  const keys = new Map<string, InlineKeyboardButton[]>();
  for (const alert of open) {
    const { accountId: account } = alert;
    const server = alert.server ?? serverOfOffer(alert);
    if (!server || keys.size === MOST_OPENED) continue;
    const label = t.plain('button-card-of', { server: isolate(shorten(server.name, LONGEST_NAME)) });
    keys.set(server.id, [buttons.server.make(label, { account, server: serverReference(server.id) })]);
  }
  return [...keys.values()];
}

/** The server whose traffic an alert tells of. */
function serverOfOffer({ what, offer }: Alert): { id: string; name: string } | undefined {
  if (!offer || (what !== 'traffic' && what !== 'surge')) return undefined;
  return { id: serverOfTraffic(offer.of), name: offer.name ?? '' };
}

function lineOf(alert: Alert, { t }: Ctx): string {
  const { acknowledged, silenced } = alert;
  const who = acknowledged ?? silenced;
  const signs = `${acknowledged ? '👀' : ''}${silenced ? '🔕' : ''}`;
  return who ? `${alertLine(alert, t)} · ${signs} ${name(who.by.name).html}` : alertLine(alert, t);
}

/** Notes who looks after an alert, or that it is quiet for some hours. Its message shows it to all. */
async function acknowledge(ctx: Ctx, access: Access, id: string, hours: string): Promise<void> {
  const { store, operations } = ctx.services;
  const now = operations.now();
  const found = await store.alerts.get(id);
  const [ownerId, accountId] = watchedAccountOf(ctx, access);
  if (!found || found.ownerId !== ownerId || found.accountId !== accountId || found.chatId !== askerOf(ctx).chatId)
    throw new Refusal((t) => t('button-old'));
  // Its quiet has ended by another tap.
  if (hours === NONE && !found.silenced) return;
  const edit = editFor(hours, now, { id: ctx.person.id, name: ctx.from?.first_name ?? '' });
  const { team } = access;
  const change = (alerts: Alerts) =>
    alerts.change(id, now, edit.alert, ({ server }) => ({
      ...{ at: now, event: edit.event, actor: edit.by },
      ...(server ? { server: { id: server.id, name: server.name } } : {}),
    }));
  const changed = await (team
    ? changeInTeam(ctx, team, 'acknowledge', ({ alerts }) => change(alerts))
    : change(store.alerts));
  if (!changed) throw new Refusal((t) => t('alert-over'));
}

/** @param hours for how long it is quiet: {@link NONE} where it is not any more; empty where the person looks after it */
function editFor(hours: string, now: number, by: { id: number; name: string }) {
  if (hours === '') return { by, event: 'alertAcknowledged', alert: () => acknowledgedBy({ by, at: now }) } as const;
  const lasts = Number(hours);
  if (hours !== NONE && !SILENCES.some((each) => each === hours)) throw new Refusal((t) => t('button-old'));
  const silenced = hours === NONE ? undefined : { by, at: now, until: now + lasts * HOUR_MS };
  return {
    by,
    event: silenced ? 'alertSilenced' : 'alertLoud',
    alert: ({ acknowledged }: Alert): Partial<Alert> => ({
      state: silenced || acknowledged ? 'acknowledged' : 'open',
      silenced,
      ...(silenced ? {} : { call: undefined }),
    }),
  } as const;
}

function acknowledgedBy(acknowledged: NonNullable<Alert['acknowledged']>) {
  return { state: 'acknowledged', acknowledged } as const;
}
