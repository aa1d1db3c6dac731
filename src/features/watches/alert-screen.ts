import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept-lists.ts';
import { type Alert, isEvent } from '../../store/jobs/alerts.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import {
  code,
  formatExpiry,
  formatListed,
  formatMoment,
  isolate,
  mention,
  name,
  shorten,
} from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { MOST_CHANGES, serverOfTraffic } from '../../watches/chats.ts';
import { ANSWER_MINUTES } from '../../watches/escalation.ts';
import { buttons } from '../buttons.ts';
import { alertLine, wordsOf } from '../common/alert-line.ts';
import { domainLabel, domainReference } from '../common/domain-words.ts';
import { domainData, fitsData } from '../common/watching.ts';

/** For how many hours an alert can be silenced. */
export const SILENCES = ['1', '4'] as const;
/** It is not quiet any more. */
export const NONE = '0';
const ENDS = [
  ['free', 'alert-taken'],
  ['cheap', 'alert-dearer'],
  ['traffic', 'alert-traffic-over'],
  ['surge', 'alert-surge-over'],
] as const;
const MINUTE_MS = 60_000;
const LONGEST_VALUE = 64;
const LONGEST_NAME = 30;
const LONGEST_SUFFIX = 16;

/** An alert as its message shows it, with the buttons that help. @param team that of the chat, whose people are called */
export function alertScreen(alert: Alert, team: Team | undefined, t: Translate): Screen {
  if (isEvent(alert)) return changesScreen(alert, t);
  if (alert.offer) return offerScreen(alert, t);
  if (alert.resolved) return { text: overWords(alert, t), keyboard: toServer(alert, t) };
  const lines = [headOf(alert, t), ...callLine(alert, team, t), ...seenLines(alert, t)];
  return { text: lines.join('\n'), keyboard: keyboardOf(alert, t) };
}

/** One line for a message that a newer one has replaced. */
export function alertBrief(alert: Alert, t: Translate): string {
  return t('alert-moved', { what: { html: alertLine(alert, t) } });
}

/** What was changed outside the bot; or that it is too much to tell. */
function changesScreen({ accountId: account, what, changes = [], count = 0 }: Alert, t: Translate): Screen {
  const isToldStill = what === 'changed';
  const more = count - changes.length;
  const lines = changes.map((each) =>
    t(`change-${each.what}`, {
      server: name(each.server),
      from: valueWords(each, each.from, t),
      to: valueWords(each, each.to, t),
    }),
  );
  const rest = isToldStill && more > 0 ? [t('alerts-more', { count: more })] : [];
  return {
    text: [
      isToldStill ? t('alert-changed') : t('alert-manyChanges', { most: MOST_CHANGES }),
      lines.concat(rest).join('\n'),
      ...(isToldStill ? [t('changes-how')] : []),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    keyboard: [
      [buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' })],
      [
        buttons.outside.make(t.plain(isToldStill ? 'button-outside-off' : 'button-outside-on'), {
          ...{ account, on: isToldStill ? 'n' : 'y' },
        }),
      ],
    ],
  };
}

/** A name that can be registered, a suffix that costs less, or much traffic of a server. */
function offerScreen(alert: Alert, t: Translate): Screen {
  const { accountId: account, what, offer, resolved } = alert;
  const words = wordsOf(alert, t);
  const wanted = [buttons.wanted.make(t.plain('button-wanted'), { account })];
  if (!offer || resolved) return { text: t(endOf(what, resolved?.why), words), keyboard: [wanted] };
  const { helps, unwatch } = offerButtons(alert, offer.of, t);
  const end = unwatch.make(t.plain('button-unwatch'), { account, name: domainReference(offer.of) });
  return { text: headOf(alert, t), keyboard: [...helps, [end], wanted].filter(({ length }) => length > 0) };
}

/** The rows that help, and the button that ends the watch. */
function offerButtons({ accountId: account, what }: Alert, of: string, t: Translate) {
  if (what === 'free') return { helps: [registerButtons(account, of, t)], unwatch: buttons.unwatchName };
  if (what === 'cheap') return { helps: priceButtons(of, t), unwatch: buttons.unwatchPrice };
  const server = serverReference(serverOfTraffic(of));
  return {
    helps: [[buttons.server.make(t.plain('button-card'), { account, server })]],
    unwatch: buttons.unwatchTraffic,
  };
}

function endOf(what: Alert['what'], why: NonNullable<Alert['resolved']>['why'] | undefined) {
  if (why === 'unwatched') return 'alert-offer-unwatched';
  if (why === 'registered') return 'alert-registered';
  return ENDS.find(([each]) => each === what)?.[1] ?? 'alert-offer-unwatched';
}

/** The button that begins the registration. */
function registerButtons(account: string, domain: string, t: Translate): InlineKeyboardButton[] {
  const label = t.plain('button-register', { domain: isolate(domainLabel(domain, LONGEST_NAME)) });
  return [buttons.registerName.make(label, { account, domain: domainData(domain) }, 'success')];
}

/** What can be done while a suffix costs less: finding a name under it, and its price as it is now. */
function priceButtons(suffix: string, t: Translate): InlineKeyboardButton[][] {
  if (!fitsData(suffix)) return [];
  const label = isolate(domainLabel(`.${suffix}`, LONGEST_SUFFIX));
  return [
    [buttons.checkUnder.make(t.plain('button-check-under', { suffix: label }), { suffix }, 'success')],
    [buttons.again.make(t.plain('button-price-now', { suffix: label }), { command: `/price ${suffix}` })],
  ];
}

type ChangeTold = NonNullable<Alert['changes']>[number];

function valueWords({ what }: ChangeTold, value: string | undefined, t: Translate): Html {
  if (value === undefined || value === '') return { html: '–' };
  return what === 'address' ? code(shorten(value, LONGEST_VALUE)) : formatExpiry(value, t.locale);
}

function headOf(alert: Alert, t: Translate): string {
  return t(`alert-${alert.what}`, { ...wordsOf(alert, t), time: formatMoment(alert.since, t), most: MOST_CHANGES });
}

function callLine({ state, call }: Alert, team: Team | undefined, t: Translate): string[] {
  if (!team || state !== 'open' || !call || call.people.length === 0) return [];
  const people = {
    html: call.people
      .map((each) => mention(each, memberOf(team, each)?.name ?? '').html)
      .join(t.plain('list-separator')),
  };
  return [t(`alert-call-${call.level}`, { people, minutes: ANSWER_MINUTES })];
}

function seenLines({ acknowledged, silenced }: Alert, t: Translate): string[] {
  return [
    ...(acknowledged ? [t('alert-seen', { person: name(acknowledged.by.name) })] : []),
    ...(silenced ? [t('alert-silent', { person: name(silenced.by.name), time: formatMoment(silenced.until, t) })] : []),
  ];
}

function overWords({ what, server, since, resolved }: Alert, t: Translate): string {
  const { at = since, why } = resolved ?? {};
  const words = { server: name(server?.name ?? ''), from: formatListed(since, t), to: formatMoment(at, t) };
  if (why === 'unwatched') return server ? t('alert-unwatched', words) : t('alert-unwatched-all');
  if (!server) return t('alert-answers', words);
  if (what === 'unstable') return t('alert-steady', words);
  return t('alert-up', { ...words, minutes: Math.max(1, Math.round((at - since) / MINUTE_MS)) });
}

function keyboardOf(alert: Alert, t: Translate): InlineKeyboardButton[][] {
  const { accountId: account, id, what, server, acknowledged, silenced } = alert;
  const acknowledge = buttons.acknowledge.make(t.plain('button-acknowledge'), { account, alert: id, hours: '' });
  const loud = buttons.acknowledge.make(t.plain('button-loud'), { account, alert: id, hours: NONE });
  const silence = SILENCES.map((hours) =>
    buttons.acknowledge.make(t.plain('button-silence', { hours: Number(hours) }), { account, alert: id, hours }),
  );
  const helps = server
    ? [
        // What goes on and off is on half of the time.
        ...(what === 'unstable'
          ? [
              buttons.power.make(t.plain('button-reboot'), {
                ...{ account, server: serverReference(server.id), action: 'reboot' },
              }),
            ]
          : []),
        buttons.power.make(
          t.plain('button-on'),
          { account, server: serverReference(server.id), action: 'on' },
          'success',
        ),
        buttons.console.make(t.plain('button-console'), { account, server: serverReference(server.id) }),
      ]
    : [];
  const seen = acknowledged ? [] : [acknowledge];
  return [helps, seen, silenced ? [loud] : silence, ...toServer(alert, t)].filter(({ length }) => length > 0);
}

function toServer({ accountId: account, server }: Alert, t: Translate): InlineKeyboardButton[][] {
  return server ? [[buttons.server.make(t.plain('button-card'), { account, server: serverReference(server.id) })]] : [];
}
