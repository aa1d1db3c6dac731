import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { buttons } from '../../../../src/features/buttons.ts';
import type { AccountState, SandboxProvider } from '../../../../src/sandbox/provider/index.ts';
import type { Call, World } from '../../../../src/sandbox/telegram/index.ts';
import type { Store } from '../../../../src/store/index.ts';
import { RETURNS_ROUNDS } from '../../../../src/watches/power.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { bare, type Person } from '../../../support/person.ts';
import type { Chance } from '../../../support/random/chance.ts';
import { testTexts } from '../../../support/texts.ts';
import { buttonsOn, is } from '../purchases/chat.ts';
import { settled } from '../round.ts';
import { createTeam } from '../team/changes.ts';
import { personOf } from '../team/people.ts';
import { TEAM_TOKEN } from '../team/play.ts';
import {
  alertsOf,
  deadlineAfter,
  judgeWatches,
  type Kill,
  type Outage,
  type Place,
  ROUND_MS,
  type ToldAlert,
  toldAgainAt,
  type WatchFigures,
  type WatchRecords,
} from './judge.ts';

export const OTHER_TOKEN = 'provider-token-of-another-person';
/** Per account: servers that go down by themselves, and servers that a person powers off. */
const FAILING = 20;
const POWERED = 3;
/** Neighbouring servers share a place, so that one message reports them together. */
const IN_PLACE = 4;
export const WATCHED = Array.from({ length: FAILING + POWERED }, (_, at) => ({
  geo: `place-${Math.floor(at / IN_PLACE)}`,
}));
/** Shorter than the time between two readings. */
const BLIP_MS = 0.8 * ROUND_MS;
const MOST_KILLS = 3;
/** The share of outages in which a process dies right after it sent an alert, and how long the answer to that would take. */
const UNNOTED = 0.2;
const UNANSWERED_MS = 60_000;

/** The bot with its people, however many processes it is. */
export interface WatchPlay {
  world: World;
  provider: SandboxProvider;
  /** The bot's store, opened a second time. */
  store: Store;
  /** Acts, and lets a process die at a moment of the chance's meanwhile. @param moment resolves when all processes die instead */
  crash(act: () => void, moment?: () => Promise<void>): Promise<Kill>;
}

export interface WatchRun {
  /** `listed`: servers in a message with others of their place. */
  figures: WatchFigures & { kills: number; own: number; listed: number };
  wrong: string[];
}

/** A person who watches all servers of an account of theirs. */
interface Owner {
  person: Person;
  account: AccountState;
  /** The number of times that people powered off a server. */
  own: number;
}

/** The events so far, as the judge needs them. */
interface Play extends WatchPlay {
  chance: Chance;
  owners: readonly Owner[];
  records: WatchRecords & { outages: Outage[]; kills: Kill[] };
}

/**
 * Servers go down and come up, and people power others off, for this number of kills. One account is
 * watched in private and by a team's group, the other only in private.
 */
export async function playWatches(
  given: WatchPlay,
  chance: Chance,
  kills: number,
  progress: (line: string) => void,
): Promise<WatchRun> {
  const owners = [await connect(given, 'owner', TEAM_TOKEN), await connect(given, 'stranger', OTHER_TOKEN)];
  const places = await watchAll(given, chance, owners);
  const { world, provider } = given;
  const alerts = readAlerts(world, owners);
  const play: Play = {
    ...given,
    chance,
    owners,
    records: {
      ...{ places, outages: [], kills: [] },
      get alerts() {
        return alerts();
      },
      offReadings: ({ account, serverId, from, to = Number.POSITIVE_INFINITY }, until) =>
        provider.requests
          .filter((each) => each.operation === 'server.status' && each.account === account)
          .filter(({ body, answered }) => idIn(body) === serverId && answered === 200)
          .filter(({ at }) => at >= from && at <= Math.min(to, until)).length,
    },
  };
  while (play.records.kills.length < kills) {
    await playCycle(play);
    progress(`${play.records.kills.length} kills, ${play.records.outages.length} outages`);
  }
  const { figures, wrong } = judgeWatches(play.records);
  const own = owners.reduce((sum, each) => sum + each.own, 0);
  const listed = play.records.alerts.filter(({ isListed }) => isListed).length;
  return { figures: { kills: play.records.kills.length, own, listed, ...figures }, wrong };
}

export function watchLine({ figures }: WatchRun, seed: number): string {
  const { kills, outages, short, own, listed, missed, doubled, madeUp, left, repeated, toldWithin, endedWithin } =
    figures;
  const did = `${kills} kills while servers went down, ${outages} outages and ${short} short ones told to a chat each (${listed} in lists), ${own} times powered off by people`;
  const mistakes = `${missed} missed, ${doubled} doubled, ${madeUp} made up, ${left} left open`;
  return `${did}: ${mistakes}; ${repeated} repeated after a kill; told within ${toldWithin} s, ended within ${endedWithin} s; SOAK_SEED=${seed}`;
}

async function connect({ world, provider }: WatchPlay, name: 'owner' | 'stranger', token: string): Promise<Owner> {
  const person = personOf(world, name);
  world.say(person.user.id, person.chat, `/connect ${token}`);
  await person.shows(/Connected as|وصل شد/);
  return { person, account: provider.account(token), own: 0 };
}

/** Has all servers watched, and waits until each was read. */
async function watchAll(
  { world, provider, store }: WatchPlay,
  chance: Chance,
  owners: readonly Owner[],
): Promise<Place[]> {
  await createTeam({ store, chance, id: 'team-1' }, world, [], 1);
  const [lender] = owners;
  const chats = owners.map(({ person, account }) => ({ person, account }));
  if (lender) chats.push({ person: lender.person.in(world.group.id), account: lender.account });
  for (const { person } of chats) {
    world.say(person.user.id, person.chat, '/watch');
    await person.shows(/^🔔/);
  }
  const readings = () => provider.requests.filter(({ operation }) => operation === 'server.status').length;
  const enough = readings() + 2 * owners.length * WATCHED.length;
  const deadline = performance.now() + PATIENCE_MS;
  while (readings() < enough) {
    if (performance.now() > deadline) throw new Error('no round of readings');
    await wait(50);
  }
  return chats.map(({ person, account }) => ({ chatId: person.chat, account: account.label }));
}

/** The alerts in the bot's calls so far. */
function readAlerts(world: World, owners: readonly Owner[]): () => ToldAlert[] {
  const serversIn = createReader(owners.flatMap(({ account }) => account.servers.map(({ ip }) => ip)));
  const alerts: ToldAlert[] = [];
  let read = 0;
  const add = (call: Call) => {
    const message = shown.safeParse(call.result).data;
    const about = message && serversIn(message.text);
    if (!about) return;
    const { message_id: messageId, chat } = message;
    if (call.method === 'sendMessage') tellIn(alerts, { chatId: chat.id, messageId, at: call.at }, about.off);
    for (const each of alerts)
      if (each.messageId === messageId && each.chatId === chat.id && about.up.has(each.ip)) each.upAt ??= call.at;
  };
  return () => {
    for (; read < world.calls.length; read++) {
      const call = world.calls[read];
      if (call?.ok) add(call);
    }
    return alerts;
  };
}

/** A message that adds a server to reported ones reports only that server; any other message reports all of them again. */
function tellIn(alerts: ToldAlert[], message: Omit<ToldAlert, 'ip'>, off: ReadonlySet<string>): void {
  const { chatId, messageId, at } = message;
  const open = alerts.filter((each) => each.chatId === chatId && each.upAt === undefined && off.has(each.ip));
  const known = new Set(open.map(({ ip }) => ip));
  const added = [...off].filter((ip) => !known.has(ip));
  if (added.length > 0) for (const each of open) Object.assign(each, { messageId, listedAt: at, isListed: true });
  for (const ip of added.length > 0 ? added : off) alerts.push({ ...message, ip, isListed: off.size > 1 });
}

/** The servers that an alert's message shows as off, and as on again; `undefined` for another message. */
function createReader(ips: readonly string[]) {
  const texts = ['en', 'fa'].map((language) => testTexts().in(language));
  const words = { status: '', time: '', from: '', to: '', unit: 'minutes', count: 1 } as const;
  const beginning = (text: string, ip: string) => firstLine(text).slice(0, firstLine(text).indexOf(ip) + ip.length);
  const heads = new Map(
    ips.flatMap((ip) =>
      (['alert-down', 'alert-up'] as const).flatMap((key) =>
        texts.map((t) => [firstLine(t(key, { server: ip, ...words })), { ip, isUp: key === 'alert-up' }] as const),
      ),
    ),
  );
  const lines = ips.flatMap((ip) =>
    (['alert-line-down', 'alert-line-up'] as const).flatMap((key) =>
      texts.map((t) => ({
        ip,
        isUp: key === 'alert-line-up',
        begins: beginning(t(key, { server: ip, ...words }), ip),
      })),
    ),
  );
  // A list begins with the place, whose words no other alert has.
  const ofPlace = /\bplace-\d+\b/;
  const lineOf = (line: string) =>
    lines.find(({ begins }) => line.startsWith(begins) && !/^\d/.test(line.slice(begins.length)));
  return (text: string) => {
    const all = bare(text.replace(/<[^>]*>/g, '')).split('\n');
    const alone = heads.get(all[0] ?? '');
    const isList = ofPlace.test(all[0] ?? '') && all.length > 1;
    if (!alone && !isList) return undefined;
    const found = alone ? [alone] : all.slice(1).flatMap((line) => lineOf(line) ?? []);
    const off = new Set(found.flatMap(({ ip, isUp }) => (isUp ? [] : [ip])));
    // A server that went off again stands in a list twice.
    return { off, up: new Set(found.flatMap(({ ip, isUp }) => (isUp && !off.has(ip) ? [ip] : []))) };
  };
}

const shown = z.looseObject({ message_id: z.number(), chat: z.looseObject({ id: z.number() }), text: z.string() });

function firstLine(text: string): string {
  return bare(text.replace(/<[^>]*>/g, '')).split('\n', 1)[0] ?? '';
}

/** Each server comes up again after its message, while processes die. */
async function playCycle(play: Play): Promise<void> {
  const { chance, owners, records } = play;
  const powered = owners.filter(() => chance.odds(0.8)).map((owner) => ({ owner, server: poweredOf(owner, chance) }));
  const off = await Promise.all(powered.map(({ owner, server }) => askPower(play, owner, server.ip, 'off')));
  const failing = owners.flatMap((owner) => {
    const [blip, ...others] = failingOf(play, owner, chance);
    return { owner, blip, down: others.slice(0, chance.whole(1, 3)) };
  });
  const begun: Outage[] = [];
  const blips: Promise<void>[] = [];
  await crashing(
    play,
    () => {
      for (const { owner, blip, down } of failing) {
        begun.push(...down.map((server) => goesDown(play, owner, server)));
        if (blip && chance.odds(0.5)) blips.push(blink(play, owner, blip));
      }
      for (const tap of off) tap();
    },
    true,
  );
  await Promise.all(blips);
  const placesOf = ({ account }: Outage) => records.places.filter((each) => each.account === account);
  const isTold = (outage: Outage) => placesOf(outage).every((place) => alertsOf(place, outage, records).length > 0);
  await until(play, begun, ({ from }) => from, isTold);
  await wait(Math.max(0, toldAgainAt(records) - Date.now()));

  const isOff = powered.filter(({ owner, server }) => owner.account.server(server.id).status === 'off');
  for (const { owner } of isOff) owner.own++;
  // The servers went off a little later: as many readings show it.
  if (isOff.length > 0) await wait(2 * ROUND_MS);
  const on = await Promise.all(isOff.map(({ owner, server }) => askPower(play, owner, server.ip, 'on')));
  const seen = owners.filter(() => chance.odds(0.5)).flatMap((owner) => lookAfter(play, owner));
  await crashing(play, () => {
    for (const tap of seen) tap();
    for (const outage of begun) comesUp(play, outage);
    for (const tap of on) tap();
  });
  const isEnded = (outage: Outage) =>
    placesOf(outage).every((place) => alertsOf(place, outage, records).at(-1)?.upAt !== undefined);
  await until(play, begun, ({ to = 0 }) => to, isEnded);
  for (const { owner, server } of powered) owner.account.setStatus(server.id, 'on');
}

/** The tap by which a person acknowledges their newest alert, or hands it back. */
function lookAfter({ world }: Play, { person }: Owner): (() => void)[] {
  const button = person
    .messages()
    .flatMap(buttonsOn)
    .findLast((each) => is(buttons.acknowledge, each));
  return button ? [() => void world.pressRaw(person.user.id, person.chat, button.messageId, button.data)] : [];
}

function poweredOf({ account }: Owner, chance: Chance) {
  return chance.pick(account.servers.slice(FAILING));
}

/** The failing servers that do not flap by going down again, in an order of the chance's. */
function failingOf({ records: { outages, kills } }: Play, { account }: Owner, chance: Chance) {
  const lastUp = (id: string) => Math.max(0, ...outages.filter((each) => each.serverId === id).map(({ to = 0 }) => to));
  const servers = account.servers
    .slice(0, FAILING)
    .filter(({ id }) => deadlineAfter(lastUp(id), kills) + RETURNS_ROUNDS * ROUND_MS < Date.now());
  const first = chance.whole(0, Math.max(0, servers.length - 1));
  return [...servers.slice(first), ...servers.slice(0, first)];
}

/** Acts, and lets some processes die, one after the other; now and then the first when an alert was sent that it does not know of. */
async function crashing(play: Play, act: () => void, isTold = false): Promise<void> {
  const { chance, records, world } = play;
  const told = async () => {
    const before = records.alerts.length;
    await settled({ app: { world } }, () => records.alerts.length > before, deadlineAfter(Date.now(), []) - Date.now());
  };
  const isUnnoted = isTold && chance.odds(UNNOTED);
  if (isUnnoted) world.fail({ method: 'sendMessage', afterHandling: true, delayMs: UNANSWERED_MS, times: 1 });
  records.kills.push(await play.crash(act, isUnnoted ? told : undefined));
  world.clearFaults();
  for (let left = chance.whole(0, MOST_KILLS - 1); left > 0; left--) {
    await wait(chance.whole(0, ROUND_MS));
    records.kills.push(await play.crash(() => undefined));
  }
}

function goesDown({ records }: Play, { account }: Owner, { id, ip }: { id: string; ip: string }): Outage {
  account.setStatus(id, 'off');
  const outage = { account: account.label, serverId: id, ip, from: Date.now() };
  records.outages.push(outage);
  return outage;
}

function comesUp({ owners }: Play, outage: Outage): void {
  owners.find(({ account }) => account.label === outage.account)?.account.setStatus(outage.serverId, 'on');
  outage.to = Date.now();
}

async function blink(play: Play, owner: Owner, server: { id: string; ip: string }): Promise<void> {
  const outage = goesDown(play, owner, server);
  await wait(BLIP_MS);
  comesUp(play, outage);
}

/** Waits until it is so of all outages, or the time for that is over. */
async function until(
  { world, records }: Play,
  outages: readonly Outage[],
  since: (outage: Outage) => number,
  isSo: (outage: Outage) => boolean,
): Promise<void> {
  const deadline = Math.max(...outages.map((outage) => deadlineAfter(since(outage), records.kills)));
  await settled({ app: { world } }, () => outages.every(isSo), deadline - Date.now());
}

/** Asks for a power action. Resolves to the tap that confirms it. */
async function askPower({ world }: Play, { person }: Owner, ip: string, action: 'on' | 'off'): Promise<() => void> {
  const { message_id } = world.say(person.user.id, person.chat, `/${action} ${ip}`);
  const button = await world.until(
    () =>
      person
        .messages()
        .filter((message) => message.message_id > message_id && JSON.stringify(message).includes(ip))
        .flatMap(buttonsOn)
        .find((each) => is(buttons.confirm, each)),
    { timeoutMs: PATIENCE_MS, describe: () => `no confirm:\n${person.screens().slice(-2).join('\n---\n')}` },
  );
  return () => void world.pressRaw(person.user.id, person.chat, button.messageId, button.data);
}

function idIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}
