import type { InlineKeyboardButton } from 'grammy/types';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { ask } from '../../telegram/dialog/ask.ts';
import { mayHere } from '../../telegram/rights.ts';
import { formatClock, zone, zonedWords, zoneName } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { noticeClockOf } from '../../watches/quiet.ts';
import { OFFERED_ZONES } from '../../watches/zones.ts';
import { buttons } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import type { NoticePlace } from '../common/watching.ts';

export const ZONE_QUESTION = 'notice-zone';
const ZONES_A_ROW = 2;

/** Leads to the clock by which the notices of a place come. */
export function zoneButton({ t }: Ctx, { team }: NoticePlace): InlineKeyboardButton {
  return buttons.zone.make(t.plain('button-zone'), { account: team?.accountId ?? '', zone: '' });
}

/** The clock that a group goes by is that of its rota, else that of the language it is told in. */
export function zoneOfPlace({ t, services }: Ctx, { team }: NoticePlace): string {
  return team?.rota?.zone ?? zone(services.texts.for(team?.locale ?? t.locale));
}

/** The clock of the place with its time now, and keys for others. */
export async function zoneScreen(ctx: Ctx, place: NoticePlace): Promise<Screen> {
  const { t, services } = ctx;
  const { chatId, topicId, team } = place;
  const account = team?.accountId ?? '';
  const { zone: chosen } = await noticeClockOf(services.store.chats, chatId, topicId);
  // A digest goes by the clock of its language until another one is chosen.
  const own = chosen ?? zone(services.texts.for(team?.locale ?? t.locale));
  const keys = [...new Set([own, ...OFFERED_ZONES])].map((each) => {
    const label = zoneName(t, each);
    const shown = each === own ? t.plain('chosen', { name: label }) : label;
    return buttons.zone.make(shown, { account, zone: each });
  });
  const rows = keys.map((_, at) => (at % ZONES_A_ROW === 0 ? keys.slice(at, at + ZONES_A_ROW) : []));
  const other = isPrivate(ctx) ? [[buttons.zoneType.make(t.plain('button-zone-type'), {})]] : [];
  const now = Temporal.Instant.fromEpochMilliseconds(services.operations.now()).toZonedDateTimeISO(own);
  const time = zonedWords(formatClock(now.toPlainTime().toString().slice(0, 'HH:MM'.length), t.locale), own, t);
  const digest = team
    ? buttons.groupDigest.make(t.plain('button-digest'), { account, set: '' })
    : buttons.digest.make(t.plain('button-digest'), {});
  return {
    text: [t('zone-title'), t('zone-now', { time }), t('zone-how')].join('\n\n'),
    keyboard: [
      ...(mayHere(ctx, team, 'notices') ? [...rows, ...other] : []),
      [digest, buttons.quiet.make(t.plain('button-quiet'), { account })],
      home(ctx),
    ].filter(({ length }) => length > 0),
  };
}

export async function askForZone(ctx: Ctx, words: 'zone-ask' | 'zone-unfit'): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, ZONE_QUESTION, [], { text: ctx.t(words), keyboard: [[cancel]] });
}
