import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import { record, type Script } from '../workers/script.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import { openTown, type Town } from './environment.ts';
import { createRider, type Rider } from './timed-person.ts';

const PEOPLE = 40;
const WARM_UP = 2;
const BLOCKS = 6;
/** What follows the last visible answer (its row in the ledger, the update's in the inbox) belongs to the update. */
export const SETTLE_MS = 100;
/** The share by which the two may differ in how much they called, before the comparison is worthless. */
const TOLERANCE = 0.01;

/** What a person does in a round: a message, or a tap on a button of this name. */
export const STEPS = ['/servers', buttons.server.name, buttons.power.name, buttons.confirm.name];

export interface Bout {
  /** What either bot finds in its environment beside its town's. */
  settings?: () => Promise<Record<string, string>>;
  /** What the real bot alone finds there. */
  own?: Record<string, string>;
  /** How many people act at a time; one after another unless given. */
  together?: number;
}

export interface Score {
  /** Milliseconds of processor time per update. */
  bot: number;
  bare: number;
  updates: number;
  /** Of one over the other, in any block. */
  least: number;
  most: number;
}

/** Milliseconds of processor time. */
type Used = Record<'bot' | 'bare', number>;

export interface Side {
  town: Town;
  riders: readonly Rider[];
  worker: Worker;
}

/**
 * The real bot beside a bare grammY handler that makes the same calls, block by block, each in a process of its own.
 * @throws Error when the two did not do the same work
 */
export async function duel({ settings = async () => ({}), own = {}, together = 1 }: Bout = {}): Promise<Score> {
  const servers = Array.from({ length: PEOPLE }, () => 3);
  const bot = await openSide(await openTown(servers), 'bot.ts', { ...(await settings()), ...own });
  const script = await rehearse(bot);
  const town = await openTown(servers);
  const path = join(town.directory, 'script.json');
  await writeFile(path, JSON.stringify(script));
  const bare = await openSide(town, 'bare.ts', { SCRIPT: path, ...(await settings()) });

  for (let count = 0; count < WARM_UP; count++) await block(bot, bare, together);
  for (const side of [bot, bare]) side.town.provider.forget();
  const before = [effort(bot), effort(bare)];
  const blocks: Used[] = [];
  for (let count = 0; count < BLOCKS; count++) blocks.push(await block(bot, bare, together));
  compare(effort(bot), effort(bare), before);
  for (const side of [bot, bare]) {
    await side.worker.stop();
    await side.town.close();
  }

  const updates = BLOCKS * PEOPLE * STEPS.length;
  const total = (side: keyof Used) => blocks.reduce((sum, used) => sum + used[side], 0);
  const ratios = blocks.map((used) => used.bot / used.bare);
  return {
    bot: total('bot') / updates,
    bare: total('bare') / updates,
    updates,
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  };
}

export async function openSide(town: Town, file: string, env: Record<string, string> = {}): Promise<Side> {
  const worker = await startWorker(file, { ...town.env, ...env });
  return { town, worker, riders: town.people.map((person) => createRider(town.world, person)) };
}

/** Everybody connects and rides once, one after another; what the bot did for each is kept. */
async function rehearse({ town, riders }: Side): Promise<Script> {
  const script: Script = {};
  for (const [index, rider] of riders.entries()) {
    const person = town.people[index];
    if (!person) continue;
    const token = town.tokenOf(person);
    await rider.connect(token);
    const on: Script[string]['on'] = {};
    for (const step of STEPS) {
      town.provider.forget();
      const from = town.world.calls.length;
      await take(rider, step);
      if (step === STEPS.at(-1)) await rider.finds(`${buttons.server.name}|`);
      on[step] = record(town.provider.requests, town.world.calls.slice(from));
    }
    script[person.id] = { token, on };
  }
  return script;
}

/**
 * Everybody rides once with each bot, by turns: what else the machine does meanwhile falls on both alike.
 * @returns the processor time of each, in milliseconds
 */
async function block(bot: Side, bare: Side, together: number): Promise<Used> {
  const cpu = async () => ({ bot: await bot.worker.cpuMs(), bare: await bare.worker.cpuMs() });
  const before = await cpu();
  for (let index = 0; index < bot.riders.length; index += together) {
    for (const { riders } of [bot, bare]) await Promise.all(riders.slice(index, index + together).map(ride));
  }
  for (const rider of [...bot.riders, ...bare.riders]) await rider.finds(`${buttons.server.name}|`);
  await wait(SETTLE_MS);
  const after = await cpu();
  return { bot: after.bot - before.bot, bare: after.bare - before.bare };
}

export async function ride(rider: Rider): Promise<void> {
  for (const step of STEPS) await take(rider, step);
}

async function take(rider: Rider | undefined, step: string): Promise<void> {
  await (step.startsWith('/') ? rider?.say(step) : rider?.press(`${step}|`));
}

/** The calls to Telegram and to the provider so far, by name. */
function effort({ town }: Side): Map<string, number> {
  const names = [
    ...town.world.calls.map(({ method }) => method),
    ...town.provider.requests.map((each) => each.operation),
  ];
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** @throws Error when the two sides did not do the same work */
function compare(bot: Map<string, number>, bare: Map<string, number>, before: Map<string, number>[]): void {
  for (const name of new Set([...bot.keys(), ...bare.keys()])) {
    const [a, b] = [bot, bare].map((counts, side) => (counts.get(name) ?? 0) - (before[side]?.get(name) ?? 0));
    if (a === undefined || b === undefined || Math.abs(a - b) > TOLERANCE * Math.max(a, b))
      throw new Error(`not the same work: ${name} ${a} times in the bot, ${b} times in the bare handler`);
  }
}
