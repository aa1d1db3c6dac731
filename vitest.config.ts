import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/global.ts',
    // Bots that start and end are garbage soon: V8's own size of the space for new objects makes it move them about.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // A busy machine draws a page late: what is waited for is an event, not a duration.
    expect: { poll: { timeout: 20_000 } },
  },
});
