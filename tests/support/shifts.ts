import type { Page } from 'playwright-core';

type Shift = {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
};
type Watched = { shifts: string[] };

/** Notes from now on what moves by more than 2 pixels within the parts that `selector` finds. */
export const watchShifts = (page: Page, selector: string) =>
  page.evaluate(within => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver(list => {
      for (const { sources } of list.getEntries() as unknown as Shift[])
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const part = node instanceof Element ? node : node?.parentElement;
          // What has no size came or went, and did not move.
          if (!part?.closest(within) || from.width === 0 || to.width === 0) continue;
          // A figure at the end of its line grows to the left.
          const aside = Math.min(Math.abs(to.left - from.left), Math.abs(to.right - from.right));
          if (Math.max(aside, Math.abs(to.top - from.top)) > 2)
            shifts.push(`${part.outerHTML.slice(0, 120)} ${from.x},${from.y} to ${to.x},${to.y}`);
        }
    }).observe({ type: 'layout-shift', buffered: false });
  }, selector);

/** What has moved since. */
export const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as Watched).shifts);
