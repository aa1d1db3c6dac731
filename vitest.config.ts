import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests take ten seconds and more, mostly of waiting: at the end they would run alone. */
const LONG: readonly string[] = [
  'crowd.test.ts',
  'database.test.ts',
  'forged.test.ts',
  'replaced.test.ts',
  'crash.test.ts',
  'store-command.test.ts',
  'kill.test.ts',
  'stop.test.ts',
  'moved.test.ts',
  'news.test.ts',
  'strangers.test.ts',
  'store-lost.test.ts',
  'new-server.test.ts',
  'start-outage.test.ts',
  'limits.test.ts',
  'ops.test.ts',
  'power-cut.test.ts',
];

/** The long files first, then vitest's order: by the last run's durations, or by the size of the files. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.includes(basename(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Node loads TypeScript itself, as for `npm start`. Vite's way of calling every import costs an eighth of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/support/global.ts',
    sequence: { sequencer: LongFirst },
    // Bots that start and end are garbage soon: V8's own size of the space for new objects makes it move them about.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // A busy machine draws a page late: what is waited for is an event, not a duration.
    expect: { poll: { timeout: 20_000 } },
  },
});
