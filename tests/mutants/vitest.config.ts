import { defineConfig } from 'vitest/config';

/** The rules of domain/ with their own tests alone: no server, no database, no browser. */
export default defineConfig({
  test: {
    environment: 'node',
    // Loading takes longer than most tests: what is loaded once serves every mutant. Stryker's own hooks are set up for each file.
    isolate: false,
    server: { deps: { inline: [/stryker-setup/] } },
    include: (process.env.MUTANT_TESTS ?? 'domain/**/*.test.ts').split(','),
    setupFiles: ['tests/mutants/same-cases.ts'],
    // A mutant may turn a loop that ends into one that does not.
    testTimeout: 20_000,
  },
});
