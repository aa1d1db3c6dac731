import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Script, script } from '../workers/script.ts';
import { STEPS } from './people.ts';
import {
  addresses,
  type Command,
  type Crowded,
  crowded,
  type Options,
  type Ran,
  ran,
  strangers,
  type Work,
} from './protocol.ts';

export type { Ran } from './protocol.ts';

/** The updates of a round. */
export const ROUND = STEPS.length;

/** Enough that two hundred can act while the others' restarts end. */
const PEOPLE = 800;

/** Telegram, the provider and people for one bot, in a process of their own. */
export interface Load {
  /** The environment in which a bot belongs here, with a store of its own. */
  env: Record<string, string>;
  /** The folder of the load's files; removed when the load closes. */
  directory: string;
  /** All people connect their accounts. */
  connect(): Promise<void>;
  /** One person of each language takes the steps. Resolves to what the bot did for each. */
  rehearse(): Promise<Script>;
  /** The first person sends a text. Resolves when something new is visible. */
  say(text: string): Promise<void>;
  /** Rounds of updates, by some people at a time. */
  run(rounds: number, together: number): Promise<Ran>;
  /** Twenty people ask for one kind of work, or for nothing, while others go their rounds. */
  crowd(work: Work | 'nothing', seconds: number): Promise<Crowded>;
  /** The first person sends this number of names. Resolves to the milliseconds until the results are visible. */
  names(count: number): Promise<number>;
  /** When something was shown to people who are none of the load's, epoch milliseconds. */
  strangers(): Promise<number[]>;
  /** Delays the answers from now on. */
  latency(ms: { telegramMs: number; providerMs: number }): Promise<void>;
  close(): Promise<void>;
}

const reply = z.union([z.object({ error: z.string() }), z.object({ result: z.unknown() })]);

export async function openLoad({ people = PEOPLE, servers = [] }: Partial<Options> = {}): Promise<Load> {
  const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), [JSON.stringify({ people, servers })], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the load ended with ${code}`)));
  ended.catch(() => undefined);
  const ask = async (command: Command): Promise<unknown> => {
    const message = once(child, 'message');
    child.send(command);
    const told = reply.parse((await Promise.race([message, ended]))[0]);
    if ('error' in told) throw new Error(told.error);
    return told.result;
  };
  const directory = await mkdtemp(join(tmpdir(), 'hosting-bot-bench-'));
  const known = addresses.parse(await ask({ name: 'open' }));
  return {
    env: { ...known, STORE_URL: `sqlite:${join(directory, 'bot.sqlite')}`, LOG_LEVEL: 'fatal' },
    directory,
    connect: async () => void (await ask({ name: 'connect' })),
    rehearse: async () => script.parse(await ask({ name: 'rehearse' })),
    say: async (text) => void (await ask({ name: 'say', text })),
    run: async (rounds, together) => ran.parse(await ask({ name: 'run', rounds, together })),
    crowd: async (work, seconds) => crowded.parse(await ask({ name: 'crowd', work, seconds })),
    names: async (count) => z.number().parse(await ask({ name: 'names', count })),
    strangers: async () => strangers.parse(await ask({ name: 'strangers' })),
    latency: async (ms) => void (await ask({ name: 'latency', ...ms })),
    async close() {
      child.disconnect();
      await ended.catch(() => undefined);
      await rm(directory, { recursive: true });
    },
  };
}
