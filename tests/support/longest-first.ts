import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, in order. A run that has no earlier one to go by would take them as they come, and end with one
 * process at work on a long one. The first looks at what the memory holds, which is quick while it holds little.
 */
const longest = [
  'server/features/imports/large-import.test.ts',
  'tests/e2e/frame.test.ts',
  'tests/e2e/demo.test.ts',
  'tests/start/start.test.ts',
  'tests/e2e/settings.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/purchase-order-page.test.ts',
  'tests/e2e/products.test.ts',
  'tests/e2e/reports.test.ts',
  'tests/e2e/customers.test.ts',
  'tests/hostile/input.test.ts',
  'tests/matrix/permissions.test.ts',
];
const browsers = 'tests/e2e/';

/** Starts the longest files first, then those that use a browser, then the others as they took in earlier runs. */
export default class LongestFirst extends BaseSequencer {
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
