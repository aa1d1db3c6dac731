import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from 'grammy/types';
import { type SandboxProvider, startProvider } from '../../../src/sandbox/provider/index.ts';
import { startTelegram, type World } from '../../../src/sandbox/telegram/index.ts';

export const BOT_TOKEN = '123456789:BenchBenchBenchBenchBenchBenchBench';
const FIRST_ID = 7_000_001;

/** The status is first read right after the acceptance and then a second later: it is seen to go and to come back. */
const REBOOT_MS = 500;

/** The sandboxes in this process, for bots in processes of their own. */
export interface Environment {
  provider: SandboxProvider;
  world: World;
  people: readonly User[];
  /** The API token of each person's own account. */
  tokenOf(person: User): string;
  /** The environment in which a bot belongs here. */
  env: Record<string, string>;
  /** The folder of the files; removed by `close`. */
  directory: string;
  close(): Promise<void>;
}

/** @param servers how many servers each person's account has: one person an entry */
export async function openEnvironment(servers: readonly number[]): Promise<Environment> {
  const people = servers.map((_, index): User => {
    const language_code = index % 2 === 0 ? 'en' : 'fa';
    return { id: FIRST_ID + index, is_bot: false, first_name: `Person ${index}`, language_code };
  });
  const tokenOf = ({ id }: User) => `provider-token-${id}`;
  const provider = await startProvider({
    accounts: people.map((person, index) => ({ token: tokenOf(person), servers: servers[index] ?? 0 })),
    timings: { rebootMs: REBOOT_MS },
  });
  const telegram = await startTelegram({ token: BOT_TOKEN, strict: true, people });
  const directory = await mkdtemp(join(tmpdir(), 'hosting-bot-bench-'));
  return {
    provider,
    world: telegram.world,
    people,
    tokenOf,
    directory,
    env: {
      BOT_TOKEN,
      HOSTING_API_URL: provider.baseUrl,
      TELEGRAM_API_ROOT: telegram.url,
      STORE_URL: `sqlite:${join(directory, 'bot.sqlite')}`,
      LOG_LEVEL: 'warn',
    },
    async close() {
      await telegram.close();
      await provider.close();
      await rm(directory, { recursive: true });
    },
  };
}
