import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { wholeUnits } from '#domain/kernel/quantity';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import type { CountedUser } from '../support/action-counter';
import { dailyTasks } from '../support/daily-tasks';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));

beforeAll(async () => {
  admin = await shop().as('admin');
  const { db } = shop();
  const ids: number[] = [];
  for (const [name, sku, code] of [
    ['Brown teapot', 'TEA-1', '5010000000017'],
    ['Green cup', 'CUP-1', '5010000000024'],
    ['White plate', 'PLATE-1', '5010000000031'],
  ] as const) {
    const id = await someProduct(db, { name, sku, barcodes: [{ code, factor: wholeUnits(1) }] });
    const lines = [{ product_id: id, quantity: '10', value: '25.00' }];
    await admin.call(stockAdjustments.create, { body: { reason: 'found', lines } });
    ids.push(id);
  }
  const order = await desk.draft(
    ids.map(product_id => ({ product_id, quantity: '12', unit_price: '2.50' })),
    { supplier_id: await someSupplier(db, 'North Wares Ltd') },
  );
  await admin.call(purchases.markSent, { params: { id: order.id } });
});

const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();

/** An earlier stocktake, cancelled, in which each scan was to ask for the quantity. */
async function askForQuantities({ page }: CountedUser): Promise<void> {
  const { reply } = await admin.call(stockCounts.create, { body: { scope: 'all' } });
  await page.goto(`/stock/counts/${reply.id}`);
  await page.getByLabel('Ask for the quantity after each scan').check();
  await admin.call(stockCounts.cancel, { params: { id: reply.id } });
  await page.goto('/dashboard');
}

/** Shelf labels were printed before. */
async function printShelfLabels({ page }: CountedUser): Promise<void> {
  await page.goto('/products/1');
  await page.getByRole('button', { name: 'Print labels' }).click();
  await page.getByLabel('Kind').selectOption('shelf');
  await page.goto('/dashboard');
}

const { does, others } = dailyTasks('Stock keeper', shop);

test('Receive a delivery, one line of it short', ({ task }) =>
  does(task, async ({ page, opens, press, types, tabsTo, isAt }) => {
    await opens('po-1', /^PO-/);
    await page.getByRole('button', { name: 'Receive goods' }).waitFor();
    await press('r');
    await isAt(page.getByLabel('Receive now: Brown teapot'));
    await tabsTo(page.getByLabel('Receive now: Green cup'));
    await types('8');
    await press('Control+Enter');
    await said(page, /^Goods received as GRN-/);
    await expect
      .poll(() =>
        page
          .getByRole('region', { name: 'Lines' })
          .getByRole('row', { name: /Green cup/ })
          .innerText(),
      )
      .toMatch(/12\s+8\s+—\s+—\s+4$/);
  }));

test('Count three products', ({ task }) =>
  does(
    task,
    async ({ page, opens, press, scans, types, isAt }) => {
      await opens('new st', 'Start Stocktake');
      await page.getByText('3 products to count.').waitFor();
      await press('Control+Enter');
      const field = page.getByLabel('Scan or type a product');
      for (const [code, name, quantity] of [
        ['5010000000017', 'Brown teapot', '22'],
        ['5010000000024', 'Green cup', '17'],
        ['5010000000031', 'White plate', '22'],
      ] as const) {
        await isAt(field);
        await scans(code);
        await isAt(page.getByLabel(`How many of ${name}`));
        await types(quantity);
        await press('Enter');
        await page.getByText(`${name}: ${quantity} counted.`).waitFor();
      }
      await page.getByText('3 of 3 counted').first().waitFor();
    },
    { before: askForQuantities },
  ));

test('Write off damaged goods', ({ task }) =>
  does(task, async ({ page, opens, press, types, isAt }) => {
    await opens('adjust st', 'Adjust Stock');
    await isAt(page.getByLabel('Product of line 1'));
    await types('teapot');
    await page.getByRole('option', { name: /Brown teapot/ }).waitFor();
    await press('Enter');
    await isAt(page.getByLabel('Quantity of line 1'));
    await expect.poll(() => page.getByLabel('Product of line 1').inputValue()).toContain('Brown teapot');
    await types('2');
    await press('Control+Enter');
    await page.getByRole('heading', { name: /^ADJ-/ }).waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Damaged[\s\S]*−2/);
  }));

test('Find a product by its barcode, with its stock and latest movement', ({ task }) =>
  does(task, async ({ page, scans, press }) => {
    await press('Control+k');
    await scans('5010000000024');
    await page.getByRole('heading', { name: 'Green cup', level: 1 }).waitFor();
    await expect
      .poll(() =>
        page.getByRole('region', { name: 'Stock movements' }).locator('tbody tr').first().innerText(),
      )
      .toContain('+8');
  }));

test('Print shelf labels for a product', ({ task }) =>
  does(
    task,
    async ({ page, opens, press, isAt }) => {
      await opens('plate', 'White plate');
      await page.getByRole('button', { name: 'Print labels' }).waitFor();
      await press('l');
      const kind = page.getByLabel('Kind');
      await isAt(kind);
      await expect.poll(() => kind.inputValue()).toBe('shelf');
      const saved = page.waitForEvent('download');
      await press('Control+Enter');
      expect((await saved).suggestedFilename()).toBe('labels-L7160.pdf');
    },
    { before: printShelfLabels },
  ));

test('no other task has a line', () => {
  expect(others()).toEqual([]);
});
