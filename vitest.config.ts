import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { beginRun, clockFlags } from './test/support/clock.ts';
import { PATIENCE_MS } from './test/support/patience.ts';

beginRun();

// A watching Vitest has to hear which tests import which module.
const preload = process.argv.includes('run')
  ? ['--import', new URL('test/support/preload.ts', import.meta.url).href]
  : [];

/** @param databases those on which the stories of both are told, see test/support/databases/databases.ts */
function project(
  name: string,
  databases: 'sqlite' | 'postgres' | 'both',
  files: { include: string[]; exclude?: string[] },
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...files, env: { TEST_DATABASES: databases } } };
}

export default defineConfig({
  test: {
    // Node loads TypeScript itself, as for `npm start`. Vite's way of calling every import costs an eighth of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/support/global.ts',
    setupFiles: 'test/support/repeat.ts',
    isolate: false,
    // Tests wait more than they compute.
    maxWorkers: 6,
    // Bots that start and end are garbage soon: V8's own size of the space for new objects makes it move them about.
    execArgv: [...clockFlags(), '--min-semi-space-size=64', '--max-semi-space-size=64', ...preload],
    // Ends what hangs. The crash tests take 75 s alone.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // A busy machine draws a page late: what is waited for is an event, not a duration.
    expect: { poll: { timeout: PATIENCE_MS, interval: 10 } },
    projects: [
      project('quick', 'sqlite', { include: ['test/**/*.test.ts'], exclude: ['test/slow/**'] }),
      project('slow', 'both', { include: ['test/slow/**/*.test.ts'] }),
      project('postgres', 'postgres', { include: ['test/**/*.databases.test.ts'] }),
    ],
  },
});
