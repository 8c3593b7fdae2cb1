import type { Page, Request } from 'playwright-core';

const underWay = new WeakMap<Page, Set<Request>>();

/** Keeps in mind which requests of a page are not answered yet. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('request', request => {
    // A worker that several windows share: the page hears of its beginning, and nobody of its end.
    if (!request.url().includes('/live-worker')) open.add(request);
  });
  page.on('requestfinished', request => open.delete(request));
  page.on('requestfailed', request => open.delete(request));
}

const framesOfRest = 6;

/**
 * Waits until a page is complete: nothing is asked of the server, nothing stands in for what is on its way, nothing
 * fades or moves, for some frames in a row, since what an answer makes appear may ask again.
 */
export async function settled(page: Page): Promise<void> {
  const open = underWay.get(page);
  for (let rested = 0; rested < framesOfRest; ) {
    const isComplete = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const moves = document.getAnimations().some(animation => animation.playState === 'running');
      return !moves && document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null;
    });
    rested = isComplete && !open?.size ? rested + 1 : 0;
  }
}
