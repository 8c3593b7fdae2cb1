import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/longest-first';

/** Tests run on a real PostgreSQL: one server for the run, one cloned database for a file. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // A file finds what the one before it in its process has loaded, the browser included: loading the server anew for
    // each took a fifth of the run. Nothing is mocked, and each file has an application and a database of its own.
    isolate: false,
    include: ['{domain,server,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'bench/**', 'dist/**'],
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/test-server.global-setup.ts',
    reporters: ['default', './tests/support/totals-reporter.ts'],
    testTimeout: 30_000,
    // A browser under load is slow; waiting for what must come is not.
    expect: { poll: { timeout: 8_000 } },
    hookTimeout: 60_000,
  },
});
