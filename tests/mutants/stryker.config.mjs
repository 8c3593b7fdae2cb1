/** How `npm run mutants` breaks the rules of domain/: one process, each mutant against the tests that reach it. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Contracts and words are proven by the tests of routes and screens; here it is the arithmetic.
  mutate: ['domain/**/*.ts', '!domain/**/*.test.ts', '!domain/**/*.contract.ts'],
  // The words of a refusal are nobody's arithmetic.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Only what the rules need is copied: the server and the screens are not looked at.
  ignorePatterns: [
    '*',
    '!domain/**',
    '!tests/mutants/**',
    '!tests/fixtures/**',
    '!package.json',
    '!tsconfig.base.json',
  ],
  // What is worked out once, when a file is loaded, is reached by every test: a mutant of it costs minutes.
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
