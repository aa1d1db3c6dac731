import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import { NotAllowed } from '../../../operations/index.ts';
import type { AuditDraft } from '../../../store/audit/index.ts';
import type { TeamStores } from '../../../store/index.ts';
import { isSamePlace, type Watches, type WatchingChat } from '../../../store/jobs/watches.ts';
import type { ChatNotes, Chats } from '../../../store/key-value/chats.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import type { Action } from '../../../teams/actions.ts';
import { may } from '../../../teams/rights.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { actorAndTime, askerOf, mayHere, requireInTeam } from '../../../telegram/access/require-right.ts';
import { type Ctx, isPrivate, toldHere, topicOf } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { auditOfWatches } from '../../../watches/audited.ts';
import { isWatched, watchesPower, watchesSome } from '../../../watches/chats.ts';
import { buttons } from '../../buttons.ts';
import { domainReference } from '../domain-words.ts';
import { serverName } from '../servers/find-server.ts';

/** A chat remembers of so many accounts, the last ones, that its people ended all that it was told. */
const MOST_NOTED = 20;

/** The user id of the account's owner, and its id: of a team's account the team's owner. */
export function watchedAccountOf({ person }: Ctx, { team, account }: Access): [ownerId: number, accountId: string] {
  return [team?.ownerId ?? person.id, account.id];
}

/** This chat, as it is told about the account; `undefined` in a group without a team. */
export function placeOfWatches(ctx: Ctx, { team }: Access): Omit<WatchingChat, 'power'> | undefined {
  const { locale } = ctx.t;
  const chatId = ctx.chat?.id ?? ctx.person.id;
  if (isPrivate(ctx)) {
    const isLent = team && team.ownerId !== ctx.person.id;
    return { chatId, topicId: 0, ...toldHere(ctx), locale, ...(isLent ? { team: team.id } : {}) };
  }
  return team?.chatId === chatId ? { chatId, topicId: team.topicId, locale, team: team.id } : undefined;
}

/** Where notices go that are not about one account: a private chat, or the place of a team. */
export interface NoticePlace {
  chatId: number;
  /** The forum topic; 0 where there is none. */
  topicId: number;
  /** The team of a group. */
  team?: Team;
}

/**
 * This chat, as it is told by itself. The person of a private chat sets its notices, also while they work with the account of a team.
 * @throws NotAllowed, Refusal in a group without a team
 */
export async function requireNoticePlace(ctx: Ctx, action: Action): Promise<NoticePlace> {
  const chatId = ctx.chat?.id ?? ctx.person.id;
  if (isPrivate(ctx)) return { chatId, topicId: 0 };
  const team = await ctx.services.store.teams.inChat(chatId, topicOf(ctx));
  if (!team) throw new Refusal((t) => t('notices-no-team'));
  await requireInTeam(ctx, team, action);
  return { chatId, topicId: team.topicId, team };
}

/** The watches of this chat on the account; `undefined` where it has none. The watches of an earlier team of the chat do not count any more. */
export async function watchesHere(ctx: Ctx, access: Access): Promise<WatchingChat | undefined> {
  const place = placeOfWatches(ctx, access);
  const watched = place && (await ctx.services.store.watches.get(...watchedAccountOf(ctx, access)));
  return watched?.chats.find((each) => isSamePlace(each, place ?? each) && each.team === place?.team);
}

/** Appends to the audit log of a team what the person of an update does. */
type Note = (entry: Omit<AuditDraft, 'at' | 'actor'>) => void;

/**
 * Changes what a member of a team is told, or its group, and asks for the right once more in the transaction that writes it.
 * @throws NotAllowed
 */
export async function changeInTeam<T>(
  ctx: Ctx,
  { id, chatId }: Team,
  action: Action,
  change: (stores: TeamStores, note: Note) => Promise<T>,
): Promise<T> {
  const { store, operations } = ctx.services;
  const by = actorAndTime(ctx);
  return store.inTeam({ id, chatId }, async (team, stores, note) => {
    const verdict = may(team, { person: ctx.person.id, place: askerOf(ctx), action, now: operations.now() });
    if (verdict.may === 'no') throw new NotAllowed(verdict, team && { team: id, action });
    return change(stores, (entry) => note({ ...entry, ...by }));
  });
}

/** Changes what this chat is told about the account; one that is told nothing is forgotten. @throws Refusal in a group without a team */
export async function changeWatchesHere(ctx: Ctx, access: Access, edit: (chat: WatchingChat) => void): Promise<void> {
  const place = placeOfWatches(ctx, access);
  if (!place) throw new Refusal((t) => t('watch-no-team'));
  const { store, accesses } = ctx.services;
  const { team, account, key } = access;
  if (!team || place.team === undefined) {
    const { after } = await changePlace(ctx, access, store.watches, place, edit);
    if (!after) await noteUnwatched(store.chats, access, place);
    return;
  }
  const { items } = await accesses.lists.known(key);
  const nameOf = (id: string) => serverName(account, items.find((each) => each.id === id) ?? { id });
  await changeInTeam(ctx, team, 'watch', async ({ watches, chats }, note) => {
    const { before, after } = await changePlace(ctx, access, watches, place, edit);
    if (!after) await noteUnwatched(chats, access, place);
    const where = isPrivate(ctx) ? ({ place: 'private' } as const) : {};
    for (const entry of auditOfWatches(before, after, nameOf)) note({ ...entry, ...where });
  });
}

type Ended = NonNullable<ChatNotes['unwatched']>[number];

/** The note that people of this chat ended all that it was told about the account. */
function endedIn({ account }: Access, { topicId, team }: Pick<WatchingChat, 'topicId' | 'team'>): Ended {
  return { topicId, accountId: account.id, team };
}

function isSameEnded(one: Ended, other: Ended): boolean {
  return one.topicId === other.topicId && one.accountId === other.accountId && one.team === other.team;
}

async function noteUnwatched(
  chats: Pick<Chats, 'change'>,
  access: Access,
  place: Omit<WatchingChat, 'power'>,
): Promise<void> {
  const ended = endedIn(access, place);
  await chats.change(place.chatId, (notes) => {
    const others = (notes.unwatched ?? []).filter((each) => !isSameEnded(each, ended));
    notes.unwatched = [...others, ended].slice(-MOST_NOTED);
  });
}

/** Whether people of this chat ended all that it was told about the account: it is told again only once they want that. */
export async function isEndedHere(ctx: Ctx, access: Access): Promise<boolean> {
  const place = placeOfWatches(ctx, access);
  const { unwatched = [] } = place ? await ctx.services.store.chats.get(place.chatId) : {};
  return place !== undefined && unwatched.some((each) => isSameEnded(each, endedIn(access, place)));
}

async function changePlace(
  ctx: Ctx,
  access: Access,
  watches: Watches,
  place: Omit<WatchingChat, 'power'>,
  edit: (chat: WatchingChat) => void,
): Promise<Record<'before' | 'after', WatchingChat | undefined>> {
  const [ownerId, accountId] = watchedAccountOf(ctx, access);
  return watches.change(ownerId, accountId, ctx.services.operations.now(), (chats) => {
    const at = chats.findIndex((each) => isSamePlace(each, place));
    const [found] = at < 0 ? [] : chats.splice(at, 1);
    const before = found?.team === place.team ? found : undefined;
    const chat: WatchingChat = before
      ? { ...structuredClone(before), ...place }
      : { ...place, power: { all: false, except: [] } };
    edit(chat);
    const isTold = watchesSome(chat);
    if (isTold) chats.push(chat);
    return { before, after: isTold ? chat : undefined };
  });
}

/** The data of a button has 64 bytes: those that its kind and the account leave hold most names. */
const LONGEST_IN_DATA = 50;
/** Stands before the reference of a name that is too long. */
const REFERS = '#';
/** How long the button of such a name works. */
const REFERENCE_LIFE_MS = 90 * 24 * 3_600_000;

export function fitsData(domain: string): boolean {
  return Buffer.byteLength(domain) <= LONGEST_IN_DATA;
}

/** A domain as a button's data names it: itself, or a reference where it is too long. */
export function domainData(domain: string): string {
  return fitsData(domain) ? domain : REFERS + domainReference(domain);
}

/** {@link domainData} of a name that may not be watched here: the name that a reference stands for is kept. */
export async function keptDomainData({ services }: Ctx, domain: string): Promise<string> {
  const data = domainData(domain);
  if (data !== domain) await services.store.notes.set(noteOf(data), domain, REFERENCE_LIFE_MS);
  return data;
}

/** The domain that data of a button names; `undefined` where a reference is to none that is kept, or watched here. */
export async function domainOfData(ctx: Ctx, access: Access, data: string): Promise<string | undefined> {
  if (!data.startsWith(REFERS)) return data;
  const kept = await ctx.services.store.notes.get(noteOf(data));
  return kept ?? (await watchesHere(ctx, access))?.names?.find((each) => domainData(each) === data);
}

function noteOf(data: string): string {
  return `domain:${data}`;
}

/** The button that watches a name which is taken; none where the person can't set that. */
export async function nameBell(ctx: Ctx, access: Access, domain: string): Promise<InlineKeyboardButton[]> {
  if (!placeOfWatches(ctx, access) || !mayHere(ctx, access.team, 'watch')) return [];
  const values = { account: access.account.id, domain: await keptDomainData(ctx, domain) };
  return [buttons.watchName.make(ctx.t.plain('button-watch-name'), values)];
}

/** The button that lets a server be watched in this chat, or not any more; none where the person can't set that. */
export async function bell(ctx: Ctx, access: Access, serverId: string): Promise<InlineKeyboardButton[]> {
  if (!placeOfWatches(ctx, access) || !mayHere(ctx, access.team, 'watch')) return [];
  const chat = await watchesHere(ctx, access);
  return [bellButton(ctx, access, serverId, chat !== undefined && isWatched(chat, serverId))];
}

/** The button that has the power of all servers watched; none where that is so, or the person can't set it. */
export async function watchInvitation(ctx: Ctx, access: Access): Promise<InlineKeyboardButton[]> {
  if (!placeOfWatches(ctx, access) || !mayHere(ctx, access.team, 'watch')) return [];
  const chat = await watchesHere(ctx, access);
  if (chat && watchesPower(chat)) return [];
  return [watchAllButton(ctx.t, access.account.id)];
}

export function watchAllButton(t: Translate, account: string): InlineKeyboardButton {
  return buttons.watch.make(t.plain('button-watch-all'), { account, server: '', on: 'y' });
}

/** The button to what is watched in this chat; none in a group without a team. */
export function watchesButton(ctx: Ctx, access: Access): InlineKeyboardButton[] {
  if (!placeOfWatches(ctx, access)) return [];
  return [buttons.watches.make(ctx.t.plain('button-watches'), { account: access.account.id })];
}

/** @param isOn whether the server is watched now */
export function bellButton({ t }: Ctx, { account }: Access, serverId: string, isOn: boolean): InlineKeyboardButton {
  const label = t.plain(isOn ? 'button-watch-off' : 'button-watch-on');
  const values = { account: account.id, server: serverReference(serverId) };
  return buttons.watchServer.make(label, { ...values, on: isOn ? 'n' : 'y' });
}
