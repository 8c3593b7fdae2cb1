import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, in order. A first run has no timings to sort by, and would end with one process busy on a slow
 * file. The first measures memory, which is quick while little is loaded; meanwhile the second fills the demo database,
 * for which others would wait.
 */
const longest = [
  'server/features/imports/large-import.test.ts',
  'tests/e2e/page-buttons.test.ts',
  'tests/start/start.test.ts',
  'tests/e2e/demo.test.ts',
  'tests/e2e/page-layouts.test.ts',
  'tests/e2e/page-shifts.test.ts',
  'tests/e2e/till-at-rest.test.ts',
  'tests/hostile/restore-until.test.ts',
  'tests/e2e/page-permissions.test.ts',
  'tests/model/histories.test.ts',
  'tests/cluster/cluster.test.ts',
  'server/platform/database/recovery/archive.test.ts',
  'tests/start/training.test.ts',
  'tests/e2e/figures.test.ts',
  'tests/e2e/settings.test.ts',
  'tests/e2e/frame.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/purchase-order-accessibility.test.ts',
  'tests/hostile/input.test.ts',
  'tests/e2e/purchase-order-page.test.ts',
  'server/features/imports/import-trouble.test.ts',
  'tests/matrix/permissions.test.ts',
  'tests/e2e/far-and-slow.test.ts',
  'tests/e2e/reports.test.ts',
  'tests/e2e/customers.test.ts',
  'tests/permissions/hardening-limits.test.ts',
  'server/demo/demo-moment.test.ts',
];
const browsers = 'tests/e2e/';

/** Starts the slowest files first, then those with a browser, then the others by their earlier duration. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => this.rank(a) - this.rank(b));
  }

  private rank({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId);
    const place = longest.indexOf(path);
    if (place >= 0) return place;
    return path.startsWith(browsers) ? longest.length : longest.length + 1;
  }
}

/** Tests run on a real PostgreSQL: one server for the run, and a cloned database for each file. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than two cores: a test of a page waits for its frames and timers half of the time.
    maxWorkers: 3,
    // Files in one process share loaded modules, including the browser: loading the server for each file took a fifth
    // of the run. Nothing is mocked, and each file has its own application and database.
    isolate: false,
    include: ['{domain,server,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'bench/**', 'dist/**'],
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/test-server.global-setup.ts',
    setupFiles: ['tests/support/one-day.ts'],
    reporters: ['default', './tests/support/totals-reporter.ts'],
    // Each step of a journey has its own shorter limit, so this one only ends what hangs, however busy the machine is.
    testTimeout: 600_000,
    // A browser under load is slow, but what must appear will.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 600_000,
    // A worker ends with its browser, and the run with its database: on a busy machine in more than the usual ten seconds.
    teardownTimeout: 120_000,
  },
});
