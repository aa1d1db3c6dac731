import { type Quote, worthIn } from '../../hosting/index.ts';
import type { Check } from '../../store/jobs/checks.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { listed } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { MOST_NAMES, MOST_PRICES } from '../../watches/chats.ts';
import { buttons } from '../buttons.ts';
import { domainWords } from '../common/domain-words.ts';
import { money, moneyIn } from '../common/payment/money.ts';
import { onAccount, requireAccess, requirePrivate } from '../common/require.ts';
import {
  changeWatchesHere,
  domainOfData,
  fitsData,
  keptDomainData,
  placeOfWatches,
} from '../common/watches/watching.ts';
import { requireCheck } from './check/index.ts';
import { groupsOf } from './check/results.ts';
import { wholeDomain } from './names/name.ts';
import { wholeSuffix } from './names/suffix.ts';

const QUESTION = 'price-target';
const MAX_NAMES_LISTED = 5;
/** A price below this share of today's is reported. */
const TARGET_SHARE = 0.9;

/** Lets a chat wait for a taken name or a lower price. @param wake begins the readings of a newly watched account */
export function wanting(wake: () => void): Composer<Ctx> {
  const wanted = new Composer<Ctx>();
  wanted.use(
    onAccount(buttons.watchName, async (ctx, access, { domain: named }) => {
      const domain = wholeDomain((await domainOfData(ctx, access, named)) ?? '');
      if (domain === undefined) throw new Refusal((t) => t('button-old'));
      await watchName(ctx, access, domain);
    }),
  );
  wanted.use(
    onButton(buttons.watchChecked, async (ctx, { check: id }) => {
      const check = await requireCheck(ctx, id);
      const access = await requireAccess(ctx, 'watch', check.accountId);
      const groups = groupsOf(check, await ctx.services.store.checks.results(id));
      const taken = groups.find(({ state }) => state === 'registered')?.rows.map(({ domain }) => domain) ?? [];
      const left = await watchTaken(ctx, access, taken);
      await show(ctx, takenScreen(ctx, check, taken.length - left.length, left));
    }),
  );
  wanted.use(
    onAccount(buttons.watchPrice, async (ctx, access, { suffix: named }) => {
      const suffix = wholeSuffix(named);
      const quote = await access.hosting.domainOrders.price(suffix, 1);
      await watchPrice(ctx, access, suffix, quote, Math.floor(quote.total * TARGET_SHARE));
      await show(ctx, setScreen(ctx, access, suffix, { ...quote, total: Math.floor(quote.total * TARGET_SHARE) }));
    }),
  );
  wanted.use(
    onAccount(
      buttons.priceTarget,
      async (ctx, access, { suffix: named }) => {
        const suffix = wholeSuffix(named);
        await askForTarget(ctx, access, suffix, await access.hosting.domainOrders.price(suffix, 1));
      },
      requirePrivate,
    ),
  );
  wanted.use(
    onAsked(QUESTION, async (ctx, { text, about: [account = '', named = ''] }) => {
      const suffix = wholeSuffix(named);
      const access = await requireAccess(ctx, 'watch', account);
      const quote = await access.hosting.domainOrders.price(suffix, 1);
      const typed = moneyIn(text, ctx.services.texts);
      const target = typed && (typed.currency === '' ? typed.total : worthIn(quote.currency, typed));
      if (target === undefined || target <= 0 || target >= quote.total)
        return askForTarget(ctx, access, suffix, quote, 'price-target-unfit');
      await watchPrice(ctx, access, suffix, quote, target);
      await send(ctx, setScreen(ctx, access, suffix, { ...quote, total: target }));
    }),
  );

  /** Watches as many of the names as there is room for. Resolves to the rest. */
  async function watchTaken(ctx: Ctx, access: Access, taken: readonly string[]): Promise<string[]> {
    let left: string[] = [];
    await changeWatchesHere(ctx, access, (chat) => {
      const { names = [] } = chat;
      const others = taken.filter((each) => !names.includes(each));
      const room = MOST_NAMES - names.length;
      if (room <= 0 && others.length > 0) throw new Refusal((t) => t('wanted-full', { most: MOST_NAMES }));
      left = others.slice(room);
      chat.names = [...names, ...others.slice(0, room)];
    });
    wake();
    return left;
  }

  async function watchName(ctx: Ctx, access: Access, domain: string): Promise<void> {
    const { t } = ctx;
    const account = access.account.id;
    const { state } = await access.hosting.domainOrders.availability(domain, 1);
    const wantedList = [buttons.wanted.make(t.plain('button-wanted'), { account })];
    const words = { domain: domainWords(domain) };
    if (state !== 'registered') {
      const values = { account, domain: await keptDomainData(ctx, domain) };
      const register = buttons.registerName.make(t.plain('button-register-now'), values, 'success');
      const keyboard = state === 'available' ? [[register]] : [wantedList];
      return void (await show(ctx, { text: t(`wanted-is-${state}`, words), keyboard }));
    }
    await changeWatchesHere(ctx, access, (chat) => {
      const others = (chat.names ?? []).filter((each) => each !== domain);
      if (others.length >= MOST_NAMES) throw new Refusal((t) => t('wanted-full', { most: MOST_NAMES }));
      chat.names = [...others, domain];
    });
    wake();
    await show(ctx, { text: t('wanted-set', words), keyboard: [wantedList] });
  }

  async function watchPrice(ctx: Ctx, access: Access, suffix: string, { total, currency }: Quote, target: number) {
    await changeWatchesHere(ctx, access, (chat) => {
      const others = (chat.prices ?? []).filter((each) => each.suffix !== suffix);
      if (others.length >= MOST_PRICES) throw new Refusal((t) => t('wanted-full-prices', { most: MOST_PRICES }));
      chat.prices = [...others, { suffix, total, currency, target }];
    });
    wake();
  }

  return wanted;
}

function takenScreen(
  { t }: Ctx,
  { id: check, accountId: account }: Check,
  count: number,
  left: readonly string[],
): Screen {
  const names = listed(left.map(domainWords), t, MAX_NAMES_LISTED);
  return {
    text: [
      t('wanted-set-many', { count }),
      ...(left.length > 0 ? [t('wanted-left-out', { most: MOST_NAMES, names })] : []),
    ].join('\n\n'),
    keyboard: [
      [buttons.wanted.make(t.plain('button-wanted'), { account })],
      [buttons.check.make(t.plain('button-check-results'), { check, page: '0' })],
    ],
  };
}

export function priceBells(ctx: Ctx, access: Access, suffix: string) {
  if (!placeOfWatches(ctx, access) || !fitsData(suffix)) return [];
  const { t } = ctx;
  const values = { account: access.account.id, suffix };
  const lower = buttons.watchPrice.make(t.plain('button-watch-price'), values);
  return [[lower, ...(isPrivate(ctx) ? [buttons.priceTarget.make(t.plain('button-price-target'), values)] : [])]];
}

async function askForTarget(
  ctx: Ctx,
  { account }: Access,
  suffix: string,
  quote: Quote,
  words: 'price-target-ask' | 'price-target-unfit' = 'price-target-ask',
): Promise<void> {
  const text = ctx.t(words, { suffix: domainWords(`.${suffix}`), price: money(ctx.t, quote) });
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account.id, suffix], { text, keyboard: [[cancel]] });
}

function setScreen({ t }: Ctx, { account }: Access, suffix: string, from: Quote) {
  return {
    text: t('wanted-price-set', { suffix: domainWords(`.${suffix}`), price: money(t, from) }),
    keyboard: [[buttons.wanted.make(t.plain('button-wanted'), { account: account.id })]],
  };
}
