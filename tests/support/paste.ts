import type { Locator, Page } from 'playwright-core';

/** Pastes into a field as Ctrl+V does. Returns whether the browser is left to paste the text itself. */
export const pasteInto = (field: Locator, text: string): Promise<boolean> =>
  field.evaluate((element: HTMLElement, pasted) => {
    element.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    return element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

export const paste = (page: Page, label: string, text: string): Promise<boolean> =>
  pasteInto(page.getByLabel(label, { exact: true }), text);

/** Rows as a spreadsheet copies them. */
export const range = (rows: readonly (readonly string[])[]): string =>
  rows.map(cells => `${cells.join('\t')}\r\n`).join('');
