import type { Page, Request } from 'playwright-core';

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
