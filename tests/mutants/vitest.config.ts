import { defineConfig } from 'vitest/config';

/** The rules of domain/ with their own tests only: no server, no database, no browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTANT_TESTS ?? 'domain/**/*.test.ts').split(','),
    setupFiles: ['tests/mutants/same-cases.ts'],
    // A mutant may turn a loop into an endless one.
    testTimeout: 20_000,
  },
});
