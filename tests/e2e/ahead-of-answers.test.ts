import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { someApprovals } from '../support/approvals';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { holdAnswers } from '../support/hold-answers';
import { orderDesk } from '../support/orders';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../support/shop';
import { press, scan } from '../support/till-keyboard';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

// What a user does before the page has read what it needs is done once it has.
const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
let till: number;
beforeAll(async () => {
  admin = await shop().as('admin');
  till = await openTill(shop().db);
  await stockedProduct(shop().db, {
    name: 'Desk lamp',
    sku: 'LAMP',
    price: toPence(4145),
    barcodes: [
      { code: lamp, factor: wholeUnits(1) },
      { code: lampBox, factor: wholeUnits(2) },
    ],
  });
});

const lamp = '5080000000024';
const lampBox = '5080000000031';
const isAt = (path: string) => (request: Request) => new URL(request.url()).pathname === `/api${path}`;
/** The page and what lets the answer of this path go. */
async function held(page: Page, ofThese: (request: Request) => boolean) {
  const asked = page.waitForRequest(ofThese);
  return { asked, letGo: await holdAnswers(page, ofThese) };
}

/** Opens the till that is sold at, and returns its search field. */
async function sellHere(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Sell here' }).click();
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await search.waitFor();
  return search;
}

/** A customer with credit pays for a lamp, while the till still checks their account. */
async function payingFor(name: string) {
  const id = await customerWithCredit(shop().db, 50_000, name);
  const page = await shop().openAs(['admin'], '/sales/pos');
  await sellHere(page);
  await scan(page, lamp);
  await page.getByRole('button', { name: /^Pay £41.45/ }).waitFor();
  await press(page, 'F3', `"${name.toLowerCase()}"`);
  await page.getByRole('option', { name }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const account = await held(page, isAt(`/pos/customers/${id}/account`));
  await press(page, 'F4');
  const dialog = page.getByRole('dialog', { name: 'Pay' });
  await dialog.waitFor();
  await account.asked;
  return { page, dialog, account };
}

test('a supplier typed and entered is chosen, although the field is left before the matches have come', async () => {
  await someSupplier(shop().db, 'North Wares Ltd');
  const page = await shop().openAs(['admin'], '/purchases/create');
  const supplier = page.getByRole('combobox', { name: 'Supplier' });
  await supplier.focus();
  const search = await held(page, request => request.url().includes('text=north'));
  await page.keyboard.type('north');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await search.asked;
  await expect.poll(() => supplier.inputValue()).toBe('north');
  search.letGo();
  await expect.poll(() => supplier.inputValue()).toBe('North Wares Ltd');
  // Text without a match goes as the field is left.
  await supplier.fill('nowhere');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => supplier.inputValue()).toBe('North Wares Ltd');
});

test('F12 an edit begins with what the same user has just saved, although that is still being read', async () => {
  const order = await desk.draft([{ description: 'Cups', quantity: '10' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}/edit`);
  const reference = page.getByLabel('Reference');
  await reference.fill('AB-1');
  const read = await held(
    page,
    request => request.method() === 'GET' && isAt(`/purchases/${order.id}`)(request),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await read.asked;
  await page.waitForURL(`**/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('status', { name: 'Loading the purchase order' }).waitFor();
  read.letGo();
  await expect.poll(() => reference.inputValue()).toBe('AB-1');
});

test('a VAT rate pasted before the rates are known is the code of that rate', async () => {
  const order = await desk.draft([{ description: 'Cups', quantity: '10' }]);
  const { token } = await shop().as('admin');
  const page = await shop().pageOf(token);
  const rates = await held(page, isAt('/products/choices'));
  await page.goto(`/purchases/${order.id}/edit`);
  const code = page.getByLabel('VAT of line 1', { exact: true });
  await code.waitFor();
  await rates.asked;
  await code.evaluate((field: HTMLElement) => {
    field.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '5%\r\n5%\r\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  rates.letGo();
  await page.getByRole('status').getByText('2 rows pasted').waitFor();
  await expect.poll(() => code.inputValue()).toBe('R');
});

test('T5 cash refunded before the open tills are known comes from the first of them', async () => {
  const seller = await shop().as('view_pos', 'create_sale', 'view_sale', 'refund_sale');
  const { sold } = shopFloor(() => ({ app: shop(), seller, till }));
  const product = await stockedProduct(shop().db, { name: 'Oat biscuits' });
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  const page = await shop().pageOf((await shop().as('admin')).token);
  const tills = await held(page, isAt('/tills'));
  await page.goto(`/sales/invoices/${sale.id}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund ${sale.number}` });
  await dialog.getByLabel('Returning now: Oat biscuits').fill('1');
  await dialog.getByLabel('Reason').fill('Broken');
  await dialog.getByLabel('Refund to').selectOption('Cash');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await tills.asked;
  tills.letGo();
  await noticed(page, /Refund recorded as credit note CN-\d+/);
});

test('a key pressed after a scan works on the scanned line, also while the first catalogue is loading', async () => {
  const { token } = await shop().as('view_pos', 'create_sale');
  const page = await shop().pageOf(token);
  const catalogue = await held(page, isAt('/pos/catalogue'));
  await page.goto('/sales/pos');
  await sellHere(page);
  await catalogue.asked;
  await scan(page, lamp);
  await press(page, 'F8');
  // What needs no line does not wait.
  await press(page, 'F10');
  const heldSales = page.getByRole('dialog', { name: 'Held sales' });
  await heldSales.waitFor();
  await press(page, 'Escape');
  await heldSales.waitFor({ state: 'detached' });
  catalogue.letGo();
  await page.getByRole('dialog', { name: 'Price: Desk lamp' }).waitFor();
});

test('a quantity typed for a scan is not taken by the scan before it, which is still being looked up', async () => {
  const { token } = await shop().as('view_pos', 'create_sale');
  const page = await shop().pageOf(token);
  const catalogue = await held(page, isAt('/pos/catalogue'));
  await page.goto('/sales/pos');
  const search = await sellHere(page);
  await catalogue.asked;
  await scan(page, lamp);
  await press(page, '"3*"');
  await scan(page, lampBox, { afterTyping: true });
  await expect.poll(() => search.inputValue()).toBe('');
  catalogue.letGo();
  await expect.poll(() => page.locator('.till-line-quantity').allTextContents()).toEqual(['1', '3']);
});

test('F31 products found before their stock is known show it once it is', async () => {
  const { token } = await shop().as('view_pos', 'create_sale');
  const page = await shop().pageOf(token);
  const levels = await held(page, isAt('/pos/stock'));
  await page.goto('/sales/pos');
  await sellHere(page);
  await levels.asked;
  await press(page, '"lamp"');
  const found = page.getByRole('option', { name: /Desk lamp/ });
  await found.waitFor();
  expect(await found.getByText('in stock').count()).toBe(0);
  levels.letGo();
  await found.getByText('100 in stock').waitFor();
});

test('W7 a method chosen while the customer’s account is being checked pays once it is known', async () => {
  const { page, dialog, account } = await payingFor('Harbour Cafe');
  await press(page, 'a');
  await dialog.getByText('Checking the customer’s account…').waitFor();
  account.letGo();
  await page.getByRole('dialog', { name: /^Sold: INV-/ }).waitFor();
});

test('W7 a method chosen while the customer’s account is being checked does not pay while the till asks something', async () => {
  const { page, dialog, account } = await payingFor('Lighthouse Inn');
  await press(page, '"4"', 'Enter');
  await dialog.getByText('Left to pay').waitFor();
  await press(page, 'a');
  await dialog.getByText('Checking the customer’s account…').waitFor();
  await press(page, 'Escape');
  const question = page.getByRole('dialog', { name: / has been entered\. Discard it\?$/ });
  await question.waitFor();
  account.letGo();
  await dialog.getByText('£500.00 available').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await dialog.getByText('Left to pay').waitFor();
  // It is chosen again.
  await press(page, 'a');
  await page.getByRole('dialog', { name: /^Sold: INV-/ }).waitFor();
});

test('a PIN entered before the approvers are known approves once they are', async () => {
  const approver = await someApprovals(shop()).approver('override_price');
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  await sellHere(page);
  await scan(page, lamp);
  await press(page, 'F8');
  const price = page.getByRole('dialog', { name: /^Price/ });
  await price.getByRole('textbox').first().fill('40');
  await price.getByLabel('Reason').fill('Damaged box');
  await press(page, 'Enter');
  await page.locator('.till-total dd').getByText('£40.00').waitFor();
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  const list = await held(page, isAt('/tills/cashiers'));
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Approval needed' }).getByLabel('PIN').fill(approver.pin);
  await press(page, 'Enter');
  await list.asked;
  list.letGo();
  await page.getByRole('dialog', { name: /^Sold: INV-/ }).waitFor();
});
