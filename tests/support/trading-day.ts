import { sql } from 'kysely';
import { chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { hashPassword } from '../../server/features/session';
import { someSupplier } from './books';
import type { Shop } from './browser';
import { browserPath } from './browser-path';
import { press, scan, stockedShelf } from './till-keyboard';
import { patientRequests } from './patient-requests';
import { watchRequests } from './settled';

const password = 'seven green ledgers';

/** The conditions of the day; by default a fast machine in London, reached by its address. */
type Circumstances = {
  /** A host name of the shop's server. */
  readonly host?: string;
  readonly timezone?: string;
  /** How many times slower the browser runs. */
  readonly slowness?: number;
};

/** A page in a browser of its own, and everything it logged. */
export async function pageUnder(
  shop: Shop,
  { host = '127.0.0.1', timezone = 'Europe/London', slowness = 1 }: Circumstances,
) {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  });
  const context = await browser.newContext({
    baseURL: shop.address.replace('127.0.0.1', host),
    locale: 'en-GB',
    timezoneId: timezone,
    acceptDownloads: true,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(patientRequests);
  page.setDefaultTimeout(60_000 * slowness);
  if (slowness > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness });
  watchRequests(page);
  const complaints: string[] = [];
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', error => complaints.push(String(error.stack ?? error)));
  page.on('response', answer => {
    if (answer.status() >= 400) complaints.push(`${answer.url()}: ${answer.status()}`);
  });
  return { page, complaints, close: () => browser.close() };
}

/** Stock, a supplier, and Ruth, who has every permission. */
export async function shopWithRuth(shop: Shop): Promise<void> {
  await stockedShelf(shop.db);
  await someSupplier(shop.db, 'Heartwood Crafts');
  const { userId } = await shop.as('admin');
  await sql`update users set email = 'ruth@shop.example', password_hash = ${await hashPassword(password)}
    where id = ${userId}`.execute(shop.db);
}

export async function signInAsRuth(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill('ruth@shop.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

export async function openTheTill(page: Page): Promise<void> {
  await page.goto('/sales/pos');
  await page.getByRole('heading', { name: 'Open the till' }).waitFor();
  await press(page, 'Control+a', '"100"', 'Enter');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
}

/** Sells a tea at 2.40 by card, and returns the invoice number. */
async function sellTea(page: Page): Promise<string> {
  await scan(page, '5010000000017');
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await press(page, 'F4');
  await page.getByRole('dialog', { name: /Pay/ }).getByRole('button', { name: 'Card' }).click();
  const sold = page.getByRole('dialog', { name: /^Sold: INV-/ });
  await sold.waitFor();
  const number = /INV-\d+/.exec(await sold.innerText())?.[0];
  await page.getByRole('button', { name: 'Next customer' }).press('Enter');
  await sold.waitFor({ state: 'detached' });
  if (!number) throw new Error('The dialog of a sale does not show its invoice');
  return number;
}

async function openSale({ db }: Shop, page: Page, number: string): Promise<void> {
  const found = () => db.selectFrom('sales').select('id').where('number', '=', number).execute();
  await expect.poll(async () => (await found()).length).toBe(1);
  const [sale] = await found();
  await page.goto(`/sales/invoices/${sale?.id}`);
}

/** With an open till: two sales, one refunded and one cancelled, a purchase order, and the product export. */
export async function playTradingDay(shop: Shop, page: Page): Promise<void> {
  const [first, second] = [await sellTea(page), await sellTea(page)];

  await openSale(shop, page, first);
  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: `Refund ${first}` });
  await refund.getByLabel(/^Returning now:/).fill('1');
  await refund.getByLabel('Reason').fill('Torn box');
  await refund
    .getByRole('status')
    .getByText(/£2\.40/)
    .waitFor();
  await refund.getByRole('button', { name: 'Refund' }).click();
  await page.getByText(/Refund recorded as credit note CN-\d+/).waitFor();

  await openSale(shop, page, second);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
  const cancel = page.getByRole('dialog', { name: /Cancel/ });
  await cancel.getByLabel('Reason').fill('Entered twice');
  await cancel.getByRole('button', { name: 'Cancel sale' }).click();
  await page
    .getByText(/CN-\d+/)
    .first()
    .waitFor();
  const credited = await sql<{
    gross: number;
  }>`select sum(gross_pence)::int as gross from credit_notes`.execute(shop.db);
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
}
