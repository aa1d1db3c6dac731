import type { InlineQueryResult } from 'grammy/types';
import type { Ctx } from '../../../telegram/context.ts';
import { code, isolate, shorten } from '../../../telegram/ui/format.ts';
import { domainReference, domainWords, reads } from '../../common/domain-words.ts';
import { money, yearlyLabel } from '../../common/payment/money.ts';
import { whyKey } from '../check/results.ts';
import type { JunkReason, NamedDomain } from '../names/name.ts';
import { junkKey } from '../names/name-words.ts';
import { registerLink } from '../register/link.ts';
import type { Lookup } from './availability.ts';

const MAX_TYPED_LENGTH = 60;

export function domainCard(ctx: Ctx, { domain, subdomain }: NamedDomain, lookup: Lookup): InlineQueryResult {
  const { t } = ctx;
  const words = domainWords(domain);
  const typed = subdomain === undefined ? undefined : isolate(shorten(reads(subdomain), MAX_TYPED_LENGTH));
  const notes = typed === undefined ? [] : [t.plain('inline-subdomain', { name: typed })];
  const about = { id: domainReference(domain), title: isolate(reads(domain)) };
  if ('failed' in lookup) {
    const why = t(whyKey(lookup.failed));
    const unknown = t.plain('inline-unknown-why', { why: t.plain(whyKey(lookup.failed)) });
    const description = [unknown, ...notes].join(' · ');
    return article({ ...about, description, text: t('inline-unknown', { domain: words, why }) });
  }
  const { state } = lookup;
  const quote = state === 'available' ? lookup.quote : undefined;
  const link = state === 'available' ? registerLink(ctx, domain) : undefined;
  const says = t(`inline-${state}`, { domain: words });
  return {
    ...article({
      ...about,
      description: [t.plain(`check-state-${state}`), ...(quote ? [yearlyLabel(t, quote)] : []), ...notes].join(' · '),
      text: quote ? `${says}\n${t('inline-price', { price: money(t, quote) })}` : says,
    }),
    ...(link && { reply_markup: { inline_keyboard: [[{ text: t.plain('button-inline-register'), url: link }]] } }),
  };
}

export function junkCard(ctx: Ctx, typed: string, reason: JunkReason): InlineQueryResult {
  const key = junkKey(reason);
  return noteCard(ctx, typed, ctx.t.plain(key), ctx.t(key));
}

export function shortCard(ctx: Ctx, typed: string, least: number): InlineQueryResult {
  return noteCard(ctx, typed, ctx.t.plain('inline-short', { least }), ctx.t('inline-short', { least }));
}

export function exampleCard({ t, me }: Ctx): InlineQueryResult {
  const example = t.plain('inline-example-name');
  return {
    ...article({
      id: 'example',
      title: t.plain('inline-example'),
      description: t.plain('inline-example-what'),
      text: t('inline-example-how', { typed: code(`@${me.username} ${example}`) }),
    }),
    reply_markup: {
      inline_keyboard: [[{ text: `🔎 ${isolate(example)}`, switch_inline_query_current_chat: example }]],
    },
  };
}

function noteCard({ t }: Ctx, typed: string, description: string, reason: string): InlineQueryResult {
  const short = shorten(typed, MAX_TYPED_LENGTH);
  return article({
    id: 'note',
    title: isolate(short),
    description,
    text: t('check-junk-line', { text: code(short), reason }),
  });
}

/** @param text HTML */
function article({ text, ...about }: { id: string; title: string; description: string; text: string }) {
  return {
    type: 'article' as const,
    ...about,
    input_message_content: {
      message_text: text,
      parse_mode: 'HTML' as const,
      link_preview_options: { is_disabled: true },
    },
  };
}
