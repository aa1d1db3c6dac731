import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../../support/random/chance.ts';
import type { Environment } from './environment.ts';

/** The numbers of injected faults. */
export interface FaultCounts {
  kills: number;
  terminated: number;
  paused: number;
  databaseRestarts: number;
}

export interface FaultOptions {
  /** The average number of updates between two faults. */
  updatesEach: number;
  /** The average number of faults until one hits the database, or a replica that stands still. */
  databaseEvery: number;
  pauseEvery: number | undefined;
}

/** A replica that stands still for longer than a lease lasts. */
const PAUSE_MS = 13_000;
const LOOK_MS = 20;

/** Lets things go wrong, one after the other, until it is over. */
export async function injectFaults(
  { replicas, cluster, updates }: Environment,
  chance: Chance,
  options: FaultOptions,
  over: AbortSignal,
): Promise<FaultCounts> {
  const done: FaultCounts = { kills: 0, terminated: 0, paused: 0, databaseRestarts: 0 };
  const pauses: Promise<void>[] = [];
  for (let count = 1; !over.aborted; count++) {
    const next = updates() + chance.whole(1, options.updatesEach * 2 - 1);
    await until(() => over.aborted || updates() >= next);
    const up = replicas.filter((replica) => replica.up());
    if (over.aborted) break;
    if (count % options.databaseEvery === 0) {
      await restart(cluster, chance);
      done.databaseRestarts++;
    } else if (up.length > 0 && options.pauseEvery && count % options.pauseEvery === 0) {
      pauses.push(chance.pick(up).pause(PAUSE_MS));
      done.paused++;
    } else if (up.length > 0 && chance.odds(0.15)) {
      chance.pick(up).terminate();
      done.terminated++;
    } else if (up.length > 0) {
      chance.pick(up).kill();
      done.kills++;
    }
  }
  await Promise.all(pauses);
  return done;
}

async function restart(cluster: Environment['cluster'], chance: Chance): Promise<void> {
  await cluster.stop();
  await wait(chance.whole(0, 1_000));
  await cluster.start();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(LOOK_MS);
}
