import { defineConfig } from 'vitest/config';

/** The rules of domain/ with their own tests alone: no server, no database, no browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTANT_TESTS ?? 'domain/**/*.test.ts').split(','),
    setupFiles: ['tests/mutants/same-cases.ts'],
    // A mutant may turn a loop that ends into one that does not.
    testTimeout: 20_000,
  },
});
