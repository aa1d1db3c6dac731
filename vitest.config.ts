import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait for most of their time: side by side they would leave the processors idle, and at the end as well. */
const WAITING: readonly string[] = [
  'crowd.test.ts',
  'crash.test.ts',
  'replaced.test.ts',
  'ephemeral.test.ts',
  'approved-changes.test.ts',
  'kill.test.ts',
  'stop.test.ts',
  'again.test.ts',
  'strangers.test.ts',
  'limits.test.ts',
  'limit.test.ts',
  'money-outage.test.ts',
  'membership.test.ts',
  'outcome.test.ts',
  'ops.test.ts',
  'store-command.test.ts',
  'forged.test.ts',
  'news.test.ts',
  'start-outage.test.ts',
  'store-lost.test.ts',
  'power-cut.test.ts',
  'new-server.test.ts',
  'recovery.test.ts',
  'webhook.test.ts',
  'proxy.test.ts',
];
/** The first of every so many files waits, until none is left. */
const APART = 4;

/** Vitest's order, by the last run's durations or by the size of the files, with those that wait spread over its first half. */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => WAITING.includes(basename(moduleId));
    const [waiting, busy] = [sorted.filter(waits), sorted.filter((file) => !waits(file))];
    const parts = Array.from({ length: Math.ceil(busy.length / (APART - 1)) }, (_, at) =>
      busy.slice(at * (APART - 1), (at + 1) * (APART - 1)),
    );
    return [...parts.flatMap((part, at) => [...waiting.slice(at, at + 1), ...part]), ...waiting.slice(parts.length)];
  }
}

// A watching Vitest has to hear which tests import which module.
const preload = process.argv.includes('run')
  ? ['--import', new URL('test/support/preload.ts', import.meta.url).href]
  : [];

export default defineConfig({
  test: {
    // Node loads TypeScript itself, as for `npm start`. Vite's way of calling every import costs an eighth of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/support/global.ts',
    sequence: { sequencer: Spread },
    // Bots that start and end are garbage soon: V8's own size of the space for new objects makes it move them about.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', ...preload],
    // A busy machine draws a page late: what is waited for is an event, not a duration.
    expect: { poll: { timeout: 20_000 } },
  },
});
