import { beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('goods are counted in by the supplier’s code, as it stands on the delivery note', async () => {
  const product_id = await someProduct(shop().db, { name: 'Teapot', sku: 'POT' });
  const order = await desk.sent([{ product_id, quantity: '10' }]);
  const params = { id: order.supplier.id, product_id };
  await admin.call(supplierPrices.save, { params, body: { supplier_code: 'TP/77' } });
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('heading', { name: order.po_number }).waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: `Receive goods for ${order.po_number}` });
  const scan = dialog.getByLabel('Scan to count');
  for (const [code, count] of [
    ['POT', '1'],
    ['tp/77', '2'],
  ] as const) {
    await scan.fill(code);
    await scan.press('Enter');
    await dialog.getByText(`Teapot: ${count} counted.`).waitFor();
    await expect.poll(() => dialog.getByLabel('Receive now: Teapot').inputValue()).toBe(count);
  }
});

test('another open order of the supplier with the same reference is named, before it is entered twice', async () => {
  const first = await desk.sent([{ description: 'Cups' }]);
  const supplier_id = first.supplier.id;
  const lines = [{ id: first.lines[0]?.id, description: 'Cups', quantity: '10', unit_price: '1.00' }];
  const body = { supplier_id, reference: 'Q-4711', lines };
  expect((await admin.call(purchases.update, { params: { id: first.id }, body })).status).toBe(200);
  const again = await desk.draft([{ description: 'Cups' }], { supplier_id });
  const page = await shop().openAs(['admin'], `/purchases/${again.id}/edit`);
  const reference = page.getByLabel('Reference');
  await reference.fill('q-4711 ');
  const warning = page.getByText(`${first.po_number} has the same reference.`);
  await warning.waitFor();
  // Part of a reference is another one.
  await reference.fill('Q-47');
  await warning.waitFor({ state: 'detached' });
  await reference.fill('Q-4711');
  await warning.waitFor();
  // It warns, and refuses nothing.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/purchases\/\d+$/);
  // No order is its own double.
  const own = await shop().openAs(['admin'], `/purchases/${first.id}/edit`);
  await own.getByText(`${again.po_number} has the same reference.`).waitFor();
});
