import { defineConfig } from 'vitest/config';

/** npm run faults: not a part of the tests, because it has no end of its own. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    include: ['tests/faults/run-faults.ts'],
    globalSetup: 'tests/support/test-server.global-setup.ts',
    testTimeout: 86_400_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
