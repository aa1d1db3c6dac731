import { setTimeout as wait } from 'node:timers/promises';
import type { InlineQueryResult, InlineQueryResultsButton } from 'grammy/types';
import { accessAllowed } from '../../../telegram/access/require-right.ts';
import { whatTelegramSays } from '../../../telegram/api/errors.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { storePendingRequest } from '../../../telegram/dialog/pending-request.ts';
import { holdsSecret } from '../../../telegram/secrets/detection.ts';
import type { Payload } from '../../../telegram/ui/link.ts';
import { reads } from '../../common/domain-words.ts';
import { holdsOwnToken } from '../../common/input/unsolicited-secret.ts';
import { type DomainContext, favouritesOf } from '../favourites.ts';
import { type NamedDomain, readName } from '../names/name.ts';
import { createAvailabilityCache } from './availability.ts';
import { domainCard, exampleCard, junkCard, shortCard } from './result.ts';

const TYPING_PAUSE_MS = 400;
const MAX_NAMES_PER_QUERY = 6;
/** A shorter word is the beginning of a name. */
const MIN_LABEL_LENGTH = 3;
const CACHE_SECONDS = 30;
/** The /start payloads of the buttons above the results. */
const [CONNECT, RESELLER, HOME] = ['connect', 'reseller', 'home'] as const satisfies Payload[];

/** `@bot name` in any chat: availability and price from the asker's own account, as cards to send. */
export function inlineNames(context: DomainContext): Composer<Ctx> {
  const newest = new Map<number, { update: number; control: AbortController }>();
  const lookUp = createAvailabilityCache();
  const inline = new Composer<Ctx>();

  inline.on('inline_query', async (ctx) => {
    const { id } = ctx.person;
    const update = ctx.update.update_id;
    const before = newest.get(id);
    // Queries run concurrently: an earlier one may arrive here later.
    if (before && before.update > update) return;
    before?.control.abort();
    const control = new AbortController();
    const mine = { update, control };
    newest.set(id, mine);
    try {
      await respond(ctx, control.signal);
    } finally {
      if (newest.get(id) === mine) newest.delete(id);
    }
  });

  async function respond(ctx: Ctx, signal: AbortSignal): Promise<void> {
    await Promise.race([wait(TYPING_PAUSE_MS), aborted(signal)]);
    if (signal.aborted) return;
    const access = await accessAllowed(ctx, 'read');
    const wanted = await wantedIn(ctx, context);
    if (!access) return askToConnect(ctx, wanted);
    if ('card' in wanted) return answer(ctx, [wanted.card], undefined, CACHE_SECONDS);
    const lookups = await Promise.all(
      wanted.names.map(async (named) => ({ named, lookup: await lookUp(ctx, access, named.domain, signal) })),
    );
    if (signal.aborted) return;
    const failed = lookups.flatMap((each) => ('failed' in each.lookup ? [each.lookup.failed] : []));
    // A problem of the account is the same for every name.
    if (failed.includes('notConnected')) return askToConnect(ctx, wanted);
    if (failed.includes('resellerServiceMissing')) return answer(ctx, [], noServiceButton(ctx), 0);
    const cards = lookups.map((each) => domainCard(ctx, each.named, each.lookup));
    await answer(ctx, cards, leftOut(ctx, wanted.left), failed.length > 0 ? 0 : CACHE_SECONDS);
  }

  return inline;
}

type Wanted = { names: NamedDomain[]; left: number } | { card: InlineQueryResult };

async function wantedIn(ctx: Ctx, context: DomainContext): Promise<Wanted> {
  const query = ctx.inlineQuery?.query.trim() ?? '';
  const typed = query.split(/\s+/)[0] ?? '';
  // A secret goes neither to a registry nor into a chat.
  if (holdsSecret(query) || (await holdsOwnToken(ctx, query))) return { card: exampleCard(ctx) };
  const reading = readName(typed);
  if (!reading) return { card: typed === '' ? exampleCard(ctx) : junkCard(ctx, typed, 'unfit') };
  if ('junk' in reading) return { card: junkCard(ctx, typed, reading.junk) };
  if ('domain' in reading) return { names: [reading], left: 0 };
  if ([...reads(reading.label)].length < MIN_LABEL_LENGTH) return { card: shortCard(ctx, typed, MIN_LABEL_LENGTH) };
  const favourites = await favouritesOf(ctx, context);
  const names = favourites.slice(0, MAX_NAMES_PER_QUERY).map((suffix) => ({ domain: `${reading.label}.${suffix}` }));
  return { names, left: favourites.length - names.length };
}

/** Remembers the query: the names are shown once an account is connected. */
async function askToConnect(ctx: Ctx, wanted: Wanted): Promise<void> {
  if ('names' in wanted) await storePendingRequest(ctx);
  const button = { text: ctx.t.plain('button-connect'), start_parameter: CONNECT };
  await answer(ctx, 'card' in wanted ? [wanted.card] : [], button, 0);
}

function noServiceButton(ctx: Ctx): InlineQueryResultsButton {
  return { text: ctx.t.plain('inline-no-service'), start_parameter: RESELLER };
}

function leftOut(ctx: Ctx, count: number): InlineQueryResultsButton | undefined {
  return count > 0 ? { text: ctx.t.plain('inline-left', { count }), start_parameter: HOME } : undefined;
}

/** @param seconds how long Telegram may cache the answer for this person */
async function answer(
  ctx: Ctx,
  results: InlineQueryResult[],
  button: InlineQueryResultsButton | undefined,
  seconds: number,
): Promise<void> {
  try {
    await ctx.answerInlineQuery(results, {
      is_personal: true,
      cache_time: seconds,
      ...(button === undefined ? {} : { button }),
    });
  } catch (error) {
    // The person typed on or left: Telegram no longer accepts an answer.
    if (whatTelegramSays(error) !== 'late') throw error;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
