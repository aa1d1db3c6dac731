import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/global.ts',
    // A busy machine draws a page late: what is waited for is an event, not a duration.
    expect: { poll: { timeout: 20_000 } },
  },
});
