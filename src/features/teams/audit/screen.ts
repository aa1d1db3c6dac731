import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept-lists.ts';
import type { AuditItem, AuditPage } from '../../../store/audit/log.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { code, formatDay, formatListed, isolate, listedZone, name, shorten } from '../../../telegram/ui/format.ts';
import { richScreen } from '../../../telegram/ui/rich.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { pageOf } from '../../common/pages.ts';
import { DAY_MS, dayOf } from './days.ts';
import { type Chosen, type Log, type Meant, placeFor } from './filter.ts';
import { entryHtml } from './words.ts';

const PICKED_AT_ONCE = 8;
const LONGEST_LABEL = 40;
/** The picker offers the days of so long a time. Older days are typed. */
const MOST_DAYS = 400;

/** A log, what it is read by, and the reference of that in buttons. */
export interface Shown {
  log: Log;
  by: Chosen;
  filter: string;
}

/** A page of a log. */
export function logScreen({ t }: Ctx, { log, by, filter }: Shown, { items, newer, older }: AuditPage): Screen {
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
      [
        t('audit-title', { team: name(log.title) }),
        ...filterLines(t, by),
        ...(items.length > 0 ? listedZone(t) : []),
      ].join('\n'),
      items.length === 0
        ? empty
        : {
            columns: [
              { title: t('audit-column-time') },
              { title: t('audit-column-person') },
              { title: t('audit-column-what') },
            ],
            rows: items.map((item) => rowOf(t, item)),
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
    ],
  };
}

function filterLines(t: Translate, { server, person, day }: Chosen): string[] {
  return [
    ...(server ? [t('audit-filter-server', { server: name(server.name) })] : []),
    ...(person ? [t('audit-filter-person', { person: name(person.name) })] : []),
    ...(day === undefined ? [] : [t('audit-filter-day', { day: formatDay(day, t.locale) })]),
  ];
}

function rowOf(t: Translate, item: AuditItem): string[] {
  if ('missing' in item) return ['', '', t('audit-missing', { count: item.missing })];
  const time = formatListed(item.at, t).html;
  if ('refused' in item) return [time, '', t('audit-changed')];
  return [time, personWords(t, item.entry.actor).html, entryHtml(t, item.entry)];
}

function personWords(t: Translate, person: { id: number; name?: string | undefined } | undefined): Html {
  if (!person) return { html: t('audit-bot') };
  return person.name ? name(person.name) : code(String(person.id));
}

/** Asks by which server, person or day to read the log. */
export function pickScreen(
  { t, services }: Ctx,
  { log, filter }: Shown,
  what: 's' | 'p' | 'd',
  known: { people: readonly { id: number; name: string }[]; servers: readonly { id: string; name: string }[] },
  wanted: string,
): Screen {
  const team = log.id;
  const labelled = {
    s: () => known.servers.map((each) => ({ label: each.name, value: serverReference(each.id) })),
    p: () => known.people.map((each) => ({ label: each.name, value: String(each.id) })),
    d: () => lastDays(t, services.operations.now()),
  }[what]();
  const page = pageOf(labelled, wanted, PICKED_AT_ONCE, (to, direction) =>
    buttons.auditPick.make(t.plain(`button-${direction}`), { team, filter, by: what, page: to }),
  );
  const rows = page.items.map(({ label, value }) => [chooseButton(label, { team, filter, by: what, value })]);
  const question = { s: 'audit-pick-server', p: 'audit-pick-person', d: 'audit-pick-day' } as const;
  return {
    text: t(question[what]),
    keyboard: [...rows, ...page.turns, [buttons.audit.make(t.plain('button-audit-back'), { team, filter, from: '' })]],
  };
}

function lastDays(t: Translate, now: number): { label: string; value: string }[] {
  const today = dayOf(now, t);
  return Array.from({ length: MOST_DAYS }, (_, back) => today - back * DAY_MS).map((day) => ({
    label: formatDay(day, t.locale),
    value: String(day / DAY_MS),
  }));
}

/** Asks which of several servers and people a typed name means. */
export function whichScreen({ t }: Ctx, { log, filter }: Shown, wanted: string, meant: readonly Meant[]): Screen {
  const team = log.id;
  const choices = meant
    .slice(0, PICKED_AT_ONCE)
    .map((each) =>
      'server' in each
        ? chooseButton(each.server.name, { team, filter, by: 's', value: serverReference(each.server.id) })
        : chooseButton(each.person.name, { team, filter, by: 'p', value: String(each.person.id) }),
    );
  return { text: t('audit-which', { wanted: name(wanted) }), keyboard: choices.map((each) => [each]) };
}

function chooseButton(
  label: string,
  values: { team: string; filter: string; by: string; value: string },
): InlineKeyboardButton {
  return buttons.auditChoose.make(isolate(shorten(label, LONGEST_LABEL)), values);
}
