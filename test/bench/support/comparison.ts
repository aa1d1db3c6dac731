import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import { record, type Script } from '../workers/script.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { createTimedPerson, type TimedPerson } from './timed-person.ts';

const PEOPLE = 40;
const WARM_UP = 2;
const BLOCKS = 6;
/** Work after the last visible answer (its row in the ledger, the update's in the inbox) belongs to the update. */
export const SETTLE_MS = 100;
/** The share by which the two may differ in how much they called, before the comparison is worthless. */
const TOLERANCE = 0.01;

/** The steps of a person in a round: a message, or a tap on a button of this name. */
export const STEPS = ['/servers', buttons.server.name, buttons.power.name, buttons.confirm.name];

export interface ComparisonOptions {
  /** Settings of both bots, beside those of their environment. */
  settings?: () => Promise<Record<string, string>>;
  /** Settings of the real bot alone. */
  own?: Record<string, string>;
  /** How many people act at a time; one after another unless given. */
  together?: number;
}

export interface Comparison {
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

export interface ComparedBot {
  environment: Environment;
  timedPeople: readonly TimedPerson[];
  worker: Worker;
}

/**
 * The real bot beside a bare grammY handler that makes the same calls, block by block, each in a process of its own.
 * @throws Error when the two did not do the same work
 */
export async function compareBots({
  settings = async () => ({}),
  own = {},
  together = 1,
}: ComparisonOptions = {}): Promise<Comparison> {
  const servers = Array.from({ length: PEOPLE }, () => 3);
  const bot = await openComparedBot(await openEnvironment(servers), 'bot.ts', { ...(await settings()), ...own });
  const script = await rehearse(bot);
  const environment = await openEnvironment(servers);
  const path = join(environment.directory, 'script.json');
  await writeFile(path, JSON.stringify(script));
  const bare = await openComparedBot(environment, 'bare.ts', { SCRIPT: path, ...(await settings()) });

  for (let count = 0; count < WARM_UP; count++) await block(bot, bare, together);
  for (const side of [bot, bare]) side.environment.provider.forget();
  const before = [effort(bot), effort(bare)];
  const blocks: Used[] = [];
  for (let count = 0; count < BLOCKS; count++) blocks.push(await block(bot, bare, together));
  compare(effort(bot), effort(bare), before);
  for (const side of [bot, bare]) {
    await side.worker.stop();
    await side.environment.close();
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

export async function openComparedBot(
  environment: Environment,
  file: string,
  env: Record<string, string> = {},
): Promise<ComparedBot> {
  const worker = await startWorker(file, { ...environment.env, ...env });
  return {
    environment,
    worker,
    timedPeople: environment.people.map((person) => createTimedPerson(environment.world, person)),
  };
}

/** Each person connects and takes the steps once, one after another. Records what the bot did for each. */
async function rehearse({ environment, timedPeople }: ComparedBot): Promise<Script> {
  const script: Script = {};
  for (const [index, timedPerson] of timedPeople.entries()) {
    const person = environment.people[index];
    if (!person) continue;
    const token = environment.tokenOf(person);
    await timedPerson.connect(token);
    const on: Script[string]['on'] = {};
    for (const step of STEPS) {
      environment.provider.forget();
      const from = environment.world.calls.length;
      await take(timedPerson, step);
      if (step === STEPS.at(-1)) await timedPerson.seesOutcome();
      on[step] = record(environment.provider.requests, environment.world.calls.slice(from));
    }
    script[person.id] = { token, on };
  }
  return script;
}

/**
 * Each person takes the steps once with each bot, by turns, so that other load on the machine affects both alike.
 * @returns the processor time of each, in milliseconds
 */
async function block(bot: ComparedBot, bare: ComparedBot, together: number): Promise<Used> {
  const cpu = async () => ({ bot: await bot.worker.cpuMs(), bare: await bare.worker.cpuMs() });
  const before = await cpu();
  for (let index = 0; index < bot.timedPeople.length; index += together) {
    for (const { timedPeople } of [bot, bare])
      await Promise.all(timedPeople.slice(index, index + together).map(takeSteps));
  }
  for (const timedPerson of [...bot.timedPeople, ...bare.timedPeople]) await timedPerson.seesOutcome();
  await wait(SETTLE_MS);
  const after = await cpu();
  return { bot: after.bot - before.bot, bare: after.bare - before.bare };
}

export async function takeSteps(timedPerson: TimedPerson): Promise<void> {
  for (const step of STEPS) await take(timedPerson, step);
}

async function take(timedPerson: TimedPerson | undefined, step: string): Promise<void> {
  await (step.startsWith('/') ? timedPerson?.say(step) : timedPerson?.press(`${step}|`));
}

/** The calls to Telegram and to the provider so far, by name. */
function effort({ environment }: ComparedBot): Map<string, number> {
  const names = [
    ...environment.world.calls.map(({ method }) => method),
    ...environment.provider.requests.map((each) => each.operation),
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
