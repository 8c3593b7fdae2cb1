import { beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { seriousProblems } from '../support/accessible';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
let supplierId: number;
beforeAll(async () => {
  admin = await shop().as('admin');
  supplierId = await someSupplier(shop().db, 'Prices & Co');
  const [tea, jam] = [
    await someProduct(shop().db, { name: 'Assam tea', sku: 'TEA' }),
    await someProduct(shop().db, { name: 'Plum jam', sku: 'JAM' }),
  ];
  for (const [order_date, tea_price, jam_price] of [
    ['2026-01-05', '2.00', '4.00'],
    ['2026-02-05', '1.80', '3.00'],
    ['2026-03-05', '2.10', '2.97'],
  ]) {
    const lines = [
      { product_id: tea, quantity: '5', unit_price: tea_price, supplier_code: 'T-1' },
      { product_id: jam, quantity: '5', unit_price: jam_price, unit: 'Case', factor: '12' },
    ];
    const { reply } = await admin.call(purchases.create, {
      body: { supplier_id: supplierId, order_date, lines },
    });
    await admin.call(purchases.markSent, { params: { id: reply.id } });
  }
});

test('the price list shows code, pack, last price and trend; terms are saved and shown again', async () => {
  const page = await shop().openAs(['admin'], `/suppliers/${supplierId}`);
  const list = page.getByRole('region', { name: 'Price List' });
  const row = async (name: RegExp) =>
    (await list.getByRole('row', { name }).innerText()).replaceAll(/\s+/g, ' ').trim();
  await list.getByText('Assam tea').waitFor();
  expect(await row(/Assam/)).toBe('Assam tea TEA T-1 Each — — £2.10 ▲ 16.7% higher 5 Mar 2026');
  expect(await row(/Plum/)).toBe('Plum jam JAM — Case of 12 — — £2.97 ▼ 1.0% lower 5 Mar 2026');
  expect(await seriousProblems(page)).toEqual([]);

  await list.getByRole('button', { name: 'Edit terms of Plum jam' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms for Plum jam' });
  await dialog.getByLabel('Their code').fill('PJ/12');
  await dialog.getByLabel('Minimum order, in Each').fill('2');
  await dialog.getByLabel('Lead time in days').fill('soon');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a whole number of days.').waitFor();
  await dialog.getByLabel('Lead time in days').fill('4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => row(/Plum/)).toContain('PJ/12 Case of 12 2 4 days £2.97');
  await list.getByLabel('Search the price list').fill('pj/');
  await list.getByText('Assam tea').waitFor({ state: 'detached' });
  await list.getByText('Plum jam').waitFor();
  await list.getByLabel('Search the price list').fill('nothing like this');
  await list.getByText('No products match this search.').waitFor();
  if (process.env.SHOTS) {
    await list.getByLabel('Search the price list').fill('');
    await list.getByText('Assam tea').waitFor();
    await list.screenshot({ path: `${process.env.SHOTS}/prices.png` });
  }
});

test('a product is added before anything was ordered, with a price that orders propose', async () => {
  await someProduct(shop().db, { name: 'Mint tea', sku: 'MINT' });
  const page = await shop().openAs(['admin'], `/suppliers/${supplierId}`);
  const list = page.getByRole('region', { name: 'Price List' });
  await list.getByRole('button', { name: 'Add product' }).click();
  const choosing = page.getByRole('dialog', { name: 'Add product to the price list' });
  await choosing.getByLabel('Product', { exact: true }).fill('mint');
  await page.getByRole('option', { name: /Mint tea/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms for Mint tea' });
  await dialog.getByLabel('Their code').fill('MT-1');
  await dialog.getByLabel('Agreed price, for one Each').fill('1.9');
  await dialog.getByLabel('From').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter the day from which this price applies.').waitFor();
  // The focus moves after the message is shown, and would take what is typed with it.
  await dialog.getByLabel('From').and(page.locator(':focus')).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByLabel('From').fill('01/11/2026');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await list.getByRole('row', { name: /Mint/ }).innerText()).replaceAll(/\s+/g, ' '))
    .toContain('MT-1 Each — — £1.90 Agreed: £1.90 (Each) from 1 Nov 2026');
});

test('prices are for users who can see cost; terms for users who can edit suppliers', async () => {
  const blind = await shop().openAs(['view_supplier'], `/suppliers/${supplierId}`);
  await blind.getByRole('region', { name: 'Supplier Information' }).waitFor();
  expect(await blind.getByRole('region', { name: 'Price List' }).count()).toBe(0);
  const reader = await shop().openAs(['view_supplier', 'view_cost'], `/suppliers/${supplierId}`);
  await reader.getByRole('region', { name: 'Price List' }).getByText('Assam tea').waitFor();
  expect(await reader.getByRole('button', { name: /^(Edit terms of|Add product)/ }).count()).toBe(0);
});

test('a supplier’s terms are edited on its page', async () => {
  const page = await shop().openAs(['admin'], `/suppliers/${supplierId}`);
  const card = page.getByRole('region', { name: 'Terms' });
  await card.getByText('30 days from the bill date').waitFor();
  await card.getByRole('button', { name: 'Edit the terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms' });
  await dialog.getByLabel('Days until due').fill('');
  await dialog.getByLabel('VAT number').fill('12');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Enter a whole number of days.').waitFor();
  await dialog.getByText('Enter nine digits').waitFor();
  // The focus moves after the messages are shown, and would take what is typed with it.
  await dialog.getByLabel('Days until due').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('Days until due').fill('0');
  await dialog.getByLabel('VAT number').fill('123 4567 82');
  await page.keyboard.press('Control+Enter');
  await card.getByText('Due on the bill date').waitFor();
  await card.getByText('GB123456782').waitFor();
  await page.getByRole('region', { name: 'Supplier Information' }).waitFor();
});
