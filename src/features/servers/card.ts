import type { InlineKeyboardButton } from 'grammy/types';
import type { ServerAction, ServerStatus } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Action } from '../../teams/actions.ts';
import type { Access } from '../../telegram/access/access.ts';
import { mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import type { TextKey } from '../../telegram/i18n/texts.ts';
import type { Style } from '../../telegram/ui/button.ts';
import { code, expiryFor, formatExpiry, formatTime, name, shorten } from '../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { onServerCommand } from '../common/servers/choose-server.ts';
import { type Named, named, onServer } from '../common/servers/find-server.ts';
import { isNearExpiry, stateOf, statusWords } from '../common/servers/server-rows.ts';
import { type Amount, amountWords, placeWords, systemWords } from '../common/servers/server-words.ts';
import { bell } from '../common/watches/watching.ts';
import { zoneHere } from '../common/watches/zone-choice.ts';

/** Sixteen of these fit into one message. */
const MAX_VALUE_LENGTH = 150;

/** /server NAME|IP: as much of the status record as fits a phone beside the buttons. */
export const card = new Composer<Ctx>();

onServerCommand(card, 'server', async (ctx, access, server) => send(ctx, await cardScreen(ctx, access, server)));
card.use(onServer(buttons.server, async (ctx, access, server) => show(ctx, await cardScreen(ctx, access, server))));

export async function cardScreen(ctx: Ctx, access: Access, server: Named): Promise<Screen> {
  const status = await access.hosting.servers.status(server.id);
  const { t } = ctx;
  const now = ctx.services.operations.now();
  const ip = status.ip ?? server.ip;
  const title = named(access.account, { ...server, ip });
  const lines = [
    t('card-title', { server: name(title.name) }),
    stateLine(t, status, now),
    ...protectionLine(t, access, server),
    ...(status.rescueDisk === true ? [t('card-rescue')] : []),
    // Without a name of its own the server is called by its IP.
    ...(ip === undefined || ip === title.name ? [] : [t('card-ip', { value: code(shorten(ip, MAX_VALUE_LENGTH)) })]),
    ...(status.os ? [t('card-os', { value: systemWords(t, status.os) })] : []),
    ...(status.geo ? [t('card-geo', { value: placeWords(t, status.geo) })] : []),
    ...capacityLine(t, status),
    ...(status.trafficUsage ? [t('card-traffic', { value: amountWords(t, 'traffic', status.trafficUsage) })] : []),
    ...(status.expireDate ? [expiry(status.expireDate, t, now, await zoneHere(ctx))] : []),
  ];
  const watching = await bell(ctx, access, server.id);
  return { text: lines.join('\n'), keyboard: keyboard(ctx, access, server, status, watching) };
}

function protectionLine(t: Translate, { team }: Access, { id }: Named): string[] {
  const protection = team?.protected.find(({ serverId }) => serverId === id);
  return protection ? [t(`card-protected-${protection.level}`)] : [];
}

function stateLine(t: Translate, { status }: ServerStatus, now: number): string {
  const time = formatTime(now, t);
  return status === undefined ? t('card-read', { time }) : t('card-state', { status: statusWords(t, status), time });
}

function capacityLine(t: Translate, status: ServerStatus): string[] {
  const parts = (['cpu', 'ram', 'disk'] as const).flatMap((of) => {
    const value = status[of];
    return value === undefined || value === '' ? [] : [t(`capacity-${of}`, { value: amountWords(t, of, value) })];
  });
  return parts.length > 0 ? [parts.join(' · ')] : [];
}

/** Restart is first, power-off at the far end: both interrupt. Status and role rule some actions out. */
function keyboard(
  ctx: Ctx,
  access: Access,
  server: Named,
  status: ServerStatus,
  watching: readonly InlineKeyboardButton[],
): InlineKeyboardButton[][] {
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const state = stateOf(status.status);
  const power = (action: ServerAction, style: Style) =>
    buttons.power.make(t.plain(`button-${action}`), { ...values, action }, style);
  // While a rescue disk is attached, ejecting it comes next.
  const eject = buttons.eject.make(t.plain('button-eject'), values, 'primary');
  const offered = offering(ctx, access);
  const rows = [
    status.rescueDisk ? offered('rescue', eject) : [],
    state === 'on' ? [] : offered('powerOn', power('on', 'success')),
    state === 'off' ? [] : offered('reboot', power('reboot', 'primary')),
    [
      ...offered('console', buttons.console.make(t.plain('button-console'), values)),
      buttons.graph.make(t.plain('button-graph'), { ...values, period: 'day' }),
    ],
    // Purchases belong into the private chat.
    isPrivate(ctx)
      ? offered(
          'spend',
          buttons.renew.make(t.plain('button-renew'), values),
          buttons.upgrade.make(t.plain('button-upgrade'), values),
        )
      : [],
    ...inRows([
      ...watching,
      buttons.details.make(t.plain('button-details'), values),
      buttons.more.make(t.plain('button-more'), values),
      buttons.server.make(t.plain('button-refresh'), values),
      buttons.servers.make(t.plain('button-servers'), { account: values.account, page: '0', filter: '' }),
    ]),
    state === 'off' ? [] : offered('powerOff', power('off', 'danger')),
  ];
  return rows.filter(({ length }) => length > 0);
}

function offering(ctx: Ctx, access: Access) {
  return (action: Action, ...made: InlineKeyboardButton[]) => (mayHere(ctx, access.team, action) ? made : []);
}

/** Every field of the status record that came, nothing invented. */
export const details = new Composer<Ctx>();

details.use(
  onServer(buttons.details, async (ctx, access, server, values) => {
    const { t } = ctx;
    const status = await access.hosting.servers.status(server.id);
    const now = ctx.services.operations.now();
    const lines = [t('details', { server: name(server.name) }), '', ...fields(status, t, now, await zoneHere(ctx))];
    lines.push('', t('card-read', { time: formatTime(now, t) }));
    const mayWatch = isPrivate(ctx) && status.trafficUsage !== undefined && mayHere(ctx, access.team, 'watch');
    const keyboard = [
      mayWatch ? [buttons.trafficTarget.make(t.plain('button-traffic'), values)] : [],
      mayWatch ? [buttons.trafficUsual.make(t.plain('button-traffic-usual'), values)] : [],
      [buttons.details.make(t.plain('button-refresh'), values), buttons.server.make(t.plain('button-card'), values)],
    ];
    await show(ctx, { text: lines.join('\n'), keyboard: keyboard.filter(({ length }) => length > 0) });
  }),
);

/** The record's field, its text, how its value is shown. */
const ROWS = [
  ['id', 'card-id', asItCame],
  ['ip', 'card-ip', asItCame],
  ['ipv6', 'card-ipv6', asItCame],
  ['geo', 'card-geo', (t, value) => withCode(placeWords(t, value), value)],
  ['os', 'card-os', (t, value) => withCode(systemWords(t, value), value)],
  ['user', 'card-user', asItCame],
  ['port', 'card-port', asItCame],
  ['mac', 'card-mac', asItCame],
  ['cpu', 'card-cpu', amount('cpu')],
  ['ram', 'card-ram', amount('ram')],
  ['disk', 'card-disk', amount('disk')],
  ['backup', 'card-backup', amount('backup')],
  ['trafficUsage', 'card-traffic', (t, value) => amountWords(t, 'traffic', value)],
] as const satisfies readonly [keyof ServerStatus, TextKey, (t: Translate, value: string) => Html][];

function asItCame(_: Translate, value: string): Html {
  return code(shorten(value, MAX_VALUE_LENGTH));
}

function amount(of: Amount): (t: Translate, value: string) => Html {
  return (t, value) => amountWords(t, of, /^\d{1,15}$/.test(value) ? Number(value) : value);
}

function withCode(words: Html, value: string): Html {
  const came = code(shorten(value, MAX_VALUE_LENGTH)).html;
  return { html: words.html === came ? came : `${words.html} \u2066(${came})\u2069` };
}

function fields(status: ServerStatus, t: Translate, now: number, zone: string): string[] {
  const lines: string[] = [];
  if (status.status !== undefined) lines.push(t('card-status', { status: statusWords(t, status.status) }));
  for (const [field, key, words] of ROWS) {
    const value = status[field];
    if (value === undefined || value === '') continue;
    lines.push(t(key, { value: words(t, String(value)) }));
  }
  if (status.rescueDisk !== undefined) lines.push(t(status.rescueDisk ? 'card-rescue' : 'card-no-rescue'));
  if (status.expireDate) lines.push(expiry(status.expireDate, t, now, zone));
  return lines;
}

function expiry(text: string, t: Translate, now: number, zone: string): string {
  const date = expiryFor(text, zone, now);
  if (!date) return t('card-expiry-raw', { value: code(shorten(text, MAX_VALUE_LENGTH)) });
  const { daysLeft } = date;
  const days = daysLeft < 0 ? t('expired-since', { days: -daysLeft }) : t('days-left', { days: daysLeft });
  const line = t('card-expiry', { date: formatExpiry(text, t.locale, zone), days });
  return isNearExpiry(daysLeft) ? t.directed(`⚠️ ${line}`) : line;
}

export const more = new Composer<Ctx>();

more.use(
  onServer(buttons.more, async (ctx, access, server, values) => {
    const { t } = ctx;
    const first = { ...values, page: '0' };
    const alias = access.account.aliases.has(server.id);
    const naming = [
      buttons.nameServer.make(t.plain(alias ? 'button-rename' : 'button-name'), values),
      ...(alias ? [buttons.unnameServer.make(t.plain('button-unname'), values)] : []),
    ];
    const offered = offering(ctx, access);
    const secret = [
      [
        ...offered('reinstall', buttons.reinstall.make(t.plain('button-reinstall'), values)),
        ...offered('password', buttons.password.make(t.plain('button-password'), values)),
      ],
      offered('sshKey', buttons.sshKey.make(t.plain('button-ssh-key'), values)),
      // The names of a team's servers are those of its owner.
      offered('name', ...naming),
    ];
    await show(ctx, {
      text: t(isPrivate(ctx) ? 'more' : 'more-group', { server: name(server.name) }),
      keyboard: [
        [
          buttons.snapshots.make(t.plain('button-snapshots'), first),
          buttons.backups.make(t.plain('button-backups'), first),
        ],
        offered('rescue', buttons.rescue.make(t.plain('button-rescue'), values)),
        // Typed answers and secrets belong into the private chat.
        ...(isPrivate(ctx) ? secret : []),
        [buttons.server.make(t.plain('button-card'), values)],
      ].filter(({ length }) => length > 0),
    });
  }),
);
