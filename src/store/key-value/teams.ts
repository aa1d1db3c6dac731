import { z } from 'zod';
import { type AuditDraft, appendAudit } from '../audit/index.ts';
import { countRefusal, openRefusals, refusalsKey } from '../audit/refusals.ts';
import { type Sql, type Transaction, textColumn } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { followTeam, lockAlertsIn } from '../jobs/alerts.ts';
import { addTeamNews, type TeamNews } from '../jobs/reminders.ts';
import { type KeyValueStore, openKeyValueStore } from './index.ts';

/** From the least rights to the most. Stored rows hold these names: they never change. */
export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const money = z.object({ total: z.number(), currency: z.string() });

export const member = z.object({
  userId: z.number(),
  name: z.string(),
  role: z.enum(ROLES),
  addedAt: z.number(),
  locale: z.string().optional(),
  /** Within 24 hours without approval, by currency as the provider names it. */
  limits: z.array(money).optional(),
});
export type Member = z.infer<typeof member>;

const protection = z.object({
  serverId: z.string(),
  name: z.string(),
  /** `changes`: risky operations need a second person. `restarts`: restarts by an operator off call need one, too. */
  level: z.enum(['changes', 'restarts']),
});
export type Protection = z.infer<typeof protection>;

const breakGlass = z.object({
  by: z.number(),
  reason: z.string(),
  since: z.number(),
  until: z.number(),
  messageId: z.number().optional(),
  pinned: z.boolean().optional(),
  postingAt: z.number().optional(),
  ownerTold: z.boolean().optional(),
  ownerMessageId: z.number().optional(),
  told: z.array(z.object({ userId: z.number(), messageId: z.number() })).optional(),
  tellingAt: z.number().optional(),
  mentioned: z.boolean().optional(),
  ended: z
    .object({ at: z.number(), why: z.enum(['time', 'person', 'role', 'team']), by: z.number().optional() })
    .optional(),
});
export type BreakGlass = z.infer<typeof breakGlass>;

export const rota = z.object({
  people: z.array(z.number()),
  /** People who were taken out come back to these places. */
  order: z.array(z.number()).optional(),
  weekday: z.number().min(1).max(7).optional(),
  time: z.string(),
  zone: z.string(),
  since: z.number(),
});
export type Rota = z.infer<typeof rota>;

const handOver = z.object({
  userId: z.number().optional(),
  since: z.number(),
  from: z.number().optional(),
  told: z.boolean(),
  postingAt: z.number().optional(),
});
export type HandOver = z.infer<typeof handOver>;

export const team = z.object({
  id: z.string(),
  ownerId: z.number(),
  /** The owner's shared binding, whose token stays with the owner. */
  accountId: z.string(),
  chatId: z.int(),
  topicId: z.int(),
  title: z.string(),
  topic: z.string().optional(),
  /** The owner's language, for messages that no person asked for. */
  locale: z.string().optional(),
  createdAt: z.number(),
  members: z.array(member),
  /** The schedule, a hand-over or break-glass may still name former members. */
  former: z.array(z.object({ userId: z.number(), name: z.string() })).optional(),
  requests: z.array(z.object({ userId: z.number(), name: z.string(), at: z.number() })).default([]),
  /** The owner is told once a day of each person. */
  asked: z.array(z.object({ userId: z.number(), at: z.number(), withdrawn: z.boolean().optional() })).optional(),
  protected: z.array(protection).default([]),
  /** Within 24 hours, by currency. Nothing goes past the team's limit. */
  limits: z.array(money).default([]),
  breakGlass: breakGlass.optional(),
  /** Their messages still have to show the end. */
  endedBreakGlass: z.array(breakGlass).optional(),
  rota: rota.optional(),
  /** The person replaces the schedule until `until`. */
  onCall: z.object({ userId: z.number(), since: z.number(), until: z.number().optional() }).optional(),
  handOver: handOver.optional(),
  tagged: z.object({ userId: z.number(), tag: z.string(), ended: z.boolean().optional() }).optional(),
  /** A tap that comes again after a crash finds its own change. */
  undoable: z.array(z.object({ by: z.number(), at: z.number(), row: z.string(), change: z.string() })).optional(),
  /** A paused team has no rights for its members. */
  paused: z.enum(['ownerLeft', 'botLeft']).optional(),
});
export type Team = z.infer<typeof team>;

const storedTeam = team
  .extend({ shift: handOver.optional() })
  .transform(({ shift, ...stored }): Team => (shift ? { handOver: shift, ...stored } : stored));

export const RESTORABLE_MS = 24 * 3_600_000;

const endedTeam = z.object({
  id: z.string(),
  title: z.string(),
  topicId: z.number().optional(),
  topic: z.string().optional(),
  endedAt: z.number(),
  locale: team.shape.locale,
});
type GlassEnd = NonNullable<BreakGlass['ended']>;

export function endedGlass(glass: BreakGlass, now: number, why: Exclude<GlassEnd['why'], 'time'>): BreakGlass {
  const at = Math.min(now, glass.until);
  const ended: GlassEnd = glass.ended ?? { at, why: now < glass.until ? why : 'time' };
  return { ...glass, until: at, ended };
}

export type EndedTeam = z.infer<typeof endedTeam>;

const teamEnd = z.object({
  team: storedTeam,
  endedAt: z.number(),
  left: z.array(z.object({ userId: z.number(), at: z.number() })).optional(),
});
export type TeamEnd = z.infer<typeof teamEnd>;

const creations = z.array(z.number());
const linkedTeams = z.array(z.string());
const endedTeams = z.array(endedTeam);
/** Within 24 hours: each created team leaves an audit log behind. */
export const MOST_CREATED = 10;

const DAY_MS = 24 * 3_600_000;
export const onCallState = team.pick({ rota: true, onCall: true });
export type OnCallState = z.infer<typeof onCallState>;

export type NotCreated = 'accountLent' | 'chatTaken' | 'tooOften';
type Note = (entry: AuditDraft) => void;
export type Tell = (news: TeamNews) => void;

export interface Teams {
  get(id: string): Promise<Team | undefined>;
  inChat(chatId: number, topicId?: number): Promise<Team | undefined>;
  /** Readable teams: one for the whole group, or each in a topic of its own. */
  allInChat(chatId: number): Promise<Team[]>;
  ofPerson(userId: number): Promise<Team[]>;
  create(team: Team, entry: AuditDraft): Promise<'created' | NotCreated>;
  restore(
    team: Team,
    entry: AuditDraft,
    edit: (team: Team, last: TeamEnd | undefined, note: Note) => void,
  ): Promise<'created' | NotCreated>;
  /** Ends the abandoned teams in the way in the same transaction. @returns the teams that ended, as they were */
  createInstead(
    team: Team,
    entry: AuditDraft,
    ending: AuditDraft,
    news: (ended: readonly Team[]) => TeamNews[],
  ): Promise<Team[] | NotCreated>;
  /** `edit` may run more than once. */
  change<T>(id: string, edit: (team: Team, note: Note, tell: Tell) => T): Promise<T | undefined>;
  /** Taps without a right must not fill the log: most repeated refusals are only counted. */
  note(id: string, entry: AuditDraft): Promise<void>;
  end(id: string, entry: AuditDraft, ...news: TeamNews[]): Promise<Team | undefined>;
  /** For {@link RESTORABLE_MS}; also once the owner brought the team back. */
  lastEnd(id: string): Promise<TeamEnd | undefined>;
  /** In an ended team that comes back later, the person's role is gone, too. @returns the ids of existing teams */
  leave(
    chatId: number,
    userId: number,
    at: number,
    edit: (team: Team, note: Note, tell: Tell) => void,
  ): Promise<string[]>;
  endedOf(ownerId: number): Promise<EndedTeam[]>;
  /** Also moves ended teams. @param moveAll moves all else, and calls `teams` in its transaction */
  moveChat(
    from: number,
    to: number,
    moveAll: (teams: (inside: Transaction) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  takeUnreadable(): unknown[];
}

export function openTeams(sql: Sql, seal: Seal, subjects: Subjects): Teams {
  const { teams, links, ended, ends } = openIn(sql, seal);

  const refused = openRefusals(sql, seal);
  const unreadable = new Map<string, unknown>();
  const readAll = async (ids: readonly string[] | undefined, fits: (team: Team) => boolean) => {
    const found = await Promise.all((ids ?? []).map((id) => readable(() => teams.get(id), unreadable, id)));
    return found.filter((each) => each !== undefined).filter(fits);
  };

  const alteringLinks = <T>(keys: readonly string[], work: () => Promise<T>): Promise<T> =>
    keys.reduce<() => Promise<T>>((inner, key) => () => links.altering(key, inner), work)();

  const linksOf = (each: Team) => [chatLink(each.chatId), ...peopleOf(each).map(personLink)];

  async function write(inside: Transaction, before: Team | undefined, after: Team | undefined): Promise<void> {
    const within = openIn(inside, seal);
    const id = after?.id ?? before?.id ?? '';
    if (after) await within.teams.set(id, after);
    else await within.teams.delete(id);
    const lost = before && after && lostRights(before, after);
    if (before && lost?.length !== 0)
      await followTeam(inside, seal, { id, chatId: before.chatId, people: peopleOf(before), lost });
    const [old, now] = [before ? linksOf(before) : [], after ? linksOf(after) : []];
    for (const key of [...new Set([...old, ...now])].sort()) {
      if (old.includes(key) === now.includes(key)) continue;
      await inside.lock(`team-link:${key}`);
      const others = ((await within.links.get(key)) ?? []).filter((each) => each !== id);
      await within.links.set(key, now.includes(key) ? [...others, id] : others);
    }
  }

  const ending = <T>(known: readonly Team[], work: () => Promise<T>): Promise<T> =>
    known.reduce<() => Promise<T>>((inner, each) => {
      const { id, ownerId } = each;
      const keys = [...linksOf(each), endLink(each.chatId)];
      const alteringEnded = () => ended.altering(String(ownerId), () => alteringLinks(keys, inner));
      return () => teams.altering(id, () => ends.altering(id, alteringEnded));
    }, work)();

  async function end(inside: Transaction, before: Team, entry: AuditDraft): Promise<void> {
    await write(inside, before, undefined);
    const { ended: kept, ends: last } = openIn(inside, seal);
    const owner = String(before.ownerId);
    await inside.lock(`ended-teams:${owner}`);
    const others = await withLog(inside, (await kept.get(owner)) ?? []);
    const { id, title, topicId, topic, locale } = before;
    const named = { title, topicId, ...(topic === undefined ? {} : { topic }) };
    const own = { id, ...named, endedAt: Math.trunc(entry.at), ...(locale ? { locale } : {}) };
    await kept.set(owner, [own, ...others]);
    const { breakGlass: glass, endedBreakGlass = [], ...rest } = before;
    const team = {
      ...rest,
      endedBreakGlass: [...endedBreakGlass, ...(glass ? [endedGlass(glass, entry.at, 'team')] : [])],
    };
    await last.set(id, { team, endedAt: entry.at }, RESTORABLE_MS);
    await linkEnds(inside, seal, before.chatId, [id]);
    const { at, actor } = entry;
    const reason = { written: glass?.reason ?? '' };
    const glassEnd: AuditDraft = { at, event: 'breakGlassEnded', ...(actor ? { actor } : {}), reason };
    await appendAudit(inside, seal, subjects, id, [...(glass && !glass.ended ? [glassEnd] : []), entry]);
  }

  type Entries = [AuditDraft, ...AuditDraft[]];

  async function create(
    team: Team,
    entries: Entries,
    endEntry?: AuditDraft,
    news?: Parameters<Teams['createInstead']>[3],
    edit?: Parameters<Teams['restore']>[2],
  ): Promise<Team[] | NotCreated> {
    const fits = (each: Team) => isInTheWay(each, team);
    const there = endEntry ? await readAll(await links.get(chatLink(team.chatId)), fits) : [];
    const work = () =>
      sql.transaction(async (inside) => {
        const outcome = await createIn(inside, team, entries, there, endEntry, edit);
        if (typeof outcome !== 'string' && news) await addTeamNews(inside, seal, team.id, news(outcome));
        return outcome;
      });
    return ending(there, () => teams.altering(team.id, () => alteringLinks(linksOf(team), work)));
  }

  async function createIn(
    inside: Transaction,
    team: Team,
    entries: Entries,
    endable: readonly Team[],
    endEntry: AuditDraft | undefined,
    edit: Parameters<Teams['restore']>[2] | undefined,
  ): Promise<Team[] | NotCreated> {
    // The later one of two creations finds the earlier one.
    await inside.lock('teams');
    // All locks first, in one order: writing a team locks links, for which another transaction may wait.
    for (const id of [team.id, ...endable.map((each) => each.id)].sort()) await lockTeam(inside, seal, id);
    const inTheWay = await placeOf(openTeams(inside, seal, subjects), team, endable);
    if (typeof inTheWay === 'string') return inTheWay;
    if (!(await countCreation(inside, seal, team.ownerId, entries[0]))) return 'tooOften';
    await lockAlertsIn(
      inside,
      inTheWay.flatMap((each) => [each.chatId, ...peopleOf(each)]),
    );
    if (endEntry) for (const each of inTheWay) await end(inside, each, endEntry);
    const after = structuredClone(team);
    const more: AuditDraft[] = [];
    edit?.(after, await openIn(inside, seal).ends.get(team.id), (each) => more.push(each));
    await write(inside, undefined, after);
    await forgetEnded(inside, seal, team);
    await appendAudit(inside, seal, subjects, team.id, [...entries, ...more]);
    return inTheWay;
  }

  /** @param otherwise runs under the team's lock where there is no such team any more */
  async function change<T>(
    id: string,
    edit: (team: Team, note: Note, tell: Tell) => T,
    otherwise?: (inside: Transaction) => Promise<void>,
  ): Promise<T | undefined> {
    const known = await teams.get(id);
    if (!known && !otherwise) return undefined;
    // The preview tells whose links the edit changes.
    const preview = structuredClone(known);
    if (preview) edit(preview, doNothing, doNothing);
    const keys = [...new Set([known, preview].flatMap((each) => (each ? linksOf(each) : [])))];
    return teams.altering(id, () =>
      alteringLinks(keys, () =>
        sql.transaction(async (inside) => {
          const before = await lockTeam(inside, seal, id);
          if (!before) {
            await otherwise?.(inside);
            return undefined;
          }
          const after = structuredClone(before);
          const entries: AuditDraft[] = [];
          const all: TeamNews[] = [];
          const result = edit(
            after,
            (entry) => entries.push(entry),
            (news) => all.push(news),
          );
          await write(inside, before, after);
          await addTeamNews(inside, seal, id, all);
          await appendAudit(inside, seal, subjects, id, entries);
          return result;
        }),
      ),
    );
  }

  return {
    get: (id) => teams.get(id),
    async inChat(chatId, topicId = 0) {
      const all = await this.allInChat(chatId);
      return all.find((each) => each.topicId === topicId) ?? all.find((each) => each.topicId === 0);
    },
    allInChat: async (chatId) => readAll(await links.get(chatLink(chatId)), (each) => each.chatId === chatId),
    ofPerson: async (userId) => readAll(await links.get(personLink(userId)), (each) => peopleOf(each).includes(userId)),
    async create(team, entry) {
      const outcome = await create(team, [entry]);
      return typeof outcome === 'string' ? outcome : 'created';
    },
    async restore(team, entry, edit) {
      const outcome = await create(team, [entry], undefined, undefined, edit);
      return typeof outcome === 'string' ? outcome : 'created';
    },
    createInstead: (team, entry, ending, news) => create(team, [entry], ending, news),
    change,
    async note(id, entry) {
      const { event, actor } = entry;
      const key = refusalsKey(id, actor);
      const work = () =>
        sql.transaction(
          async (inside) => {
            const told = event === 'refused' ? await countRefusal(inside, seal, key, entry) : entry;
            if (told) await appendAudit(inside, seal, subjects, id, [told]);
          },
          { durability: 'relaxed' },
        );
      await (event === 'refused' ? refused.altering(key, work) : work());
    },
    async end(id, entry, ...news) {
      const known = await teams.get(id);
      if (!known) return undefined;
      return ending([known], () =>
        sql.transaction(async (inside) => {
          const before = await lockTeam(inside, seal, id);
          if (!before) return undefined;
          await end(inside, before, entry);
          await addTeamNews(inside, seal, id, news);
          return before;
        }),
      );
    },
    lastEnd: (id) => ends.get(id),
    async leave(chatId, userId, at, edit) {
      // In this order: a team that ends in between is in the second list, where it stays.
      const there = (await links.get(chatLink(chatId))) ?? [];
      const ids = [...new Set([...there, ...((await links.get(endLink(chatId))) ?? [])])];
      const left = (inside: Transaction, id: string) => changeEnd(inside, seal, id, (last) => leftBy(last, userId, at));
      const found: string[] = [];
      for (const id of ids) {
        const one = (team: Team, note: Note, tell: Tell) => {
          if (team.chatId === chatId) edit(team, note, tell);
          return true;
        };
        if (await ends.altering(id, () => change(id, one, (inside) => left(inside, id)))) found.push(id);
      }
      return found;
    },
    takeUnreadable() {
      const errors = [...unreadable.values()];
      unreadable.clear();
      return errors;
    },
    endedOf: async (ownerId) => (await ended.get(String(ownerId))) ?? [],
    async moveChat(from, to, moveAll) {
      const ids = (await links.get(chatLink(from))) ?? [];
      const work = () => moveAll((inside) => move(inside, seal, from, to));
      const altering = ids.reduce<() => Promise<void>>((inner, id) => () => teams.altering(id, inner), work);
      const endedIds = (await links.get(endLink(from))) ?? [];
      const all = endedIds.reduce<() => Promise<void>>((inner, id) => () => ends.altering(id, inner), altering);
      await alteringLinks([chatLink(from), chatLink(to), endLink(from), endLink(to)], all);
    },
  };
}

const doNothing = () => undefined;

/** An unreadable row takes down neither its group nor its people. */
async function readable(
  read: () => Promise<Team | undefined>,
  noted?: Map<string, unknown>,
  id = '',
): Promise<Team | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SealBroken)) throw error;
    noted?.set(id, error);
    return undefined;
  }
}

async function withLog(inside: Transaction, teams: readonly EndedTeam[]): Promise<EndedTeam[]> {
  if (teams.length === 0) return [];
  const places = teams.map((_, at) => `$${at + 1}`).join(', ');
  const rows = await inside.query(
    `SELECT team FROM audit_ranges WHERE team IN (${places})`,
    ...teams.map(({ id }) => id),
  );
  const kept = new Set(rows.map((row) => textColumn(row, 'team')));
  return teams.filter(({ id }) => kept.has(id));
}

/** No other transaction changes the team until this one ends. */
export async function lockTeam(inside: Transaction, seal: Seal, id: string): Promise<Team | undefined> {
  await inside.lock(`team:${id}`);
  return openIn(inside, seal).teams.get(id);
}

/** A team of the whole group is in the way where its other owner would lose a topic. */
export function isInTheWay(known: Team, { topicId, ownerId }: Pick<Team, 'topicId' | 'ownerId'>): boolean {
  return known.topicId === topicId || (known.topicId === 0 && known.ownerId !== ownerId);
}

async function placeOf(
  teams: Pick<Teams, 'ofPerson' | 'allInChat'>,
  team: Team,
  endable: readonly Team[],
): Promise<Team[] | NotCreated> {
  const owned = await teams.ofPerson(team.ownerId);
  if (owned.some(({ ownerId, accountId }) => ownerId === team.ownerId && accountId === team.accountId))
    return 'accountLent';
  const there = await teams.allInChat(team.chatId);
  const inTheWay = there.filter((each) => isInTheWay(each, team));
  const isEndable = ({ id, paused }: Team) => paused === 'ownerLeft' && endable.some((each) => each.id === id);
  return inTheWay.every(isEndable) ? inTheWay : 'chatTaken';
}

async function forgetEnded(inside: Transaction, seal: Seal, { id, ownerId }: Team): Promise<void> {
  const owner = String(ownerId);
  await inside.lock(`ended-teams:${owner}`);
  const { ended } = openIn(inside, seal);
  const all = (await ended.get(owner)) ?? [];
  const others = all.filter((each) => each.id !== id);
  if (others.length < all.length) await ended.set(owner, others);
}

async function countCreation(
  inside: Transaction,
  seal: Seal,
  ownerId: number,
  { event, at }: AuditDraft,
): Promise<boolean> {
  if (event === 'teamRestored') return true;
  const { created } = openIn(inside, seal);
  const recent = ((await created.get(String(ownerId))) ?? []).filter((each) => each > at - DAY_MS);
  if (recent.length >= MOST_CREATED) return false;
  await created.set(String(ownerId), [...recent, at], DAY_MS);
  return true;
}

export async function isThere(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('SELECT key FROM boxes WHERE key = $1', `teams:${id}`)).length > 0;
}

async function move(inside: Transaction, seal: Seal, from: number, to: number): Promise<void> {
  const within = openIn(inside, seal);
  const ids = (await within.links.get(chatLink(from))) ?? [];
  for (const id of ids) {
    // A team that can't be read stays behind: the others move.
    const team = await readable(() => lockTeam(inside, seal, id));
    if (team) await within.teams.set(id, inChat(team, to));
  }
  const there = (await within.links.get(chatLink(to))) ?? [];
  if (ids.length > 0) await within.links.set(chatLink(to), [...new Set([...there, ...ids])]);
  await within.links.delete(chatLink(from));
  const ended = (await within.links.get(endLink(from))) ?? [];
  for (const id of ended) await changeEnd(inside, seal, id, (last) => ({ ...last, team: inChat(last.team, to) }));
  if (ended.length > 0) await linkEnds(inside, seal, to, ended);
  await within.links.delete(endLink(from));
}

function inChat(team: Team, chatId: number): Team {
  const breakGlass = team.breakGlass && { ...team.breakGlass, messageId: undefined, pinned: false };
  const endedBreakGlass = team.endedBreakGlass?.map((each) => ({ ...each, messageId: undefined, pinned: false }));
  return { ...team, breakGlass, endedBreakGlass, chatId, topicId: 0, topic: undefined };
}

async function changeEnd(inside: Transaction, seal: Seal, id: string, edit: (last: TeamEnd) => TeamEnd): Promise<void> {
  await inside.lock(`team:${id}`);
  const { ends } = openIn(inside, seal);
  const last = await ends.get(id);
  if (last) await ends.set(id, edit(last), Math.max(1, last.endedAt + RESTORABLE_MS - inside.now()));
}

function leftBy(last: TeamEnd, userId: number, at: number): TeamEnd {
  if (!last.team.members.some((each) => each.userId === userId)) return last;
  const others = (last.left ?? []).filter((each) => each.userId !== userId);
  return { ...last, left: [...others, { userId, at }] };
}

async function linkEnds(inside: Transaction, seal: Seal, chatId: number, ids: readonly string[]): Promise<void> {
  const key = endLink(chatId);
  await inside.lock(`team-link:${key}`);
  const { links, ends } = openIn(inside, seal);
  const kept: string[] = [];
  for (const id of (await links.get(key)) ?? []) if (await ends.get(id)) kept.push(id);
  await links.set(key, [...new Set([...kept, ...ids])], RESTORABLE_MS);
}

function lostRights(before: Team, after: Team): number[] {
  const roles = new Map(after.members.map(({ userId, role }) => [userId, role]));
  return before.members.filter(({ userId, role }) => roles.get(userId) !== role).map(({ userId }) => userId);
}

function peopleOf({ ownerId, members }: Team): number[] {
  return [...new Set([ownerId, ...members.map(({ userId }) => userId)])];
}

export function personLink(userId: number): string {
  return `person:${userId}`;
}

function chatLink(chatId: number): string {
  return `chat:${chatId}`;
}

function endLink(chatId: number): string {
  return `ended:${chatId}`;
}

/** Refuses values that could not be read again: JSON turns NaN into `null`. */
function validated<Value>(values: KeyValueStore<Value>, validate: (value: Value) => unknown): KeyValueStore<Value> {
  return {
    ...values,
    async set(key, value, ttlMs) {
      validate(value);
      await values.set(key, value, ttlMs);
    },
  };
}

function openIn(sql: Sql, seal: Seal) {
  return {
    teams: validated(
      openKeyValueStore(sql, seal, 'teams', (stored) => storedTeam.parse(stored)),
      (value) => team.parse(value),
    ),
    links: openKeyValueStore(sql, seal, 'team-links', (stored) => linkedTeams.parse(stored)),
    ended: openKeyValueStore(sql, seal, 'ended-teams', (stored) => endedTeams.parse(stored)),
    ends: validated(
      openKeyValueStore(sql, seal, 'team-ends', (stored) => teamEnd.parse(stored)),
      (value) => teamEnd.parse(value),
    ),
    created: openKeyValueStore(sql, seal, 'team-creations', (stored) => creations.parse(stored)),
  };
}
