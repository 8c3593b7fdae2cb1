import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { useShop } from '../support/browser';
import { someUnit } from '../support/products';

const shop = useShop();

test('V9 the form of the first products says whether prices include VAT, and stores them so', async () => {
  const unit_id = await someUnit(shop().db, 'Each');
  const admin = await shop().as('admin');
  const { status } = await admin.call(newProductSettings.save, {
    body: { price_includes_vat: false, vat_code: 'S', unit_id, stock_policy: 'block' },
  });
  expect(status).toBe(200);
  const page = await shop().openAs(['admin'], '/start/products');
  await page.getByLabel('Name of product 1').fill('Wholesale rice');
  await page.getByLabel('Price of product 1').fill('10.00');
  await expect.poll(() => page.getByText('Price exc. VAT').count()).toBe(3);
  await page.getByRole('button', { name: 'Add products' }).click();
  await page.getByText('1 product added.').waitFor();
  const { rows } = await sql`
    select price_pence, price_includes_vat from products where name = 'Wholesale rice'`.execute(shop().db);
  expect(rows).toEqual([{ price_pence: 1000, price_includes_vat: false }]);
});
