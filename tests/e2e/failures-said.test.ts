import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import { someCounting } from '../support/stocktakes';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});
const desk = orderDesk(() => ({ app: shop(), admin }));

test('F84 the audit log says that it could not be verified, not that it is intact', async () => {
  const page = await shop().openAs(['admin'], '/audit');
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  await page.route('**/api/audit/verification', route => route.abort());
  await page.getByRole('button', { name: 'Verify' }).click();
  await page
    .getByRole('alert')
    .getByText('The log could not be verified because the server cannot be reached.')
    .waitFor();
  expect(await page.getByText(/intact/i).count()).toBe(0);
});

test('F84 the palette says that the search failed, not that there is no record', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  await page.getByText('Total: ').waitFor();
  await page.route('**/api/search?*', route => route.abort());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, actions and records' }).fill('zzzz');
  await page.getByText('The search failed because the server cannot be reached. Try again.').waitFor();
  expect(await page.getByText('No results.').count()).toBe(0);
});

test('F84 a scan without a connection is said to be that, when goods are received and when stock is counted', async () => {
  const product = await someProduct(shop().db, { name: 'Teapot', sku: 'POT' });
  const order = await desk.sent([{ product_id: product, quantity: '10' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Receive goods', exact: true }).click();
  const scan = page.getByRole('dialog').getByLabel('Scan to count');
  await scan.waitFor();
  await page.route('**/api/products/search?*', route => route.abort());
  await scan.fill('POT');
  await scan.press('Enter');
  await page.getByText('POT could not be looked up: no connection to the server. Scan it again.').waitFor();
  expect(await page.getByText('No product has the code').count()).toBe(0);

  const on = await someCounting(shop());
  const count = await on.started([await on.stocked()]);
  const counting = await shop().openAs(['admin'], `/stock/counts/${count}`);
  const code = counting.getByLabel('Scan or type a product');
  await code.waitFor();
  await counting.route(/\/api\/.*search/, route => route.abort());
  await code.fill('POT');
  await code.press('Enter');
  await counting.getByText('POT could not be looked up. Scan it again.').waitFor();
  expect(await counting.getByText('No product has the code').count()).toBe(0);
});
