import type { InlineKeyboardButton } from 'grammy/types';
import { zoneOf } from '../../../teams/rota.ts';
import { type Ctx, isPrivate, topicOf } from '../../../telegram/context.ts';
import { LOCALES, type Texts, type Translate } from '../../../telegram/i18n/index.ts';
import { zone, zoneName } from '../../../telegram/ui/format.ts';
import { noticeClockOf } from '../../../watches/quiet.ts';
import { CITIES, OFFERED_ZONES } from '../../../watches/zones.ts';
import { normalise } from '../input/typed-input.ts';

const OFFSET = /^(?:utc|gmt)? ?([+\-−–]) ?(\d{1,2})(?:[:.]?([0-5]\d))?$/;
/** The earliest and the latest clock of the world, in minutes from UTC. */
const EARLIEST = -12 * 60;
const LATEST = 14 * 60;
const ZONES_A_ROW = 2;

/** The zone by whose days people of this chat count: the one that they chose, else that of their language. */
export async function zoneHere(ctx: Ctx): Promise<string> {
  const topicId = isPrivate(ctx) ? 0 : topicOf(ctx);
  const { zone: chosen } = await noticeClockOf(ctx.services.store.chats, ctx.chat?.id ?? ctx.person.id, topicId);
  return chosen ?? zone(ctx.t.locale);
}

/** Keys for zones: those of the place first, then those that are offered to all. @param chosen the zone whose key has a mark */
export function zoneRows(
  t: Translate,
  own: readonly string[],
  chosen: string,
  key: (label: string, zone: string) => InlineKeyboardButton,
): InlineKeyboardButton[][] {
  const keys = [...new Set([...own, ...OFFERED_ZONES])].map((each) => {
    const label = zoneName(t, each);
    return key(each === chosen ? t.plain('chosen', { name: label }) : label, each);
  });
  return keys.flatMap((_, at) => (at % ZONES_A_ROW === 0 ? [keys.slice(at, at + ZONES_A_ROW)] : []));
}

/** A zone as people type it, as an IANA name or an offset such as `+03:30`; `undefined` where there is no such zone. */
export function typedZone(texts: Texts, typed: string): string | undefined {
  const text = normalise(typed);
  if (text === 'utc' || text === 'gmt') return 'UTC';
  return offsetIn(text) ?? cityIn(texts, text) ?? zoneOf(text);
}

function offsetIn(text: string): string | undefined {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  const offset = sign === '+' ? size : -size;
  if (offset < EARLIEST || offset > LATEST) return undefined;
  return offset === 0 ? 'UTC' : `${offset < 0 ? '-' : '+'}${hours.padStart(2, '0')}:${minutes}`;
}

function cityIn(texts: Texts, text: string): string | undefined {
  for (const locale of LOCALES) {
    const t = texts.in(locale);
    const [before = '', after = ''] = normalise(t.plain('zone-of', { id: '', city: '%' })).split('%');
    const isIt = (words: string) => words === text || words === `${before}${text}${after}`;
    const found = CITIES.find((id) => isIt(normalise(zoneName(t, id))));
    if (found !== undefined) return found;
  }
  const inName = `/${text.replaceAll(' ', '_')}`;
  return Intl.supportedValuesOf('timeZone').find((id) => id.toLowerCase().endsWith(inName));
}
