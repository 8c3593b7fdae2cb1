import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { holdAnswers } from './hold-answers';
import { press, scan } from './till-keyboard';

/** Until the returned function is called, the answers of these calls are on their way. */
export const slow = async (page: Page, path: RegExp) => {
  const asked = page.waitForRequest(request => request.method() === 'POST' && path.test(request.url()));
  const letGo = await holdAnswers(page, request => request.method() === 'POST' && path.test(request.url()));
  return { asked, letGo };
};

/** Tries to leave a dialog whose request is under way and to go on selling; neither is possible. */
export const staysOpenFor =
  (barcode: string) =>
  async (page: Page, title: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: title });
    await press(page, 'Escape');
    await scan(page, barcode);
    await page
      .getByText(/^(?:Finish or close this dialog, then|Approve or cancel first\. The) scan/)
      .waitFor();
    expect(await dialog.isVisible()).toBe(true);
  };
