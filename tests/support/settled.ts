import type { Page, Request } from 'playwright-core';

/** A page's pending requests, and how many it has started. */
type Requests = { readonly open: Set<Request>; begun: number };

const underWay = new WeakMap<Page, Requests>();

/** Tracks a page's pending requests. */
export function watchRequests(page: Page): void {
  const requests: Requests = { open: new Set(), begun: 0 };
  underWay.set(page, requests);
  page.on('request', request => {
    // A shared worker of several pages: the page sees its request start, but never end.
    if (request.url().includes('/live-worker')) return;
    requests.open.add(request);
    requests.begun += 1;
  });
  page.on('requestfinished', request => requests.open.delete(request));
  page.on('requestfailed', request => requests.open.delete(request));
}

const framesOfRest = 6;

/**
 * Waits until a page is complete: no pending requests, no placeholders, and no animations for several frames in a row,
 * because a reply may cause further requests.
 */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page);
  for (let rested = 0; rested < framesOfRest; ) {
    const started = requests?.begun;
    // After one quiet frame the others are checked together.
    const frames = rested === 0 ? 1 : framesOfRest - rested;
    const isQuiet = (await restsFor(page, frames)) && !requests?.open.size && requests?.begun === started;
    rested = isQuiet ? rested + frames : 0;
  }
}

/** Whether a page is complete in each of several frames, as far as the page itself can tell. */
const restsFor = (page: Page, frames: number): Promise<boolean> =>
  page.evaluate(async frameCount => {
    for (let seen = 0; seen < frameCount; seen += 1) {
      await new Promise(requestAnimationFrame);
      const moves = document.getAnimations().some(animation => animation.playState === 'running');
      if (moves || window.answersHeld) return false;
      if (document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null) return false;
    }
    return true;
  }, frames);
