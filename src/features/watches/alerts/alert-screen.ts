import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import { type AlertGroup, isGroup } from '../../../store/jobs/alert-groups.ts';
import { type Alert, isEvent } from '../../../store/jobs/alerts.ts';
import type { Member, Team } from '../../../store/key-value/teams.ts';
import { memberOf } from '../../../teams/rights.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import {
  code,
  formatEnd,
  formatExpiry,
  formatListed,
  formatMoment,
  isolate,
  listed,
  mention,
  name,
  shorten,
} from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { MOST_CHANGES, serverOfTraffic } from '../../../watches/chats.ts';
import { ANSWER_MINUTES, endOf } from '../../../watches/escalation.ts';
import { callsPeople } from '../../../watches/quiet.ts';
import { buttons } from '../../buttons.ts';
import { domainLabel, domainReference } from '../../common/domain-words.ts';
import { placeWords } from '../../common/servers/server-words.ts';
import { alertLine, wordsOf } from '../../common/watches/alert-line.ts';
import { domainData, fitsData } from '../../common/watches/watching.ts';
import { placeHead, placeLine, placeLines } from './place-screen.ts';

export const SILENCES = ['1', '4'] as const;
export const NONE = '0';
/** These values stand in place of hours in the buttons of an alert. */
export const ALL = 'a';
export const ALL_LISTED = 'l';
export const BACK = 'b';
const MAX_SERVERS_WITHOUT_ALL_BUTTON = 3;
const ENDS = [
  ['free', 'alert-taken'],
  ['cheap', 'alert-dearer'],
  ['traffic', 'alert-traffic-over'],
  ['surge', 'alert-surge-over'],
] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_VALUE = 64;
const LONGEST_NAME = 30;
const LONGEST_SUFFIX = 16;

/** `team` is the team of the chat; `account` is the label that its readers know. */
interface AlertContext {
  team?: Team | undefined;
  account: string;
  /** The open alerts of the account in the chat that wait for a person, this one included. */
  waiting?: readonly Alert[];
  hasSeveral?: boolean;
  /** Telegram's answer to an earlier message was lost. */
  isRepeat?: boolean;
  /** The reader may operate no servers. */
  isReader?: boolean;
  members?: readonly Alert[];
}

export function alertScreen(alert: Alert, told: AlertContext, t: Translate): Screen {
  if (isEvent(alert)) return changesScreen(alert, t);
  if (alert.offer) return offerScreen(alert, t);
  if (isGroup(alert)) return placeScreen(alert, told, t);
  const { team, account, isRepeat = false } = told;
  const where = whereLines(alert, told, t);
  if (alert.resolved)
    return { text: [overWords(alert, account, t), ...where].join('\n'), keyboard: toServer(alert, t) };
  const repeat = isRepeat ? [t('alert-repeat')] : [];
  const lines = [headOf(alert, account, t), ...where, ...callLine(alert, team, t), ...seenLines(alert, t), ...repeat];
  return { text: lines.join('\n'), keyboard: keyboardOf(alert, told, t) };
}

function placeScreen(group: AlertGroup, told: AlertContext, t: Translate): Screen {
  const { team, account, hasSeveral, members = [], isRepeat = false, isReader = false } = told;
  const whose = hasSeveral ? [t('alert-account', { account: name(account) })] : [];
  const lines = [placeHead(group, members, t), ...whose, '', placeLines(members, account, t)];
  const list = [buttons.alerts.make(t.plain('button-alerts'), { account: group.accountId })];
  if (group.resolved) return { text: lines.join('\n'), keyboard: [list] };
  const values = { account: group.accountId, alert: group.id };
  const powerAll = buttons.powerAll.make(t.plain('button-power-all'), values, 'success');
  const rest = [...callLine(group, team, t), ...seenLines(group, t), ...(isRepeat ? [t('alert-repeat')] : [])];
  return {
    text: [...lines, ...(rest.length > 0 ? ['', ...rest] : [])].join('\n'),
    keyboard: [...(isReader ? [] : [[powerAll]]), ...personRows(group, told, t), list],
  };
}

/** One line for a message that a newer one has replaced. */
export function alertBrief(alert: Alert, account: string, t: Translate): string {
  if (isGroup(alert)) return t('alert-moved', { what: { html: placeLine(alert, t) } });
  const isEnd = alert.resolved && !isEvent(alert) && !alert.offer;
  return t('alert-moved', { what: { html: isEnd ? overWords(alert, account, t) : alertLine(alert, account, t) } });
}

/** The IP and the account distinguish servers of the same name. */
function whereLines({ server, resolved }: Alert, { account, hasSeveral }: AlertContext, t: Translate): string[] {
  if (!server || resolved?.why === 'unwatched') return [];
  const { ip, name: shown } = server;
  return [
    ...(ip === undefined || ip === shown ? [] : [t('card-ip', { value: code(shorten(ip, LONGEST_VALUE)) })]),
    ...(hasSeveral ? [t('alert-account', { account: name(account) })] : []),
  ];
}

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
  const rest = isToldStill && more > 0 ? [t('list-more', { count: more })] : [];
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

function offerScreen(alert: Alert, t: Translate): Screen {
  const { accountId: account, what, offer, resolved } = alert;
  const words = wordsOf(alert, t);
  const wanted = [buttons.wanted.make(t.plain('button-wanted'), { account })];
  if (!offer || resolved) return { text: t(overKey(what, resolved?.why), words), keyboard: [wanted] };
  const { helps, unwatch } = offerButtons(alert, offer.of, t);
  const end = unwatch.make(t.plain('button-unwatch'), { account, name: domainReference(offer.of) });
  return { text: headOf(alert, '', t), keyboard: [...helps, [end], wanted].filter(({ length }) => length > 0) };
}

function offerButtons({ accountId: account, what }: Alert, of: string, t: Translate) {
  if (what === 'free') return { helps: [registerButtons(account, of, t)], unwatch: buttons.unwatchName };
  if (what === 'cheap') return { helps: priceButtons(of, t), unwatch: buttons.unwatchPrice };
  const server = serverReference(serverOfTraffic(of));
  return {
    helps: [[buttons.server.make(t.plain('button-card'), { account, server })]],
    unwatch: buttons.unwatchTraffic,
  };
}

function overKey(what: Alert['what'], why: NonNullable<Alert['resolved']>['why'] | undefined) {
  if (why === 'unwatched') return 'alert-offer-unwatched';
  if (why === 'registered') return 'alert-registered';
  return ENDS.find(([each]) => each === what)?.[1] ?? 'alert-offer-unwatched';
}

function registerButtons(account: string, domain: string, t: Translate): InlineKeyboardButton[] {
  const label = t.plain('button-register', { domain: isolate(domainLabel(domain, LONGEST_NAME)) });
  return [buttons.registerName.make(label, { account, domain: domainData(domain) }, 'success')];
}

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

function headOf(alert: Alert, account: string, t: Translate): string {
  return t(`alert-${alert.what}`, {
    ...wordsOf(alert, t),
    ...{ account: name(account), whose: isOwners(alert) ? 'own' : 'lent' },
    ...{ time: formatMoment(alert.since, t), most: MOST_CHANGES },
  });
}

/** Only the owner can give the account another token, and only in private. */
function isOwners({ chatId, ownerId }: Alert): boolean {
  return chatId === ownerId;
}

function callLine({ state, call }: Alert, team: Team | undefined, t: Translate): string[] {
  if (!team || state !== 'open' || !call) return [];
  // Some of the called people may have left since.
  const members = call.people.flatMap((each) => memberOf(team, each) ?? []);
  if (members.length === 0) return [];
  return [t(`alert-call-${call.level}`, { people: mentions(members, t), minutes: ANSWER_MINUTES })];
}

function seenLines({ acknowledged, silenced }: Alert, t: Translate): string[] {
  return [
    ...(acknowledged
      ? [t('alert-seen', { person: name(acknowledged.by.name), time: formatMoment(endOf(acknowledged), t) })]
      : []),
    ...(silenced ? [t('alert-silent', { person: name(silenced.by.name), time: formatMoment(silenced.until, t) })] : []),
  ];
}

function overWords({ what, server, since, resolved }: Alert, account: string, t: Translate): string {
  const { at = since, why } = resolved ?? {};
  const words = {
    server: name(server?.name ?? ''),
    account: name(account),
    from: formatListed(since, t),
    to: formatEnd(since, at, t),
  };
  if (why === 'unwatched') return server ? t('alert-unwatched', words) : t('alert-unwatched-all');
  if (why === 'poweredOff') return t('alert-powered-off', words);
  if (!server) return t(what === 'refused' ? 'alert-accepted' : 'alert-answers', words);
  if (what === 'unstable') return t('alert-steady', words);
  return t('alert-up', { ...words, ...lengthOf(at - since) });
}

export function endWords(alert: Alert, t: Translate): string {
  const { server, place = '' } = alert;
  if (isGroup(alert)) return t('alert-place-end', { place: placeWords(t, place) });
  return t('alert-end', { server: name(server?.name ?? '') });
}

/** Mentions the people of a team who were called or acknowledged the alert. */
export function withPeople(text: string, alert: Alert, team: Team | undefined, t: Translate): string {
  const { call, acknowledged } = alert;
  const called = [...(call?.called ?? call?.people ?? []), ...(acknowledged ? [acknowledged.by.id] : [])];
  const members = team?.members.filter(({ userId }) => called.includes(userId)) ?? [];
  const people = mentions(members, t).html;
  return people === '' ? text : `${text} ${people}`;
}

function mentions(members: readonly Member[], t: Translate): Html {
  const mentioned = members.map((each) => mention(each.userId, each.name));
  return listed(mentioned, t);
}

function lengthOf(ms: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (ms < 2 * HOUR_MS) return { unit: 'minutes', count: Math.max(1, Math.round(ms / MINUTE_MS)) };
  return ms < 2 * DAY_MS
    ? { unit: 'hours', count: Math.round(ms / HOUR_MS) }
    : { unit: 'days', count: Math.round(ms / DAY_MS) };
}

export function isWaiting(alert: Alert): boolean {
  return alert.state === 'open' && alert.group === undefined && callsPeople(alert);
}

export function isSameAccount(one: Alert, other: Alert): boolean {
  return one.ownerId === other.ownerId && one.accountId === other.accountId && one.topicId === other.topicId;
}

export function besideIn(all: readonly Alert[], alert: Alert): Alert[] {
  return all.filter((each) => isWaiting(each) && isSameAccount(each, alert));
}

export function countServers(alerts: readonly Alert[]): number {
  return alerts.reduce((sum, { members }) => sum + (members?.length ?? 1), 0);
}

/** Only where many servers are concerned; the message of a group has such a button of its own. */
export function allButton(
  { accountId: account, id }: Alert,
  waiting: readonly Alert[],
  hours: typeof ALL | typeof ALL_LISTED,
  t: Translate,
): InlineKeyboardButton[][] {
  const count = countServers(waiting);
  if (count <= MAX_SERVERS_WITHOUT_ALL_BUTTON || (hours === ALL && waiting.length === 1)) return [];
  return [[buttons.acknowledge.make(t.plain('button-acknowledge-all', { count }), { account, alert: id, hours })]];
}

function keyboardOf(alert: Alert, told: AlertContext, t: Translate): InlineKeyboardButton[][] {
  const { accountId: account, what, server } = alert;
  const helps =
    server && !told.isReader
      ? [
          // An unstable server is on half of the time.
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
  const token = buttons.replaceToken.make(t.plain('button-replace-token'), { account }, 'primary');
  const mends = what === 'refused' && isOwners(alert) ? [token] : helps;
  return [mends, ...personRows(alert, told, t), ...toServer(alert, t)].filter(({ length }) => length > 0);
}

function personRows(
  alert: Alert,
  { waiting = [], isReader = false }: AlertContext,
  t: Translate,
): InlineKeyboardButton[][] {
  const { accountId: account, id, acknowledged, silenced } = alert;
  const acknowledge = buttons.acknowledge.make(t.plain('button-acknowledge'), { account, alert: id, hours: '' });
  const loud = buttons.acknowledge.make(t.plain('button-loud'), { account, alert: id, hours: NONE });
  const silence = SILENCES.map((hours) =>
    buttons.acknowledge.make(t.plain('button-silence', { hours: Number(hours) }), { account, alert: id, hours }),
  );
  const takeOver = (from: number) =>
    buttons.takeOver.make(t.plain('button-take-over'), { account, alert: id, from: String(from) });
  const handBack = buttons.acknowledge.make(t.plain('button-hand-back'), { account, alert: id, hours: BACK });
  const seenBy = (holder: number) =>
    // A private chat has one reader; a group has readers of both kinds.
    alert.chatId === holder ? [handBack] : [takeOver(holder), ...(alert.chatId < 0 ? [handBack] : [])];
  const seen = acknowledged ? seenBy(acknowledged.by.id) : [acknowledge];
  const all = isWaiting(alert) ? allButton(alert, waiting, ALL, t) : [];
  return [...(isReader ? [] : [seen, ...all]), silenced ? [loud] : silence];
}

function toServer({ accountId: account, server }: Alert, t: Translate): InlineKeyboardButton[][] {
  return server ? [[buttons.server.make(t.plain('button-card'), { account, server: serverReference(server.id) })]] : [];
}
