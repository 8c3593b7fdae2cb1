import type { Page, Request } from 'playwright-core';

/** The requests of a page that are not answered yet, and how many it has begun. */
type Requests = { readonly open: Set<Request>; begun: number };

const underWay = new WeakMap<Page, Requests>();

/** Keeps in mind which requests of a page are not answered yet. */
export function watchRequests(page: Page): void {
  const requests: Requests = { open: new Set(), begun: 0 };
  underWay.set(page, requests);
  page.on('request', request => {
    // A worker that several windows share: the page hears of its beginning, and nobody of its end.
    if (request.url().includes('/live-worker')) return;
    requests.open.add(request);
    requests.begun += 1;
  });
  page.on('requestfinished', request => requests.open.delete(request));
  page.on('requestfailed', request => requests.open.delete(request));
}

const framesOfRest = 6;

/**
 * Waits until a page is complete: nothing is asked of the server, nothing stands in for what is on its way, nothing
 * fades or moves, for some frames in a row, since what an answer makes appear may ask again.
 */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page);
  for (let rested = 0; rested < framesOfRest; ) {
    const started = requests?.begun;
    // After a frame of rest the others are looked at in one go.
    const frames = rested === 0 ? 1 : framesOfRest - rested;
    const isQuiet = (await restsFor(page, frames)) && !requests?.open.size && requests?.begun === started;
    rested = isQuiet ? rested + frames : 0;
  }
}

/** Whether a page is complete in each of some frames, as far as it knows itself. */
const restsFor = (page: Page, frames: number): Promise<boolean> =>
  page.evaluate(async wanted => {
    for (let seen = 0; seen < wanted; seen += 1) {
      await new Promise(requestAnimationFrame);
      const moves = document.getAnimations().some(animation => animation.playState === 'running');
      if (moves || document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null)
        return false;
    }
    return true;
  }, frames);
