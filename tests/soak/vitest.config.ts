import { defineConfig } from 'vitest/config';

/** npm run soak: for as many minutes as asked for. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    include: ['tests/soak/run-soak.ts'],
    globalSetup: 'tests/support/test-server.global-setup.ts',
    testTimeout: 86_400_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
