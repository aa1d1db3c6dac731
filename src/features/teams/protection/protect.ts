import { randomBytes } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { z } from 'zod';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Protection, Team } from '../../../store/key-value/teams.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { showChoice } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { isolate, name, oneLine, shorten, teamName } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { normalise } from '../../common/input/typed-input.ts';
import { pageLine, pageOf, pageWith } from '../../common/pages.ts';
import { findServers, type Named, named, requireServer } from '../../common/servers/find-server.ts';
import { sortServers } from '../../common/servers/server-rows.ts';
import { backFrom, changeTeam, requireTeam, type TeamAccess, teamOrChoice, UNDO_LIFE_MS } from '../own-team.ts';

const PAGE_SIZE = 8;
const LONGEST_LABEL = 32;
/** All of them are stored in the team's single row. */
const MAX_PROTECTED_SERVERS = 500;

const LEVELS = { none: 'n', changes: 'c', restarts: 'r' } as const;
type Level = keyof typeof LEVELS;
const level = z.enum(['none', 'changes', 'restarts']);
const keptLevels = z.object({ before: level, now: level });
const undoable = z.object({ server: z.object({ id: z.string(), name: z.string() }), to: level, shown: level });
const MARKS = { none: '▫️', changes: '🛡', restarts: '🛡 🔁' } as const satisfies Record<Level, string>;

type Server = Pick<Named, 'id' | 'name'>;

interface Done {
  server: Server;
  before: Level;
  now: Level;
  undo: Level | undefined;
}

/**
 * /protect [NAME|IP]: the owner chooses the servers whose risky actions need a second person.
 * A typed name only ever protects, because a command can be redelivered.
 */
export const protect = new Composer<Ctx>();

onCommand(protect, 'protect', async (ctx) => {
  const ofTeam = (account: string, title: string) =>
    buttons.protectedServers.make(title, { account, page: '0', via: '' });
  const found = await teamOrChoice(ctx, 'protect', ofTeam, 'protect-no-team');
  if (!found) return;
  const typed = ctx.match.trim();
  if (typed === '') {
    await send(ctx, await list(ctx, found, { page: '0', via: '' }));
    return;
  }
  const servers = await serversCalled(ctx, found, typed);
  const [only, ...others] = servers;
  if (!only) throw new Refusal((t) => t('server-unknown', { wanted: name(typed) }));
  if (others.length > 0) {
    await choose(ctx, found, servers);
    return;
  }
  const done = await setLevel(ctx, found, only, (before) => (before === 'none' ? 'changes' : before));
  await send(ctx, await list(ctx, await requireTeam(ctx, found.account.id), { via: '' }, done));
});
protect.use(
  onButton(buttons.protectedServers, async (ctx, { account, page, via }) => {
    await show(ctx, await list(ctx, await requireTeam(ctx, account), { page, via }));
  }),
);
protect.use(
  onButton(buttons.protect, async (ctx, { account, server, level, page, via }) => {
    const access = await requireTeam(ctx, account);
    const done = await setLevel(ctx, access, await serverOf(ctx, access, server), levelOfButton(level));
    await show(ctx, await list(ctx, await requireTeam(ctx, account), { page, via }, done));
  }),
);
protect.use(
  onButton(buttons.protectUndo, async (ctx, { account, note, page, via }) => {
    const access = await requireTeam(ctx, account);
    const kept = await ctx.services.store.notes.get(undoKey(access.team, note));
    if (kept === undefined) throw new Refusal((t) => t('button-old'));
    const { server, to, shown } = undoable.parse(JSON.parse(kept));
    const done = await setLevel(ctx, access, server, unlessChanged(to, shown));
    await show(ctx, await list(ctx, await requireTeam(ctx, account), { page, via }, done));
  }),
);

/** Includes protected servers that are no longer in the account's list. */
async function serversCalled(ctx: Ctx, access: TeamAccess, typed: string): Promise<Server[]> {
  const found = await findServers(ctx, access, typed);
  if (found.length > 0) return found;
  const wanted = normalise(typed);
  return access.team.protected
    .filter((each) => [each.name, each.serverId].some((known) => normalise(known) === wanted))
    .map(({ serverId, name: known }) => ({ id: serverId, name: known }));
}

async function serverOf(ctx: Ctx, access: TeamAccess, reference: string): Promise<Server> {
  const kept = access.team.protected.find(({ serverId }) => serverReference(serverId) === reference);
  // A server that the provider no longer lists can still be unprotected.
  if (kept) return { id: kept.serverId, name: access.account.aliases.get(kept.serverId) ?? kept.name };
  return requireServer(ctx, access, reference);
}

async function setLevel(
  ctx: Ctx,
  { team }: TeamAccess,
  server: Server,
  wanted: (before: Level) => Level,
): Promise<Done> {
  return changeTeam(ctx, team, 'protect', (changed, { note, keep, lastOf }) => {
    const row = `protect:${server.id}`;
    const before = levelOf(changed.protected, server.id);
    const now = wanted(before);
    if (now === before) return { server, before, now, undo: lastBefore(lastOf(row), now) };
    const others = changed.protected.filter(({ serverId }) => serverId !== server.id);
    if (now !== 'none' && others.length >= MAX_PROTECTED_SERVERS)
      throw new Refusal((t) => t('protect-too-many', { most: MAX_PROTECTED_SERVERS }));
    changed.protected = now === 'none' ? others : [...others, { serverId: server.id, name: server.name, level: now }];
    const event = now === 'none' ? 'unprotected' : 'protected';
    note({ event, server, before, ...(now === 'none' ? {} : { after: now }) });
    keep(row, { before, now });
    return { server, before, now, undo: before };
  });
}

/** The level before this person's last change, so that a redelivered tap can be undone too. */
function lastBefore(kept: unknown, now: Level): Level | undefined {
  const { data: last } = keptLevels.safeParse(kept);
  return last?.now === now ? last.before : undefined;
}

/** Reads the wanted level and the level that the screen showed; buttons of earlier releases lack the second one. */
function levelOfButton(letters: string): (before: Level) => Level {
  const [wanted, shown] = [...letters].map((letter) => level.options.find((each) => LEVELS[each] === letter));
  if (!wanted) throw new Refusal((t) => t('button-old'));
  return unlessChanged(wanted, shown);
}

/** Keeps a level that another person has set since the screen was shown. */
function unlessChanged(wanted: Level, shown: Level | undefined): (before: Level) => Level {
  return (before) => {
    if (shown && before !== shown && before !== wanted) throw new Refusal((t) => t('protect-outdated'));
    return wanted;
  };
}

function levelOf(all: readonly Protection[], id: string): Level {
  return all.find(({ serverId }) => serverId === id)?.level ?? 'none';
}

/** A row keeps its place when it is tapped. @param place without a page: the page with the server of `done` */
async function list(
  ctx: Ctx,
  access: TeamAccess,
  { page: wanted, via }: { page?: string; via: string },
  done?: Done,
): Promise<Screen> {
  const { t } = ctx;
  const { account, team, hosting, key } = access;
  const { items } = await ctx.services.accesses.lists.recent(key, hosting);
  const present = sortServers(t, account, items, 'name').map((item) => named(account, item));
  const ids = new Set(items.map(({ id }) => id));
  const gone = team.protected.filter(({ serverId }) => !ids.has(serverId));
  const rows = [
    ...present.map(({ id, name: shown }) => ({ id, label: shown, isGone: false })),
    ...gone.map(({ serverId, name: shown }) => ({ id: serverId, label: shown, isGone: true })),
  ];
  const shownPage = wanted ?? pageWith(rows, ({ id }) => id === done?.server.id, PAGE_SIZE);
  const page = pageOf(rows, shownPage, PAGE_SIZE, (to, direction) =>
    buttons.protectedServers.make(t.plain(`button-${direction}`), { account: account.id, page: to, via }),
  );
  const values = { account: account.id, page: String(page.page), via };
  const row = ({ id, label, isGone }: (typeof rows)[number]) => {
    const level = levelOf(team.protected, id);
    const server = shortName(label);
    const shown = isGone ? t.plain('protect-row-gone', { server }) : server;
    const to = level === 'none' ? 'changes' : 'none';
    return [setButton(t.directed(`${MARKS[level]} ${shown}`), values, id, { to, shown: level })];
  };
  const head = t('protect', { team: name(teamName(team)), count: team.protected.length });
  return {
    text: [...(done ? [t(doneKey(done), { server: name(done.server.name) })] : []), head]
      .join('\n\n')
      .concat(pageLine(t, page), `\n\n${t('protect-how')}`),
    keyboard: [
      ...(done ? await steps(ctx, team, values, done) : []),
      ...page.items.map(row),
      ...page.turns,
      backFrom(ctx, team, via),
    ].filter(({ length }) => length > 0),
  };
}

function doneKey({ before, now }: Done): 'protect-already' | `protect-set-${Level}` {
  return now === before && now !== 'none' ? 'protect-already' : `protect-set-${now}`;
}

async function steps(
  ctx: Ctx,
  team: Team,
  values: PageOfAccount,
  { server, now, undo: to }: Done,
): Promise<InlineKeyboardButton[][]> {
  const { t } = ctx;
  const undo = to === undefined ? [] : [await undoButton(ctx, team, values, { server, to, shown: now })];
  const other = now === 'none' ? undefined : now === 'changes' ? 'restarts' : 'changes';
  const step = other
    ? [
        setButton(t.plain(`button-protect-${other}`, { server: shortName(server.name) }), values, server.id, {
          to: other,
          shown: now,
        }),
      ]
    : [];
  return [undo, step].filter(({ length }) => length > 0);
}

async function undoButton(
  { t, services }: Ctx,
  team: Team,
  values: PageOfAccount,
  kept: z.infer<typeof undoable>,
): Promise<InlineKeyboardButton> {
  const note = randomBytes(6).toString('base64url');
  await services.store.notes.set(undoKey(team, note), JSON.stringify(kept), UNDO_LIFE_MS);
  return buttons.protectUndo.make(t.plain('button-undo'), { ...values, note });
}

function undoKey({ id }: Pick<Team, 'id'>, note: string): string {
  return `team:${id}:protect:${note}`;
}

function shortName(server: string): string {
  return isolate(shorten(oneLine(server), LONGEST_LABEL));
}

type PageOfAccount = { account: string; page: string; via: string };

function setButton(
  label: string,
  values: PageOfAccount,
  id: string,
  { to, shown }: { to: Level; shown: Level },
): InlineKeyboardButton {
  return buttons.protect.make(label, { ...values, server: serverReference(id), level: LEVELS[to] + LEVELS[shown] });
}

async function choose(ctx: Ctx, { account, team }: TeamAccess, servers: readonly Server[]): Promise<void> {
  const { t } = ctx;
  const values = { account: account.id, page: '0', via: '' };
  const rows = servers.slice(0, PAGE_SIZE).map((server) => {
    const level = levelOf(team.protected, server.id);
    const label = shortName(server.name);
    return [setButton(label, values, server.id, { to: level === 'none' ? 'changes' : level, shown: level })];
  });
  const count = servers.length;
  const more = count > PAGE_SIZE ? `\n${t('server-choose-more', { count, shown: PAGE_SIZE })}` : '';
  await showChoice(ctx, { text: t('protect-which') + more, keyboard: rows }, rows.flat());
}

export function toProtected({ t }: Pick<Ctx, 't'>, { accountId }: Pick<Team, 'accountId'>): InlineKeyboardButton {
  return buttons.protectedServers.make(t.plain('button-protected'), { account: accountId, page: '0', via: '' });
}
