import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { AuditItem, AuditPage } from '../../../store/audit/log.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import {
  code,
  formatDay,
  formatDayOfMonth,
  formatLogged,
  formatMonth,
  isolate,
  listedZone,
  name,
  shorten,
} from '../../../telegram/ui/format.ts';
import { richScreen } from '../../../telegram/ui/rich.ts';
import { inRows, type Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../../common/next-steps.ts';
import { pageOf } from '../../common/pages.ts';
import { DAY_MS, dayOf, firstOfMonth } from './days.ts';
import { type Chosen, type Log, type Meant, placeFor } from './filter.ts';
import { entryHtml } from './words.ts';

const PICKED_AT_ONCE = 8;
const LONGEST_LABEL = 40;
const MAX_PICKER_DAYS = 400;
const DAYS_IN_ROW = 7;

/** `filter` is the reference of the filter for buttons. */
export interface ShownLog {
  log: Log;
  by: Chosen;
  filter: string;
}

function zoneOf(t: Translate): string[] {
  const listed = listedZone(t);
  return listed.length > 0 ? listed : [t('times-own')];
}

export function logScreen(ctx: Ctx, { log, by, filter }: ShownLog, { items, newer, older }: AuditPage): Screen {
  const { t, services } = ctx;
  const now = services.operations.now();
  const isFiltered = filter !== '';
  const team = log.id;
  const turn = (label: string, from: string) => buttons.audit.make(label, { team, filter, from });
  const pick = (label: string, what: string) => buttons.auditPick.make(label, { team, filter, by: what, page: '0' });
  const turns = [
    ...(newer ? [turn(t.plain('button-audit-newer'), placeFor('n', newer))] : []),
    ...(older ? [turn(t.plain('button-audit-older'), placeFor('o', older))] : []),
  ];
  const files = (['csv', 'jsonl'] as const).map((format) =>
    buttons.auditFile.make(t.plain(format === 'csv' ? 'button-audit-csv' : 'button-audit-lines'), {
      team,
      filter,
      format,
    }),
  );
  const empty = t(isFiltered ? 'audit-empty-filtered' : 'audit-empty');
  return {
    ...richScreen(t, [
      [t('audit-title', { team: name(log.title) }), ...filterLines(t, by), ...(items.length > 0 ? zoneOf(t) : [])].join(
        '\n',
      ),
      items.length === 0
        ? empty
        : {
            columns: [
              { title: t('audit-column-time') },
              { title: t('audit-column-person') },
              { title: t('audit-column-what') },
            ],
            rows: items.map((item) => rowOf(t, item, now)),
          },
    ]),
    keyboard: [
      ...(turns.length > 0 ? [turns] : []),
      [
        pick(t.plain('button-audit-server'), 's'),
        pick(t.plain('button-audit-person'), 'p'),
        pick(t.plain('button-audit-day'), 'd'),
      ],
      ...(isFiltered ? [[buttons.audit.make(t.plain('button-audit-clear'), { team, filter: '', from: '' })]] : []),
      ...(items.length > 0 ? [files] : []),
      ...onward(ctx, log),
    ],
  };
}

function onward(ctx: Ctx, { team }: Log): InlineKeyboardButton[][] {
  if (!isPrivate(ctx)) return [];
  const { t } = ctx;
  const back = team
    ? buttons.team.make(t.plain('button-team-show'), { team: team.id })
    : buttons.auditLogs.make(t.plain('button-back'), { page: '0' });
  return [[back, ...home(ctx)]];
}

function filterLines(t: Translate, { server, person, day }: Chosen): string[] {
  return [
    ...(server ? [t('audit-filter-server', { server: name(server.name) })] : []),
    ...(person ? [t('audit-filter-person', { person: name(person.name) })] : []),
    ...(day === undefined ? [] : [t('audit-filter-day', { day: formatDay(day, t.locale) })]),
  ];
}

function rowOf(t: Translate, item: AuditItem, now: number): string[] {
  if ('missing' in item) return ['', '', t('audit-missing', { count: item.missing })];
  const time = formatLogged(item.at, now, t).html;
  if ('refused' in item) return [time, '', t('audit-changed')];
  return [time, personWords(t, item.entry.actor).html, entryHtml(t, item.entry)];
}

function personWords(t: Translate, person: { id: number; name?: string | undefined } | undefined): Html {
  if (!person) return { html: t('audit-bot') };
  return person.name ? name(person.name) : code(String(person.id));
}

export function pickScreen(
  { t }: Ctx,
  { log, filter }: ShownLog,
  what: 's' | 'p',
  known: { people: readonly { id: number; name: string }[]; servers: readonly { id: string; name: string }[] },
  wanted: string,
): Screen {
  const team = log.id;
  const labelled = {
    s: () => known.servers.map((each) => ({ label: each.name, value: serverReference(each.id) })),
    p: () => known.people.map((each) => ({ label: each.name, value: String(each.id) })),
  }[what]();
  const page = pageOf(labelled, wanted, PICKED_AT_ONCE, (to, direction) =>
    buttons.auditPick.make(t.plain(`button-${direction}`), { team, filter, by: what, page: to }),
  );
  const rows = page.items.map(({ label, value }) => [chooseButton(label, { team, filter, by: what, value })]);
  return {
    text: t(what === 's' ? 'audit-pick-server' : 'audit-pick-person'),
    keyboard: [...rows, ...page.turns, [toLog(t, team, filter)]],
  };
}

/** @param wanted the number of months before the present one, as a button carries it */
export function pickDayScreen({ t, services }: Ctx, { log, filter }: ShownLog, wanted: string): Screen {
  const team = log.id;
  const today = dayOf(services.operations.now(), t);
  const months = monthsUntil(today, t);
  const at = Math.min(/^\d{1,3}$/.test(wanted) ? Number(wanted) : 0, months.length - 1);
  const { first, last } = months[at] ?? { first: today, last: today };
  const days = Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) => first + index * DAY_MS).map((day) =>
    chooseButton(formatDayOfMonth(day, t.locale), { team, filter, by: 'd', value: String(day / DAY_MS) }),
  );
  const turns = [at - 1, at + 1].flatMap((to) => {
    const month = months[to];
    const label = month && formatMonth(month.first, t.locale);
    return label ? [buttons.auditPick.make(label, { team, filter, by: 'd', page: String(to) })] : [];
  });
  return {
    text: t('audit-pick-day', { month: formatMonth(first, t.locale) }),
    keyboard: [...inRows(days, DAYS_IN_ROW), turns, [toLog(t, team, filter)]],
  };
}

function toLog(t: Translate, team: string, filter: string): InlineKeyboardButton {
  return buttons.audit.make(t.plain('button-audit-back'), { team, filter, from: '' });
}

/** The months of the picker with their first and last days, newest first. */
function monthsUntil(today: number, t: Translate): { first: number; last: number }[] {
  const months: { first: number; last: number }[] = [];
  for (let last = today; last > today - MAX_PICKER_DAYS * DAY_MS; ) {
    const first = firstOfMonth(last, t);
    months.push({ first, last });
    last = first - DAY_MS;
  }
  return months;
}

export function logsScreen(ctx: Ctx, logs: readonly Log[], wanted = '0'): Screen {
  const { t } = ctx;
  const label = ({ title, endedAt }: Log) =>
    endedAt === undefined
      ? isolate(title)
      : t.plain('audit-ended', { team: isolate(title), day: formatDay(dayOf(endedAt, t), t.locale) });
  const page = pageOf(logs, wanted, PICKED_AT_ONCE, (to, direction) =>
    buttons.auditLogs.make(t.plain(`button-${direction}`), { page: to }),
  );
  const rows = page.items.map((log) => [buttons.audit.make(label(log), { team: log.id, filter: '', from: '' })]);
  return { text: t('audit-which-team'), keyboard: [...rows, ...page.turns, home(ctx)] };
}

export function whichScreen({ t }: Ctx, { log, filter }: ShownLog, wanted: string, meant: readonly Meant[]): Screen {
  const team = log.id;
  const choices = meant
    .slice(0, PICKED_AT_ONCE)
    .map((each) =>
      'server' in each
        ? chooseButton(each.server.name, { team, filter, by: 's', value: serverReference(each.server.id) })
        : chooseButton(each.person.name, { team, filter, by: 'p', value: String(each.person.id) }),
    );
  return {
    text: t('audit-which', { wanted: name(wanted) }),
    keyboard: [...choices.map((each) => [each]), [toLog(t, team, filter)]],
  };
}

function chooseButton(
  label: string,
  values: { team: string; filter: string; by: string; value: string },
): InlineKeyboardButton {
  return buttons.auditChoose.make(isolate(shorten(label, LONGEST_LABEL)), values);
}
