import { Composer } from 'grammy';
import type { ServerAction, ServerStatus } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Access } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import type { TextKey } from '../../telegram/i18n/texts.ts';
import {
  code,
  figure,
  formatDay,
  formatNumber,
  formatTime,
  name,
  readExpiry,
  shorten,
} from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { type Named, named, onServer, onServerCommand } from '../common/find-server.ts';

/** Fifteen of these fit into one message. */
const LONGEST_VALUE = 150;

/** /server NAME|IP: one server, every field of its status record that came, nothing invented. */
export const card = new Composer<Ctx>();

onServerCommand(card, 'server', buttons.server.make, async (ctx, access, server) =>
  send(ctx, await cardScreen(ctx, access, server)),
);
card.use(onServer(buttons.server, async (ctx, access, server) => show(ctx, await cardScreen(ctx, access, server))));

/** Reads the server's status and draws its card. */
export async function cardScreen(ctx: Ctx, access: Access, server: Named): Promise<Screen> {
  const status = await access.hosting.servers.status(server.id);
  const { t } = ctx;
  const title = named(access.account, { id: server.id, ip: status.ip ?? server.ip });
  const lines = [t('card-title', { server: name(title.name) }), ...fields(status, t)];
  lines.push('', t('card-read', { time: formatTime(Date.now(), t.locale) }));
  return { text: lines.join('\n'), keyboard: keyboard(ctx, access, server, status) };
}

function keyboard(ctx: Ctx, access: Access, server: Named, status: ServerStatus) {
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const power = actionsFor(status.status).map((action) =>
    buttons.power.make(t.plain(`button-${action}`), { ...values, action }, action === 'on' ? 'success' : 'danger'),
  );
  // While a rescue disk is attached, ejecting it comes next.
  const eject = status.rescueDisk ? [[buttons.eject.make(t.plain('button-eject'), values, 'primary')]] : [];
  return [
    ...eject,
    power,
    [
      buttons.console.make(t.plain('button-console'), values),
      buttons.graph.make(t.plain('button-graph'), { ...values, period: 'day' }),
    ],
    // Purchases belong into the private chat.
    ...(isPrivate(ctx)
      ? [[buttons.renew.make(t.plain('button-renew'), values), buttons.upgrade.make(t.plain('button-upgrade'), values)]]
      : []),
    [buttons.more.make(t.plain('button-more'), values), buttons.server.make(t.plain('button-refresh'), values)],
    [buttons.servers.make(t.plain('button-servers'), { account: values.account, page: '0', filter: '' })],
  ];
}

/** The actions that make sense by the status; all three where the status is unknown. */
function actionsFor(status: string | undefined): ServerAction[] {
  if (status?.toLowerCase() === 'on') return ['reboot', 'off'];
  if (status?.toLowerCase() === 'off') return ['on'];
  return ['on', 'reboot', 'off'];
}

/** The rows of the card in their order: the record's field, its text, how its value is shown. */
const ROWS = [
  ['ip', 'card-ip', 'code'],
  ['ipv6', 'card-ipv6', 'code'],
  ['geo', 'card-geo', 'code'],
  ['os', 'card-os', 'code'],
  ['user', 'card-user', 'code'],
  ['port', 'card-port', 'code'],
  ['mac', 'card-mac', 'code'],
  ['cpu', 'card-cpu', 'count'],
  ['ram', 'card-ram', 'count'],
  ['disk', 'card-disk', 'count'],
  ['backup', 'card-backup', 'count'],
  ['trafficUsage', 'card-traffic', 'figure'],
] as const satisfies readonly [keyof ServerStatus, TextKey, 'code' | 'count' | 'figure'][];

function fields(status: ServerStatus, t: Translate): string[] {
  const lines: string[] = [];
  if (status.status !== undefined) lines.push(t('card-status', { status: statusWords(t, status.status) }));
  if (status.rescueDisk === true) lines.push(t('card-rescue'));
  for (const [field, key, kind] of ROWS) {
    const value = status[field];
    if (value === undefined || value === '') continue;
    lines.push(t(key, { value: valueWords(value, kind, t) }));
  }
  if (status.rescueDisk === false) lines.push(t('card-no-rescue'));
  if (status.expireDate) lines.push(expiry(status.expireDate, t));
  return lines;
}

function valueWords(value: string | number, kind: 'code' | 'count' | 'figure', t: Translate): string | Html {
  if (kind === 'count' && typeof value === 'number') return formatNumber(value, t.locale);
  return kind === 'code' ? code(shorten(String(value), LONGEST_VALUE)) : figure(value, t.locale, LONGEST_VALUE);
}

function expiry(text: string, t: Translate): string {
  const date = readExpiry(text, Date.now());
  if (!date) return t('card-expiry-raw', { value: code(shorten(text, LONGEST_VALUE)) });
  const days =
    date.daysLeft < 0 ? t('expired-since', { days: -date.daysLeft }) : t('days-left', { days: date.daysLeft });
  return t('card-expiry', { date: formatDay(date.day, t.locale), days });
}

/** A status the texts know by name, or the provider's own word as it came. */
export function statusWords(t: Translate, status: string): Html {
  const known = status.toLowerCase();
  if (known === 'on') return { html: t('status-on') };
  if (known === 'off') return { html: t('status-off') };
  return { html: t('status-other', { status: code(shorten(status, LONGEST_VALUE)) }) };
}

/** The buttons that the card has no room for. */
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
    const secret = [
      [
        buttons.reinstall.make(t.plain('button-reinstall'), values),
        buttons.password.make(t.plain('button-password'), values),
      ],
      [buttons.sshKey.make(t.plain('button-ssh-key'), values)],
      naming,
    ];
    await show(ctx, {
      text: t(isPrivate(ctx) ? 'more' : 'more-group', { server: name(server.name) }),
      keyboard: [
        [
          buttons.snapshots.make(t.plain('button-snapshots'), first),
          buttons.backups.make(t.plain('button-backups'), first),
        ],
        [buttons.rescue.make(t.plain('button-rescue'), values)],
        // Typed answers and secrets belong into the private chat.
        ...(isPrivate(ctx) ? secret : []),
        [buttons.server.make(t.plain('button-card'), values)],
      ],
    });
  }),
);
