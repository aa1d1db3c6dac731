import type { InlineKeyboardButton } from 'grammy/types';
import { DOMAIN_YEARS, Failure, NATIONAL_DOMAIN_YEARS, type Quote } from '../../hosting/index.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { failureWords } from '../../telegram/failures/words.ts';
import { escapeHtml, type Html, type Translate } from '../../telegram/i18n/index.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { code, isolated, name } from '../../telegram/ui/format.ts';
import { type Part, richScreen } from '../../telegram/ui/rich.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { reads } from '../common/domain-words.ts';
import { home } from '../common/next-steps.ts';
import { money, moneyLabel } from '../common/payment/money.ts';
import { requireAccess } from '../common/require.ts';
import { whyKey } from './check/results.ts';
import { type DomainContext, favouritesOf, MAX_FAVOURITES } from './favourites.ts';
import { isNational, readSuffix } from './names/name.ts';
import { readYears, refusesYears, unfitYears, yearsLimit } from './purchase.ts';
import { priceBells } from './wanted.ts';

const QUESTION = 'favourites';
/** These failures hold for every suffix: they are shown once. */
const SAME_FOR_ALL = ['notConnected', 'resellerServiceMissing'];

const RETRYABLE = ['putOff', 'unavailable', 'unreadable'];

/** /price TLD [years], the prices of the favourite suffixes as a table, and choosing them. */
export function pricing(context: DomainContext): Composer<Ctx> {
  const price = new Composer<Ctx>();
  /** Suffixes that any person got a price for since the start. */
  const priced = new Set<string>();

  onCommand(price, 'price', async (ctx) => {
    const access = await requireAccess(ctx, 'read');
    const [typed, ...behind] = ctx.match.trim().split(/\s+/);
    const years = behind.join(' ');
    if (!typed) return void (await send(ctx, await table(ctx, access), 'all'));
    const suffix = readSuffix(typed);
    if (suffix === undefined) return refuseSuffix(ctx, typed);
    const { max } = isNational(suffix, context.national) ? NATIONAL_DOMAIN_YEARS : DOMAIN_YEARS;
    const period = years === '' ? 1 : readYears(ctx, years, max);
    if (period === undefined) throw new Refusal(() => unfitYears(ctx, years, max));
    const text = await priceWords(ctx, access, suffix, period).catch((error: unknown) => {
      if (max === 1 || !refusesYears(error)) throw error;
      const other = { suffix: reads(suffix), years: period === 1 ? 2 : 1 };
      return `${failureWords(ctx.t, error, undefined, yearsLimit(ctx.t, max))}\n\n${ctx.t('price-other-years', other)}`;
    });
    await send(ctx, { text, keyboard: [...priceBells(ctx, access, suffix), ...onward(ctx)] }, 'all');
  });
  price.chatType('private').use(onButton(buttons.favourites, showFavourites));
  price.use(
    onAsked(QUESTION, async (ctx, { text }) => {
      const typed = (text ?? '').split(/[\s,،;]+/).filter((each) => each !== '');
      const read = typed.map(readSuffix);
      const unknown = typed.filter((_, at) => read[at] === undefined);
      if (typed.length === 0) return showFavourites(ctx);
      const [unfit] = unknown;
      if (unfit !== undefined) return askForFavourites(ctx, ctx.t('favourites-unfit', { suffix: name(unfit) }));
      const favourites = [...new Set(read.filter((each) => each !== undefined))].slice(0, MAX_FAVOURITES);
      const { preferences } = ctx.services.store.domains;
      const key = String(ctx.person.id);
      await preferences.set(key, { ...(await preferences.get(key)), favourites });
      await send(ctx, await table(ctx, await requireAccess(ctx, 'read')));
    }),
  );

  async function showFavourites(ctx: Ctx): Promise<void> {
    const list: Html = {
      html: (await favouritesOf(ctx, context)).map((each) => code(`.${reads(each)}`).html).join(' '),
    };
    await askForFavourites(ctx, ctx.t('favourites-ask', { favourites: list, most: MAX_FAVOURITES }));
  }

  async function refuseSuffix(ctx: Ctx, typed: string): Promise<never> {
    const example = (await favouritesOf(ctx, context)).find((each) => priced.has(each)) ?? [...priced].at(-1);
    const words = { suffix: name(typed) };
    throw new Refusal((t) =>
      example === undefined
        ? t('price-unknown', words)
        : t('price-unknown-such-as', { ...words, example: reads(example) }),
    );
  }

  async function priceOf({ hosting }: Access, suffix: string, period: number): Promise<Quote> {
    const quote = await hosting.domainOrders.price(suffix, period);
    priced.add(suffix);
    return quote;
  }

  async function priceWords({ t }: Ctx, access: Access, suffix: string, period: number): Promise<string> {
    const quote = await priceOf(access, suffix, period);
    const years = quote.period ?? period;
    return t('price', { suffix: code(`.${reads(suffix)}`), price: money(t, quote), years });
  }

  async function askForFavourites(ctx: Ctx, text: string): Promise<void> {
    const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
    await ask(ctx, QUESTION, [], { text, keyboard: [[cancel]] });
  }

  async function table(ctx: Ctx, access: Access): Promise<Screen> {
    const favourites = await favouritesOf(ctx, context);
    const rows = await Promise.all(
      favourites.map(async (suffix): Promise<Row> => {
        try {
          return { suffix, quote: await priceOf(access, suffix, 1) };
        } catch (error) {
          // A suffix that is not sold must not hide the others.
          if (error instanceof Failure && !SAME_FOR_ALL.includes(error.kind))
            return { suffix, failed: error.throttled ? 'putOff' : error.kind };
          throw error;
        }
      }),
    );
    const again = buttons.again.make(ctx.t.plain('retry'), { command: '/price' });
    const isPassing = rows.some((row) => 'failed' in row && RETRYABLE.includes(row.failed));
    const keyboard = [...(isPassing ? [[again]] : []), ...onward(ctx)];
    return { ...richScreen(ctx.t, tableOf(ctx.t, rows)), keyboard };
  }

  return price;
}

function onward(ctx: Ctx): InlineKeyboardButton[][] {
  if (!isPrivate(ctx)) return [];
  return [
    [buttons.favourites.make(ctx.t.plain('button-favourites'), {})],
    [buttons.checkAsk.make(ctx.t.plain('button-check'), {}), ...home(ctx)],
  ];
}

type Row = { suffix: string } & ({ quote: Quote } | { failed: string });

function tableOf(t: Translate, rows: readonly Row[]): readonly Part[] {
  const priced = rows.flatMap((row) =>
    'quote' in row ? [[isolated(`.${reads(row.suffix)}`).html, escapeHtml(moneyLabel(t, row.quote))]] : [],
  );
  const failed = rows.flatMap((row) =>
    'failed' in row ? [t('price-failed', { suffix: code(`.${reads(row.suffix)}`), why: t(whyKey(row.failed)) })] : [],
  );
  const columns = [{ title: '' }, { title: '', align: 'end' as const }];
  return [
    ...(priced.length > 0 ? [{ title: t('prices'), columns, rows: priced, isAligned: true }] : [t('prices')]),
    failed.join('\n'),
  ];
}
