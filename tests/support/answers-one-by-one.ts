import type { Page } from 'playwright-core';
import { settled } from './settled';

declare global {
  interface Window {
    /** Lets the held answers go, one after the other, and those that come later. */
    letAnswersArrive?: () => void;
    /** How many answers are held, or still on their way to it. */
    answersHeld?: number;
  }
}

/**
 * Holds the API's answers to the reads of a page. The returned function lets them go, some frames after each other, the
 * last one asked for first, until the page is complete: what is lower on a page is there before what would push it down.
 * They are held in the page itself, because a browser that hands its requests to the test loads every script again.
 */
export async function answersOneByOne(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(holdReads);
  return async () => {
    await page.evaluate(() => window.letAnswersArrive?.());
    await settled(page);
  };
}

/** Runs in the page before its own code. */
function holdReads(): void {
  const ask = window.fetch.bind(window);
  const held: (() => void)[] = [];
  window.answersHeld = 0;
  const count = (change: number) => void (window.answersHeld = (window.answersHeld ?? 0) + change);
  window.fetch = async (input, options) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const isRead = (options?.method ?? 'GET') === 'GET' && pathname.startsWith('/api/');
    if (!isRead || /^\/api\/(auth|live)/.test(pathname)) return ask(input, options);
    count(1);
    try {
      const answer = await ask(input, options);
      // All of it has arrived before it is let go.
      await answer.clone().arrayBuffer();
      await new Promise<void>(resolve => held.push(resolve));
      return answer;
    } finally {
      count(-1);
    }
  };
  const afterFrames = (frames: number, then: () => void): void => {
    requestAnimationFrame(() => (frames > 1 ? afterFrames(frames - 1, then) : then()));
  };
  window.letAnswersArrive = () =>
    afterFrames(3, () => {
      held.pop()?.();
      window.letAnswersArrive?.();
    });
}
