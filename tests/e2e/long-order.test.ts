import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const shop = useShop();
const rights = ['view_purchaseorder', 'create_purchaseorder', 'edit_purchaseorder', 'view_supplier'] as const;
// Up to 500 are allowed; some are added.
const lineCount = 490;
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

/** A draft of 490 lines at £1.00 to £490.00, so that its net total is £120,295.00 (490 × 491 / 2). */
async function longDraft(): Promise<number> {
  const [product] = await desk.products(1);
  const lines = Array.from({ length: lineCount }, (_, at) => ({
    ...(at % 2 === 0 ? { product_id: product ?? 0 } : { description: `Item ${at + 1}` }),
    quantity: '1',
    unit_price: `${at + 1}.00`,
    vat_code: 'Z' as const,
  }));
  return (await desk.draft(lines)).id;
}

const openDraft = async (): Promise<Page> => {
  const page = await shop().openAs(rights, `/purchases/${await longDraft()}/edit`);
  await page.getByLabel('Quantity of line 1', { exact: true }).waitFor();
  return page;
};
const net = (page: Page) => page.locator('[data-part="net"] dd').innerText();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

describe('F11 an order of almost 500 lines', () => {
  test('F11 shows every line, with input fields only for those near the screen', async () => {
    const page = await openDraft();
    // Those far away follow as soon as the first can be typed in.
    await expect.poll(() => page.locator('.line-grid tbody tr').count()).toBe(lineCount + 1);
    await expect.poll(() => page.locator('.line-grid').textContent()).toContain('Item 480');
    expect(await field(page, 'Quantity of line 400').count()).toBe(0);
    expect(await net(page)).toBe('£120,295.00');

    await page.locator('.line-grid tbody tr').nth(399).scrollIntoViewIfNeeded();
    // Line 400 stays where it was scrolled to while it gets its fields.
    await field(page, 'Quantity of line 400').waitFor();
    expect(await isInWindow(page.locator('.line-grid tbody tr').nth(399))).toBe(true);
    await field(page, 'Quantity of line 400').fill('3');
    // Line 400 costs £400.00: two more of them.
    await expect.poll(() => net(page)).toBe('£121,095.00');
  });

  test('F11 fields keep the id of their first render, and are not rendered again for another', async () => {
    const page = await shop().openAs(rights, `/purchases/${await longDraft()}`);
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    await edit.waitFor();
    await watchIds(page);
    await edit.click();
    await field(page, 'Quantity of line 1').waitFor();
    await settled(page);
    expect(await field(page, 'Quantity of line 1').getAttribute('id')).toMatch(/./);
    expect(await page.evaluate(() => (globalThis as unknown as { changedIds: string[] }).changedIds)).toEqual(
      [],
    );
  });

  test('F11 a key changes its own row and no other', async () => {
    const page = await openDraft();
    // Those far away are drawn when the browser has time, in no frame that `settled` could see.
    await expect.poll(() => page.locator('.line-grid tbody tr').count()).toBe(lineCount + 1);
    await settled(page);
    // Every row near the screen has its fields.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.line-plain')].every(
        row => row.getBoundingClientRect().top > innerHeight + 800,
      ),
    );
    const changedRows = await watchRows(page, '.line-grid');
    await field(page, 'Quantity of line 5').fill('2');
    await expect.poll(() => net(page)).toBe('£120,300.00');
    await page.getByLabel('Notes').fill('Deliver to the back door.');
    expect(await changedRows()).toEqual([5]);
  });

  test('F11 lines far outside the screen are not laid out, and are as high as they will be with fields', async () => {
    const page = await openDraft();
    const row = page.locator('.line-grid tr[aria-rowindex="401"]');
    await row.waitFor({ state: 'attached' });
    const isLaidOut = () => row.evaluate(element => element.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    // The browser's own search finds it, and scrolls to it.
    expect(await page.evaluate("find('Item 400')")).toBe(true);
    await expect.poll(() => isInWindow(row)).toBe(true);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await field(page, 'Quantity of line 1').scrollIntoViewIfNeeded();
      const heights = await page.evaluate(() => {
        for (const group of document.querySelectorAll<HTMLElement>('.line-group'))
          group.style.contentVisibility = 'visible';
        const high = (selector: string) =>
          document.querySelector(`.line-grid ${selector}`)?.getBoundingClientRect().height ?? 0;
        const [product, text] = ['tr:nth-child(odd)', 'tr:nth-child(even)'];
        return [product, text].map(
          kind => high(`${kind}.line-plain`) - high(`.line-group:first-of-type ${kind}:not(.line-plain)`),
        );
      });
      for (const difference of heights) expect(Math.abs(difference), `at ${width}`).toBeLessThanOrEqual(2);
    }
  });

  test('F11 a screen reader is told the number of every line', async () => {
    const page = await openDraft();
    const table = page.getByRole('table', { name: 'Order lines' });
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(`${lineCount + 2}`);
    // The first row has the headers.
    await expect
      .poll(() => page.locator('.line-grid tr').evaluateAll(rows => rows.map(row => row.ariaRowIndex)))
      .toEqual(Array.from({ length: lineCount + 2 }, (_, at) => `${at + 1}`));
  });

  test('F11 Add line leads to the new line, and an error leads to the line it concerns', async () => {
    const page = await openDraft();
    await page.getByRole('button', { name: 'Add line' }).click();
    await page.keyboard.type('Late item');
    await expect.poll(() => field(page, 'Item of line 492').inputValue()).toBe('Late item');
    await page.keyboard.press('Home');
    // The quantity of the new line is missing, and so is the blank line before it.
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/of line 49[12]$/);
  });

  test('F11 keys lead through lines far outside the screen, and the totals never cover the field with the focus', async () => {
    const page = await openDraft();
    await field(page, 'Quantity of line 1').focus();
    // Without waiting for anything to be drawn, as a held key does.
    await Promise.all(Array.from({ length: 60 }, () => page.keyboard.press('ArrowDown')));
    await focusIs(page, 'Quantity of line 61');
    await page.keyboard.type('2');
    await expect.poll(() => net(page)).toBe('£120,356.00');
    expect(await isFocusInSight(page)).toBe(true);
    // Backwards from the buttons: the last line, though it is far from the lines with fields.
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Shift+Tab');
    await focusIs(page, 'Remove line 491');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await focusIs(page, 'Price of line 490');
    expect(await isFocusInSight(page)).toBe(true);
  });

  test('F11 the totals are in sight wherever the page is scrolled to, and so is when the changes were stored', async () => {
    const page = await openDraft();
    const isFootInSight = () =>
      page.locator('.document-foot').evaluate(foot => foot.getBoundingClientRect().bottom <= innerHeight);
    expect(await isFootInSight()).toBe(true);
    await field(page, 'Quantity of line 2').fill('2');
    await page.getByText(/^Saved \d\d:\d\d in this browser$/).waitFor();
    await page.locator('.line-grid tbody tr').nth(249).scrollIntoViewIfNeeded();
    expect(await isFootInSight()).toBe(true);
    expect(await net(page)).toBe('£120,297.00');
  });

  test('F11 a removed line takes its errors with it, and those of the lines below move up', async () => {
    const page = await openDraft();
    await field(page, 'Quantity of line 2').fill('x');
    await field(page, 'Quantity of line 4').fill('y');
    await page.getByRole('button', { name: 'Save' }).click();
    const errors = () =>
      page
        .locator('.line-grid input[aria-invalid="true"]')
        .evaluateAll(inputs => inputs.map(input => input.getAttribute('aria-label')));
    await expect.poll(errors).toEqual(['Quantity of line 2', 'Quantity of line 4']);
    await page.getByRole('button', { name: 'Remove line 2', exact: true }).click();
    await expect.poll(errors).toEqual(['Quantity of line 3']);
    await field(page, 'Quantity of line 3').fill('4');
    await expect.poll(errors).toEqual([]);
  });

  test('F11 goods of a long order are received by scrolling its dialog, and a key changes its own row only', async () => {
    const order = await desk.sent(
      Array.from({ length: 150 }, (_, at) => ({ description: `Part ${at + 1}`, quantity: '2' })),
    );
    const page = await shop().openAs([...rights, 'receive_purchaseorder'], `/purchases/${order.id}`);
    await page.getByRole('button', { name: 'Receive goods' }).click();
    const dialog = page.getByRole('dialog');
    const now = (line: number) => dialog.getByLabel(`Receive now: Part ${line}`, { exact: true });
    await now(1).waitFor();
    expect(await now(150).count()).toBe(0);
    await settled(page);
    const changedRows = await watchRows(page, '[role="dialog"] .data-table');
    await now(3).fill('1');
    expect(await changedRows()).toEqual([3]);
    await dialog.getByRole('button', { name: 'Clear quantities' }).click();
    await expect
      .poll(async () => {
        await dialog.getByLabel('Delivery note number').scrollIntoViewIfNeeded();
        return now(150).count();
      })
      .toBe(1);
    await now(150).fill('2');
    await dialog.getByRole('button', { name: 'Receive goods' }).click();
    await page
      .getByRole('status')
      .getByText(/^Goods received as GRN-\d+\.$/)
      .waitFor();
    const received = (await desk.get(order.id)).lines.flatMap(line => (line.received > 0 ? [line] : []));
    expect(received.map(line => [line.description, line.received])).toEqual([['Part 150', 2000]]);
  });
});

/** Watches the rows of a table; the function returns the numbers of those that have changed since. */
async function watchRows(page: Page, table: string): Promise<() => Promise<number[]>> {
  await page.evaluate(selector => {
    const rows = [...document.querySelectorAll(`${selector} tbody tr:not(.row-gap)`)];
    const changed = new Set<number>();
    Object.assign(window, { changed });
    new MutationObserver(changes => {
      for (const { target } of changes) changed.add(rows.findIndex(row => row.contains(target)) + 1);
    }).observe(document.querySelector(selector) as Node, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }, table);
  return () => page.evaluate(() => [...(window as unknown as { changed: Set<number> }).changed]);
}

async function focusIs(page: Page, label: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(label);
}

const isInWindow = (row: Locator) =>
  row.evaluate(element => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** Whether the focused field is between the bar at the top and the totals. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement?.getBoundingClientRect();
    const foot = document.querySelector('.document-foot')?.getBoundingClientRect();
    return !!focused && !!foot && focused.top >= 0 && focused.bottom <= foot.top;
  });

/** Notes the fields whose id changes while they are on the page. */
const watchIds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const changedIds: string[] = [];
    Object.assign(globalThis, { changedIds });
    new MutationObserver(changes => {
      for (const { target } of changes)
        if (target instanceof HTMLInputElement)
          changedIds.push(target.getAttribute('aria-label') ?? target.outerHTML);
    }).observe(document, { attributeFilter: ['id'], subtree: true });
  });
