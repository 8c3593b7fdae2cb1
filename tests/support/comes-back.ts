import type { Page } from 'playwright-core';

/**
 * The user looks at the window again after a minute, and the page reads the record again. The page needs a clock that can
 * be moved.
 */
export async function comesBack(page: Page, record: string): Promise<void> {
  const read = page.waitForResponse(
    answer => answer.request().method() === 'GET' && new URL(answer.url()).pathname === `/api${record}`,
  );
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await read;
}
