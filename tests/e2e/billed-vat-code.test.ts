import { beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('V18 a wrong VAT code of a completed order is corrected on its bill', async () => {
  const order = await desk.sent([
    { description: 'Lamp', quantity: '10', unit_price: '10.00', vat_code: 'Z' },
  ]);
  await desk.receive(order.id);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Record bill' }).click();
  const dialog = page.getByRole('dialog', { name: `Record a bill for ${order.po_number}` });
  const sums = async () => (await dialog.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ');
  await dialog.getByLabel('Supplier’s bill number').fill('INV 79');
  await dialog.getByLabel('VAT code: Lamp').selectOption({ label: 'S 20%' });
  await expect
    .poll(sums)
    .toBe('Variance from goods received £0.00 Net £100.00 VAT £20.00 Bill total £120.00');
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await dialog
    .getByText(/Lamp was ordered with VAT code Z, which allows less than £20\.00/)
    .first()
    .waitFor();
  await dialog.getByLabel('The bill is correct: accept the variance').check();
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await noticed(page, 'Bill recorded.');
  const bills = page.getByRole('region', { name: 'Bills' });
  await expect
    .poll(async () => (await bills.innerText()).replaceAll(/\s+/g, ' '))
    .toContain('£100.00 £20.00 £120.00');
  expect(await breachesOf(shop().db)).toEqual([]);
});
