import { sql } from 'kysely';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { hashPassword } from '../../server/features/session';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { browserPath } from '../support/browser-path';
import { press, scan, stockedShelf } from '../support/counter';
import { watchRequests } from '../support/settled';

const shop = useShop();
const password = 'seven green ledgers';
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  await stockedShelf(shop().db);
  await someSupplier(shop().db, 'Heartwood Crafts');
  const admin = await shop().as('admin');
  await sql`update users set email = 'ruth@shop.example', password_hash = ${await hashPassword(password)}
    where id = ${admin.userId}`.execute(shop().db);
  browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP shop.lan 127.0.0.1'],
  });
  const context = await browser.newContext({
    baseURL: shop().address.replace('127.0.0.1', 'shop.lan'),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    acceptDownloads: true,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  watchRequests(page);
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', error => complaints.push(String(error.stack ?? error)));
  page.on('response', answer => {
    if (answer.status() >= 400) complaints.push(`${answer.url()}: ${answer.status()}`);
  });
});
afterAll(() => browser.close());

/** Sells a tea at 2.40 by card, and answers the number of its invoice. */
async function sellTea(): Promise<string> {
  await scan(page, '5010000000017');
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await press(page, 'F4');
  await page.getByRole('dialog', { name: /Pay/ }).getByRole('button', { name: 'Card' }).press('Enter');
  const sold = page.getByRole('dialog', { name: /^Sold: INV-/ });
  await sold.waitFor();
  const number =
    /INV-\d+/.exec((await sold.getAttribute('aria-label')) ?? (await sold.innerText()))?.[0] ?? '';
  await page.getByRole('button', { name: 'Next customer' }).press('Enter');
  await sold.waitFor({ state: 'detached' });
  return number;
}

async function openSale(number: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (await shop().db.selectFrom('sales').select('id').where('number', '=', number).execute()).length,
    )
    .toBe(1);
  const { id } = await shop()
    .db.selectFrom('sales')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  await page.goto(`/sales/invoices/${id}`);
}

test('F56 a day at http://shop.lan, which is neither https nor localhost: signing in, selling, refunding, cancelling, ordering, exporting', async () => {
  await page.goto('/login');
  expect(
    await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto, 'serviceWorker' in navigator]),
  ).toEqual([false, false, false]);
  await page.getByLabel('Email').fill('ruth@shop.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');

  // The till opens and sells; what needs https is said in words.
  await page.goto('/sales/pos');
  await page.getByRole('heading', { name: 'Open the till' }).waitFor();
  await press(page, 'Control+a', '"100"', 'Enter');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByText('This address does not begin with https.').waitFor();
  await press(page, 'Escape');
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Receipt printer' }).press('Enter');
  await page.getByText(/at an address that begins with https/).waitFor();
  await press(page, 'Escape', 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [first, second] = [await sellTea(), await sellTea()];

  await openSale(first);
  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: `Refund ${first}` });
  await refund.getByLabel(/^Comes back now of/).fill('1');
  await refund.getByLabel('Reason').fill('Torn box');
  await refund
    .getByRole('status')
    .getByText(/£2\.40/)
    .waitFor();
  await refund.getByRole('button', { name: 'Refund' }).click();
  await page.getByText(/Refunded as CN-\d+/).waitFor();

  await openSale(second);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the sale' }).click();
  const cancel = page.getByRole('dialog', { name: /Cancel/ });
  await cancel.getByLabel('Reason').fill('Rung up twice');
  await cancel.getByRole('button', { name: 'Cancel the sale' }).click();
  await page
    .getByText(/CN-\d+/)
    .first()
    .waitFor();
  const credited = await sql<{
    gross: number;
  }>`select sum(gross_pence)::int as gross from credit_notes`.execute(shop().db);
  expect(credited.rows[0]?.gross).toBe(toPence(480));

  await page.goto('/purchases/create');
  await page.getByRole('combobox', { name: 'Supplier' }).fill('heartw');
  await page.getByRole('option', { name: 'Heartwood Crafts' }).click();
  await page.getByLabel('Item of line 1').fill('OAT-1');
  await page.getByRole('option', { name: /OAT-1/ }).first().click();
  await page.getByLabel('Quantity of line 1').fill('10');
  await page.getByLabel('Price of line 1').fill('0.90');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/purchases\/\d+$/);

  await page.goto('/products');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  expect(complaints).toEqual([]);
}, 120_000);
