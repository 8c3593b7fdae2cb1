import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Awaits that nothing is wider than the window: what depends on its width is drawn again some frames after a change. */
export async function fitsWindow(page: Page, where = page.url()): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${where} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}
