import type { InlineKeyboardButton } from 'grammy/types';
import { z } from 'zod';
import type { Team } from '../../../store/key-value/teams.ts';
import { isTime, mayBeOnCall, peopleFromNow } from '../../../teams/rota.ts';
import { requireInTeam } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import {
  formatClock,
  formatWeekday,
  isolate,
  languageTag,
  oneLine,
  shorten,
  zone,
  zoneName,
} from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { pageLine, pageOf } from '../../common/pages.ts';
import { typedZone, zoneRows } from '../../common/watches/zone-choice.ts';
import { requireTeam } from '../own-team.ts';
import { changeOnCall, onCallScreen, rotaEntry, rotaLine } from './state.ts';

const QUESTION = 'zone';
const DRAFT_LIFE_MS = 30 * 60_000;
const ZONE_LIFE_MS = 365 * 24 * 3_600_000;
const DEFAULT_TIME = '09:00';
const LONGEST_LABEL = 24;
const PEOPLE_ON_PAGE = 20;
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const HALVES = ['00', '30'];
const HOURS_IN_ROW = 4;

const draft = z.object({
  people: z.array(z.number()),
  weekday: z.number().optional(),
  time: z.string(),
  zone: z.string(),
});
/** The rota while a person edits it: only saving makes it valid. */
type Draft = z.infer<typeof draft>;

/** An admin sets the rota: its people, their order, and the time of the hand-over. */
export const rota = new Composer<Ctx>();

rota.use(
  onButton(buttons.rota, async (ctx, { account, set, value }) => {
    const { team } = await requireTeam(ctx, account);
    await requireInTeam(ctx, team, 'rota');
    const screen = await step(ctx, team, set, value);
    if (screen) await show(ctx, screen);
  }),
);
rota.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = ''] }) => {
    const { team } = await requireTeam(ctx, account);
    await requireInTeam(ctx, team, 'rota');
    const typed = typedZone(ctx.services.texts, text ?? '');
    if (typed === undefined) return askForZone(ctx, team, 'zone-unfit');
    await ctx.services.store.notes.set(zoneKey(ctx), typed, ZONE_LIFE_MS);
    await send(ctx, mainScreen(ctx, team, await changeDraft(ctx, team, (now) => ({ ...now, zone: typed }))));
  }),
);

/** `undefined` where the tap has been answered. */
async function step(ctx: Ctx, team: Team, set: string, value: string): Promise<Screen | undefined> {
  const edit = (change: (now: Draft) => Draft) => changeDraft(ctx, team, change);
  const steps: Record<string, () => Promise<Screen | undefined>> = {
    open: async () => mainScreen(ctx, team, await edit(() => firstDraft(ctx, team))),
    main: async () => mainScreen(ctx, team, await edit((now) => now)),
    people: async () => peopleScreen(ctx, team, await edit((now) => now), value),
    person: async () => {
      const [person = '', page = ''] = value.split(' ');
      return peopleScreen(ctx, team, await edit((now) => toggled(team, now, Number(person))), page);
    },
    days: async () => daysScreen(ctx, team, await edit((now) => now)),
    day: async () => mainScreen(ctx, team, await edit((now) => onDay(now, Number(value)))),
    times: async () => timesScreen(ctx, team, await edit((now) => now)),
    time: async () => timesScreen(ctx, team, await edit((now) => (isTime(value) ? { ...now, time: value } : now))),
    zones: () => zonesScreen(ctx, team),
    zone: async () => {
      const chosen = typedZone(ctx.services.texts, value);
      return mainScreen(ctx, team, await edit((now) => ({ ...now, zone: chosen ?? now.zone })));
    },
    typed: async () => void (await askForZone(ctx, team, 'zone-ask')),
    save: () => save(ctx, team),
    off: () => turnOff(ctx, team),
  };
  const chosen = Object.entries(steps).find(([name]) => name === set)?.[1];
  if (!chosen) throw new Refusal((t) => t('button-old'));
  return chosen();
}

async function save(ctx: Ctx, team: Team): Promise<Screen> {
  const wanted = await changeDraft(ctx, team, (now) => now);
  const { team: changed, undo } = await changeOnCall(
    ctx,
    team,
    'rota',
    `save ${JSON.stringify(wanted)}`,
    (each, note, now) => {
      const people = wanted.people.filter((userId) => mayBeOnCall(each, userId));
      if (people.length === 0) throw new Refusal((t) => t('rota-nobody'));
      const before = each.rota;
      each.rota = { ...wanted, people, since: now };
      note(rotaEntry(each, before, each.rota));
    },
  );
  return onCallScreen(ctx, changed, { words: ctx.t('rota-saved'), undo });
}

async function turnOff(ctx: Ctx, team: Team): Promise<Screen> {
  const { team: changed, undo } = await changeOnCall(ctx, team, 'rota', 'off', (each, note) => {
    if (!each.rota) throw new Refusal((t) => t('on-call-changed'));
    note(rotaEntry(each, each.rota, undefined));
    each.rota = undefined;
  });
  return onCallScreen(ctx, changed, { words: ctx.t('rota-removed'), undo });
}

function firstDraft(ctx: Ctx, team: Team): Draft {
  const people = peopleFromNow(team, ctx.services.operations.now());
  if (team.rota) return { ...team.rota, people };
  return { people, weekday: daysOfWeek(ctx)[0], time: DEFAULT_TIME, zone: zone(ctx.t.locale) };
}

function toggled(team: Team, now: Draft, userId: number): Draft {
  const others = now.people.filter((each) => each !== userId);
  const isNew = others.length === now.people.length && mayBeOnCall(team, userId);
  return { ...now, people: isNew ? [...others, userId] : others };
}

function onDay(now: Draft, day: number): Draft {
  return { ...now, weekday: DAYS.includes(day) ? day : undefined };
}

async function changeDraft(ctx: Ctx, team: Team, change: (now: Draft) => Draft): Promise<Draft> {
  const { notes } = ctx.services.store;
  const key = `${ctx.person.id}:rota:${team.id}`;
  const kept = await notes.get(key);
  const changed = change(kept === undefined ? firstDraft(ctx, team) : draft.parse(JSON.parse(kept)));
  await notes.set(key, JSON.stringify(draft.parse(changed)), DRAFT_LIFE_MS);
  return changed;
}

function mainScreen(ctx: Ctx, team: Team, now: Draft): Screen {
  const { t } = ctx;
  const { people, weekday, time } = now;
  const day = weekday === undefined ? t.plain('rota-daily') : formatWeekday(weekday, t.locale);
  const shown = people.length > 0 ? rotaLine(team, now, t) : t('rota-nobody');
  return {
    text: [t('rota'), shown, t('rota-not-saved')].join('\n\n'),
    keyboard: [
      [to(team, t.plain('button-rota-people', { count: people.length }), 'people')],
      [to(team, t.plain('button-rota-day', { day }), 'days')],
      [to(team, t.plain('button-rota-time', { time: formatClock(time, t.locale) }), 'times')],
      [to(team, t.plain('button-rota-zone', { zone: zoneName(t, now.zone) }), 'zones')],
      ...(people.length > 0 ? [[{ ...to(team, t.plain('button-rota-save'), 'save'), style: 'primary' as const }]] : []),
      ...(team.rota ? [[{ ...to(team, t.plain('button-rota-off'), 'off'), style: 'danger' as const }]] : []),
      [buttons.onCall.make(t.plain('button-back'), { account: team.accountId })],
    ],
  };
}

function peopleScreen({ t }: Ctx, team: Team, { people }: Draft, wanted: string): Screen {
  const may = team.members.filter(({ userId }) => mayBeOnCall(team, userId));
  const page = pageOf(may, wanted, PEOPLE_ON_PAGE, (number, direction) =>
    to(team, t.plain(`button-${direction}`), 'people', number),
  );
  const rows = page.items.map(({ userId, name: shown }) => {
    const place = people.indexOf(userId) + 1;
    const label = isolate(shorten(oneLine(shown), LONGEST_LABEL));
    return [
      to(team, place > 0 ? t.plain('rota-place', { place, person: label }) : label, 'person', `${userId} ${page.page}`),
    ];
  });
  return {
    text: t('rota-people') + pageLine(t, page),
    keyboard: [...rows, ...page.turns, [back(t.plain('button-back'), team)]],
  };
}

function daysScreen(ctx: Ctx, team: Team, { weekday }: Draft): Screen {
  const { t } = ctx;
  const chosen = (label: string, is: boolean) => (is ? t.plain('chosen', { name: label }) : label);
  const days = daysOfWeek(ctx).map((day) => [
    to(team, chosen(formatWeekday(day, t.locale), day === weekday), 'day', String(day)),
  ]);
  const daily = to(team, chosen(t.plain('rota-daily'), weekday === undefined), 'day', '0');
  return { text: t('rota-days'), keyboard: [[daily], ...days, [back(t.plain('button-back'), team)]] };
}

function timesScreen({ t }: Ctx, team: Team, { time }: Draft): Screen {
  const [hour = '', half = ''] = time.split(':');
  // Four buttons in a row leave no room for a mark.
  const button = (value: string): InlineKeyboardButton => ({
    ...to(team, formatClock(value, t.locale), 'time', value),
    ...(value === time ? { style: 'primary' as const } : {}),
  });
  const hours = HOURS.map((each) => button(`${each}:${half}`));
  const rows = Array.from({ length: HOURS.length / HOURS_IN_ROW }, (_, row) =>
    hours.slice(row * HOURS_IN_ROW, (row + 1) * HOURS_IN_ROW),
  );
  const halves = HALVES.map((each) => button(`${hour}:${each}`));
  return { text: t('rota-times'), keyboard: [...rows, halves, [back(t.plain('button-back'), team)]] };
}

/** The zones of the team, of the person, and those offered to everyone. Another zone is typed in private. */
async function zonesScreen(ctx: Ctx, team: Team): Promise<Screen> {
  const { t } = ctx;
  const now = await changeDraft(ctx, team, (same) => same);
  const typed = await ctx.services.store.notes.get(zoneKey(ctx));
  const known = [now.zone, zone(t.locale), typed, team.rota?.zone].filter((each) => each !== undefined);
  const rows = zoneRows(t, known, now.zone, (label, each) => to(team, label, 'zone', each));
  const other = isPrivate(ctx) ? [[to(team, t.plain('button-zone-type'), 'typed')]] : [];
  const text = isPrivate(ctx) ? t('rota-zones') : `${t('rota-zones')}\n${t('rota-zones-private')}`;
  return { text, keyboard: [...rows, ...other, [back(t.plain('button-back'), team)]] };
}

async function askForZone(ctx: Ctx, team: Team, words: 'zone-ask' | 'zone-unfit'): Promise<void> {
  if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
  const text = ctx.t(words);
  await ask(ctx, QUESTION, [team.accountId], { text, keyboard: [[to(team, ctx.t.plain('button-back'), 'zones')]] });
}

function daysOfWeek({ t }: Ctx): number[] {
  const first = new Intl.Locale(languageTag(t.locale)).getWeekInfo().firstDay;
  return DAYS.map((day) => ((day + first - 2) % 7) + 1);
}

function to({ accountId: account }: Team, label: string, set: string, value = ''): InlineKeyboardButton {
  return buttons.rota.make(label, { account, set, value });
}

function back(label: string, team: Team): InlineKeyboardButton {
  return to(team, label, 'main');
}

function zoneKey({ person }: Ctx): string {
  return `${person.id}:zone`;
}
