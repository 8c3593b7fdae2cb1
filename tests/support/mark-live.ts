import type { Page } from 'playwright-core';

/** Marks a page that is about to be opened once its live stream has begun, and again when the mark was removed. */
export async function markLive(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    new BroadcastChannel('live').addEventListener('message', ({ data }) => {
      if (data.isUp) document.documentElement.dataset.live = 'up';
    });
  });
}

export const isLive = (page: Page): Promise<void> =>
  page.locator('html[data-live="up"]').waitFor({ state: 'attached' });
