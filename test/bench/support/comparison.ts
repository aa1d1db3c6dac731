import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Load, openLoad, type Ran, ROUND } from '../load/index.ts';
import type { Options } from '../load/protocol.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import { requireSameWork, TOLERANCE } from './same-work.ts';

/** 2,000 updates: until then V8 still compiles what runs often. */
const WARM_UP_ROUNDS = 500;
const WARM_UP_TOGETHER = 10;
const BLOCKS = 3;
/** Work after the last visible answer (its row in the ledger, the update's in the inbox) belongs to the update. */
const SETTLE_MS = 250;

/** The bots that are compared. All make the same calls; each is a process of its own. */
const WORKERS = {
  bot: 'bot.ts',
  bare: 'bare.ts',
  telegraf: 'telegraf.ts',
  typical: 'typical.ts',
};
export type Peer = keyof typeof WORKERS;

export const PEERS = {
  bot: 'ours',
  bare: 'bare grammY',
  telegraf: 'bare Telegraf',
  typical: 'typical grammY with SQLite',
} as const satisfies Record<Peer, string>;

/** A bot with Telegram, the provider and people of its own. */
export interface Side {
  load: Load;
  worker: Worker;
  /** Milliseconds of processor time so far, with that of its database's server. */
  cpuMs(): Promise<number>;
}

export interface SideOptions {
  load?: Partial<Options>;
  /** Settings of this bot alone. */
  settings?: Record<string, string>;
  /** Runs the bot under this program. */
  under?: readonly string[] | undefined;
  /** Milliseconds of processor time that others have used for the bot so far, such as its database's server. */
  othersMs?: (() => number) | undefined;
}

/** Starts the real bot, whose people have connected their accounts. */
export async function openBot({ load: options, settings = {}, under, othersMs }: SideOptions = {}): Promise<Side> {
  const load = await openLoad(options);
  const side = await startSide(load, 'bot', { settings, under, othersMs });
  await load.connect();
  return side;
}

/** Starts a bot over an open load. */
export async function startSide(
  load: Load,
  peer: Peer,
  { settings = {}, under, othersMs = () => 0 }: Omit<SideOptions, 'load'> = {},
): Promise<Side> {
  const worker = await startWorker(WORKERS[peer], { ...load.env, ...settings }, under);
  return { load, worker, cpuMs: async () => (await worker.cpuMs()) + othersMs() };
}

export interface ComparisonOptions {
  /** The peers beside the real bot. */
  peers: readonly Exclude<Peer, 'bot'>[];
  /** Settings of each bot, in addition to its environment. */
  settings?: () => Promise<Record<string, string>>;
  /** Settings of the real bot alone. */
  own?: Record<string, string>;
  /** Milliseconds of processor time that the real bot's database has used so far. */
  databaseMs?: () => number;
}

/** The real bot and its peers, started and warm. */
export interface Comparison {
  sides: ReadonlyMap<Peer, Side>;
  /**
   * Lets each run so many rounds with so many people at a time, in contiguous blocks: all of one bot's updates, then all of the
   * next one's, and so on several times, so that each runs as warm as alone.
   * @param tolerance the share by which they may differ in how often they made a call
   * @throws Error when they did not do the same work
   */
  measure(rounds: number, together: number, tolerance?: number): Promise<Map<Peer, Measured>>;
  close(): Promise<void>;
}

export interface Measured {
  updates: number;
  /** Milliseconds of processor time per update. */
  ms: number;
  /** The same for each block. */
  blocks: number[];
  /** Updates per second until the last answer was visible. */
  perSecond: number;
  /** Steps that the bot refused because it was busy. */
  refused: number;
}

/** Starts the real bot and its peers. The peers repeat the calls that the real bot made for a person of each language. */
export async function compare({ peers, settings, own = {}, databaseMs }: ComparisonOptions): Promise<Comparison> {
  const bot = await openBot({ settings: { ...(await settings?.()), ...own }, othersMs: databaseMs });
  const script = JSON.stringify(await bot.load.rehearse());
  const sides = new Map<Peer, Side>([['bot', bot]]);
  for (const peer of peers) {
    const load = await openLoad();
    const SCRIPT = join(load.directory, 'script.json');
    await writeFile(SCRIPT, script);
    sides.set(peer, await startSide(load, peer, { settings: { ...(await settings?.()), SCRIPT } }));
  }
  for (const { load } of sides.values()) await load.run(WARM_UP_ROUNDS, WARM_UP_TOGETHER);
  const profile = process.env.BENCH_PROFILE;
  if (profile !== undefined) await bot.worker.profile(profile);
  return {
    sides,
    async measure(rounds, together, tolerance = TOLERANCE) {
      const runs = new Map<Peer, Block[]>([...sides.keys()].map((peer) => [peer, []]));
      for (let count = 0; count < BLOCKS; count++)
        for (const [peer, side] of sides) runs.get(peer)?.push(await block(side, rounds, together));
      const calls = [...runs].map(([peer, ran]) => [PEERS[peer], ran.map((each) => each.calls)] as const);
      requireSameWork(new Map(calls), tolerance);
      return new Map([...runs].map(([peer, ran]) => [peer, summary(ran, rounds * ROUND)]));
    },
    async close() {
      for (const side of sides.values()) await closeSide(side);
    },
  };
}

export async function closeSide({ worker, load }: Side): Promise<void> {
  await worker.stop();
  await load.close();
}

export interface Block extends Ran {
  /** Milliseconds of processor time. */
  ms: number;
}

/** Runs rounds and waits until their effects are done. */
export async function block({ load, cpuMs }: Side, rounds: number, together: number): Promise<Block> {
  const before = await cpuMs();
  const ran = await load.run(rounds, together);
  await wait(SETTLE_MS);
  return { ...ran, ms: (await cpuMs()) - before };
}

function summary(blocks: readonly Block[], each: number): Measured {
  const sum = (of: (block: Block) => number) => blocks.reduce((total, block) => total + of(block), 0);
  const updates = blocks.length * each;
  return {
    updates,
    ms: sum(({ ms }) => ms) / updates,
    blocks: blocks.map(({ ms }) => ms / each),
    perSecond: updates / sum(({ seconds }) => seconds),
    refused: sum(({ refused }) => refused),
  };
}

/** The figures of a peer. @throws RangeError where it was not measured */
export function of(measured: ReadonlyMap<Peer, Measured>, peer: Peer): Measured {
  const found = measured.get(peer);
  if (!found) throw new RangeError(`${peer} was not measured`);
  return found;
}

/** Block by block, the least and the most that one took over another. */
export function spread(one: Measured, other: Measured): { least: number; most: number } {
  const ratios = one.blocks.map((ms, index) => ms / (other.blocks[index] ?? Number.NaN));
  return { least: Math.min(...ratios), most: Math.max(...ratios) };
}
