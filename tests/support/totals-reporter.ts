import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { statementProblems } from '../statements/statement-problems';

/**
 * Prints each failure when it happens, and ends the run's output with one machine-readable line: `123 passed, 0 failed`,
 * and `, 2 skipped` if any were. A file that could not be loaded and an unhandled error count as failures; a todo counts
 * as skipped. Each problem with the statements that the tests made the server issue counts as a failure too.
 */
export default class TotalsReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  /** The other reporters print failures at the end of a run, which may be an hour away, or not come at all. */
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    console.log(`Failed: ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, diff } of errors ?? []) console.log([message, diff].filter(Boolean).join('\n'));
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      totals.failed += module.errors().length;
      for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A pending test was interrupted by the end of the run.
        totals[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    const problems = await this.problemsOf(modules, reason);
    for (const problem of problems) console.log(`Statement: ${problem}`);
    totals.failed += problems.length;
    if (problems.length > 0) process.exitCode = 1;
    // Nothing ran: no test matched, or the test server did not start.
    if (reason !== 'passed' && totals.failed === 0) totals.failed = 1;
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    // After the summaries of the other reporters.
    setImmediate(() => console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`));
  }

  /**
   * Resolving the types of all sources takes seconds, so only a whole run does it, or one with `CHECK_STATEMENTS=1`. An
   * interrupted run has not issued all of its statements.
   */
  private async problemsOf(modules: readonly TestModule[], reason: TestRunEndReason): Promise<string[]> {
    if (!this.vitest || reason === 'interrupted') return [];
    const everyFile = await this.vitest.globTestSpecifications();
    const isWhole = modules.length >= everyFile.length && !this.vitest.getGlobalTestNamePattern();
    if (!isWhole && !process.env.CHECK_STATEMENTS) return [];
    const { testServer, runFolder } = this.vitest.getRootProject().getProvidedContext();
    return statementProblems({ testServer, runFolder, isWhole });
  }
}
