import type { Page } from 'playwright-core';

/**
 * Makes the page record how long each key that changes what `shown` returns takes: from the browser's timestamp of the
 * key until the change is drawn.
 */
export async function watchKeys(page: Page, watched: { keys: string; shown: string }): Promise<void> {
  await page.evaluate(({ keys, shown }) => {
    const times: number[] = [];
    Object.assign(globalThis, { shownAfter: times });
    const pattern = new RegExp(keys);
    // On the window, so that it runs before the till's own handler.
    window.addEventListener(
      'keydown',
      event => {
        if (!pattern.test(event.key)) return;
        const before = document.querySelector(shown)?.outerHTML;
        const look = () =>
          document.querySelector(shown)?.outerHTML === before
            ? requestAnimationFrame(look)
            : // A task after the frame with the change: it has been drawn.
              setTimeout(() => times.push(performance.now() - event.timeStamp));
        requestAnimationFrame(look);
      },
      true,
    );
  }, watched);
}

/** What the page records, in milliseconds. */
type Noted = { readonly shownAfter: number[] };

export const takenTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as Noted).shownAfter.splice(0));

export const waitForTimes = (page: Page) =>
  page.waitForFunction(() => (globalThis as unknown as Noted).shownAfter.length > 0);

/** As a scanner does: without waiting between keys. */
export const typeCode = (page: Page, code: string) =>
  Promise.all([...Array.from(code), 'Enter'].map(key => page.keyboard.press(key)));

/** Voids the basket, which needs a reason. */
export async function emptyBasket(page: Page): Promise<void> {
  await page.keyboard.press('Shift+Delete');
  const dialog = page.getByRole('dialog', { name: 'Void the basket' });
  await dialog.getByRole('button', { name: 'Training' }).click();
  await dialog.getByRole('button', { name: 'Void', exact: true }).click();
  await page.getByRole('list', { name: 'Lines' }).waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
}
