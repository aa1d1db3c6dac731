import type { InlineKeyboardButton } from 'grammy/types';
import type { Console } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Access } from '../../telegram/access/access.ts';
import { askerOf, noteInTeam, requireStill } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { code, name, spoiler } from '../../telegram/ui/format.ts';
import { privatePlace, type Screen } from '../../telegram/ui/screen.ts';
import { send } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { toPrivateWithCommand } from '../common/next-steps.ts';
import { onServerCommand } from '../common/servers/choose-server.ts';
import { type Named, onServer } from '../common/servers/find-server.ts';

/** Telegram's limit for a button that copies. */
const MAX_COPY_LENGTH = 256;

/** /console NAME|IP: the server's screen in the browser. The link holds a password, so it goes to the private chat. */
export const serverConsole = new Composer<Ctx>();

onServerCommand(serverConsole, 'console', open);
serverConsole.use(onServer(buttons.console, open));

async function open(ctx: Ctx, access: Access, server: Named): Promise<void> {
  // Saved before the request, so that the log has every console.
  if (access.team)
    await noteInTeam(ctx, access.team.id, { event: 'consoleAsked', server: { id: server.id, name: server.name } });
  const answer = await access.hosting.servers.console(server.id);
  // The person may have lost the right while the provider answered.
  if (access.team) await requireStill(ctx, access.team, 'console');
  const place = privatePlace(ctx.person, askerOf(ctx));
  const reached = await ctx.services.secrets.show(place, screen(ctx, access, server, answer), ctx.t);
  if (isPrivate(ctx)) return;
  const text = ctx.t(reached === 'sent' ? 'console-group' : 'console-group-unreached');
  await send(ctx, { text, keyboard: [await toPrivateWithCommand(ctx)] });
}

function screen(ctx: Ctx, access: Access, server: Named, answer: Console): Screen {
  const { t } = ctx;
  const account = access.account.id;
  const { hostname, port: number, password, url } = answer;
  const port = String(number);
  const copy = (label: string, text: string): InlineKeyboardButton[] =>
    text !== '' && text.length <= MAX_COPY_LENGTH ? [{ text: label, copy_text: { text } }] : [];
  // Telegram takes no link to a host without a dot: there it has to be copied.
  const open: InlineKeyboardButton[][] = hostname.includes('.')
    ? [
        [{ text: t.plain('console-open'), url, style: 'primary' }],
        ...(isTrusted(url, ctx.services.consoleHosts)
          ? [[{ text: t.plain('console-open-here'), web_app: { url } }]]
          : []),
      ]
    : [copy(t.plain('copy-address'), url)];
  return {
    text: t('console', {
      server: name(server.name),
      host: code(hostname),
      port: code(port),
      password: spoiler(password),
    }),
    keyboard: [
      ...open,
      copy(t.plain('copy-password'), password),
      [...copy(t.plain('copy-host'), hostname), ...copy(t.plain('copy-port'), port)],
      [buttons.deleteNow.make(t.plain('button-delete-now'), {})],
      [buttons.server.make(t.plain('button-card'), { account, server: serverReference(server.id) })],
    ],
  };
}

/** Telegram hands a page that opens inside it a signed note of who the person is, and the provider names the page. */
function isTrusted(url: string, hosts: readonly string[]): boolean {
  const found = URL.canParse(url) ? new URL(url).hostname : '';
  return hosts.some((host) => (host.startsWith('*.') ? found.endsWith(host.slice(1)) : found === host));
}
