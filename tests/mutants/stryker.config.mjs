/** How `npm run mutants` mutates the rules of domain/: one process, each mutant against the tests that cover it. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Contracts and texts are covered by tests of routes and screens; this is about calculations.
  mutate: ['domain/**/*.ts', '!domain/**/*.test.ts', '!domain/**/*.contract.ts'],
  // Texts of refusals are not calculations.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Only what the rules need is copied, without the server and the screens.
  ignorePatterns: [
    '*',
    '!domain/**',
    '!tests/mutants/**',
    '!tests/fixtures/**',
    '!package.json',
    '!tsconfig.base.json',
  ],
  // Code that runs once when a file is loaded is covered by every test, so each such mutant would take minutes.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 10_000,
  tempDirName: 'node_modules/.stryker',
  cleanTempDir: 'always',
  incrementalFile: 'node_modules/.stryker-incremental.json',
  jsonReporter: { fileName: 'node_modules/.stryker-report.json' },
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  tsconfigFile: 'tests/mutants/none.json',
  disableTypeChecks: false,
  allowConsoleColors: false,
};
