import type { InlineKeyboardButton } from 'grammy/types';
import type { WatchingChat } from '../../store/jobs/watches.ts';
import type { Access } from '../../telegram/access.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { mayHere } from '../../telegram/rights.ts';
import { formatListed, isolate, name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { domainLabel, domainReference, domainWords } from '../common/domain-words.ts';
import { money } from '../common/payment/money.ts';
import { onAccount } from '../common/require.ts';
import { changeWatchesHere, watchedAccountOf, watchesHere } from '../common/watching.ts';
import type { Watcher } from './watcher.ts';

const LONGEST_LABEL = 24;

/** The names that a chat waits for, and the prices: a list with a tap to end each. */
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
      await show(ctx, await wantedScreen(ctx, access));
    }),
  );
  wanted.use(
    onAccount(buttons.unwatchPrice, async (ctx, access, { name: reference }) => {
      const isIt = (each: string) => domainReference(each) === reference;
      await changeWatchesHere(ctx, access, (chat) => {
        chat.prices = (chat.prices ?? []).filter(({ suffix }) => !isIt(suffix));
      });
      await endAlerts(ctx, access, 'cheap', isIt);
      await show(ctx, await wantedScreen(ctx, access));
    }),
  );

  async function endAlerts(ctx: Ctx, access: Access, what: 'free' | 'cheap', isIt: (of: string) => boolean) {
    const { store, operations } = ctx.services;
    const [ownerId, accountId] = watchedAccountOf(ctx, access);
    const now = operations.now();
    for (const alert of await store.alerts.openIn(ctx.chat?.id ?? ctx.person.id)) {
      const isOfAccount = alert.ownerId === ownerId && alert.accountId === accountId;
      if (!isOfAccount || alert.what !== what || !isIt(alert.offer?.of ?? '')) continue;
      await store.alerts.change(alert.id, now, () => ({ state: 'resolved', resolved: { at: now, why: 'unwatched' } }));
    }
    watcher.tell();
  }

  return wanted;
}

/** What /watch says of names and prices. */
export function wantedLines({ t }: Ctx, chat: WatchingChat | undefined): string[] {
  const { names = [], prices = [] } = chat ?? {};
  if (names.length + prices.length === 0) return [];
  return [t('wanted-count', { names: names.length, prices: prices.length })];
}

export function wantedButton({ t }: Ctx, { account }: Access, chat: WatchingChat | undefined): InlineKeyboardButton[] {
  const { names = [], prices = [] } = chat ?? {};
  return names.length + prices.length > 0
    ? [buttons.wanted.make(t.plain('button-wanted'), { account: account.id })]
    : [];
}

async function wantedScreen(ctx: Ctx, access: Access): Promise<Screen> {
  const { t } = ctx;
  const account = access.account.id;
  const { names = [], prices = [] } = (await watchesHere(ctx, access)) ?? {};
  const { offers = [] } = (await ctx.services.store.watches.get(...watchedAccountOf(ctx, access))) ?? {};
  const read = (kind: 'name' | 'price', of: string) => offers.find((each) => each.kind === kind && each.of === of);
  const lines = [
    ...names.map((each) =>
      t('wanted-name', { domain: domainWords(each), state: { html: stateOf(ctx, read('name', each)) } }),
    ),
    ...prices.map(({ suffix, target, currency }) =>
      t('wanted-price', { suffix: domainWords(`.${suffix}`), price: money(t, { total: target, currency }) }),
    ),
  ];
  const label = (each: string) => `🔕 ${isolate(domainLabel(each, LONGEST_LABEL))}`;
  const ends = [
    ...names.map((each) => buttons.unwatchName.make(label(each), { account, name: domainReference(each) })),
    ...prices.map(({ suffix }) =>
      buttons.unwatchPrice.make(label(`.${suffix}`), { account, name: domainReference(suffix) }),
    ),
  ];
  const rows = mayHere(ctx, access.team, 'watch')
    ? ends.map((_, at) => (at % 2 === 0 ? ends.slice(at, at + 2) : []))
    : [];
  return {
    text: [
      t('wanted', { account: name(access.account.label) }),
      lines.length > 0 ? lines.join('\n') : t('wanted-none'),
      t('wanted-how'),
    ].join('\n\n'),
    keyboard: [...rows, [buttons.watches.make(t.plain('button-watches'), { account })]].filter(
      ({ length }) => length > 0,
    ),
  };
}

/** What was answered about a name last, and when; a failure is no answer. */
function stateOf({ t }: Ctx, reading: { state?: string; readAt: number } | undefined): string {
  const { state, readAt = 0 } = reading ?? {};
  const time = formatListed(readAt, t);
  if (state === 'available') return t('wanted-available', { time });
  if (state === 'registered') return t('wanted-registered', { time });
  return t(state === undefined ? 'wanted-unread' : 'wanted-forbidden', { time });
}
