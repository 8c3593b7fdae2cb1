import type { Page } from 'playwright-core';
import { settled } from './settled';

const threeFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/**
 * Holds the API's answers to the reads of a page. The returned function lets them go, some frames after each other, the
 * last one asked for first, until the page is complete: what is lower on a page is there before what would push it down.
 */
export async function answersOneByOne(page: Page): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  await page.route('**/api/**', async route => {
    const request = route.request();
    const isRead = request.method() === 'GET' && request.resourceType() === 'fetch';
    if (!isRead || /\/api\/(auth|live)/.test(request.url())) return route.continue();
    // The page may be left meanwhile.
    const answer = await route.fetch().catch(() => null);
    if (answer === null) return route.abort().catch(() => undefined);
    held.push(() => route.fulfill({ response: answer }).catch(() => undefined));
  });
  return async () => {
    const progress = { isSettled: false };
    const rest = settled(page).finally(() => {
      progress.isSettled = true;
    });
    while (!progress.isSettled) {
      await threeFrames(page);
      await held.pop()?.();
    }
    await rest;
  };
}
