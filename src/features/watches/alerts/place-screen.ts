import { type AlertGroup, isGroup } from '../../../store/jobs/alert-groups.ts';
import type { Alert } from '../../../store/jobs/alerts.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatEnd, formatListed, formatMoment, listed, name } from '../../../telegram/ui/format.ts';
import { placeWords } from '../../common/servers/server-words.ts';
import { alertLine } from '../../common/watches/alert-line.ts';

const MAX_SERVERS_LISTED = 20;
const MAX_SERVERS_NAMED = 5;

export function placeHead(group: AlertGroup, all: readonly Alert[], t: Translate): string {
  const { place = '', since, resolved } = group;
  const off = all.filter((each) => !each.resolved).length;
  const words = { count: all.length, off, place: placeWords(t, place) };
  const isAll = off === all.length;
  if (!resolved) return t(isAll ? 'alert-place-all' : 'alert-place', { ...words, time: formatMoment(since, t) });
  const times = { from: formatListed(since, t), to: formatEnd(since, resolved.at, t) };
  return t(resolved.why === 'up' ? 'alert-place-up' : 'alert-place-over', { ...words, ...times });
}

/** Servers that are still off come first. */
export function placeLines(all: readonly Alert[], account: string, t: Translate): string {
  const off = all.filter((each) => !each.resolved);
  const sorted = [...off, ...all.filter((each) => each.resolved)];
  const shown = sorted.slice(0, MAX_SERVERS_LISTED).map((each) => lineOf(each, account, t));
  const more = sorted.length - shown.length;
  return [...shown, ...(more > 0 ? [t('list-more', { count: more })] : [])].join('\n');
}

function lineOf(alert: Alert, account: string, t: Translate): string {
  const { server, resolved } = alert;
  if (!resolved) return alertLine(alert, account, t);
  const words = { server: name(server?.name ?? ''), time: formatListed(resolved.at, t) };
  if (resolved.why === 'up') return t('alert-line-up', words);
  return t(resolved.why === 'poweredOff' ? 'alert-line-powered-off' : 'alert-unwatched', words);
}

export function placeLine({ place = '', since, members }: AlertGroup, t: Translate): string {
  return t('alert-line-place', { count: members.length, place: placeWords(t, place), time: formatListed(since, t) });
}

export function turnWords(alert: Alert, members: readonly Alert[], t: Translate): string {
  if (!isGroup(alert)) return t('alert-turned-unstable', { servers: namesOf([alert], t) });
  const back = members.filter(({ resolved }) => resolved?.why === 'up').length;
  const { unstable = [], off = [] } = Object.groupBy(
    members.filter(({ resolved }) => !resolved),
    ({ what }) => (what === 'unstable' ? what : 'off'),
  );
  const words = { count: back, all: members.length, place: placeWords(t, alert.place ?? '') };
  return [
    ...(back > 0 ? [t('alert-place-back', words)] : []),
    ...(off.length > 0 ? [t('alert-place-rest', { servers: namesOf(off, t) })] : []),
    ...(unstable.length > 0 ? [t('alert-turned-unstable', { servers: namesOf(unstable, t) })] : []),
  ].join('\n');
}

function namesOf(alerts: readonly Alert[], t: Translate): Html {
  const names = alerts.map(({ server }) => name(server?.name ?? ''));
  return listed(names, t, MAX_SERVERS_NAMED);
}
