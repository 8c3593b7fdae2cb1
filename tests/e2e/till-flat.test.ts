import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wholeUnits } from '#domain/kernel/quantity';
import { useShop } from '../support/browser';
import { press, scan } from '../support/till-keyboard';
import { stockedProduct } from '../support/shop';

const shop = useShop();
const tea = '5040000000017';

type Counts = { readonly nodes: number; readonly jsEventListeners: number };

/** What the page holds after garbage collection. */
async function countsOf(device: CDPSession): Promise<Counts> {
  await device.send('HeapProfiler.collectGarbage');
  return device.send('Memory.getDOMCounters');
}

async function sellOne(page: Page): Promise<void> {
  await scan(page, tea);
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£2.40');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Control+a', '"5"', 'Enter');
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.waitFor();
  await press(page, 'Enter');
  await sold.waitFor({ state: 'detached' });
}

/** The least held after each of some sales: the page may hold a closed dialog until it next renders; a leak stays. */
async function leastOver(sales: number, page: Page, device: CDPSession): Promise<Counts> {
  const counted: Counts[] = [];
  for (let nth = 0; nth < sales; nth++) {
    await sellOne(page);
    counted.push(await countsOf(device));
  }
  return {
    nodes: Math.min(...counted.map(({ nodes }) => nodes)),
    jsEventListeners: Math.min(...counted.map(({ jsEventListeners }) => jsEventListeners)),
  };
}

test('F39 many sales in one page of the till do not leak nodes or listeners', async () => {
  await stockedProduct(shop().db, {
    name: 'Breakfast tea',
    sku: 'FLAT',
    pieces: '500',
    barcodes: [{ code: tea, factor: wholeUnits(1) }],
  });
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till'], '/sales/pos');
  await page.getByRole('heading', { name: 'Open the till' }).waitFor();
  await press(page, 'Control+a', '"100"', 'Enter');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  const device = await page.context().newCDPSession(page);
  // The first sales load what each needs: dialogs, documents and their modules.
  for (let nth = 0; nth < 6; nth++) await sellOne(page);
  const before = await leastOver(4, page, device);
  for (let nth = 0; nth < 46; nth++) await sellOne(page);
  const after = await leastOver(4, page, device);
  // A leak the size of a dialog would be 38 nodes and 4 listeners per sale.
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(25);
});
