import type { AuditDraft } from '../store/audit/index.ts';
import type { WatchedTraffic, WatchingChat } from '../store/jobs/watches.ts';
import { isWatched, watchesPower } from './chats.ts';

/** Stored rows contain these names: they never change. */
export const WATCH_TARGETS = ['servers', 'server', 'outside', 'name', 'price', 'traffic', 'surge', 'expiry'] as const;
export type WatchTarget = (typeof WATCH_TARGETS)[number];

type Entry = Omit<AuditDraft, 'at' | 'actor'>;
type Target = Omit<Entry, 'event' | 'action'> & { action: WatchTarget };

/** A repeated tap makes no entry. @param named the name of a server */
export function auditOfWatches(
  before: WatchingChat | undefined,
  after: WatchingChat | undefined,
  named: (serverId: string) => string,
): Entry[] {
  const [old, now] = [targetsOf(before), targetsOf(after)];
  const isIn = (all: readonly Target[], target: Target) => all.some((each) => isSame(each, target));
  return [
    ...powerEntries(before, after, named),
    ...outsideEntries(before, after),
    ...now.filter((each) => !isIn(old, each)).map((target): Entry => ({ event: 'watched', ...target })),
    ...old
      // The watch has a new number: the loop above reported it.
      .filter((each) => !now.some((other) => aboutOf(other) === aboutOf(each)))
      .map((target): Entry => ({ event: 'unwatched', ...target })),
  ];
}

function powerEntries(
  before: WatchingChat | undefined,
  after: WatchingChat | undefined,
  named: (serverId: string) => string,
): Entry[] {
  const isOn = (chat: WatchingChat | undefined, id: string) => chat !== undefined && isWatched(chat, id);
  const changed = [...new Set([before, after].flatMap((chat) => chat?.power.except ?? []))].filter(
    (id) => isOn(before, id) !== isOn(after, id),
  );
  const all = after?.power.all === true;
  if ((before?.power.all === true) !== all || changed.length > 1)
    return [{ event: all ? 'watched' : 'unwatched', action: 'servers' }];
  return changed.map((id) => ({
    event: isOn(after, id) ? 'watched' : 'unwatched',
    ...{ action: 'server', server: { id, name: named(id) } },
  }));
}

/** Without a setting, reports of outside changes follow the watch of servers, and need no entry. */
function outsideEntries(before: WatchingChat | undefined, after: WatchingChat | undefined): Entry[] {
  if (before?.outside === after?.outside) return [];
  // An explicit setting also covers days with too many changes.
  if (after?.outside === true) return [{ event: 'watched', action: 'outside' }];
  const isOn = (chat: WatchingChat | undefined) => chat !== undefined && (chat.outside ?? watchesPower(chat));
  return isOn(before) && !isOn(after) ? [{ event: 'unwatched', action: 'outside' }] : [];
}

function targetsOf(chat: WatchingChat | undefined): Target[] {
  const { names = [], prices = [], traffic = [] } = chat ?? {};
  return [
    ...names.map((domain) => ({ action: 'name', domain }) as const),
    ...prices.map(({ suffix, target, currency }) => {
      return { action: 'price', domain: suffix, total: target, currency } as const;
    }),
    ...traffic.map(trafficTarget),
  ];
}

function trafficTarget({ server: id, name, above }: WatchedTraffic): Target {
  const server = { id, name };
  return above === undefined ? { action: 'surge', server } : { action: 'traffic', server, after: String(above) };
}

function aboutOf({ action, server, domain }: Target): string {
  return JSON.stringify([action, server?.id, domain]);
}

function isSame(one: Target, other: Target): boolean {
  return aboutOf(one) === aboutOf(other) && one.total === other.total && one.after === other.after;
}
