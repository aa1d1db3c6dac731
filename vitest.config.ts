import { defineConfig } from 'vitest/config';
import { Order } from './test/support/order.ts';
import { PATIENCE_MS } from './test/support/patience.ts';

// A watching Vitest has to hear which tests import which module.
const preload = process.argv.includes('run')
  ? ['--import', new URL('test/support/preload.ts', import.meta.url).href]
  : [];

export default defineConfig({
  test: {
    // Node loads TypeScript itself, as for `npm start`. Vite's way of calling every import costs an eighth of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/support/global.ts',
    sequence: { sequencer: Order },
    // Bots that start and end are garbage soon: V8's own size of the space for new objects makes it move them about.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', ...preload],
    // A busy machine draws a page late: what is waited for is an event, not a duration.
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
