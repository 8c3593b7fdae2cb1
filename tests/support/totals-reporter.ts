import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/**
 * Ends the run's output with one line that a machine can read: `123 passed, 0 failed`, and `, 2 skipped` when any were.
 * A file that could not be loaded and an error that nobody caught count as failures; a todo counts as skipped.
 */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      totals.failed += module.errors().length;
      for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A test that is still pending was cut off by the end of the run.
        totals[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    // Nothing could run at all: no test matched, or the test server did not start.
    if (reason !== 'passed' && totals.failed === 0) totals.failed = 1;
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    // After the other reporters have written their summaries.
    setImmediate(() => console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`));
  }
}
