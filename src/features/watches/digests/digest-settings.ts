import type { InlineKeyboardButton } from 'grammy/types';
import type { Digest } from '../../../store/jobs/digests.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import type { Action } from '../../../teams/actions.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { mayHere } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate, toldHere } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Locale, Translate } from '../../../telegram/i18n/index.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { formatClock, name, teamName, zone, zonedWords } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { alert, show } from '../../../telegram/ui/show.ts';
import { DEFAULT_HOUR, nextDigestAt, plannedAnew, spreadOf } from '../../../watches/digest.ts';
import { type NoticeClock, noticeClockOf, quietUntil } from '../../../watches/quiet.ts';
import { buttons } from '../../buttons.ts';
import { home, sendToPrivate } from '../../common/next-steps.ts';
import { requireAccess } from '../../common/require.ts';
import { changeInTeam, type NoticePlace, requireNoticePlace } from '../../common/watches/watching.ts';
import { zoneButton } from '../zone.ts';
import { timetableOf } from './digests.ts';

const HOURS_A_DAY = 24;
/** A phone cuts longer rows, and four buttons leave no room for a mark. */
const HOURS_PER_ROW = 4;

/** Settings of the daily digest: whether and when a chat gets it. */
export const digestSettings = new Composer<Ctx>();

const screens = digestSettings.chatType('private');
screens.use(
  onButton(buttons.digest, async (ctx) =>
    show(ctx, await screenOf(ctx, await ctx.services.store.digests.get(ctx.person.id))),
  ),
);
screens.use(onButton(buttons.digestOff, (ctx) => turn(ctx, false)));
screens.use(
  onButton(buttons.digestLater, async (ctx) => {
    const { dueAt } = await change(ctx, (digest) => ({ ...digest, later: true }));
    await alert(ctx, dueAt === null ? ctx.t.plain('digest-later-off') : await laterWords(ctx, dueAt));
  }),
);
screens.use(onButton(buttons.digestSet, (ctx, { on }) => turn(ctx, on === 'y')));
screens.use(
  onButton(buttons.digestHour, async (ctx, { hour: text }) => {
    const hour = hourOf(text);
    // A person who chooses an hour wants a digest.
    await show(ctx, await screenOf(ctx, await change(ctx, ({ off: _, ...digest }) => ({ ...digest, hour }))));
  }),
);

digestSettings.use(
  onButton(buttons.groupDigest, async (ctx, { set }) => {
    const action = set === 'm' || set === 'w' ? 'limits' : 'notices';
    const place = await requireTeamPlace(ctx, action);
    void ctx.answer();
    const edit = editOf(set);
    if (!edit) return show(ctx, await groupScreen(ctx, place, await digestOf(ctx, place)));
    return show(ctx, await groupScreen(ctx, place, await changeInGroup(ctx, place, action, edit)), 'all');
  }),
  onButton(buttons.groupDigestOff, async (ctx) => {
    const place = await requireTeamPlace(ctx, 'notices');
    void ctx.answer();
    await show(ctx, await groupScreen(ctx, place, await changeInGroup(ctx, place, 'notices', turnedOff)), 'all');
  }),
  onButton(buttons.groupDigestRenew, async (ctx, { account, chosen }) => {
    // A purchase belongs into the private chat.
    await requireAccess(ctx, 'spend', account);
    ctx.pendingCommand = `/renew #${chosen}`;
    await sendToPrivate(ctx, 'private-only');
  }),
);

export async function digestLine(ctx: Ctx, { team }: Access): Promise<string[]> {
  if (isPrivate(ctx)) {
    if (!(await hasAccount(ctx))) return [ctx.t('digest-no-account')];
    return [await stateWords(ctx, await ctx.services.store.digests.get(ctx.person.id))];
  }
  const place = placeOfTeam(ctx, team);
  return place ? [await groupStateWords(ctx, place, await digestOf(ctx, place))] : [];
}

export function digestButton(ctx: Ctx, { team }: Access): InlineKeyboardButton[] {
  const label = ctx.t.plain('button-digest');
  if (isPrivate(ctx)) return [buttons.digest.make(label, {})];
  const place = placeOfTeam(ctx, team);
  return place && mayHere(ctx, team, 'notices') ? [toGroupDigest(place, label)] : [];
}

type TeamPlace = NoticePlace & Required<Pick<NoticePlace, 'team'>>;

function placeOfTeam({ chat }: Ctx, team: Team | undefined): TeamPlace | undefined {
  return team && team.chatId === chat?.id ? { chatId: team.chatId, topicId: team.topicId, team } : undefined;
}

/** @throws NotAllowed, Refusal where the chat is not the team's place */
async function requireTeamPlace(ctx: Ctx, action: Action): Promise<TeamPlace> {
  const { team, ...place } = await requireNoticePlace(ctx, action);
  if (!team) throw new Refusal((t) => t('button-old'));
  return { ...place, team };
}

/** `undefined` where the place has no digest of this team. */
async function digestOf({ services }: Ctx, { chatId, topicId, team }: TeamPlace): Promise<Digest | undefined> {
  const digest = await services.store.digests.get(chatId, topicId);
  return digest?.team === team.id ? digest : undefined;
}

type Edit = (digest: Digest) => Digest;
const turnedOn: Edit = ({ off: _, ...digest }) => digest;
const turnedOff: Edit = (digest) => ({ ...digest, off: true });

function editOf(set: string): Edit | undefined {
  if (set === '') return undefined;
  if (set === 'y') return turnedOn;
  if (set === 'n') return turnedOff;
  if (set === 'm') return (digest) => ({ ...digest, money: true });
  if (set === 'w') return ({ money: _, ...digest }) => digest;
  const hour = hourOf(set);
  return (digest) => ({ ...turnedOn(digest), hour });
}

async function changeInGroup(
  ctx: Ctx,
  { chatId, topicId, team }: TeamPlace,
  action: Action,
  edit: Edit,
): Promise<Digest> {
  const { operations } = ctx.services;
  const locale = localeOfTeam(ctx, team);
  return changeInTeam(ctx, team, action, async ({ digests, chats }, note) => {
    const clock = await noticeClockOf(chats, chatId, topicId);
    return digests.change(
      chatId,
      (known) => {
        const { id, dueAt: _, isNew } = known;
        // The digest was never turned on here, or only for an earlier team of the group.
        const before: Digest =
          known.team === team.id
            ? known
            : { id, chatId, topicId, dueAt: null, isNew, looks: [], team: team.id, off: true };
        const digest = { ...edit(before), locale };
        const [old, now] = [writtenDigest(before), writtenDigest(digest)];
        if (old !== now) note({ event: 'digestChanged', before: old, after: now });
        const timetable = timetableOf(digest, locale, clock);
        const dueAt = digest.off ? null : plannedAnew(before.dueAt, timetable, operations.now());
        return { ...digest, dueAt };
      },
      topicId,
    );
  });
}

function writtenDigest({ off, hour = DEFAULT_HOUR, money }: Digest): string {
  const when = off ? 'off' : `${String(hour).padStart(2, '0')}:00`;
  return money ? `${when} money` : when;
}

function localeOfTeam({ services, t }: Ctx, { locale }: Team): Locale {
  return services.texts.for(locale ?? t.locale);
}

async function groupStateWords(ctx: Ctx, place: TeamPlace, digest: Digest | undefined): Promise<string> {
  const { t } = ctx;
  if (!digest || digest.off) return t('digest-is-off');
  const time = timeWords(ctx, digest.hour, await clockIn(ctx, place), localeOfTeam(ctx, place.team));
  return t('digest-is-on', { time });
}

function clockIn({ services }: Ctx, { chatId, topicId }: NoticePlace): Promise<NoticeClock> {
  return noticeClockOf(services.store.chats, chatId, topicId);
}

function timeWords({ t }: Ctx, hour: number | undefined, { zone: own }: NoticeClock, locale: Locale): string {
  return zonedWords(clockOf(hour ?? DEFAULT_HOUR, t.locale), own ?? zone(locale), t);
}

/** @param dueAt of the next digest, epoch ms */
async function laterWords(ctx: Ctx, dueAt: number): Promise<string> {
  const { t } = ctx;
  const place = ownPlace(ctx);
  const { zone: own = zone(t.locale) } = await clockIn(ctx, place);
  const at = Temporal.Instant.fromEpochMilliseconds(dueAt - spreadOf(place.chatId)).toZonedDateTimeISO(own);
  const time = formatClock(at.toPlainTime().toString().slice(0, 'HH:MM'.length), t.locale);
  return t.plain('digest-later', { time: zonedWords(time, own, t) });
}

function ownPlace({ person }: Ctx): NoticePlace {
  return { chatId: person.id, topicId: 0 };
}

async function groupScreen(ctx: Ctx, place: TeamPlace, digest: Digest | undefined): Promise<Screen> {
  const { t } = ctx;
  const { team } = place;
  const isOff = !digest || digest.off === true;
  const hours = hourRows(t, isOff ? undefined : (digest.hour ?? DEFAULT_HOUR), (label, hour) =>
    toGroupDigest(place, label, hour),
  );
  const quiet = isOff ? [] : await quietLine(ctx, place, digest.hour, localeOfTeam(ctx, team));
  const hasMoney = digest?.money === true;
  const money = toGroupDigest(
    place,
    t.plain(hasMoney ? 'button-digest-money-off' : 'button-digest-money'),
    hasMoney ? 'w' : 'm',
  );
  return {
    text: [
      t('digest-settings-group', { group: name(teamName(team)) }),
      await groupStateWords(ctx, place, digest),
      ...quiet,
      t(hasMoney ? 'digest-money-on' : 'digest-money-off'),
      t('digest-how'),
    ].join('\n\n'),
    keyboard: [
      ...hours,
      [
        toGroupDigest(place, t.plain(isOff ? 'button-digest-on' : 'button-digest-off'), isOff ? 'y' : 'n'),
        ...(mayHere(ctx, team, 'limits') ? [money] : []),
      ],
      [zoneButton(ctx, place), buttons.watches.make(t.plain('button-watches'), { account: team.accountId })],
    ],
  };
}

function toGroupDigest({ team: { accountId: account } }: TeamPlace, label: string, set = ''): InlineKeyboardButton {
  return buttons.groupDigest.make(label, { account, set });
}

async function turn(ctx: Ctx, isOn: boolean): Promise<void> {
  const changed = await change(ctx, ({ off: _, ...digest }) => (isOn ? digest : { ...digest, off: true }));
  await show(ctx, await screenOf(ctx, changed));
}

async function change(ctx: Ctx, edit: (digest: Digest) => Digest): Promise<Digest> {
  const { services, person } = ctx;
  const { store, operations } = services;
  const clock = await noticeClockOf(store.chats, person.id, undefined);
  return store.digests.change(person.id, (before) => {
    const digest = { ...edit(before), ...toldHere(ctx), locale: person.locale };
    const timetable = timetableOf(digest, person.locale, clock);
    const dueAt = digest.off ? null : plannedAnew(before.dueAt, timetable, operations.now());
    return { ...digest, dueAt };
  });
}

async function stateWords(ctx: Ctx, digest: Digest | undefined): Promise<string> {
  const { t } = ctx;
  if (digest?.off) return t('digest-is-off');
  return t('digest-is-on', { time: timeWords(ctx, digest?.hour, await clockIn(ctx, ownPlace(ctx)), t.locale) });
}

/** Members of a team may have no account of their own: they get no digest. */
async function hasAccount({ services, person }: Ctx): Promise<boolean> {
  return (await services.store.accounts.get(person.id)).accounts.length > 0;
}

async function screenOf(ctx: Ctx, digest: Digest | undefined): Promise<Screen> {
  const { t } = ctx;
  if (!(await hasAccount(ctx))) {
    return { text: [t('digest-settings'), t('digest-no-account')].join('\n\n'), keyboard: [home(ctx)] };
  }
  const rows = hourRows(t, digest?.off ? undefined : (digest?.hour ?? DEFAULT_HOUR), (label, hour) =>
    buttons.digestHour.make(label, { hour }),
  );
  const isOff = digest?.off === true;
  const place = ownPlace(ctx);
  const quiet = isOff ? [] : await quietLine(ctx, place, digest?.hour, t.locale);
  const toggle = buttons.digestSet.make(t.plain(isOff ? 'button-digest-on' : 'button-digest-off'), {
    on: isOff ? 'y' : 'n',
  });
  return {
    text: [t('digest-settings'), await stateWords(ctx, digest), ...quiet, t('digest-how')].join('\n\n'),
    keyboard: [...rows, [toggle, zoneButton(ctx, place)], home(ctx)],
  };
}

async function quietLine(
  { t, services }: Ctx,
  { chatId, topicId }: NoticePlace,
  hour: number | undefined,
  locale: Locale,
): Promise<string[]> {
  const { quiet, zone: own } = await noticeClockOf(services.store.chats, chatId, topicId);
  const at = nextDigestAt(
    timetableOf({ chatId, hour: hour ?? DEFAULT_HOUR }, locale, { zone: own }),
    services.operations.now(),
  );
  if (!quiet || quietUntil(quiet, at) === undefined) return [];
  return [t('digest-quiet', { time: zonedWords(formatClock(quiet.to, t.locale), quiet.zone, t) })];
}

function hourOf(text: string): number {
  const hour = /^\d{1,2}$/.test(text) ? Number(text) : HOURS_A_DAY;
  if (hour >= HOURS_A_DAY) throw new Refusal((t) => t('button-old'));
  return hour;
}

function hourRows(
  t: Translate,
  chosen: number | undefined,
  make: (label: string, hour: string) => InlineKeyboardButton,
): InlineKeyboardButton[][] {
  const hours = Array.from({ length: HOURS_A_DAY }, (_, hour) => ({
    ...make(clockOf(hour, t.locale), String(hour)),
    ...(hour === chosen ? { style: 'primary' as const } : {}),
  }));
  return Array.from({ length: HOURS_A_DAY / HOURS_PER_ROW }, (_, row) =>
    hours.slice(row * HOURS_PER_ROW, (row + 1) * HOURS_PER_ROW),
  );
}

function clockOf(hour: number, locale: string): string {
  return formatClock(`${String(hour).padStart(2, '0')}:00`, locale);
}
