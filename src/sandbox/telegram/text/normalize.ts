import type { MessageEntity } from 'grammy/types';
import { overlap } from './detect.ts';

const STYLES = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler']);
const UNSTYLED = new Set(['code', 'pre', 'date_time']);
const QUOTES = new Set(['blockquote', 'expandable_blockquote']);
/** The outer entity of the same range comes first; source: TDLib's type priorities. */
const PRIORITY = ['blockquote', 'expandable_blockquote', 'pre', 'code', 'date_time', 'text_link', 'text_mention'];
const LAST = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'custom_emoji'];

/**
 * Removes quotes in quotes, styles in code or dates, links in links or code. Splits styles so that all entities nest.
 * Source: TDLib `fix_entities`.
 */
export function normalizeEntities(entities: readonly MessageEntity[]): MessageEntity[] {
  if (entities.length === 0) return [];
  const sorted = [...entities].sort(byPlace);
  const quotes = withoutOverlaps(sorted.filter(({ type }) => QUOTES.has(type)));
  const whole = withoutOverlaps(sorted.filter(({ type }) => !QUOTES.has(type) && !STYLES.has(type))).filter((entity) =>
    quotes.every((quote) => !overlap(quote, entity) || contains(quote, entity)),
  );
  const unstyled = whole.filter(({ type }) => UNSTYLED.has(type));
  const runs = [...STYLES].flatMap((type) => merged(sorted.filter((entity) => entity.type === type)));
  const edges = [...quotes, ...whole].flatMap(({ offset, length }) => [offset, offset + length]);
  const cuts = [...edges, ...runs.map(({ offset }) => offset)].sort((one, other) => one - other);
  const styles = runs
    .flatMap((run) => split(run, cuts))
    .filter((style) => !unstyled.some((outer) => contains(outer, style)));
  return [...quotes, ...whole, ...styles].sort(byPlace);
}

/** Neither a style nor a quote. */
export function isContinuous(type: MessageEntity['type']): boolean {
  return !STYLES.has(type) && !QUOTES.has(type);
}

function byPlace(one: MessageEntity, other: MessageEntity): number {
  return one.offset - other.offset || other.length - one.length || rank(one) - rank(other);
}

function rank({ type }: MessageEntity): number {
  const first = PRIORITY.indexOf(type);
  if (first >= 0) return first;
  return PRIORITY.length + 1 + LAST.indexOf(type);
}

/** Keeps the first of overlapping entities. */
function withoutOverlaps(sorted: readonly MessageEntity[]): MessageEntity[] {
  const kept: MessageEntity[] = [];
  for (const entity of sorted) if (!kept.some((other) => overlap(other, entity))) kept.push(entity);
  return kept;
}

/** Merges entities of one style that touch or overlap. */
function merged(sorted: readonly MessageEntity[]): MessageEntity[] {
  const result: MessageEntity[] = [];
  for (const entity of sorted) {
    const last = result.at(-1);
    if (last && entity.offset <= last.offset + last.length) {
      const end = Math.max(last.offset + last.length, entity.offset + entity.length);
      result[result.length - 1] = { ...last, length: end - last.offset };
    } else result.push(entity);
  }
  return result;
}

/** The positions are in ascending order. */
function split(entity: MessageEntity, places: readonly number[]): MessageEntity[] {
  const end = entity.offset + entity.length;
  const inside = places.filter((place, at) => entity.offset < place && place < end && place !== places[at - 1]);
  const begins = [entity.offset, ...inside];
  return begins.map((offset, at) => ({ ...entity, offset, length: (begins[at + 1] ?? end) - offset }));
}

function contains(outer: MessageEntity, inner: MessageEntity): boolean {
  return outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length;
}
