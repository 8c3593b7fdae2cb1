import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { someProduct, someUnit } from '../support/products';

const shop = useShop();

test('a product is ordered in its buying unit or in single ones, and the price follows the unit', async () => {
  const boxed = await someProduct(shop().db, { name: 'Boxed candles', sku: 'CANDLE' });
  const unit = await someUnit(shop().db, 'Case');
  await shop()
    .db.updateTable('products')
    .set({ buying_unit_id: unit, buying_factor: '24' })
    .where('id', '=', boxed)
    .execute();
  const supplier = await someSupplier(shop().db, 'Chandler');
  const page = await shop().openAs(
    ['view_purchaseorder', 'create_purchaseorder', 'view_supplier'],
    '/purchases/create',
  );
  await page.getByRole('combobox', { name: 'Supplier' }).fill('chandler');
  await page.locator('[role="option"]', { hasText: 'Chandler' }).click();
  await page.getByLabel('Item of line 1').fill('candle');
  await page.locator('[role="option"]', { hasText: 'CANDLE' }).click();
  const units = page.getByLabel('Unit of line 1');
  await expect.poll(() => units.locator('option').allInnerTexts()).toEqual(['Case of 24', 'Each']);
  // The price follows the unit, and is what it was back in the first one.
  const price = page.getByLabel('Price of line 1');
  await price.fill('17.90');
  await units.selectOption('Each');
  await expect.poll(() => price.inputValue()).toBe('0.745833');
  await units.selectOption('Case of 24');
  await expect.poll(() => price.inputValue()).toBe('17.90');
  await units.selectOption('Each');
  await price.fill('0.75');
  await units.selectOption('Case of 24');
  await expect.poll(() => price.inputValue()).toBe('18.00');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/purchases\/\d+$/);
  const { reply } = await (await shop().as('admin')).call(purchases.get, {
    params: { id: Number(page.url().split('/').at(-1)) },
  });
  expect(reply.supplier.id).toBe(supplier);
  expect(reply.lines[0]).toMatchObject({
    unit: 'Case',
    factor: 24_000,
    quantity: 1000,
    unit_price: '18.00',
  });
});
