import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, in order. A run that has no earlier one to go by would take them as they come, and end with one
 * process at work on a long one. The first looks at what the memory holds, which is quick while it holds little;
 * while it runs, the second fills the firm of the demo, which the third would wait for.
 */
const longest = [
  'server/features/imports/large-import.test.ts',
  'tests/e2e/page-buttons.test.ts',
  'tests/e2e/demo.test.ts',
  'tests/e2e/frame.test.ts',
  'tests/e2e/settings.test.ts',
  'tests/e2e/figures.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/page-permissions.test.ts',
  'tests/start/start.test.ts',
  'tests/e2e/purchase-order-accessibility.test.ts',
  'tests/hostile/input.test.ts',
  'tests/e2e/purchase-order-page.test.ts',
  'server/features/imports/import-trouble.test.ts',
  'tests/matrix/permissions.test.ts',
  'tests/e2e/far-and-slow.test.ts',
  'tests/e2e/reports.test.ts',
  'tests/e2e/customers.test.ts',
  'tests/permissions/hardening-limits.test.ts',
];
const browsers = 'tests/e2e/';

/** Starts the longest files first, then those that use a browser, then the others as they took in earlier runs. */
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
    // A whole journey by the keyboard is long on a machine that does other things too.
    testTimeout: 60_000,
    // A browser under load is slow; waiting for what must come is not.
    expect: { poll: { timeout: 8_000 } },
    hookTimeout: 60_000,
  },
});
