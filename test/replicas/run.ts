import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../src/store/index.ts';
import { createChance } from '../crash/chance.ts';
import { postgresPrograms } from '../support/cluster.ts';
import { type Citizen, openTown, type Town } from './environment.ts';
import { type ChaosOptions, type Harm, harm } from './faults.ts';
import type { Fact } from './judge/facts.ts';
import type { Figures } from './judge/figures.ts';
import { historyOf } from './judge/history.ts';
import { type Judgement, judge } from './judge/judge.ts';
import { connect, STORIES, type Stage, type Story } from './people/scenarios.ts';

export interface RunOptions extends ChaosOptions {
  seed: number;
  people: number;
  replicas: number;
  updates: number;
  /** How many people do something at the same time. */
  atOnce: number;
  secondMs: number;
  /** What people do; each as often as it stands here. */
  stories?: readonly Story[];
  progress?: (line: string) => void;
}

export interface Run {
  figures: Figures;
  /** What must not be as it is, a line each. */
  wrong: string[];
  /** What the replicas wrote of trouble. */
  trouble: string[];
}

const SETTLED_MS = 120_000;

/** People use the bot while its replicas are killed and its database restarts; then everything is counted. */
export async function run(options: RunOptions): Promise<Run> {
  const { seed, people, replicas, secondMs, progress = () => undefined } = options;
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const begun = performance.now();
  const chance = createChance(seed);
  const town = await openTown({ people, replicas, secondMs, programs, chance: createChance(seed + 1) });
  try {
    while (!town.replicas.every((replica) => replica.up())) await wait(50);
    const over = new AbortController();
    const patience = { outages: 0, vain: [] };
    const stage: Stage = { town, chance, patience };
    const harming = harm(town, chance, options, over.signal);
    const tick = setInterval(
      () =>
        progress(`${town.updates()} updates, ${town.world.pending()} pending, ${patience.vain.splice(0).join('\n')}`),
      5_000,
    );
    const facts = await playAll(stage, options).finally(() => clearInterval(tick));
    over.abort();
    const done = await harming;
    progress(JSON.stringify(done));
    const judgement = await settled(town, facts, progress);
    const { doubled, lost, wrong, disordered, beside, ...counts } = judgement;
    const repeated = tooOften(judgement.repeated, done);
    return {
      figures: {
        updates: town.updates(),
        people,
        replicas,
        ...done,
        outages: patience.outages,
        operations: facts.filter(({ kind }) => kind === 'confirmed').length,
        ...counts,
        doubled: doubled.length,
        lost: lost.length,
        wrong: wrong.length,
        disordered: disordered.length,
        beside: beside.length,
        lostAnswers: town.balancer.lost(),
        seconds: Math.round((performance.now() - begun) / 1000),
        seed,
      },
      wrong: [
        ...doubled.map((line) => `doubled: ${line}`),
        ...lost.map((line) => `lost: ${line}`),
        ...wrong.map((line) => `wrong: ${line}`),
        ...disordered.map((line) => `out of order: ${line}`),
        ...beside.map((line) => `side by side: ${line}`),
        ...repeated,
      ],
      trouble: [...patience.vain, ...town.replicas.flatMap((replica) => replica.trouble())],
    };
  } finally {
    await town.close();
  }
}

/** An answer comes twice only where a replica died, stood still or lost its store before it could note that it had answered. */
function tooOften(repeated: number, { kills, paused, databaseRestarts }: Harm): string[] {
  const most = kills + paused + databaseRestarts;
  return repeated > most ? [`repeated: ${repeated} answers, but only ${most} accidents`] : [];
}

/** Everybody does one thing after the other, so many people at a time, until there were enough updates. */
async function playAll(stage: Stage, { updates, people, atOnce, stories = STORIES }: RunOptions): Promise<Fact[]> {
  const facts: Fact[] = [];
  const waiting = [...stage.town.people];
  const each = Math.ceil(updates / people);
  const one = async () => {
    for (let citizen = waiting.shift(); citizen; citizen = waiting.shift())
      facts.push(...(await live(stage, citizen, each, stories)));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return facts;
}

async function live(stage: Stage, citizen: Citizen, updates: number, stories: readonly Story[]): Promise<Fact[]> {
  const facts = await connect(stage, citizen);
  while (citizen.sent() < updates) facts.push(...(await stage.chance.pick(stories)(stage, citizen)));
  return facts;
}

/** The judgement as soon as nothing is wrong, or when it has been so for long. */
async function settled(town: Town, facts: readonly Fact[], progress: (line: string) => void): Promise<Judgement> {
  const deadline = performance.now() + SETTLED_MS;
  const store = await openStore(town.store.url, [town.store.key]);
  try {
    for (;;) {
      const judgement = judge(await historyOf(town, store, facts));
      const { doubled, lost, wrong } = judgement;
      const open = [...doubled, ...lost, ...wrong];
      if (open.length === 0 || performance.now() > deadline) return judgement;
      progress(`not settled: ${open.slice(0, 3).join('; ')}`);
      await wait(1_000);
    }
  } finally {
    await store.close();
  }
}
