import type { Page, Request } from 'playwright-core';
import { closedGate } from './gate';

/** Holds the API's answers to a page until the returned function lets them go. */
export async function holdAnswers(page: Page, ofThese: (request: Request) => boolean): Promise<() => void> {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/api/**', async route => {
    if (isHeld && ofThese(route.request())) await new Promise<void>(resolve => held.push(resolve));
    await route.continue();
  });
  return () => {
    isHeld = false;
    for (const letGo of held) letGo();
  };
}

/**
 * Lets a page hear nothing new from an address between `freeze` and `letGo`. Called before the page is opened, so that
 * a request that is on its way when `freeze` is called cannot bring what happens after it.
 */
export async function freezableAnswers(
  page: Page,
  address: string,
): Promise<{ readonly freeze: () => void; readonly letGo: () => void }> {
  const gate = closedGate();
  let isFrozen = false;
  await page.route(address, async route => {
    // The page may be closed meanwhile, at the end of its test.
    const answer = await route.fetch().catch(() => null);
    if (answer === null) return route.abort().catch(() => undefined);
    if (isFrozen) await gate.opened;
    // A page that has meanwhile stopped waiting takes no answer.
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  return { freeze: () => void (isFrozen = true), letGo: gate.open };
}
