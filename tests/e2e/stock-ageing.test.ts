import { expect, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { someProduct } from '../support/products';

const shop = useShop();

test('2.17 Stock Ageing shows the money in stock by age and what has not sold', async () => {
  const product_id = await someProduct(shop().db, { name: 'Brown teapot', sku: 'TEA-1' });
  const admin = await shop().as('admin');
  const found = { reason: 'found', lines: [{ product_id, quantity: '10', value: '25.00' }] } as const;
  expect((await admin.call(stockAdjustments.create, { body: found })).status).toBe(200);
  const page = await shop().openAs(['view_stock', 'view_cost'], '/stock/ageing');
  const row = page.getByRole('row', { name: /Brown teapot/ });
  await row.getByText('Never').waitFor();
  const totals = page.getByRole('region', { name: 'Listed stock by age' });
  await totals.getByText('£25.00').first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await fitsWindow(page);
  await page.getByLabel('Not sold', { exact: true }).selectOption('90');
  await page.getByText('No stock matches this search.').waitFor();
  await expect.poll(() => totals.getByText('£25.00').count()).toBe(0);
});
