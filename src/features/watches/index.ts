import type { MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import { isGroup } from '../../store/jobs/alert-groups.ts';
import { type Alert, isEvent } from '../../store/jobs/alerts.ts';
import type { WatchingChat } from '../../store/jobs/watches.ts';
import type { Action } from '../../teams/actions.ts';
import type { Access } from '../../telegram/access/access.ts';
import { accessAllowed, mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { type ArgumentName, onButton, valuesBeside } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { formatListed, isolate, listed, name, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { countWanted, serverOfTraffic, setWatched, tellsOutside, watchesPower } from '../../watches/chats.ts';
import { buttons, rightToAlert } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import { onAccount, requireAccess } from '../common/require.ts';
import { type Named, onServer, serverName } from '../common/servers/find-server.ts';
import { accountOf, alertLine } from '../common/watches/alert-line.ts';
import {
  bellButton,
  changeWatchesHere,
  isEndedHere,
  placeOfWatches,
  watchedAccountOf,
  watchesHere,
} from '../common/watches/watching.ts';
import { acknowledge } from './alerts/acknowledge.ts';
import { ALL_LISTED, allButton, besideIn, isWaiting } from './alerts/alert-screen.ts';
import { powerOnAll } from './alerts/power-all.ts';
import { digestButton, digestLine, digestSettings } from './digests/digest-settings.ts';
import { createQuiet, quietButton } from './quiet.ts';
import { unreadIn } from './rounds/reading.ts';
import { createWanted, wantedButton, wantedLines } from './wanted.ts';
import type { Watcher } from './watcher.ts';

const MOST_NAMED = 8;
const MOST_LISTED = 20;
const MOST_OPENED = 6;
const LONGEST_NAME = 32;
/** These values stand in place of `n` in the button that stops watches: only servers, or everything. */
const SERVERS_ALONE = 's';
const ALL_CONFIRMED = 'a';

/** Keeps the message of an open alert or digest: the screens of its other buttons come in another message. */
export const keepAlerts: MiddlewareFn<Ctx> = (ctx, next) => {
  const kept = [
    buttons.acknowledge,
    buttons.takeOver,
    buttons.digestOff,
    buttons.groupDigestOff,
    buttons.registerName,
  ] as const;
  const isKept = kept.some((kind) => valuesBeside<readonly ArgumentName[]>(ctx, kind));
  // The settings have the button of changes too, beside the one of all alerts.
  const isOfChanges = valuesBeside(ctx, buttons.outside) && !valuesBeside(ctx, buttons.alerts);
  // The list of watches has these buttons too, without the one that opens it.
  const ends = [buttons.unwatchName, buttons.unwatchPrice, buttons.unwatchTraffic];
  const isOffer = valuesBeside(ctx, buttons.wanted) && ends.some((kind) => valuesBeside(ctx, kind));
  if (isKept || isOfChanges || isOffer) ctx.keepsTapped = true;
  return next();
};

/** /watch and /alerts: the watches of a chat, and its open alerts. */
export function createWatches(watcher: Watcher): Composer<Ctx> {
  const watches = new Composer<Ctx>(digestSettings, createQuiet(watcher), createWanted(watcher));

  onCommand(watches, 'watch', async (ctx) => {
    const access = await requireAccess(ctx, 'read');
    const { toldInTopic: topic = 0 } = placeHere(ctx, access);
    const chat = await watchesHere(ctx, access);
    // The first /watch sets what most people want.
    const isNew = chat === undefined && !(await isEndedHere(ctx, access));
    const isElsewhere = chat !== undefined && (chat.toldInTopic ?? 0) !== topic;
    const maySet = (isNew || isElsewhere) && (await accessAllowed(ctx, 'watch', access.account.id)) !== undefined;
    const isFirst = isNew && maySet;
    if (isFirst) await set(ctx, access, 'all', true);
    // Any change moves the alerts into the topic of the update.
    else if (maySet) await changeWatchesHere(ctx, access, () => undefined);
    const screen = await watchScreen(ctx, access, isFirst ? 'watch-set-all' : undefined);
    await send(ctx, screen, isFirst ? 'all' : 'asker');
  });
  watches.use(onAccount(buttons.watches, async (ctx, access) => show(ctx, await watchScreen(ctx, access))));
  watches.use(
    onAccount(buttons.watch, async (ctx, access, { on }) => {
      const chat = on === 'n' ? await watchesHere(ctx, access) : undefined;
      if (chat && countWanted(chat) > 0) return show(ctx, stopScreen(ctx, access, chat));
      if (on === 'y') await set(ctx, access, 'all', true);
      else await stop(ctx, access, on === SERVERS_ALONE);
      const isNone = on !== 'y' && on !== SERVERS_ALONE;
      // Everyone in the group has to know the team's watches.
      return show(ctx, await watchScreen(ctx, access, isNone ? 'watch-set-none' : 'watch-set-all'), 'all');
    }),
  );
  watches.use(
    onServer(buttons.watchServer, async (ctx, access, server, { on }) => {
      await set(ctx, access, server.id, on === 'y');
      await show(ctx, bellScreen(ctx, access, server, on === 'y'), 'all');
    }),
  );
  watches.use(
    onAccount(buttons.outside, async (ctx, access, { on }) => {
      await changeWatchesHere(ctx, access, (chat) => {
        chat.outside = on === 'y';
      });
      if (on === 'y') watcher.wake();
      await show(ctx, await watchScreen(ctx, access, on === 'y' ? 'outside-set-on' : 'outside-set-off'), 'all');
    }),
  );
  watches.use(
    onAccount(buttons.repeats, async (ctx, access, { on }) => {
      await setRepeats(ctx, access, on === 'y');
      await show(ctx, await watchScreen(ctx, access, on === 'y' ? 'repeats-set-on' : 'repeats-set-off'), 'all');
    }),
  );
  onCommand(watches, 'alerts', async (ctx) => {
    const access = await requireAccess(ctx, 'read');
    await send(ctx, await alertsScreen(ctx, access));
  });
  watches.use(onAccount(buttons.alerts, async (ctx, access) => show(ctx, await alertsScreen(ctx, access))));
  watches.use(
    onButton(buttons.acknowledge, async (ctx, { account, alert, hours }) => {
      const access = await requireAccess(ctx, rightToAlert(hours), account, { answersItself: true });
      // Even a refused tap may have shown a message that the bot did not know of.
      await acknowledge(ctx, access, alert, { hours }).finally(watcher.tell);
      if (hours !== ALL_LISTED) return;
      // The tapped message is the list, no alert.
      delete ctx.keepsTapped;
      await show(ctx, await alertsScreen(ctx, access));
    }),
  );
  watches.use(onAccount(buttons.powerAll, (ctx, access, { alert }) => powerOnAll(ctx, access, alert)));
  watches.use(
    onButton(buttons.takeOver, async (ctx, { account, alert, from }) => {
      const access = await requireAccess(ctx, 'acknowledge', account, { answersItself: true });
      await acknowledge(ctx, access, alert, { hours: '', from: Number(from) }).finally(watcher.tell);
    }),
  );

  async function set(ctx: Ctx, access: Access, server: string | 'all', isOn: boolean): Promise<void> {
    await changeWatchesHere(ctx, access, (chat) => setWatched(chat, server, isOn));
    if (isOn) watcher.wake();
    else await endAlerts(ctx, access, (alert) => alert.server?.id === server);
  }

  async function setRepeats(ctx: Ctx, access: Access, isOn: boolean): Promise<void> {
    const { store, operations } = ctx.services;
    await changeWatchesHere(ctx, access, (chat) => {
      if (isOn) delete chat.tellsOnce;
      else chat.tellsOnce = true;
    });
    const { open } = await alertsHere(ctx, access);
    for (const { id, accountId, group } of open)
      if (accountId === access.account.id && group === undefined)
        await store.alerts.changeShown(id, operations.now(), () => ({ tellsOnce: !isOn }));
    watcher.tell();
  }

  async function stop(ctx: Ctx, access: Access, keepsWanted: boolean): Promise<void> {
    await changeWatchesHere(ctx, access, (chat) => {
      setWatched(chat, 'all', false);
      delete chat.outside;
      if (keepsWanted) return;
      for (const key of ['names', 'prices', 'traffic'] as const) delete chat[key];
    });
    const isOfServers = (alert: Alert) => !alert.offer && (alert.server !== undefined || isEvent(alert));
    await endAlerts(ctx, access, (alert) => !keepsWanted || isOfServers(alert));
  }

  async function endAlerts(ctx: Ctx, access: Access, isEnded: (alert: Alert) => boolean): Promise<void> {
    const { store, operations } = ctx.services;
    const now = operations.now();
    const [ownerId, accountId] = watchedAccountOf(ctx, access);
    const { open } = await alertsHere(ctx, access);
    for (const alert of open) {
      if (alert.ownerId !== ownerId || alert.accountId !== accountId || !isEnded(alert)) continue;
      await store.alerts.change(alert.id, now, () => ({ resolved: { at: now, why: 'unwatched' } }));
    }
    watcher.tell();
  }

  return watches;
}

/** @throws Refusal in a group without a team */
function placeHere(ctx: Ctx, access: Access) {
  const place = placeOfWatches(ctx, access);
  if (!place) throw new Refusal((t) => t('watch-no-team'));
  return place;
}

/** Names, prices and traffic were chosen one by one: the person confirms that they end too. */
function stopScreen(
  { t }: Ctx,
  { account: { id: account } }: Access,
  { names, prices, traffic }: WatchingChat,
): Screen {
  const key = (on: string, label: 'button-stop-servers' | 'button-stop-all') =>
    buttons.watch.make(t.plain(label), { account, server: '', on });
  return {
    text: t('watch-stop', {
      ...{ names: names?.length ?? 0, prices: prices?.length ?? 0, traffic: traffic?.length ?? 0 },
    }),
    keyboard: [
      [key(SERVERS_ALONE, 'button-stop-servers')],
      [key(ALL_CONFIRMED, 'button-stop-all')],
      [buttons.watches.make(t.plain('button-watches'), { account })],
    ],
  };
}

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

type Done = 'watch-set-all' | 'watch-set-none' | `${'outside' | 'repeats'}-set-${'on' | 'off'}`;

async function watchScreen(ctx: Ctx, access: Access, done?: Done): Promise<Screen> {
  const { t } = ctx;
  const { account } = access;
  const watched = await ctx.services.store.watches.get(...watchedAccountOf(ctx, access));
  const chat = await watchesHere(ctx, access);
  const isOutside = chat !== undefined && tellsOutside(chat, watched ?? {});
  const { items } = await ctx.services.accesses.lists.recent(access.key, access.hosting);
  const nameOf = (id: string) =>
    shorten(serverName(account, items.find((each) => each.id === id) ?? { id }), LONGEST_NAME);
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
      ...unreadLines(await unreadHere(ctx, access), ctx, MOST_NAMED),
      t(isOutside ? 'outside-on' : 'outside-off'),
      ...wantedLines(ctx, chat),
      t('watch-how'),
      ...(may ? [t('watch-one')] : []),
      ...(await digestLine(ctx, access)),
    ].join('\n\n'),
    keyboard: [
      // A phone would cut two labels in a row.
      ...keys.map((key) => [key]),
      may ? [outside] : [],
      repeatsRow(ctx, access, chat),
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

function repeatsRow(ctx: Ctx, { team, account }: Access, chat: WatchingChat | undefined): InlineKeyboardButton[] {
  if (!chat || !watchesPower(chat) || !mayHere(ctx, team, 'watch')) return [];
  const [label, on] = chat.tellsOnce ? (['button-repeats-on', 'y'] as const) : (['button-repeats-off', 'n'] as const);
  return [buttons.repeats.make(ctx.t.plain(label), { account: account.id, on })];
}

function stateWords({ t }: Ctx, chat: WatchingChat | undefined, count: number, nameOf: (id: string) => string): string {
  if (!chat || !watchesPower(chat)) return t('watch-none');
  const { all, except } = chat.power;
  if (all && except.length === 0) return t('watch-all', { count });
  const named = except.map((id) => name(nameOf(id)));
  const servers = listed(named, t, MOST_NAMED);
  return t(all ? 'watch-all-but' : 'watch-some', { count: except.length, servers });
}

async function alertsHere(ctx: Ctx, access: Access): Promise<{ open: Alert[]; accesses: Map<string, Access> }> {
  const place = placeHere(ctx, access);
  const all = await ctx.services.store.alerts.openIn(place.chatId);
  const here = all.filter((each) => (each.topicId ?? 0) === place.topicId);
  const accesses = new Map([[access.account.id, access]]);
  for (const id of new Set(here.map(({ accountId }) => accountId))) {
    const found = accesses.get(id) ?? (await accessAllowed(ctx, 'read', id));
    if (found) accesses.set(id, found);
  }
  return { open: here.filter(({ accountId }) => accesses.has(accountId)), accesses };
}

async function watchedHere(ctx: Ctx, access: Access): Promise<Access[]> {
  const all = [access, ...(isPrivate(ctx) ? await othersOf(ctx, access) : [])];
  const chats = await Promise.all(all.map((each) => watchesHere(ctx, each)));
  return all.filter((_, at) => chats[at]);
}

async function othersOf(ctx: Ctx, access: Access): Promise<Access[]> {
  const { store } = ctx.services;
  const [{ accounts }, teams] = await Promise.all([
    store.accounts.get(ctx.person.id),
    store.teams.ofPerson(ctx.person.id),
  ]);
  const ids = new Set([...accounts.map((each) => each.id), ...teams.map(({ accountId }) => accountId)]);
  ids.delete(access.account.id);
  const others = await Promise.all([...ids].map((id) => accessAllowed(ctx, 'read', id)));
  return others.filter((each) => each !== undefined);
}

interface UnreadServer {
  account: string;
  server: Pick<Named, 'id' | 'name'>;
  since: number;
}

async function unreadHere(ctx: Ctx, access: Access): Promise<UnreadServer[]> {
  const { store, accesses } = ctx.services;
  const [watched, chat] = await Promise.all([
    store.watches.get(...watchedAccountOf(ctx, access)),
    watchesHere(ctx, access),
  ]);
  const unread = watched && chat ? unreadIn(watched, chat) : [];
  if (unread.length === 0) return [];
  const { account, key } = access;
  const { items } = await accesses.lists.known(key);
  return unread.map(({ id, from: since }) => {
    const named = serverName(account, items.find((each) => each.id === id) ?? { id });
    return { account: account.id, server: { id, name: named }, since };
  });
}

function unreadLine({ server, since }: UnreadServer, { t }: Ctx): string {
  return t('unread-line', { server: name(server.name), time: formatListed(since, t) });
}

function unreadLines(unread: readonly UnreadServer[], ctx: Ctx, most: number): string[] {
  if (unread.length === 0) return [];
  const lines = unread.slice(0, most).map((each) => unreadLine(each, ctx));
  const more = unread.length - lines.length;
  return [[...lines, ...(more > 0 ? [ctx.t('list-more', { count: more })] : [])].join('\n')];
}

async function alertsScreen(ctx: Ctx, access: Access): Promise<Screen> {
  const { t } = ctx;
  const { open, accesses } = await alertsHere(ctx, access);
  const mayAbout = (action: Action, account: string) => {
    const found = accesses.get(account);
    return found !== undefined && mayHere(ctx, found.team, action);
  };
  const watched = await watchedHere(ctx, access);
  const unread = (await Promise.all(watched.map((each) => unreadHere(ctx, each)))).flat();
  const groups = new Map(open.map((each) => [each.id, each]));
  const listed = open.filter((each) => !isGroup(each));
  const shown = await Promise.all(
    listed.slice(0, MOST_LISTED).map((each) => lineOf(each, groups.get(each.group ?? '') ?? each, ctx)),
  );
  const more = listed.length - shown.length;
  const none = unread.length > 0 ? [] : [t(watched.length > 0 ? 'alerts-none' : 'alerts-none-watched')];
  return {
    text: [
      t('alerts-title'),
      ...(shown.length > 0 ? [shown.join('\n')] : none),
      ...(more > 0 ? [t('list-more', { count: more })] : []),
      ...unreadLines(unread, ctx, MOST_LISTED),
    ].join('\n\n'),
    keyboard: [
      ...allButtons(open, ctx, mayAbout),
      ...serverButtons(listed, unread, ctx, mayAbout),
      [
        buttons.alerts.make(t.plain('button-refresh'), { account: access.account.id }),
        buttons.watches.make(t.plain('button-watches'), { account: access.account.id }),
      ],
      home(ctx),
    ].filter(({ length }) => length > 0),
  };
}

type MayAbout = (action: Action, account: string) => boolean;

function allButtons(open: readonly Alert[], ctx: Ctx, mayAbout: MayAbout): InlineKeyboardButton[][] {
  const waiting = open.filter((each) => isWaiting(each) && mayAbout('acknowledge', each.accountId));
  const firsts = waiting.filter(
    (each, at) => waiting.findIndex(({ accountId }) => accountId === each.accountId) === at,
  );
  return firsts.flatMap((alert) => allButton(alert, besideIn(waiting, alert), ALL_LISTED, ctx.t));
}

function serverButtons(
  open: readonly Alert[],
  unread: readonly UnreadServer[],
  { t }: Ctx,
  mayAbout: MayAbout,
): InlineKeyboardButton[][] {
  const keys = new Map<string, InlineKeyboardButton[]>();
  const wrong = open.map((alert) => {
    const { accountId: account, what } = alert;
    return { account, server: alert.server ?? serverOfOffer(alert), isDown: what === 'down' };
  });
  for (const { account, server, isDown } of [...wrong, ...unread.map((each) => ({ ...each, isDown: false }))]) {
    if (!server || keys.size === MOST_OPENED) continue;
    const label = t.plain('button-card-of', { server: isolate(shorten(server.name, LONGEST_NAME)) });
    const values = { account, server: serverReference(server.id) };
    const on = buttons.power.make(t.plain('button-on'), { ...values, action: 'on' }, 'success');
    keys.set(`${account} ${server.id}`, [
      buttons.server.make(label, values),
      ...(isDown && mayAbout('powerOn', account) ? [on] : []),
    ]);
  }
  return [...keys.values()];
}

function serverOfOffer({ what, offer }: Alert): { id: string; name: string } | undefined {
  if (!offer || (what !== 'traffic' && what !== 'surge')) return undefined;
  return { id: serverOfTraffic(offer.of), name: offer.name ?? '' };
}

/** @param told the alert whose message includes this one */
async function lineOf(alert: Alert, told: Alert, { t, services }: Ctx): Promise<string> {
  const { acknowledged, silenced } = told;
  const line = alertLine(alert, await accountOf(services.store, alert), t);
  const who = acknowledged ?? silenced;
  const signs = `${acknowledged ? '👀' : ''}${silenced ? '🔕' : ''}`;
  return who ? `${line} · ${signs} ${name(who.by.name).html}` : line;
}
