import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/store/index.ts';
import { postgresPrograms } from '../../support/databases/cluster.ts';
import { createChance } from '../../support/random/chance.ts';
import { type ChatUser, type Environment, openEnvironment } from './environment.ts';
import { type FaultCounts, type FaultOptions, injectFaults } from './faults.ts';
import type { Fact } from './judge/facts.ts';
import type { Figures } from './judge/figures.ts';
import { historyOf } from './judge/history.ts';
import { type Judgement, judge } from './judge/judge.ts';
import { connect, SCENARIOS, type Scenario, type ScenarioContext } from './people/scenarios.ts';

export interface RunOptions extends FaultOptions {
  seed: number;
  people: number;
  replicas: number;
  updates: number;
  /** The number of people who act at the same time. */
  atOnce: number;
  secondMs: number;
  /** The scenarios that people play; each as often as it stands here. */
  scenarios?: readonly Scenario[];
  progress?: (line: string) => void;
}

export interface Run {
  figures: Figures;
  /** The mistakes found, a line each. */
  wrong: string[];
  /** The warnings and errors that the replicas logged. */
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
  const environment = await openEnvironment({ people, replicas, secondMs, programs, chance: createChance(seed + 1) });
  try {
    while (!environment.replicas.every((replica) => replica.up())) await wait(50);
    const over = new AbortController();
    const waits = { outages: 0, unanswered: [] };
    const context: ScenarioContext = { environment, chance, waits };
    const faulting = injectFaults(environment, chance, options, over.signal);
    const tick = setInterval(
      () =>
        progress(
          `${environment.updates()} updates, ${environment.world.pending()} pending, ${waits.unanswered.splice(0).join('\n')}`,
        ),
      5_000,
    );
    const facts = await playAll(context, options).finally(() => clearInterval(tick));
    over.abort();
    const done = await faulting;
    progress(JSON.stringify(done));
    const judgement = await settled(environment, facts, progress);
    const { doubled, lost, wrong, disordered, beside, ...counts } = judgement;
    const repeated = tooOften(judgement.repeated, done);
    return {
      figures: {
        updates: environment.updates(),
        people,
        replicas,
        ...done,
        outages: waits.outages,
        operations: facts.filter(({ kind }) => kind === 'confirmed').length,
        ...counts,
        doubled: doubled.length,
        lost: lost.length,
        wrong: wrong.length,
        disordered: disordered.length,
        beside: beside.length,
        lostAnswers: environment.balancer.lost(),
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
      trouble: [...waits.unanswered, ...environment.replicas.flatMap((replica) => replica.trouble())],
    };
  } finally {
    await environment.close();
  }
}

/** An answer comes twice only where a replica died, stood still or lost its store before it could note that it had answered. */
function tooOften(repeated: number, { kills, paused, databaseRestarts }: FaultCounts): string[] {
  const most = kills + paused + databaseRestarts;
  return repeated > most ? [`repeated: ${repeated} answers, but only ${most} accidents`] : [];
}

/** Each person does one thing after another, with this number of people at a time, until there were enough updates. */
async function playAll(
  context: ScenarioContext,
  { updates, people, atOnce, scenarios = SCENARIOS }: RunOptions,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  const waiting = [...context.environment.people];
  const each = Math.ceil(updates / people);
  const one = async () => {
    for (let chatUser = waiting.shift(); chatUser; chatUser = waiting.shift())
      facts.push(...(await live(context, chatUser, each, scenarios)));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return facts;
}

async function live(
  context: ScenarioContext,
  chatUser: ChatUser,
  updates: number,
  scenarios: readonly Scenario[],
): Promise<Fact[]> {
  const facts = await connect(context, chatUser);
  while (chatUser.sent() < updates) facts.push(...(await context.chance.pick(scenarios)(context, chatUser)));
  return facts;
}

/** The judgement as soon as nothing is wrong, or when it has been so for long. */
async function settled(
  environment: Environment,
  facts: readonly Fact[],
  progress: (line: string) => void,
): Promise<Judgement> {
  const deadline = performance.now() + SETTLED_MS;
  const store = await openStore(environment.store.url, [environment.store.key]);
  try {
    for (;;) {
      const judgement = judge(await historyOf(environment, store, facts));
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
