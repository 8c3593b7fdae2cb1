import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { approverAtTill, press, scan, screenshot, stockedShelf } from '../support/till-keyboard';
import { customerWithCredit } from '../support/shop';
import { startSmtpSink } from '../support/smtp-sink';

const sink = await startSmtpSink();
const shop = useShop({ jobs: true, smtpUrl: sink.url });
afterAll(() => sink.close());

test('V13 W5 T2 by touch alone: the float in coins, tiles, a price approved by PIN, an exchange, on account, by wallet, another cashier by PIN, and the Z', async () => {
  await stockedShelf(shop().db);
  const grace = await customerWithCredit(shop().db, 50_000, 'Grace Moss');
  await sql`update customers set email = 'grace@moss.example', billing_address = '3 Mill Lane' where id = ${grace}`.execute(
    shop().db,
  );
  await approverAtTill(
    shop(),
    'Mona Manager',
    '4826',
    'view_pos',
    'create_sale',
    'view_customer',
    'override_price',
    'sell_on_account',
    'refund_sale',
  );
  const page = await shop().openAs(
    [
      'view_pos',
      'create_sale',
      'open_till',
      'close_till',
      'view_customer',
      'create_customer',
      'refund_sale',
      'sell_on_account',
    ],
    '/sales/pos',
    { width: 1024 },
  );
  // The float, by notes and coins.
  await page.getByText('Notes and coins').click();
  await page.getByLabel('£20', { exact: true }).fill('4');
  await page.getByLabel('50p', { exact: true }).fill('40');
  await page.getByText('£100.00').waitFor();
  await screenshot(page, 'open-till-pieces');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the till' }).click();
  await page.getByRole('button', { name: 'Drinks' }).click();
  await page.getByRole('button', { name: /Ground coffee/ }).click();
  await page.getByRole('button', { name: /Apple juice/ }).click();
  await page.getByRole('button', { name: 'Add one Apple juice, 1 l' }).click();
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await page.getByRole('button', { name: 'Favourites', exact: true }).click();
  await page
    .getByRole('button', { name: /Apple juice/ })
    .first()
    .click();
  // Below the list price: a user with the permission enters a PIN, and it is sold.
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.getByLabel('Unit price (each)').fill('1.50');
  await page.getByRole('button', { name: 'Damaged' }).click();
  await page.getByRole('button', { name: 'Set price' }).click();
  await screenshot(page, 'touch-basket');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Walk-in customer' }).click();
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.getByLabel('Name').fill('Ivy Lane');
  await screenshot(page, 'touch-new-customer');
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.getByRole('button', { name: 'Ivy Lane' }).waitFor();
  // 6.95 and three juices at 1.50.
  await page.getByRole('button', { name: /^Pay £11.45/ }).click();
  await page.getByRole('button', { name: 'Exact cash' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByText('Apple juice, 1 l at £1.50').waitFor();
  await screenshot(page, 'touch-approval');
  await approval.getByLabel('PIN').fill('4826');
  await approval.getByRole('button', { name: 'Approve' }).click();
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.waitFor();
  await sold.getByRole('button', { name: 'Next customer' }).click();

  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Receipt number').fill('1');
  await page.getByRole('button', { name: 'Find sale' }).click();
  const back = page.getByRole('dialog', { name: 'Refund or exchange: INV-00001' });
  await back.getByLabel('Quantity of Ground coffee, 500 g to return').fill('1');
  await back.getByRole('button', { name: 'Changed their mind' }).click();
  await screenshot(page, 'touch-return');
  await back.getByRole('button', { name: 'Exchange for other goods' }).click();
  await page.getByText('Returning from INV-00001').waitFor();
  await page.getByRole('button', { name: 'Drinks' }).click();
  await page.getByRole('button', { name: /Elderflower/ }).click();
  await screenshot(page, 'touch-exchange');
  // £4.50 instead of £6.95: the difference is refunded.
  await page.getByRole('button', { name: /^Refund £2.45/ }).click();
  await page.getByRole('button', { name: 'Exact cash' }).click();
  await page.getByRole('dialog', { name: /Sold: INV-00002/ }).waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();

  await page.getByRole('button', { name: 'Walk-in customer' }).click();
  await page.getByLabel('Find a customer').fill('moss');
  await page.getByRole('option', { name: /Grace Moss/ }).click();
  await page.getByRole('button', { name: /Elderflower/ }).click();
  await page.getByRole('button', { name: /^Pay £4.50/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  await page.getByText('Sold on account').waitFor();
  await emailTheReceipt(page);
  await page.getByRole('button', { name: 'Next customer' }).click();

  const admin = await shop().as('admin');
  const topUp = { amount: '10.00', payment_method: 'bank_transfer', top_up: true } as const;
  await admin.call(customerWallet.receive, { params: { id: grace }, body: topUp });
  await page.getByRole('button', { name: 'Walk-in customer' }).click();
  await page.getByLabel('Find a customer').fill('moss');
  await page.getByRole('option', { name: /Grace Moss/ }).click();
  await page.getByRole('button', { name: /Elderflower/ }).click();
  await anotherCashier(page);
  await page.getByRole('button', { name: /^Pay £4.50/ }).click();
  await page
    .getByRole('button', { name: /Wallet/ })
    .filter({ hasText: '£10.00 available' })
    .click();
  await sold.waitFor();
  await sold.getByText('Wallet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.getByRole('button', { name: 'Mona Manager' }).click();
  await page.getByRole('button', { name: 'Change cashier' }).click();
  // The dialog has its full height only once the other cashiers are known; a click on a moving button is none.
  await page.getByText('No other cashiers have a till PIN yet.').waitFor();
  await page.getByRole('button', { name: 'Sign out as cashier' }).click();
  await page.getByRole('button', { name: 'Mona Manager' }).waitFor({ state: 'detached' });
  await closeTheTill(page);
  expect(await breachesOf(shop().db)).toEqual([]);
});

/**
 * The customer's own address is filled in and gets the document; an invalid address and anyone else's are refused in
 * the field.
 */
async function emailTheReceipt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Email receipt' }).click();
  const address = page.getByLabel('Email receipt to');
  await expect.poll(() => address.inputValue()).toBe('grace@moss.example');
  await address.fill('grace');
  await page.getByRole('button', { name: 'Send receipt' }).click();
  await page.getByText('Enter one email address', { exact: false }).waitFor();
  await address.fill('somebody@else.example');
  await page.getByRole('button', { name: 'Send receipt' }).click();
  await page.getByText('Send it to the customer’s own address, grace@moss.example.').waitFor();
  await address.fill('grace@moss.example');
  await screenshot(page, 'touch-email');
  await page.getByRole('button', { name: 'Send receipt' }).click();
  // After ten seconds the till says that it is still being delivered.
  await page
    .getByText(/^Invoice (?:sent to grace@moss\.example\.|to grace@moss\.example could not be delivered yet)/)
    .waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await screenshot(page, 'touch-emailed');
  await expect
    .poll(() => sink.delivered.map(({ to }) => to[0]), { timeout: 60_000 })
    .toEqual(['grace@moss.example']);
}

/** The basket stays when another cashier takes over. */
async function anotherCashier(page: Page): Promise<void> {
  await page.locator('.till-top-button').last().waitFor();
  await page.locator('.till-top-button[title="Shift+F10"]').click();
  await screenshot(page, 'touch-till-menu-dialog');
  await page.getByRole('button', { name: 'Change cashier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change cashier' });
  await dialog.getByLabel('PIN').fill('4826');
  await screenshot(page, 'touch-cashier');
  await dialog.getByRole('button', { name: 'Sign in as cashier' }).click();
  await page.getByText('Mona Manager is now the cashier.').waitFor();
}

/** Counted to the penny: 100.00, and 11.45 less 2.45 in cash. */
async function closeTheTill(page: Page): Promise<void> {
  await page.locator('.till-top-button[title="Shift+F10"]').click();
  await page.getByRole('link', { name: /X report$/ }).click();
  await page.getByRole('button', { name: 'X report', exact: true }).click();
  const x = page.getByRole('dialog', { name: 'X report' });
  await x.getByText('This is a blind count').waitFor();
  await x.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Count the till' }).click();
  await page.getByLabel('£50', { exact: true }).fill('2');
  await page.getByLabel('£5', { exact: true }).fill('1');
  await page.getByLabel('£2', { exact: true }).fill('2');
  await screenshot(page, 'touch-count');
  await page.getByRole('button', { name: 'Save count' }).click();
  await page.getByLabel('Reason for variance').waitFor();
  await screenshot(page, 'touch-close');
  await page.getByRole('button', { name: 'Close the till' }).click();
  await page.getByText('Till closed. Its Z report is Z-T1-00001.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve by PIN' }).count()).toBe(0);
}

test('L7 at the sales desk: prices excluding VAT, a note, on account; then the sale is edited', async () => {
  const page = await shop().openAs(
    [
      'view_pos',
      'create_sale',
      'edit_sale',
      'view_sale',
      'view_dashboard',
      'view_customer',
      'sell_on_account',
    ],
    '/sales/pos-new',
  );
  await page.getByRole('heading', { name: 'New Sale' }).waitFor();
  await page.getByRole('button', { name: 'Prices excluding VAT' }).click();
  await scan(page, '5010000000017');
  await press(page, 'F3');
  await page.getByLabel('Find a customer').fill('grace');
  await page.getByRole('option', { name: /Grace Moss/ }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Grace Moss' }).waitFor();
  await page.getByLabel('Customer reference').fill('PO 77');
  await page.getByLabel('Deliver to').fill('3 Mill Lane');
  await screenshot(page, 'desk');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Pay £2.40/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.getByText('PO 77').first().waitFor();
  const id = await sold.getByRole('link', { name: 'Open the invoice' }).getAttribute('href');
  await page.goto(`/sales/pos-new/edit/${id?.split('/').at(-1)}`);
  await page.getByRole('heading', { name: /Edit Sale INV-/ }).waitFor();
  await page.getByText('Breakfast tea, 80 bags', { exact: true }).waitFor();
  await page.getByLabel('Reason for the change').fill('Two, not one');
  await page
    .getByRole('button', { name: 'Add one Breakfast tea, 80 bags' })
    .or(page.getByText('Breakfast tea, 80 bags', { exact: true }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Add one Breakfast tea, 80 bags' }).click();
  await screenshot(page, 'desk-edit');
  await page.getByRole('button', { name: /^Pay £4.80/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.waitForURL(/\/sales\/invoices\/\d+/);
  expect(await breachesOf(shop().db)).toEqual([]);
});
