import type { InlineKeyboardButton } from 'grammy/types';
import type { ChatNotes, QuietHours } from '../../store/key-value/chats.ts';
import { mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { LOCALES, type Translate } from '../../telegram/i18n/index.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { formatClock, zonedWords } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { plannedAnew } from '../../watches/digest.ts';
import { isUrgent, type NoticeClock, noticeClockOf, quietIn } from '../../watches/quiet.ts';
import { buttons } from '../buttons.ts';
import { normalise } from '../common/input/typed-input.ts';
import { home } from '../common/next-steps.ts';
import { changeInTeam, type NoticePlace, requireNoticePlace } from '../common/watches/watching.ts';
import { typedZone } from '../common/watches/zone-choice.ts';
import { timetableOf } from './digests/digests.ts';
import type { Watcher } from './watcher.ts';
import { askForZone, ZONE_QUESTION, zoneButton, zoneOfLanguage, zoneScreen } from './zone.ts';

type Hours = Pick<QuietHours, 'from' | 'to'>;

const PRESETS: readonly Hours[] = [
  { from: '23:00', to: '07:00' },
  { from: '22:00', to: '08:00' },
  { from: '00:00', to: '08:00' },
];

/** Corrects hours whose end alone has a part of the day: "12 to 1am" begins at midnight, not at noon. */
const MAX_MEANT_HOURS: Record<PartOfDay, number> = { am: 12, night: 12, pm: 14 };

type TypedHours = Hours & { zone?: string | undefined };

/** /quiet: the hours in which a chat gets only power alerts. */
export function createQuiet(watcher: Pick<Watcher, 'tell'>): Composer<Ctx> {
  const quiet = new Composer<Ctx>();

  onCommand(quiet, 'quiet', async (ctx) => {
    const typed = normalise(ctx.match);
    const place = await requireNoticePlace(ctx, typed === '' ? 'read' : 'notices');
    if (typed === '') return send(ctx, await quietScreen(ctx, place));
    const zoneAlone = typedZone(ctx.services.texts, typed);
    if (zoneAlone !== undefined) return send(ctx, await changeZone(ctx, place, zoneAlone), 'all');
    if (wordsOf(ctx, 'quiet-words-off').includes(typed)) return send(ctx, await change(ctx, place, undefined), 'all');
    const wanted = hoursIn(ctx, typed);
    if (!wanted) return send(ctx, await quietScreen(ctx, place, 'quiet-unfit'));
    return send(ctx, await change(ctx, place, wanted), 'all');
  });
  quiet.use(
    onButton(buttons.quiet, async (ctx) => {
      const place = await requireNoticePlace(ctx, 'read');
      void ctx.answer();
      await show(ctx, await quietScreen(ctx, place));
    }),
    onButton(buttons.quietSet, async (ctx, { hours }) => {
      const place = await requireNoticePlace(ctx, 'notices');
      const wanted = hours === '' ? undefined : hoursIn(ctx, hours);
      if (hours !== '' && !wanted) throw new Refusal((t) => t('button-old'));
      void ctx.answer();
      await show(ctx, await change(ctx, place, wanted), 'all');
    }),
  );

  quiet.use(
    onButton(buttons.zone, async (ctx, { zone: wanted }) => {
      const place = await requireNoticePlace(ctx, wanted === '' ? 'read' : 'notices');
      const found = wanted === '' ? undefined : typedZone(ctx.services.texts, wanted);
      if (wanted !== '' && found === undefined) throw new Refusal((t) => t('button-old'));
      void ctx.answer();
      if (found === undefined) await show(ctx, await zoneScreen(ctx, place));
      else await show(ctx, await changeZone(ctx, place, found), 'all');
    }),
  );
  quiet.chatType('private').use(
    onButton(buttons.zoneType, async (ctx) => {
      await askForZone(ctx, 'zone-ask');
    }),
    onAsked(ZONE_QUESTION, async (ctx, { text }) => {
      const found = typedZone(ctx.services.texts, text ?? '');
      if (found === undefined) return askForZone(ctx, 'zone-unfit');
      await send(ctx, await changeZone(ctx, await requireNoticePlace(ctx, 'notices'), found));
    }),
  );

  /** Quiet hours and the digest follow this clock. */
  async function changeZone(ctx: Ctx, place: NoticePlace, wanted: string): Promise<Screen> {
    const { topicId } = place;
    const set = await changeHere(ctx, place, (notes) => {
      setZone(notes, topicId, wanted);
      const before = notes.quiet?.find((each) => each.topicId === topicId);
      const after = before && { ...before, zone: wanted };
      notes.quiet = (notes.quiet ?? []).map((each) => (after && each.topicId === topicId ? after : each));
      return { before, after };
    });
    await planAnew(ctx, place, { quiet: set, zone: wanted });
    return zoneScreen(ctx, place);
  }

  /** Alerts that wait for the end of quiet hours follow the new hours. */
  async function change(ctx: Ctx, place: NoticePlace, wanted: TypedHours | undefined): Promise<Screen> {
    const { chats } = ctx.services.store;
    const set = await changeHere(ctx, place, (notes) => setQuiet(ctx, place, notes, wanted));
    const { chatId, topicId } = place;
    await planAnew(ctx, place, await noticeClockOf(chats, chatId, topicId));
    return quietScreen(ctx, place, set ? 'quiet-saved' : 'quiet-ended');
  }

  async function planAnew(ctx: Ctx, { chatId, topicId }: NoticePlace, clock: NoticeClock): Promise<void> {
    const { store, operations } = ctx.services;
    const now = operations.now();
    const digest = await store.digests.get(chatId, topicId);
    if (digest && digest.dueAt !== null)
      await store.digests.change(
        chatId,
        (current) => {
          const timetable = timetableOf(current, ctx.services.texts.for(current.locale ?? ctx.t.locale), clock);
          return { ...current, dueAt: plannedAnew(current.dueAt, timetable, now) };
        },
        topicId,
      );
    for (const alert of await store.alerts.openIn(chatId)) {
      const isWaiting = alert.messageId === undefined && (alert.topicId ?? 0) === topicId && !isUrgent(alert);
      if (isWaiting) await store.alerts.change(alert.id, now, () => ({}));
    }
    watcher.tell();
  }

  return quiet;
}

/** Resolves to the new hours. A team's audit log records the change. */
async function changeHere(
  ctx: Ctx,
  { chatId, topicId, team }: NoticePlace,
  edit: (notes: ChatNotes) => QuietChange,
): Promise<QuietHours | undefined> {
  if (!team) return (await ctx.services.store.chats.change(chatId, edit)).after;
  return changeInTeam(ctx, team, 'notices', async ({ chats }, note) => {
    const clock = async () => (await noticeClockOf(chats, chatId, topicId)).zone ?? zoneOfLanguage(ctx, team);
    const zoneBefore = await clock();
    const changed = await chats.change(chatId, edit);
    const zoneAfter = await clock();
    const isMoved = zoneBefore !== zoneAfter;
    const [before, after] = [written(changed.before), written(changed.after)];
    // A new clock alone leaves the hours unchanged.
    const isClockAlone = isMoved && hoursOf(changed.before) === hoursOf(changed.after);
    if (before !== after && !isClockAlone) note({ event: 'quietChanged', before, after });
    if (isMoved) note({ event: 'zoneChanged', before: zoneBefore, after: zoneAfter });
    return changed.after;
  });
}

type QuietChange = Record<'before' | 'after', QuietHours | undefined>;

function setQuiet(ctx: Ctx, place: NoticePlace, notes: ChatNotes, wanted: TypedHours | undefined): QuietChange {
  const { quiet: all = [] } = notes;
  const { topicId } = place;
  const before = all.find((each) => each.topicId === topicId);
  const { from, to } = wanted ?? {};
  const others = all.filter((each) => each.topicId !== topicId);
  const chosen = notes.zones?.find((each) => each.topicId === topicId)?.zone;
  const own = wanted?.zone ?? before?.zone ?? chosen ?? zoneOfLanguage(ctx, place.team);
  if (wanted?.zone !== undefined) setZone(notes, topicId, wanted.zone);
  const after = from === undefined || to === undefined ? undefined : { topicId, from, to, zone: own };
  notes.quiet = after ? [...others, after] : others;
  return { before, after };
}

function written(quiet: QuietHours | undefined): string {
  return quiet ? `${hoursOf(quiet)} ${quiet.zone}` : '';
}

function hoursOf(quiet: QuietHours | undefined): string {
  return quiet ? `${quiet.from}-${quiet.to}` : '';
}

export function quietButton(ctx: Ctx, account: string): InlineKeyboardButton {
  return buttons.quiet.make(ctx.t.plain('button-quiet'), { account: isPrivate(ctx) ? '' : account });
}

function setZone(notes: ChatNotes, topicId: number, zone: string): void {
  notes.zones = [...(notes.zones ?? []).filter((each) => each.topicId !== topicId), { topicId, zone }];
}

async function quietScreen(
  ctx: Ctx,
  place: NoticePlace,
  said?: 'quiet-saved' | 'quiet-ended' | 'quiet-unfit',
): Promise<Screen> {
  const { t, services } = ctx;
  const { chatId, topicId, team } = place;
  const quiet = await quietIn(services.store.chats, chatId, topicId);
  const may = mayHere(ctx, team, 'notices');
  const account = team?.accountId ?? '';
  const set = (label: string, hours: string) => buttons.quietSet.make(label, { account, hours });
  const presets = PRESETS.map((hours) => {
    const label = t.plain('quiet-hours', clocksOf(hours, t));
    const isSet = quiet?.from === hours.from && quiet.to === hours.to;
    return [set(isSet ? t.plain('chosen', { name: label }) : label, `${hours.from}-${hours.to}`)];
  });
  const state = quiet ? t('quiet-set', { hours: { html: hoursWords(quiet, t) } }) : t('quiet-none');
  return {
    text: [
      t('quiet-title'),
      ...(said && said !== 'quiet-ended' ? [t(said)] : []),
      said === 'quiet-ended' ? t('quiet-ended') : state,
      t('quiet-how'),
      ...(may && said !== 'quiet-unfit' ? [t('quiet-type')] : []),
    ].join('\n\n'),
    keyboard: [
      ...(may ? presets : []),
      ...(may && quiet ? [[set(t.plain('button-quiet-off'), '')]] : []),
      [zoneButton(ctx, place)],
      team ? [buttons.watches.make(t.plain('button-watches'), { account })] : home(ctx),
    ],
  };
}

function clocksOf({ from, to }: Hours, { locale }: Translate) {
  return { from: formatClock(from, locale), to: formatClock(to, locale) };
}

function hoursWords(quiet: QuietHours, t: Translate): string {
  const hours = t.plain('quiet-hours', clocksOf(quiet, t));
  return zonedWords(hours, quiet.zone, t);
}

type PartOfDay = 'am' | 'pm' | 'night';

/** The words of all languages: people mix them. */
function wordsOf({ services }: Ctx, key: `quiet-words-${'begin' | 'end' | 'off' | 'midnight' | PartOfDay}`): string[] {
  return LOCALES.flatMap((locale) => services.texts.in(locale).plain(key).split(/[,،]/)).map(normalise);
}

/** @param typed as `normalise` returns it */
function hoursIn(ctx: Ctx, typed: string): TypedHours | undefined {
  const parts: Record<PartOfDay, string[]> = {
    am: wordsOf(ctx, 'quiet-words-am'),
    pm: wordsOf(ctx, 'quiet-words-pm'),
    night: wordsOf(ctx, 'quiet-words-night'),
  };
  const partOf = (word: string | undefined) =>
    (['am', 'pm', 'night'] as const).find((part) => word !== undefined && parts[part].includes(word));
  const midnight = oneOf(wordsOf(ctx, 'quiet-words-midnight'));
  const time = `(?:(\\d{1,2})(?:[:.](\\d\\d))? ?(${oneOf(Object.values(parts).flat())})?|(?:${midnight}))`;
  const [begin, end] = [oneOf(wordsOf(ctx, 'quiet-words-begin')), oneOf(wordsOf(ctx, 'quiet-words-end'))];
  const form = new RegExp(`^(?:(?:${begin}) ?)?${time} ?(?:[-–—]|${end}) ?${time}(?: (.+))?$`);
  const found = form.exec(typed);
  if (!found) return undefined;
  const [, hour = '0', minute, word, hourTo = '0', minuteTo, wordTo, zoneTyped] = found;
  const part = partOf(word);
  const partTo = partOf(wordTo);
  const to = timeOf(hourTo, minuteTo, partTo);
  const typedFrom = timeOf(hour, minute, part);
  const isEndAlone = part === undefined && Number(hour) > 0;
  const from = partTo && isEndAlone ? eveningWhereMeant(typedFrom, to, partTo) : typedFrom;
  const named = zoneTyped === undefined ? undefined : typedZone(ctx.services.texts, zoneTyped);
  const isZoneKnown = zoneTyped === undefined || named !== undefined;
  return from !== undefined && to !== undefined && from !== to && isZoneKnown ? { from, to, zone: named } : undefined;
}

/**
 * "10 to 6am" begins in the evening: read literally, it would be quiet for 20 hours.
 * @param partTo the part of the day that the end alone names
 */
function eveningWhereMeant(from: string | undefined, to: string | undefined, partTo: PartOfDay): string | undefined {
  if (from === undefined || to === undefined) return from;
  const [begin, end] = [Temporal.PlainTime.from(from), Temporal.PlainTime.from(to)];
  const hours = begin.until(end).total('hours');
  const isLong = (hours > 0 ? hours : hours + 24) > MAX_MEANT_HOURS[partTo];
  return isLong && begin.hour <= 12 ? begin.add({ hours: 12 }).toString().slice(0, 'HH:MM'.length) : from;
}

function oneOf(words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return longestFirst.map((word) => RegExp.escape(word)).join('|');
}

/** A time as `HH:MM`; `undefined` for an invalid one. */
function timeOf(typedHour: string, minute = '00', part?: PartOfDay): string | undefined {
  const hour = hourOf(Number(typedHour), part);
  const isTime = hour !== undefined && Number(minute) < 60 && (hour < 24 || Number(minute) === 0);
  return isTime ? `${String(hour % 24).padStart(2, '0')}:${minute}` : undefined;
}

function hourOf(hour: number, part: PartOfDay | undefined): number | undefined {
  if (part === undefined || hour > 12) return hour <= 24 ? hour : undefined;
  const ofTwelve = hour % 12;
  // The hours after midnight belong to the night as well.
  const isMorning = part === 'am' || (part === 'night' && ofTwelve < 6);
  return isMorning ? ofTwelve : ofTwelve + 12;
}
