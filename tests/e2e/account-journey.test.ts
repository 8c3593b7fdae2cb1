import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { press, scan, screenshot, stockedShelf } from '../support/till-keyboard';
import { textOfPdf } from '../support/pdf-text';
import { customerWithCredit } from '../support/shop';

const shop = useShop();

test('W1 W3 W5 W6 W7 sold on account at the sales desk, part-paid, on a statement, and settled from the wallet', async () => {
  await stockedShelf(shop().db);
  const customer = await customerWithCredit(shop().db, 50_000, 'Harbour Cafe');
  const page = await shop().openAs(['admin'], '/sales/pos-new');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await scan(page, '5010000000017');
  await page.getByText('Breakfast tea, 80 bags', { exact: true }).waitFor();
  await press(page, 'F6');
  await page.getByRole('dialog', { name: /^Quantity/ }).waitFor();
  await press(page, '"10"', 'Enter');
  await page.getByRole('button', { name: /^Pay £24.00/ }).waitFor();
  await press(page, 'F3', '"harbour"');
  await page.getByRole('option', { name: /Harbour Cafe/ }).waitFor();
  await press(page, 'Enter');
  // Enter may be ahead of the reply; the customer's dialog closes once it arrives.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await press(page, 'F4');
  await page.getByText('£500.00 available').waitFor();
  await press(page, 'a');
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.getByText('Sold on account').waitFor();
  await sold.getByRole('button', { name: 'Next customer' }).and(page.locator(':focus')).waitFor();
  const number = /INV-\d+/.exec((await sold.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await sold.getByRole('link', { name: 'Open the invoice' }).press('Enter');
  await page.waitForURL(/\/sales\/invoices\/\d+$/);
  await page
    .getByRole('heading', { name: new RegExp(number) })
    .first()
    .waitFor();
  const invoice = page.url();
  await screenshot(page, 'account-invoice');
  // A payment taken here is for this invoice, and a smaller one pays part of it.
  await page.getByRole('button', { name: 'Take payment' }).waitFor();
  await page.keyboard.press('p');
  const payment = page.getByRole('dialog', { name: 'Payment from Harbour Cafe' });
  const ofInvoice = payment.getByLabel(`For ${number}`);
  await ofInvoice.waitFor();
  await expect.poll(() => payment.getByLabel('Amount').inputValue()).toBe('24.00');
  await expect.poll(() => ofInvoice.inputValue()).toBe('24.00');
  await payment.getByLabel('Amount').fill('10');
  await expect.poll(() => ofInvoice.inputValue()).toBe('10.00');
  await screenshot(page, 'invoice-payment');
  await payment.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/customers/view/${customer}`);
  const card = page.getByRole('region', { name: 'Balance' });
  await card.getByText('Balance due £24.00').waitFor();
  await screenshot(page, 'account-customer');
  await card.getByRole('link', { name: 'Wallet' }).press('Enter');
  await page.getByRole('heading', { name: 'Customer Ledger' }).waitFor();
  await page.getByText('Balance due £24.00').first().waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Take payment' }).press('Enter');
  await dialog.getByText('£24.00 is outstanding').waitFor();
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('24.00');
  await dialog.getByLabel('Amount').and(page.locator(':focus')).waitFor();
  await press(page, 'Control+a', '"10"', 'Control+Enter');
  await page.getByText('RCT-00001: £10.00 received.').waitFor();
  await page.getByText('Balance due £14.00').first().waitFor();
  await screenshot(page, 'account-wallet');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Statement' }).press('Enter');
  const text = await textOfPdf(await readFile(await (await download).path()));
  for (const words of ['Harbour Cafe', number, 'RCT-00001', '24.00', '10.00', 'Balance due\n£14.00'])
    expect(text).toContain(words);

  await page.getByRole('button', { name: 'Top up' }).press('Enter');
  await dialog.getByText('Kept in the wallet until it is used').waitFor();
  await dialog.getByLabel('Amount').fill('14');
  await press(page, 'Control+Enter');
  await page.getByText('RCT-00002: £14.00 received. £14.00 of it is kept in the wallet.').waitFor();
  await page.getByRole('button', { name: 'Use RCT-00002' }).press('Enter');
  // The dialog has moved the focus for the last time.
  await dialog.getByLabel('Allocate to').and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Use credit' }).press('Enter');
  await page.getByText('£14.00 allocated.').waitFor();
  await page.getByText('Settled').first().waitFor();

  await page.goto(`/customers/view/${customer}`);
  await card.getByText('Settled').waitFor();
  expect(await card.locator('[data-label="Outstanding"]').count()).toBe(0);
  await page.goto(invoice);
  await page.getByText('Paid', { exact: true }).first().waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});
