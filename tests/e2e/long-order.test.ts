import type { Page } from 'playwright-core';
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
    expect(await page.locator('.line-grid tbody tr').count()).toBe(lineCount + 1);
    expect(await page.locator('.line-grid tbody').innerText()).toContain('Item 490');
    expect(await field(page, 'Quantity of line 400').count()).toBe(0);
    expect(await net(page)).toBe('£120,295.00');

    await page.locator('.line-grid tbody tr').nth(399).scrollIntoViewIfNeeded();
    await field(page, 'Quantity of line 400').fill('3');
    // Line 400 costs £400.00: two more of them.
    await expect.poll(() => net(page)).toBe('£121,095.00');
  });

  test('F11 a key changes its own row and no other', async () => {
    const page = await openDraft();
    await settled(page);
    await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.line-grid tbody tr')];
      const changed = new Set<number>();
      Object.assign(window, { changed });
      new MutationObserver(changes => {
        for (const { target } of changes) changed.add(rows.findIndex(row => row.contains(target)) + 1);
      }).observe(rows[0]?.parentElement as Node, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    await field(page, 'Quantity of line 5').fill('2');
    await expect.poll(() => net(page)).toBe('£120,300.00');
    await page.getByLabel('Notes').fill('Deliver to the back door.');
    expect(await page.evaluate(() => [...(window as unknown as { changed: Set<number> }).changed])).toEqual([
      5,
    ]);
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
});
