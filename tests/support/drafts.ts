import type { Page } from 'playwright-core';

/**
 * The browser stores no drafts from now on, as one whose storage is full: what is typed into a document form is unsaved,
 * and leaving it asks first.
 */
export const storeNoDrafts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the storage that it is called on
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function set(this: Storage, key: string, value: string) {
      if (key.includes('-draft:')) throw new DOMException('Full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });

/** Waits until the page has tried to store what was typed. */
export const notStored = (page: Page): Promise<void> =>
  page.getByText('This browser cannot store your changes').waitFor();

/** Waits until a draft with this text in it is stored, and the page says so. */
export async function stored(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    part =>
      Object.entries(localStorage).some(
        ([key, draft]) => key.includes('-draft:') && String(draft).includes(part),
      ),
    text,
  );
  await page.getByText(/^Saved \d\d:\d\d in this browser$/).waitFor();
}
