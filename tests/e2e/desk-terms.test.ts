import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { press, scan, screenshot } from '../support/till-keyboard';
import { customerWithCredit, stockedProduct } from '../support/shop';

const shop = useShop();
const lamp = '5080000000017';
const bread = '5080000000024';
const rights = [
  'view_pos',
  'create_sale',
  'edit_sale',
  'view_sale',
  'view_customer',
  'override_price',
] as const;

beforeAll(async () => {
  await stockedProduct(shop().db, {
    name: 'Desk lamp',
    sku: 'LAMP',
    price: toPence(2400),
    vat_code: 'S',
    barcodes: [{ code: lamp, factor: wholeUnits(1) }],
  });
  await stockedProduct(shop().db, {
    name: 'Rye bread',
    sku: 'RYE',
    price: toPence(300),
    vat_code: 'Z',
    barcodes: [{ code: bread, factor: wholeUnits(1) }],
  });
  for (const [name, address, country] of [
    ['Anna High', '12 High St', 'GB'],
    ['Berta Low', null, 'GB'],
    ['Cora Mill', '3 Mill Lane', 'GB'],
    ['Denis Duval', '5 Rue Haute', 'FR'],
  ] as const) {
    const id = await customerWithCredit(shop().db, null, name);
    await sql`update customers set delivery_address = ${address}, delivery_country = ${address === null ? null : country} where id = ${id}`.execute(
      shop().db,
    );
  }
});

async function atTheDesk(): Promise<Page> {
  const page = await shop().openAs(rights, '/sales/pos-new');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  return page;
}

async function choose(page: Page, typed: string, name: string): Promise<void> {
  await press(page, 'F3');
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByRole('combobox').fill(typed);
  await dialog.getByRole('option', { name: new RegExp(name) }).click();
  await dialog.waitFor({ state: 'detached' });
}

const address = (page: Page) => page.getByLabel('Deliver to').inputValue();
const total = (page: Page) => page.locator('.till-total dd');

test('F46 the delivery address leaves with its customer; one that was typed stays, and the desk says so', async () => {
  const page = await atTheDesk();
  await choose(page, 'anna', 'Anna High');
  expect(await address(page)).toBe('12 High St');
  await choose(page, 'berta', 'Berta Low');
  expect(await address(page)).toBe('');
  await choose(page, 'anna', 'Anna High');
  await press(page, 'F3');
  await page
    .getByRole('dialog', { name: 'Customer' })
    .getByRole('button', { name: 'Walk-in customer' })
    .click();
  await expect.poll(() => address(page)).toBe('');
  await page.getByLabel('Deliver to').fill('The market, stall 4');
  await choose(page, 'cora', 'Cora Mill');
  expect(await address(page)).toBe('The market, stall 4');
  await page
    .getByText('The delivery details you entered were kept. Check that they are right for Cora Mill.')
    .waitFor();
  await screenshot(page, 'desk-kept-address');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Deliver to Cora Mill’s address' }).click();
  await expect.poll(() => address(page)).toBe('3 Mill Lane');
});

const price = (page: Page) => page.locator('.till-line-detail').first().textContent();

async function override(page: Page, pounds: string): Promise<void> {
  await press(page, 'F8');
  const dialog = page.getByRole('dialog', { name: /^Price:/ });
  await dialog.getByLabel(/^Unit price/).fill(pounds);
  await dialog.getByRole('button', { name: 'Price match' }).click();
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function discount(page: Page, key: string, pounds: string): Promise<void> {
  await press(page, key);
  const dialog = page.getByRole('dialog', { name: /discount|Discount/ });
  await dialog.getByRole('button', { name: 'Amount' }).click();
  await dialog.getByLabel('Amount off').fill(pounds);
  await dialog.getByRole('button', { name: 'Goodwill' }).click();
  await dialog.getByRole('button', { name: 'Apply discount' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('V9 a price mode that is chosen already changes nothing; another converts what was typed, and says so', async () => {
  const page = await atTheDesk();
  await scan(page, lamp);
  await expect.poll(() => total(page).textContent()).toBe('£24.00');
  // £18.00 less £6.00 including 20% is £15.00 less £5.00 excluding it: £10.00 and £2.00 VAT.
  await override(page, '18.00');
  await discount(page, 'F7', '6.00');
  await expect.poll(() => total(page).textContent()).toBe('£12.00');
  await page.getByRole('button', { name: 'Prices including VAT' }).click();
  await expect.poll(() => total(page).textContent()).toBe('£12.00');
  await page.getByRole('button', { name: 'Prices excluding VAT' }).click();
  await page
    .getByText('1 price override and 1 discount converted to exclude VAT. Check them before payment.')
    .waitFor();
  await expect.poll(() => total(page).textContent()).toBe('£12.00');
  await expect.poll(() => price(page)).toBe('£15.00 · Price match');
  await screenshot(page, 'desk-converted');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => price(page)).toBe('£18.00 · Price match');
  await expect.poll(() => total(page).textContent()).toBe('£12.00');

  // A discount on goods of several rates has no one rate to convert it by.
  await scan(page, bread);
  await expect.poll(() => total(page).textContent()).toBe('£15.00');
  await discount(page, 'Shift+F7', '3.00');
  await expect.poll(() => total(page).textContent()).toBe('£12.00');
  // Abroad: £15.00 less £5.00, and £3.00, without VAT.
  await choose(page, 'denis', 'Denis Duval');
  await page
    .getByText('Removed, because it could not be converted: the basket discount of £3.00.', { exact: false })
    .waitFor();
  await expect.poll(() => total(page).textContent()).toBe('£13.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => total(page).textContent()).toBe('£12.00');
  await page.getByRole('button', { name: 'Walk-in customer' }).waitFor();
});

test('R12 a held sale whose answer was lost is resumed again by the same user, from the list', async () => {
  const page = await atTheDesk();
  await scan(page, lamp);
  await expect.poll(() => total(page).textContent()).toBe('£24.00');
  await press(page, 'F9', '"Blue coat"', 'Enter');
  await page.getByText('Sale held.').waitFor();
  let isLost = true;
  await page.route('**/api/held-baskets/*/resume', async route => {
    if (!isLost) return route.fallback();
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await press(page, 'F10');
  const held = page.getByRole('dialog', { name: 'Held sales' });
  await held.getByRole('button', { name: /Blue coat/ }).click();
  await held.getByText('No answer came from the server.').waitFor();
  // As after a crash: nothing on this device knows of the request.
  await page.reload();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  isLost = false;
  await press(page, 'F10');
  await held.getByRole('region', { name: 'Resumed by you' }).waitFor();
  await screenshot(page, 'till-resumed-by-you');
  expect(await seriousProblems(page)).toEqual([]);
  await held.getByRole('button', { name: /Blue coat/ }).click();
  await held.waitFor({ state: 'detached' });
  await expect.poll(() => total(page).textContent()).toBe('£24.00');
});
