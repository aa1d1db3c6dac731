import type { InlineKeyboardButton } from 'grammy/types';
import type { Team } from '../../store/key-value/teams.ts';
import { mayHere } from '../../telegram/access/require-right.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { ask } from '../../telegram/dialog/ask.ts';
import { formatClock, zone, zonedWords } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { noticeClockOf } from '../../watches/quiet.ts';
import { buttons } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import type { NoticePlace } from '../common/watches/watching.ts';
import { zoneRows } from '../common/watches/zone-choice.ts';

export const ZONE_QUESTION = 'notice-zone';

export function zoneButton({ t }: Ctx, { team }: NoticePlace): InlineKeyboardButton {
  return buttons.zone.make(t.plain('button-zone'), { account: team?.accountId ?? '', zone: '' });
}

/** The zone of the language of a team or person. Notices use it until another one is chosen. */
export function zoneOfLanguage({ t, services }: Ctx, team: Team | undefined): string {
  return zone(services.texts.for(team?.locale ?? t.locale));
}

export async function zoneScreen(ctx: Ctx, place: NoticePlace): Promise<Screen> {
  const { t, services } = ctx;
  const { chatId, topicId, team } = place;
  const account = team?.accountId ?? '';
  const { zone: chosen } = await noticeClockOf(services.store.chats, chatId, topicId);
  const own = chosen ?? zoneOfLanguage(ctx, team);
  const rows = zoneRows(t, [own], own, (label, each) => buttons.zone.make(label, { account, zone: each }));
  const other = isPrivate(ctx) ? [[buttons.zoneType.make(t.plain('button-zone-type'), {})]] : [];
  const now = Temporal.Instant.fromEpochMilliseconds(services.operations.now()).toZonedDateTimeISO(own);
  const time = zonedWords(formatClock(now.toPlainTime().toString().slice(0, 'HH:MM'.length), t.locale), own, t);
  const digest = team
    ? buttons.groupDigest.make(t.plain('button-digest'), { account, set: '' })
    : buttons.digest.make(t.plain('button-digest'), {});
  const may = mayHere(ctx, team, 'notices');
  // Questions are asked in private chats only.
  const typed = may && !isPrivate(ctx) ? [t('zone-type')] : [];
  return {
    text: [t('zone-title'), t('zone-now', { time }), t('zone-how'), ...typed].join('\n\n'),
    keyboard: [
      ...(may ? [...rows, ...other] : []),
      [digest, buttons.quiet.make(t.plain('button-quiet'), { account })],
      home(ctx),
    ].filter(({ length }) => length > 0),
  };
}

export async function askForZone(ctx: Ctx, words: 'zone-ask' | 'zone-unfit'): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, ZONE_QUESTION, [], { text: ctx.t(words), keyboard: [[cancel]] });
}
