import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { useShop } from '../support/browser';
import { stockedProduct } from '../support/shop';
import { stockedShelf } from '../support/till-keyboard';

const shop = useShop();

test('F103 V2 a small shop: tiles of products without a category, one line for each result, no VAT, and a way out', async () => {
  const { db } = shop();
  await sql`update vat_registration set is_registered = false, registered_from = null, vat_number = null`.execute(
    db,
  );
  await stockedShelf(db);
  await stockedProduct(db, { name: 'Sea salt fudge', sku: 'FUDGE', price: toPence(350), category_id: null });
  const page = await shop().openAs(
    ['view_pos', 'create_sale', 'open_till', 'view_customer', 'view_dashboard'],
    '/sales/pos',
  );
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.waitForURL('**/dashboard');
  await page.goBack();
  await page.getByRole('button', { name: 'Open the till' }).click();

  // The categories come first, and what has none after them.
  await page.getByRole('button', { name: 'Other products', exact: true }).click();
  await page.getByRole('button', { name: /^Sea salt fudge/ }).click();
  await page.getByRole('button', { name: 'Pay £3.50' }).waitFor();
  expect(await page.getByRole('region', { name: 'Basket' }).innerText()).not.toContain('VAT');

  for (const width of [1440, 1024, 800, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('combobox', { name: 'Scan or search products' }).fill('tea');
    const result = page.getByRole('option', { name: /Breakfast tea/ });
    const [name, price] = await Promise.all(
      ['Breakfast tea, 80 bags', '£2.40'].map(async words => result.getByText(words).boundingBox()),
    );
    // Both are centred in the line, and the price is at its end.
    const middle = (box: typeof name) => (box ? box.y + box.height / 2 : Number.NaN);
    expect(Math.abs(middle(name) - middle(price)), `at ${width}`).toBeLessThan(4);
    expect(price?.x, `at ${width}`).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
    expect(name?.width, `at ${width}`).toBeGreaterThan(120);
  }
});
