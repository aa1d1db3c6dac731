import { GRAPH_PERIODS, type GraphPeriod } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { LOCALES, type Texts } from '../../../telegram/i18n/index.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { send, sendMedia, show, showMedia } from '../../../telegram/ui/show.ts';
import { showAction } from '../../../telegram/ui/waiting.ts';
import { buttons } from '../../buttons.ts';
import { normalise } from '../../common/input/typed-input.ts';
import { requireAccess } from '../../common/require.ts';
import { chooseServer, pickServer } from '../../common/servers/choose-server.ts';
import { findServers, type Named, onServer } from '../../common/servers/find-server.ts';
import { drawing, prepareOnThread } from './draw.ts';
import { dataScreen, type GraphOf, graphScreen, unknownPeriodScreen, unknownPeriodWords } from './screen.ts';

const USUAL_PERIOD: GraphPeriod = 'day';

/** /graph NAME|IP [period]: the use of a server over time, as a picture that changes in place. */
export const graph = new Composer<Ctx>();

onCommand(graph, 'graph', async (ctx) => {
  const { account } = await requireAccess(ctx, 'read');
  const { name, period } = readNameAndPeriod(ctx.match, ctx.services.texts, [...account.aliases.values()]);
  await chooseServer(ctx, 'graph', name, (access, server) => showGraph(ctx, access, server, period), {
    ...(period === USUAL_PERIOD
      ? {}
      : { button: (label, values) => buttons.graph.make(label, { ...values, period }), rest: period }),
    none: (access) => refuseUnknownPeriod(ctx, access, ctx.match),
  });
});
graph.use(
  onServer(
    buttons.graph,
    (ctx, access, server, values) => showGraph(ctx, access, server, requirePeriod(ctx, values)),
    requirePeriod,
  ),
);
graph.use(
  onServer(
    buttons.graphData,
    async (ctx, access, server, values) => {
      const period = requirePeriod(ctx, values);
      const data = await access.hosting.servers.graph(server.id, period);
      // Beside the picture, not in its place.
      await sendMedia(ctx, dataScreen(ctx.t, graphOf(access, server, period), data));
    },
    requirePeriod,
  ),
);

function requirePeriod(_: Ctx, { period }: { period: string }): GraphPeriod {
  const wanted = GRAPH_PERIODS.find((candidate) => candidate === period);
  if (!wanted) throw new Refusal((t) => t('button-old'));
  return wanted;
}

/** The words after a server's name were meant as a period. `false` if the first words name no server either. */
async function refuseUnknownPeriod(ctx: Ctx, access: Access, typed: string): Promise<boolean> {
  const words = typed.trim().split(/\s+/);
  for (let count = words.length - 1; count > 0; count--) {
    const found = await findServers(ctx, access, words.slice(0, count).join(' '));
    const [server] = found;
    if (!server) continue;
    const period = words.slice(count).join(' ');
    if (found.length === 1) await send(ctx, unknownPeriodScreen(ctx.t, graphOf(access, server, USUAL_PERIOD), period));
    else {
      const choice = { above: unknownPeriodWords(ctx.t, period) };
      const picking = { command: 'graph', typed: words.slice(0, count).join(' '), found, choice } as const;
      await pickServer(ctx, access, picking, (screen) => send(ctx, screen));
    }
    return true;
  }
  return false;
}

async function showGraph(ctx: Ctx, access: Access, server: Named, period: GraphPeriod): Promise<void> {
  const { workers } = ctx.services;
  const owner = String(ctx.person.id);
  const [data] = await Promise.all([
    access.hosting.servers.graph(server.id, period),
    prepareOnThread(workers, owner),
    announcePicture(ctx),
  ]);
  const screen = await graphScreen(ctx.t, graphOf(access, server, period), data, (chart) =>
    workers.run(owner, drawing, chart),
  );
  await ('text' in screen ? show(ctx, screen) : showMedia(ctx, screen));
}

function graphOf({ account }: Access, server: Named, period: GraphPeriod): GraphOf {
  return { account: account.id, server: serverReference(server.id), called: server.name, period };
}

/** A picture that replaces another needs no notice: an edit would not end it. */
async function announcePicture(ctx: Ctx): Promise<void> {
  if (ctx.callbackQuery) return;
  await showAction(ctx, 'upload_photo');
}

/** A server and a period, in any of the languages; a day by default. */
export function readNameAndPeriod(
  typed: string,
  texts: Texts,
  names: readonly string[],
): { name: string; period: GraphPeriod } {
  const whole = { name: typed, period: USUAL_PERIOD };
  if (names.some((name) => normalise(name) === normalise(typed))) return whole;
  const words = typed.trim().split(/\s+/);
  const last = normalise(words.at(-1) ?? '');
  const period = GRAPH_PERIODS.find((candidate) => wordsFor(candidate, texts).includes(last));
  return period ? { name: words.slice(0, -1).join(' '), period } : whole;
}

function wordsFor(period: GraphPeriod, texts: Texts): string[] {
  const local = LOCALES.map((locale) => {
    const t = texts.in(locale);
    return `${t.plain(`button-${period}`)} ${t.plain(`graph-words-${period}`)}`;
  });
  return [period, ...local.flatMap((words) => normalise(words).split(/\s+/))];
}
