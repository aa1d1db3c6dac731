import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { WatchedTraffic, WatchingChat } from '../../store/jobs/watches.ts';
import type { Access } from '../../telegram/access/access.ts';
import { mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { formatListed, isolate, name, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { countWanted, MOST_TRAFFIC, trafficIn, trafficKey } from '../../watches/chats.ts';
import { buttons } from '../buttons.ts';
import { domainLabel, domainReference, domainWords } from '../common/domain-words.ts';
import { typedNumber } from '../common/input/typed-input.ts';
import { amountUnit, withoutUnit } from '../common/input/typed-unit.ts';
import { money } from '../common/payment/money.ts';
import { onAccount, requirePrivate } from '../common/require.ts';
import { type Named, onServer, requireOwnServer } from '../common/servers/find-server.ts';
import { amountWords } from '../common/servers/server-words.ts';
import { changeWatchesHere, watchedAccountOf, watchesHere } from '../common/watches/watching.ts';
import { FAR_ABOVE } from './rounds/offers.ts';
import type { Watcher } from './watcher.ts';

const TRAFFIC_QUESTION = 'traffic-target';
const MAX_LABEL_CHARS = 24;

/** The names, prices and traffic that a chat watches: a list with a button to end each. */
export function createWanted(watcher: Watcher): Composer<Ctx> {
  const wanted = new Composer<Ctx>();
  wanted.use(onAccount(buttons.wanted, async (ctx, access) => show(ctx, await wantedScreen(ctx, access))));
  wanted.use(
    onAccount(buttons.unwatchName, async (ctx, access, { name: reference }) => {
      const isIt = (each: string) => domainReference(each) === reference;
      await changeWatchesHere(ctx, access, (chat) => {
        chat.names = (chat.names ?? []).filter((each) => !isIt(each));
      });
      await endAlerts(ctx, access, 'free', isIt);
      await show(ctx, await wantedScreen(ctx, access), 'all');
    }),
  );
  wanted.use(
    onAccount(buttons.unwatchPrice, async (ctx, access, { name: reference }) => {
      const isIt = (each: string) => domainReference(each) === reference;
      await changeWatchesHere(ctx, access, (chat) => {
        chat.prices = (chat.prices ?? []).filter(({ suffix }) => !isIt(suffix));
      });
      await endAlerts(ctx, access, 'cheap', isIt);
      await show(ctx, await wantedScreen(ctx, access), 'all');
    }),
  );

  wanted.use(
    onAccount(buttons.unwatchTraffic, async (ctx, access, { name: reference }) => {
      const isIt = (each: string) => domainReference(each) === reference;
      await changeWatchesHere(ctx, access, (chat) => {
        chat.traffic = (chat.traffic ?? []).filter((each) => !isIt(trafficKey(each)));
      });
      await endAlerts(ctx, access, 'traffic', isIt);
      await endAlerts(ctx, access, 'surge', isIt);
      await show(ctx, await wantedScreen(ctx, access), 'all');
    }),
  );
  wanted.use(
    onServer(
      buttons.trafficTarget,
      async (ctx, access, server) => askForTraffic(ctx, access, server, 'traffic-ask'),
      requirePrivate,
    ),
  );
  wanted.use(
    onAsked(TRAFFIC_QUESTION, async (ctx, { text, about: [account = '', reference = ''] }) => {
      const { access, server } = await requireOwnServer(ctx, 'watch', account, reference);
      const above = typedNumber(withoutUnit(ctx, text ?? '', amountUnit(ctx, 'order', 'traffic')));
      const used = trafficIn((await access.hosting.servers.status(server.id)).trafficUsage);
      if (above === undefined || used === undefined || above <= used || above > Number.MAX_SAFE_INTEGER)
        return askForTraffic(ctx, access, server, 'traffic-unfit');
      await changeWatchesHere(ctx, access, (chat) => {
        watchTraffic(chat, { server: server.id, name: server.name, above });
      });
      watcher.wake();
      await send(ctx, await wantedScreen(ctx, access));
    }),
  );
  wanted.use(
    onServer(
      buttons.trafficUsual,
      async (ctx, access, server) => {
        await trafficNow(access, server);
        await changeWatchesHere(ctx, access, (chat) => watchTraffic(chat, { server: server.id, name: server.name }));
        watcher.wake();
        await show(ctx, await wantedScreen(ctx, access));
      },
      requirePrivate,
    ),
  );

  async function endAlerts(
    ctx: Ctx,
    access: Access,
    what: 'free' | 'cheap' | 'traffic' | 'surge',
    isIt: (of: string) => boolean,
  ) {
    const { store, operations } = ctx.services;
    const [ownerId, accountId] = watchedAccountOf(ctx, access);
    const now = operations.now();
    for (const alert of await store.alerts.openIn(ctx.chat?.id ?? ctx.person.id)) {
      const isOfAccount = alert.ownerId === ownerId && alert.accountId === accountId;
      if (!isOfAccount || alert.what !== what || !isIt(alert.offer?.of ?? '')) continue;
      await store.alerts.change(alert.id, now, () => ({ resolved: { at: now, why: 'unwatched' } }));
    }
    watcher.tell();
  }

  return wanted;
}

export function wantedLines({ t }: Ctx, chat: WatchingChat | undefined): string[] {
  if (!chat || countWanted(chat) === 0) return [];
  const { names = [], prices = [], traffic = [] } = chat;
  return [t('wanted-count', { names: names.length, prices: prices.length, traffic: traffic.length })];
}

export function wantedButton({ t }: Ctx, { account }: Access, chat: WatchingChat | undefined): InlineKeyboardButton[] {
  return chat && countWanted(chat) > 0 ? [buttons.wanted.make(t.plain('button-wanted'), { account: account.id })] : [];
}

async function wantedScreen(ctx: Ctx, access: Access): Promise<Screen> {
  const { t } = ctx;
  const account = access.account.id;
  const { names = [], prices = [], traffic = [] } = (await watchesHere(ctx, access)) ?? {};
  const { offers = [] } = (await ctx.services.store.watches.get(...watchedAccountOf(ctx, access))) ?? {};
  const read = (kind: 'name' | 'price', of: string) => offers.find((each) => each.kind === kind && each.of === of);
  const lines = [
    ...names.map((each) =>
      t('wanted-name', { domain: domainWords(each), state: { html: stateOf(ctx, read('name', each)) } }),
    ),
    ...prices.map(({ suffix, target, currency }) =>
      t('wanted-price', { suffix: domainWords(`.${suffix}`), price: money(t, { total: target, currency }) }),
    ),
    ...traffic.map(({ name: server, above }) =>
      above === undefined
        ? t('wanted-usual', { server: name(server) })
        : t('wanted-traffic', { server: name(server), above: amountWords(t, 'traffic', above) }),
    ),
  ];
  const label = (each: string) => `🔕 ${isolate(domainLabel(each, MAX_LABEL_CHARS))}`;
  const ends = [
    ...names.map((each) => buttons.unwatchName.make(label(each), { account, name: domainReference(each) })),
    ...prices.map(({ suffix }) =>
      buttons.unwatchPrice.make(label(`.${suffix}`), { account, name: domainReference(suffix) }),
    ),
    ...traffic.map((each) =>
      buttons.unwatchTraffic.make(
        `🔕 ${each.above === undefined ? '📈' : '📶'} ${isolate(shorten(each.name, MAX_LABEL_CHARS))}`,
        {
          ...{ account, name: domainReference(trafficKey(each)) },
        },
      ),
    ),
  ];
  const rows = mayHere(ctx, access.team, 'watch')
    ? ends.map((_, at) => (at % 2 === 0 ? ends.slice(at, at + 2) : []))
    : [];
  return {
    text: [
      t('wanted', { account: name(access.account.label) }),
      lines.length > 0 ? lines.join('\n') : t('wanted-none'),
      t('wanted-how', { times: FAR_ABOVE }),
    ].join('\n\n'),
    keyboard: [...rows, [buttons.watches.make(t.plain('button-watches'), { account })]].filter(
      ({ length }) => length > 0,
    ),
  };
}

/** @throws Refusal where the server's record has no traffic */
async function askForTraffic(
  ctx: Ctx,
  access: Access,
  server: Named,
  words: 'traffic-ask' | 'traffic-unfit',
): Promise<void> {
  const used = await trafficNow(access, server);
  const { account } = access;
  const { t } = ctx;
  const text = t(words, { server: name(server.name), used: amountWords(t, 'traffic', used) });
  const cancel = buttons.leave.make(t.plain('button-cancel'), {});
  await ask(ctx, TRAFFIC_QUESTION, [account.id, serverReference(server.id)], { text, keyboard: [[cancel]] });
}

/** @throws Refusal where the server's record has no traffic */
async function trafficNow({ hosting }: Access, server: Named): Promise<number> {
  const used = trafficIn((await hosting.servers.status(server.id)).trafficUsage);
  if (used === undefined) throw new Refusal((t) => t('traffic-none', { server: name(server.name) }));
  return used;
}

/** Replaces an earlier number for the server. @throws Refusal where the chat has too many such watches */
function watchTraffic(chat: WatchingChat, watch: WatchedTraffic): void {
  const isSame = ({ server, above }: WatchedTraffic) =>
    server === watch.server && (above === undefined) === (watch.above === undefined);
  const others = (chat.traffic ?? []).filter((each) => !isSame(each));
  if (others.length >= MOST_TRAFFIC) throw new Refusal((t) => t('traffic-full', { most: MOST_TRAFFIC }));
  chat.traffic = [...others, watch];
}

/** A failure is no answer. */
function stateOf({ t }: Ctx, reading: { state?: string; readAt: number } | undefined): string {
  const { state, readAt = 0 } = reading ?? {};
  const time = formatListed(readAt, t);
  if (state === 'available') return t('wanted-available', { time });
  if (state === 'registered') return t('wanted-registered', { time });
  return t(state === undefined ? 'wanted-unread' : 'wanted-forbidden', { time });
}
