import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';

const shop = useShop();

test('the price of a product is not shown without VAT before the rates are known', async () => {
  const id = await someProduct(shop().db, { name: 'Awaited', price: toPence(1250) });
  let release = () => {};
  const released = new Promise<void>(done => {
    release = done;
  });
  const page = await shop().openAs(['view_product', 'edit_product'], '/profile');
  await page.route('**/api/products/choices', async route => {
    await released;
    await route.continue();
  });
  await page.goto(new URL(`/products/edit/${id}`, page.url()).href);
  const shown = async () =>
    (await page.locator('.price-both-ways').innerText()).replaceAll(/\s+/g, ' ').trim();
  await expect.poll(shown).toBe('Including VAT … Excluding VAT …');
  release();
  // 1250 × 100 / 120 = 1041.67
  await expect.poll(shown).toBe('Including VAT £12.50 Excluding VAT £10.42');
});
