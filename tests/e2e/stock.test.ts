import { beforeAll, expect, test } from 'vitest';
import { wholeUnits } from '#domain/kernel/quantity';
import { products } from '#domain/products/product.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { seriousProblems } from '../support/accessible';
import { tilesIn } from '../support/figures-of-page';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { noticed } from '../support/notices';

const shop = useShop();
beforeAll(async () => {
  const id = await someProduct(shop().db, {
    name: 'Brown teapot',
    sku: 'TEA-1',
    reorder_level: wholeUnits(20),
  });
  const { call } = await shop().as('admin');
  const body = { reason: 'found', lines: [{ product_id: id, quantity: '10', value: '25.00' }] };
  await call(stockAdjustments.create, { body });
});

test('stock is adjusted by keyboard alone, and appears in the lists and the valuation', async () => {
  const page = await shop().openAs(['admin'], '/stock');
  await page.locator('tbody').getByRole('cell', { name: '£25.00' }).waitFor();
  await page.getByRole('link', { name: 'Adjust stock', exact: true }).press('Enter');
  await page.getByLabel('Reason').selectOption('damaged');
  await page.getByLabel('Note').fill('Dropped');
  await page.getByLabel('Product of line 1').focus();
  await page.keyboard.type('teapot');
  await page.getByRole('option', { name: /Brown teapot/ }).waitFor();
  await page.keyboard.press('Enter');
  // Enter may be ahead of the reply, and then takes the best match once it arrives.
  await expect.poll(() => page.getByLabel('Product of line 1').inputValue()).toContain('Brown teapot');
  await page.getByLabel('Quantity of line 1').focus();
  await page.keyboard.type('11');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Only 10 of Brown teapot', { exact: false }).first().waitFor();
  await page.getByLabel('Quantity of line 1').fill('4');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'ADJ-00002' }).waitFor();
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Dropped[\s\S]*−4[\s\S]*−£10\.00/);
  expect(await tilesIn(page.getByRole('region', { name: 'Adjustment', exact: true }))).toEqual({
    Products: '1',
    Quantity: '−4',
    Value: '−£10.00',
  });
  await page.getByRole('link', { name: /^Journal \d/ }).press('Enter');
  await page.getByRole('link', { name: 'ADJ-00002' }).press('Enter');
  await page.getByRole('link', { name: 'Back to list' }).press('Enter');
  await page.getByRole('link', { name: 'ADJ-00001' }).press('Enter');
  await page.getByRole('heading', { name: 'ADJ-00001' }).waitFor();
  await page.goto(`${shop().address}/stock/valuation`);
  await expect.poll(() => page.getByLabel('Totals').innerText()).toMatch(/£15\.00[\s\S]*£15\.00/);
});

test('L1 A13 an adjustment is reversed on its page, and the two are linked', async () => {
  const page = await shop().openAs(['admin'], '/stock/adjustments');
  await page.getByRole('link', { name: 'ADJ-00002' }).press('Enter');
  await page.getByRole('button', { name: 'Reverse', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reverse ADJ-00002' });
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Reason is required.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Counted twice');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'ADJ-00002 reversed by ADJ-00003.');
  expect(await page.getByRole('button', { name: 'Reverse', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'ADJ-00003' }).press('Enter');
  await page.getByRole('heading', { name: 'ADJ-00003' }).waitFor();
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Counted twice[\s\S]*\+4/);
  await page.getByRole('link', { name: 'ADJ-00002' }).waitFor();
  expect(await page.getByRole('button', { name: 'Reverse', exact: true }).count()).toBe(0);
});

test('V17 goods for own use say that VAT is owed on them', async () => {
  const page = await shop().openAs(['admin'], '/stock/adjustments/create');
  expect(await page.getByText('Goods for own use', { exact: false }).count()).toBe(0);
  await page.getByLabel('Reason').selectOption('own_use');
  await page
    .getByText('also post a VAT adjustment with the reason “Goods for own use”', { exact: false })
    .waitFor();
});

test('I7 a user with only the permission to adjust is asked for a cost only where none is known', async () => {
  await someProduct(shop().db, { name: 'Unknown vase', sku: 'VASE-1' });
  const page = await shop().openAs(['adjust_stock'], '/stock/adjustments/create');
  await page.getByLabel('Reason').selectOption('found');
  for (const [name, requests] of [
    ['Brown teapot', 0],
    ['Unknown vase', 1],
  ] as const) {
    await page.getByLabel('Product of line 1').fill(name);
    await page.locator('[role="option"]', { hasText: name }).click();
    await expect.poll(() => page.getByLabel('Value of line 1').count()).toBe(requests);
  }
  await page.getByLabel('Quantity of line 1').fill('3');
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByText('The cost of Unknown vase is not known yet.', { exact: false }).first().waitFor();
  await page.getByLabel('Value of line 1').fill('4.50');
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByRole('heading', { name: /^ADJ-/ }).waitFor();
  await page.getByRole('table', { name: 'Products' }).getByText('+3', { exact: true }).waitFor();
  expect(await page.getByText('£').count()).toBe(0);
});

test('I14 P12 what is left of an inactive product is adjusted and counted, so that it can be archived', async () => {
  const { call } = await shop().as('admin');
  const id = await someProduct(shop().db, { name: 'Old mug', sku: 'MUG-1' });
  const lines = [{ product_id: id, quantity: '3', value: '12.00' }];
  await call(stockAdjustments.create, { body: { reason: 'found', lines } });
  await shop().db.updateTable('products').set({ status: 'inactive' }).where('id', '=', id).execute();
  const page = await shop().openAs(['admin'], '/stock/counts/create');
  await page.getByLabel('Scope').selectOption('products');
  await page.getByLabel('Add a product').fill('old mug');
  await page.getByRole('option', { name: /Old mug.*3 in stock · Inactive/ }).click();
  await page.getByText('1 product to count.').waitFor();
  await page.goto('/stock/adjustments/create');
  await page.getByLabel('Reason').selectOption('damaged');
  await page.getByLabel('Product of line 1').fill('MUG-1');
  await page.getByRole('option', { name: /Old mug/ }).click();
  await page.getByLabel('Quantity of line 1').fill('3');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /^ADJ-/ }).waitFor();
  const archived = await call(products.archive, { params: { id }, body: { archived: true } });
  expect([archived.status, archived.reply.status]).toEqual([200, 'archived']);
  // With nothing left of it there is nothing to adjust.
  await page.goto('/stock/adjustments/create');
  await page.getByLabel('Product of line 1').fill('MUG-1');
  await page.getByText('No product found.').waitFor();
});

test('the movements of one product are filtered until all are requested', async () => {
  const page = await shop().openAs(['view_stock'], '/stock/movements?product_id=1');
  await page.getByText('Brown teapot').first().waitFor();
  expect(await page.getByText('Unknown vase').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove filter Product: One product only' }).click();
  await page.getByText('Unknown vase').waitFor();
});

test('without permission to see cost no value is shown', async () => {
  const page = await shop().openAs(['view_stock'], '/stock');
  await page.getByText('Brown teapot').waitFor();
  expect(await page.getByText('£').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Adjust stock' }).count()).toBe(0);
});
