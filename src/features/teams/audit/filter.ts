import { z } from 'zod';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import { NotAllowed } from '../../../operations/index.ts';
import type { AuditFilter, AuditPlace } from '../../../store/audit/log.ts';
import type { EndedTeam, Team } from '../../../store/key-value/teams.ts';
import { accessAllowed, requireInTeam } from '../../../telegram/access/require-right.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { isPrivate } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { teamName } from '../../../telegram/ui/format.ts';
import { normalise } from '../../common/input/typed-input.ts';
import { findServers, named } from '../../common/servers/find-server.ts';
import { boundsOf, readDay } from './days.ts';
import { personName } from './words.ts';

const FILTER_LIFE_MS = 7 * 24 * 3_600_000;

export interface Log {
  id: string;
  title: string;
  /** Absent once the team has ended: then its former owner reads the log. */
  team?: Team;
  endedAt?: number;
}

const chosen = z.object({
  /** A server, or a domain with its name as the id. */
  server: z.object({ id: z.string(), name: z.string() }).optional(),
  person: z.object({ id: z.number(), name: z.string() }).optional(),
  /** Midnight UTC. */
  day: z.number().optional(),
});
export type Chosen = z.infer<typeof chosen>;

export type Meant = { server: NonNullable<Chosen['server']> } | { person: NonNullable<Chosen['person']> };

/** Its admins and owner read a log, after the team's end the former owner in private. @throws NotAllowed */
export async function requireLog(ctx: Ctx, id: string): Promise<Log> {
  const { store } = ctx.services;
  const team = await store.teams.get(id);
  if (team) {
    await requireInTeam(ctx, team, 'audit');
    return { id, title: teamName(team), team };
  }
  const ended = isPrivate(ctx) ? (await store.teams.endedOf(ctx.person.id)).find((each) => each.id === id) : undefined;
  if (!ended) throw new NotAllowed({ may: 'no', reason: 'ended' });
  return logOfEnded(ended);
}

export function logOfEnded(ended: EndedTeam): Log {
  return { id: ended.id, title: teamName(ended), endedAt: ended.endedAt };
}

/** A button has no room for a filter. Resolves to its reference; empty for no filter. */
export async function keepChosen(ctx: Ctx, { id }: Log, by: Chosen): Promise<string> {
  if (!by.server && !by.person && by.day === undefined) return '';
  const written = JSON.stringify(by);
  const reference = serverReference(written);
  await ctx.services.store.notes.set(noteKey(id, reference), written, FILTER_LIFE_MS);
  return reference;
}

/** @throws Refusal where the filter is no longer stored */
export async function keptChosen(ctx: Ctx, { id }: Log, reference: string): Promise<Chosen> {
  if (reference === '') return {};
  const written = await ctx.services.store.notes.get(noteKey(id, reference));
  if (written === undefined) throw new Refusal((t) => t('button-old'));
  return chosen.parse(JSON.parse(written));
}

function noteKey(team: string, reference: string): string {
  return `audit:${team}:${reference}`;
}

export function filterOf({ t }: Pick<Ctx, 't'>, { server, person, day }: Chosen): AuditFilter {
  return { subject: server?.id, person: person?.id, days: day === undefined ? undefined : boundsOf(day, t) };
}

/** A position in a log for a button: `o` for the entries before it, `n` for those after it. */
export function placeFor(direction: 'o' | 'n', { at, number }: AuditPlace): string {
  return `${direction}${at.toString(36)}.${number.toString(36)}`;
}

export function placeIn(text: string): { older: AuditPlace } | { newer: AuditPlace } | undefined {
  const match = /^([on])([\da-z]{1,9})\.([\da-z]{1,9})$/.exec(text);
  if (!match) return undefined;
  const place = { at: Number.parseInt(match[2] ?? '', 36), number: Number.parseInt(match[3] ?? '', 36) };
  return match[1] === 'o' ? { older: place } : { newer: place };
}

export async function knownIn(ctx: Ctx, { id, team }: Log) {
  const { people, servers } = await ctx.services.store.audit.recent(id);
  const all = new Map(people.map((each) => [each.id, { id: each.id, name: personName(each) }]));
  for (const { userId, name } of team?.members ?? []) all.set(userId, { id: userId, name });
  return { people: [...all.values()], servers };
}

/**
 * Reads a day anywhere in the words, and the name of a server, of a person or of both.
 * @returns the filter, the words that fit nothing, and every match where several fit
 */
export async function readFilter(
  ctx: Ctx,
  log: Log,
  typed: string,
): Promise<{ by: Chosen; rest: string; meant: Meant[] }> {
  const { day, rest } = withoutDay(typed, ctx);
  const by: Chosen = day === undefined ? {} : { day };
  if (rest === '') return { by, rest, meant: [] };
  const known = await knownIn(ctx, log);
  const meant = [...(await serversCalled(ctx, log, known.servers, rest)), ...peopleCalled(known.people, rest)];
  if (meant.length > 0) return { by, rest, meant };
  const words = rest.split(' ');
  for (let at = 1; at < words.length; at++) {
    const halves = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    for (const [one = '', other = ''] of [halves, halves.toReversed()]) {
      const [server, ...moreServers] = await serversCalled(ctx, log, known.servers, one);
      const [person, ...morePeople] = peopleCalled(known.people, other);
      if (server && person && moreServers.length === 0 && morePeople.length === 0)
        return { by: { ...by, ...server, ...person }, rest: '', meant: [] };
    }
  }
  return { by, rest, meant: [] };
}

function withoutDay(typed: string, { t, services }: Ctx): { day: number | undefined; rest: string } {
  const words = normalise(typed).split(' ').filter(Boolean);
  const now = services.operations.now();
  for (let length = Math.min(3, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const day = readDay(words.slice(at, at + length).join(' '), now, t);
      if (day !== undefined) return { day, rest: words.toSpliced(at, length).join(' ') };
    }
  return { day: undefined, rest: words.join(' ') };
}

function peopleCalled(people: readonly { id: number; name: string }[], typed: string): Meant[] {
  const found = called(people, typed, ({ id, name }) => [name, String(id)]);
  return found.map((person) => ({ person }));
}

/** Searches the newest entries, then the account, then the domains that have entries. */
async function serversCalled(
  ctx: Ctx,
  log: Log,
  servers: readonly { id: string; name: string }[],
  typed: string,
): Promise<{ server: { id: string; name: string } }[]> {
  const recent = called(servers, typed, ({ id, name }) => [name, id]);
  const found =
    recent.length > 0 ? recent : [...(await ofAccount(ctx, log, typed)), ...(await domainsCalled(ctx, log, typed))];
  return found.map(({ id, name }) => ({ server: { id, name } }));
}

async function ofAccount(ctx: Ctx, { team }: Log, typed: string) {
  const access = team && (await accessAllowed(ctx, 'audit', team.accountId));
  return access ? findServers(ctx, access, typed) : [];
}

/** Searches the newest entries, then the account. */
export async function serverBy(
  ctx: Ctx,
  { team }: Log,
  servers: readonly { id: string; name: string }[],
  reference: string,
): Promise<Chosen['server']> {
  const recent = servers.find(({ id }) => serverReference(id) === reference);
  const access = team && !recent ? await accessAllowed(ctx, 'audit', team.accountId) : undefined;
  if (!access) return recent;
  const found = await ctx.services.accesses.lists.find(access.key, access.hosting, reference);
  return found && { id: found.id, name: named(access.account, found).name };
}

async function domainsCalled(ctx: Ctx, { id }: Log, typed: string) {
  if (!typed.includes('.')) return [];
  const { items } = await ctx.services.store.audit.page(id, { subject: typed }, 1);
  return items.length > 0 ? [{ id: typed, name: typed }] : [];
}

function called<Each>(all: readonly Each[], typed: string, namesOf: (each: Each) => readonly string[]): Each[] {
  const fits = (test: (known: string) => boolean) => all.filter((each) => namesOf(each).map(normalise).some(test));
  const exact = fits((known) => known === typed);
  return exact.length > 0 ? exact : fits((known) => known.startsWith(typed));
}
