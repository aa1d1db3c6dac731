import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Alert } from '../../store/jobs/alerts.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { formatMoment, mention, name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { alertLine, wordsOf } from '../common/alert-line.ts';

const HOURS = ['1', '4'] as const;
/** It is not quiet any more. */
export const NONE = '0';
const MINUTE_MS = 60_000;

/** An alert as its message shows it, with the buttons that help. @param team that of the chat, whose people are called */
export function alertScreen(alert: Alert, team: Team | undefined, t: Translate): Screen {
  if (alert.resolved) return { text: overWords(alert, t), keyboard: toServer(alert, t) };
  const lines = [headOf(alert, t), ...callLine(alert, team, t), ...seenLines(alert, t)];
  return { text: lines.join('\n'), keyboard: keyboardOf(alert, t) };
}

/** One line for a message that a newer one has replaced. */
export function alertBrief(alert: Alert, t: Translate): string {
  return t('alert-moved', { what: { html: alertLine(alert, t) } });
}

function headOf(alert: Alert, t: Translate): string {
  return t(`alert-${alert.what}`, { ...wordsOf(alert, t), time: formatMoment(alert.since, t) });
}

function callLine({ state, call }: Alert, team: Team | undefined, t: Translate): string[] {
  if (!team || state !== 'open' || !call || call.people.length === 0) return [];
  const people = {
    html: call.people
      .map((each) => mention(each, memberOf(team, each)?.name ?? '').html)
      .join(t.plain('list-separator')),
  };
  return [t(`alert-call-${call.level}`, { people })];
}

function seenLines({ acknowledged, silenced }: Alert, t: Translate): string[] {
  return [
    ...(acknowledged ? [t('alert-seen', { person: name(acknowledged.by.name) })] : []),
    ...(silenced ? [t('alert-silent', { person: name(silenced.by.name), time: formatMoment(silenced.until, t) })] : []),
  ];
}

function overWords({ what, server, since, resolved }: Alert, t: Translate): string {
  const { at = since, why } = resolved ?? {};
  const words = { server: name(server?.name ?? ''), from: formatMoment(since, t), to: formatMoment(at, t) };
  if (why === 'unwatched') return server ? t('alert-unwatched', words) : t('alert-unwatched-all');
  if (!server) return t('alert-answers', words);
  if (what === 'unstable') return t('alert-steady', words);
  return t('alert-up', { ...words, minutes: Math.max(1, Math.round((at - since) / MINUTE_MS)) });
}

function keyboardOf(alert: Alert, t: Translate): InlineKeyboardButton[][] {
  const { accountId: account, id, server, acknowledged, silenced } = alert;
  const acknowledge = buttons.acknowledge.make(t.plain('button-acknowledge'), { account, alert: id, hours: '' });
  const loud = buttons.acknowledge.make(t.plain('button-loud'), { account, alert: id, hours: NONE });
  const silence = HOURS.map((hours) =>
    buttons.acknowledge.make(t.plain('button-silence', { hours: Number(hours) }), { account, alert: id, hours }),
  );
  const helps = server
    ? [
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
