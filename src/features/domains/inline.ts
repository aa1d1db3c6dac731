import { setTimeout as sleep } from 'node:timers/promises';
import { Composer } from 'grammy';
import type { InlineQueryResult, InlineQueryResultsButton } from 'grammy/types';
import { type Availability, Failure } from '../../hosting/index.ts';
import type { Access } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import { isolate } from '../../telegram/format.ts';
import { whatTelegramSays } from '../../telegram/telegram-error.ts';
import { CONNECT_PAYLOAD } from '../leads.ts';
import { money, moneyLabel } from '../money.ts';
import { type DomainDesk, favouritesOf } from './favourites.ts';
import { domainWords, readName, reads } from './name.ts';
import { registerLink } from './register/link.ts';
import { domainReference } from './shelf.ts';

/** Who types on within this time means something else. */
const PAUSE_MS = 250;
/** Telegram drops an answer that comes after 15 s; nobody waits so long. */
const LIMIT_MS = 6_000;
const KEPT_MS = 60_000;
const MOST_KEPT = 5_000;
/** Names that one query asks for. */
const MOST_NAMES = 6;
const CACHE_SECONDS = 30;
/** Of a button that says what is wrong: it must lead somewhere. */
const HOME_PAYLOAD = 'home';

/** `@bot name` in any chat: availability and price from the asker's own account, as cards to send. */
export function inlineNames(desk: DomainDesk): Composer<Ctx> {
  /** By person, the update with what they typed last. */
  const newest = new Map<number, number>();
  const kept = new Map<string, { at: number; answer: Promise<Availability> }>();
  const inline = new Composer<Ctx>();

  inline.on('inline_query', async (ctx) => {
    const { query } = ctx.inlineQuery;
    const id = ctx.update.update_id;
    // They run side by side: an earlier one may come here later.
    if ((newest.get(ctx.person.id) ?? 0) > id) return;
    newest.set(ctx.person.id, id);
    await sleep(PAUSE_MS);
    if (newest.get(ctx.person.id) !== id) return;
    newest.delete(ctx.person.id);
    const access = await ctx.house.accesses.of(ctx.person.id);
    if (!access)
      return void (await answer(ctx, [], { text: ctx.t.plain('button-connect'), start_parameter: CONNECT_PAYLOAD }, 0));
    const domains = await namesIn(ctx, query, desk);
    try {
      const results = await Promise.all(domains.map(async (domain) => card(ctx, domain, await look(access, domain))));
      await answer(ctx, results, undefined, CACHE_SECONDS);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await answer(
        ctx,
        [],
        {
          text: ctx.t.plain(error.kind === 'resellerServiceMissing' ? 'inline-no-service' : 'inline-failed'),
          start_parameter: HOME_PAYLOAD,
        },
        0,
      );
    }
  });

  /** What is asked twice within a minute goes to the provider once. */
  function look({ key, hosting }: Access, domain: string): Promise<Availability> {
    const place = `${key} ${domain}`;
    const known = kept.get(place);
    if (known && Date.now() - known.at < KEPT_MS) return known.answer;
    const asked = hosting.domainOrders.availability(domain, 1, AbortSignal.timeout(LIMIT_MS));
    kept.delete(place);
    kept.set(place, { at: Date.now(), answer: asked });
    asked.catch(() => kept.delete(place));
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return asked;
  }

  return inline;
}

async function namesIn(ctx: Ctx, query: string, desk: DomainDesk): Promise<string[]> {
  const reading = readName(query.trim().split(/\s+/)[0] ?? '');
  if (!reading || 'junk' in reading) return [];
  if ('domain' in reading) return [reading.domain];
  return (await favouritesOf(ctx, desk)).slice(0, MOST_NAMES).map((suffix) => `${reading.label}.${suffix}`);
}

/** A button leads to the private chat; `seconds`: how long Telegram may keep it for this person. */
async function answer(
  ctx: Ctx,
  results: InlineQueryResult[],
  button: InlineQueryResultsButton | undefined,
  seconds: number,
) {
  try {
    await ctx.answerInlineQuery(results, {
      is_personal: true,
      cache_time: seconds,
      ...(button === undefined ? {} : { button }),
    });
  } catch (error) {
    // Whoever asked has typed on or gone: Telegram waits for no answer any more.
    if (whatTelegramSays(error) !== 'late') throw error;
  }
}

function card(ctx: Ctx, domain: string, { state, quote }: Availability): InlineQueryResult {
  const { t } = ctx;
  const link = state === 'available' ? registerLink(ctx, domain) : undefined;
  const priced = state === 'available' ? quote : undefined;
  const words = t(`inline-${state}`, { domain: domainWords(domain) });
  return {
    type: 'article',
    id: domainReference(domain),
    title: isolate(reads(domain)),
    description: [t.plain(`check-state-${state}`), ...(priced ? [moneyLabel(t, priced)] : [])].join(' · '),
    input_message_content: {
      message_text: priced ? `${words}\n${t('inline-price', { price: money(t, priced) })}` : words,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    },
    ...(link && { reply_markup: { inline_keyboard: [[{ text: t.plain('button-inline-register'), url: link }]] } }),
  };
}
