import { z } from 'zod';
import { type AuditDraft, appendAudit } from '../audit/index.ts';
import { countRefusal, openRefusals, refusalsKey } from '../audit/refusals.ts';
import { type Sql, type Transaction, textColumn } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { followTeam, lockAlertsIn } from '../jobs/alerts.ts';
import { addTeamNews, type TeamNews } from '../jobs/reminders.ts';
import { type KeyValueStore, openKeyValueStore } from './index.ts';

/** The roles, from the least rights to the most. The names stand in stored rows and never change. */
export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const money = z.object({ total: z.number(), currency: z.string() });

export const member = z.object({
  userId: z.number(),
  /** The first name, as Telegram told it last. */
  name: z.string(),
  role: z.enum(ROLES),
  addedAt: z.number(),
  /** The language in which they used the team last; absent until they did. */
  locale: z.string().optional(),
  /** The most that this member may spend within 24 hours without approval, by currency as the provider names it. */
  limits: z.array(money).optional(),
});
export type Member = z.infer<typeof member>;

const protection = z.object({
  serverId: z.string(),
  /** The server's name when it was protected. */
  name: z.string(),
  /**
   * `changes`: power off, reinstall, restore, delete and rescue need a second person. `restarts`: a restart by an operator who is not on
   * call, too.
   */
  level: z.enum(['changes', 'restarts']),
});
export type Protection = z.infer<typeof protection>;

const breakGlass = z.object({
  by: z.number(),
  reason: z.string(),
  /** epoch ms */
  since: z.number(),
  until: z.number(),
  /** The message that counts down; absent until it is sent. */
  messageId: z.number().optional(),
  pinned: z.boolean().optional(),
  /** When a process began to send that message. */
  postingAt: z.number().optional(),
  /** Whether the owner was told in private. */
  ownerTold: z.boolean().optional(),
  /** The owner's private message about it. */
  ownerMessageId: z.number().optional(),
  /** The members who were told in private, and the messages that they got. */
  told: z.array(z.object({ userId: z.number(), messageId: z.number() })).optional(),
  /** When a process began to tell them. */
  tellingAt: z.number().optional(),
  /** Whether the members were mentioned who take no private message and for whom the pinned message had no room. */
  mentioned: z.boolean().optional(),
  /** The cause of the end, which the message still has to show; `by` is the person who ended it. */
  ended: z
    .object({ at: z.number(), why: z.enum(['time', 'person', 'role', 'team']), by: z.number().optional() })
    .optional(),
});
export type BreakGlass = z.infer<typeof breakGlass>;

export const rota = z.object({
  /** User ids, in the order of their turns. */
  people: z.array(z.number()),
  /** The people as the rota was set, where some were taken out since; they come back to these places. */
  order: z.array(z.number()).optional(),
  /** ISO weekday of the hand-over, 1 for Monday; absent for a hand-over every day. */
  weekday: z.number().min(1).max(7).optional(),
  /** `HH:MM` in the time zone. */
  time: z.string(),
  /** An IANA time zone, or an offset such as `+03:30`. */
  zone: z.string(),
  /** The turn of the first person began then, epoch ms. */
  since: z.number(),
});
export type Rota = z.infer<typeof rota>;

const handOver = z.object({
  /** The person on call since then; absent where there is none. */
  userId: z.number().optional(),
  since: z.number(),
  /** The person before them. */
  from: z.number().optional(),
  told: z.boolean(),
  /** When a process began to tell it. */
  postingAt: z.number().optional(),
});
export type HandOver = z.infer<typeof handOver>;

export const team = z.object({
  id: z.string(),
  ownerId: z.number(),
  /** The owner's binding that is lent. Its token stays with the owner. */
  accountId: z.string(),
  chatId: z.int(),
  /** The forum topic; 0 where the team is the whole group. */
  topicId: z.int(),
  /** The group's title, as Telegram told it last. */
  title: z.string(),
  /** The name of the topic, as Telegram told it last; absent until it did. */
  topic: z.string().optional(),
  /** The language of messages to the group that no person asked for: the owner's. */
  locale: z.string().optional(),
  createdAt: z.number(),
  /** With the owner, whose role is `owner`. */
  members: z.array(member),
  /** The names of the last former members: the rota, a hand-over or break-glass may still name them. */
  former: z.array(z.object({ userId: z.number(), name: z.string() })).optional(),
  /** People who asked to become members. */
  requests: z.array(z.object({ userId: z.number(), name: z.string(), at: z.number() })).default([]),
  /** The people who asked within the last day, and whether they left the group before an answer: the owner is told once of each. */
  asked: z.array(z.object({ userId: z.number(), at: z.number(), withdrawn: z.boolean().optional() })).optional(),
  protected: z.array(protection).default([]),
  /** The most that the team may spend within 24 hours, by currency. Nothing goes past it. */
  limits: z.array(money).default([]),
  breakGlass: breakGlass.optional(),
  /** Break-glasses that ended before, whose messages still have to show it. */
  endedBreakGlass: z.array(breakGlass).optional(),
  rota: rota.optional(),
  /** The person who went on call in place of the rota, until `until` (epoch ms). */
  onCall: z.object({ userId: z.number(), since: z.number(), until: z.number().optional() }).optional(),
  /** The last change of the person on call, which the team is told. */
  handOver: handOver.optional(),
  /** The member who has a tag of this bot. `ended`: the team ended since, and the tag may be gone. */
  tagged: z.object({ userId: z.number(), tag: z.string(), ended: z.boolean().optional() }).optional(),
  /** The last changes by people, each of its row, with what undoes them: a tap that comes again after a crash finds its own change. */
  undoable: z.array(z.object({ by: z.number(), at: z.number(), row: z.string(), change: z.string() })).optional(),
  /** Why the team is paused, without rights for its members: the owner left the group, or the bot is not in it. */
  paused: z.enum(['ownerLeft', 'botLeft']).optional(),
});
/** A group or topic to which an owner lends one account. */
export type Team = z.infer<typeof team>;

/** A team as it is stored. `shift`: the name of `handOver` before the first release with teams. */
const storedTeam = team
  .extend({ shift: handOver.optional() })
  .transform(({ shift, ...stored }): Team => (shift ? { handOver: shift, ...stored } : stored));

/** An ended team can be lent the account again for so long. */
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

/** Break-glass that has ended by then. @param why where its time is not over */
export function endedGlass(glass: BreakGlass, now: number, why: Exclude<GlassEnd['why'], 'time'>): BreakGlass {
  const at = Math.min(now, glass.until);
  const ended: GlassEnd = glass.ended ?? { at, why: now < glass.until ? why : 'time' };
  return { ...glass, until: at, ended };
}

/** A team that has ended, whose log its owner can still read. */
export type EndedTeam = z.infer<typeof endedTeam>;

/** A team as it was when it ended, from which its owner can bring it back. */
const teamEnd = z.object({
  team: storedTeam,
  endedAt: z.number(),
  /** The team's members who left the group since. */
  left: z.array(z.object({ userId: z.number(), at: z.number() })).optional(),
});
export type TeamEnd = z.infer<typeof teamEnd>;

/** When a person created teams. */
const creations = z.array(z.number());
const linkedTeams = z.array(z.string());
const endedTeams = z.array(endedTeam);
/** The teams that a person may create within 24 hours: each leaves an audit log behind. */
export const MOST_CREATED = 10;

const DAY_MS = 24 * 3_600_000;
/** The rota of a team, and the person who took it in place of the rota. */
export const onCallState = team.pick({ rota: true, onCall: true });
export type OnCallState = z.infer<typeof onCallState>;

/** Why a team was not created. */
export type NotCreated = 'accountLent' | 'chatTaken' | 'tooOften';
type Note = (entry: AuditDraft) => void;
/** Leaves something to tell of a change, which is told also where the process dies right after it. */
export type Tell = (news: TeamNews) => void;

export interface Teams {
  /** @throws where its row can't be read */
  get(id: string): Promise<Team | undefined>;
  /** The team of a topic, or of the whole group. */
  inChat(chatId: number, topicId?: number): Promise<Team | undefined>;
  /** All readable teams of a group, each in a topic of its own or one for the whole group. */
  allInChat(chatId: number): Promise<Team[]>;
  /** The readable teams that the person is a member of, with those that they own. */
  ofPerson(userId: number): Promise<Team[]>;
  /** Writes a new team, and appends to its audit log. */
  create(team: Team, entry: AuditDraft): Promise<'created' | NotCreated>;
  /**
   * Writes a team again that its owner brings back, and appends to its audit log.
   * @param edit makes the last changes, in the transaction: it gets the end of the team with all who left the group until then
   */
  restore(
    team: Team,
    entry: AuditDraft,
    edit: (team: Team, last: TeamEnd | undefined, note: Note) => void,
  ): Promise<'created' | NotCreated>;
  /**
   * {@link create}, which ends the abandoned teams in its way in the same transaction: where it is not created, none of them ends.
   * @param ending the entry of their audit logs
   * @param news what there is to tell, also of the teams that ended
   * @returns the teams that ended, as they were
   */
  createInstead(
    team: Team,
    entry: AuditDraft,
    ending: AuditDraft,
    news: (ended: readonly Team[]) => TeamNews[],
  ): Promise<Team[] | NotCreated>;
  /**
   * Reads, changes and writes a team, and appends the entries of `note` to its audit log, in one transaction; the news of `tell` are
   * told afterwards. `edit` may run more than once. Resolves to `undefined` where there is no such team.
   */
  change<T>(id: string, edit: (team: Team, note: Note, tell: Tell) => T): Promise<T | undefined>;
  /**
   * Appends to the audit log of a team. Refusals of one person are logged once a minute for each server or domain, and a hundred times a
   * day, because taps without a right must not fill the log. Refusals that are left out are counted: the next entry tells how many there
   * were.
   */
  note(id: string, entry: AuditDraft): Promise<void>;
  /**
   * Ends the team, and with it all rights. Its owner can still read its audit log.
   * @param news what there is to tell of it
   * @returns the team as it was; `undefined` where it did not end
   */
  end(id: string, entry: AuditDraft, ...news: TeamNews[]): Promise<Team | undefined>;
  /** The last end of a team, for {@link RESTORABLE_MS}; also once its owner brought it back. */
  lastEnd(id: string): Promise<TeamEnd | undefined>;
  /**
   * A person left a group. Changes each of its teams as {@link Teams.change} does; of one that has ended it keeps that they left: where that
   * comes back, their role does not, also if they return. Which of both holds is decided in the transaction that writes it.
   * @returns the ids of the teams that are there
   */
  leave(
    chatId: number,
    userId: number,
    at: number,
    edit: (team: Team, note: Note, tell: Tell) => void,
  ): Promise<string[]>;
  /** The ended teams of which the person was the owner, the last ended first. */
  endedOf(ownerId: number): Promise<EndedTeam[]>;
  /**
   * Gives the teams of a group to the supergroup that it became, also those that have ended.
   * @param moveAll moves all else in a transaction, in which it calls `teams`
   */
  moveChat(
    from: number,
    to: number,
    moveAll: (teams: (inside: Transaction) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** The errors of the rows that were passed over because they can't be read, each once. */
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

  /** Runs work that changes these links, and drops the cached ones. */
  const alteringLinks = <T>(keys: readonly string[], work: () => Promise<T>): Promise<T> =>
    keys.reduce<() => Promise<T>>((inner, key) => () => links.altering(key, inner), work)();

  const linksOf = (each: Team) => [chatLink(each.chatId), ...peopleOf(each).map(personLink)];

  /** Writes a team as it is afterwards (`undefined`: it has ended), with its links, in a transaction that holds its lock. */
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

  /** Runs work that ends these teams, and drops what is cached of them. */
  const ending = <T>(known: readonly Team[], work: () => Promise<T>): Promise<T> =>
    known.reduce<() => Promise<T>>((inner, each) => {
      const { id, ownerId } = each;
      const keys = [...linksOf(each), endLink(each.chatId)];
      const alteringEnded = () => ended.altering(String(ownerId), () => alteringLinks(keys, inner));
      return () => teams.altering(id, () => ends.altering(id, alteringEnded));
    }, work)();

  /** Ends a team in a transaction that holds its lock. */
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

  /** @param endEntry where abandoned teams in the way end with it */
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

  /** @param endable the teams that may end with it */
  async function createIn(
    inside: Transaction,
    team: Team,
    entries: Entries,
    endable: readonly Team[],
    endEntry: AuditDraft | undefined,
    edit: Parameters<Teams['restore']>[2] | undefined,
  ): Promise<Team[] | NotCreated> {
    // Two creations at once: one of them finds the other.
    await inside.lock('teams');
    // All of them first, and always in this order: writing one locks links, for which who changes another may wait.
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

  /** @param otherwise runs where there is no such team any more, in the transaction that holds its lock */
  async function change<T>(
    id: string,
    edit: (team: Team, note: Note, tell: Tell) => T,
    otherwise?: (inside: Transaction) => Promise<void>,
  ): Promise<T | undefined> {
    const known = await teams.get(id);
    if (!known && !otherwise) return undefined;
    // Made once before the transaction, to know whose links it changes.
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
      // In this order: a team that ends in between is in the second list, where it stays once it is brought back.
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

/**
 * Reads a team; resolves to `undefined` where its row can't be read, so that one such row takes down neither its group nor its people.
 * @param noted gets the error, by the team's id
 */
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

/** The ended teams of which entries are kept: the logs of the others can't be read any more. */
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

/** Reads the team as it is now. No other transaction changes it until this one ends. */
export async function lockTeam(inside: Transaction, seal: Seal, id: string): Promise<Team | undefined> {
  await inside.lock(`team:${id}`);
  return openIn(inside, seal).teams.get(id);
}

/**
 * Whether a team of a group keeps another from being created: it works in the same place, or it has the whole group and another owner,
 * who would lose a topic.
 */
export function isInTheWay(known: Team, { topicId, ownerId }: Pick<Team, 'topicId' | 'ownerId'>): boolean {
  return known.topicId === topicId || (known.topicId === 0 && known.ownerId !== ownerId);
}

/** The teams that end where a team is created. @param endable those that may, where their owners are still away */
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

/** Takes a team that its owner brought back off those that have ended. */
async function forgetEnded(inside: Transaction, seal: Seal, { id, ownerId }: Team): Promise<void> {
  const owner = String(ownerId);
  await inside.lock(`ended-teams:${owner}`);
  const { ended } = openIn(inside, seal);
  const all = (await ended.get(owner)) ?? [];
  const others = all.filter((each) => each.id !== id);
  if (others.length < all.length) await ended.set(owner, others);
}

/** Counts a created team; one that its owner brings back is none. Resolves to whether its owner may create one more. */
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

/** Whether there is such a team; it may be unreadable. */
export async function isThere(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('SELECT key FROM boxes WHERE key = $1', `teams:${id}`)).length > 0;
}

/** Gives the teams of a migrated group to the new one. */
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

/** A team in the supergroup that its group became. Its pinned message stayed behind. */
function inChat(team: Team, chatId: number): Team {
  const breakGlass = team.breakGlass && { ...team.breakGlass, messageId: undefined, pinned: false };
  const endedBreakGlass = team.endedBreakGlass?.map((each) => ({ ...each, messageId: undefined, pinned: false }));
  return { ...team, breakGlass, endedBreakGlass, chatId, topicId: 0, topic: undefined };
}

/** Changes what is kept of a team that has ended, for as long as that is kept. */
async function changeEnd(inside: Transaction, seal: Seal, id: string, edit: (last: TeamEnd) => TeamEnd): Promise<void> {
  await inside.lock(`team:${id}`);
  const { ends } = openIn(inside, seal);
  const last = await ends.get(id);
  if (last) await ends.set(id, edit(last), Math.max(1, last.endedAt + RESTORABLE_MS - inside.now()));
}

/** An ended team of which that person has left the group: once each, and only those of its members. */
function leftBy(last: TeamEnd, userId: number, at: number): TeamEnd {
  if (!last.team.members.some((each) => each.userId === userId)) return last;
  const others = (last.left ?? []).filter((each) => each.userId !== userId);
  return { ...last, left: [...others, { userId, at }] };
}

/** Adds ended teams to those of a group. */
async function linkEnds(inside: Transaction, seal: Seal, chatId: number, ids: readonly string[]): Promise<void> {
  const key = endLink(chatId);
  await inside.lock(`team-link:${key}`);
  const { links, ends } = openIn(inside, seal);
  const kept: string[] = [];
  for (const id of (await links.get(key)) ?? []) if (await ends.get(id)) kept.push(id);
  await links.set(key, [...new Set([...kept, ...ids])], RESTORABLE_MS);
}

/** The user ids of those who left, or whose role changed. */
function lostRights(before: Team, after: Team): number[] {
  const roles = new Map(after.members.map(({ userId, role }) => [userId, role]));
  return before.members.filter(({ userId, role }) => roles.get(userId) !== role).map(({ userId }) => userId);
}

function peopleOf({ ownerId, members }: Team): number[] {
  return [...new Set([ownerId, ...members.map(({ userId }) => userId)])];
}

/** The key under which the ids of a person's teams are kept. */
export function personLink(userId: number): string {
  return `person:${userId}`;
}

function chatLink(chatId: number): string {
  return `chat:${chatId}`;
}

/** The key under which the ids of the ended teams of a group are kept. */
function endLink(chatId: number): string {
  return `ended:${chatId}`;
}

/** The same, which writes nothing that it could not read again: a number that is none is `null` in JSON. */
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
    /** By owner. */
    ended: openKeyValueStore(sql, seal, 'ended-teams', (stored) => endedTeams.parse(stored)),
    ends: validated(
      openKeyValueStore(sql, seal, 'team-ends', (stored) => teamEnd.parse(stored)),
      (value) => teamEnd.parse(value),
    ),
    /** By owner. */
    created: openKeyValueStore(sql, seal, 'team-creations', (stored) => creations.parse(stored)),
  };
}
