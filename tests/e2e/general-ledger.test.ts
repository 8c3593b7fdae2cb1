import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { journals } from '#domain/journals/journal.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { seriousProblems } from '../support/accessible';
import { someSupplier } from '../support/books';
import { tilesIn } from '../support/figures-of-page';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { holdAnswers } from '../support/hold-answers';
import { settled } from '../support/settled';
import { noticed } from '../support/notices';

const shop = useShop();
const today = londonDate(new Date());
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;
let supplier: number;
beforeAll(async () => {
  const admin = await shop().as('admin');
  supplier = await someSupplier(shop().db, 'Brightwater Ltd');
  const bill = (number: string, amount: string, days: number) =>
    admin.call(openingBalances.addBill, {
      body: {
        supplier_id: supplier,
        supplier_bill_number: number,
        bill_date: addDays(today, -days),
        due_on: addDays(today, 30 - days),
        amount,
      },
    });
  await bill('BW-1', '1200.00', 75);
  await bill('BW-2', '84.60', 20);
  await admin.call(openingBalances.addAccount, {
    body: { account: '1020', side: 'debit', amount: '5000.00' },
  });
  await admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '500.00', payment_method: 'bank_transfer' },
  });
  await admin.call(journals.create, {
    body: {
      narrative: 'Bank charges for the quarter',
      lines: [
        { account: '6910', debit: '14.25', description: 'Card terminal' },
        { account: '1020', credit: '14.25' },
      ],
    },
  });
});

/** The cells of a column, from the top. */
const column = (page: Page, header: string) => page.locator(`tbody [data-label="${header}"]`).allInnerTexts();

test('R9 from the trial balance to the lines of an account with a running balance, to the journal and its document', async () => {
  const page = await shop().openAs(['admin'], '/trial-balance');
  await page.getByRole('link', { name: '1020 Bank' }).click();
  await page.getByRole('heading', { name: 'General Ledger' }).waitFor();
  await page
    .getByRole('button', { name: 'Account: 1020 Bank' })
    .and(page.locator('.choice-filter'))
    .waitFor();
  await expect.poll(() => column(page, 'Balance')).toEqual(['£4,485.75 Dr', '£4,500.00 Dr', '£5,000.00 Dr']);
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
  await expect.poll(() => column(page, 'Balance')).toEqual(['£5,000.00 Dr', '£4,500.00 Dr', '£4,485.75 Dr']);
  // Filtered by words, lines are missing, so no balance is shown.
  await page.keyboard.press('/');
  // As one entry: a search for a part of the word would find the same line.
  await page.keyboard.insertText('charges');
  await expect.poll(() => column(page, 'Credit')).toEqual(['£14.25']);
  expect(await page.getByRole('columnheader', { name: 'Balance' }).count()).toBe(0);
  await page.locator('tbody tr').first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Card terminal').waitFor();
  expect(page.url()).toMatch(/\/journals\/\d+$/);
});

test('on a phone every ledger line shows its amount, on whichever side it is, and payments their direction', async () => {
  const page = await shop().openAs(['admin'], '/general-ledger?search=Bank+charges', { width: 390 });
  const card = (words: string | RegExp) => page.locator('tbody tr', { hasText: words });
  await card('6910 Card charges').getByText('£14.25 Dr').waitFor();
  await card('1020 Bank').getByText('£14.25 Cr').waitFor();
  await page.goto('/day-book');
  await card('6910 Card charges').getByText('£14.25 Dr').waitFor();
  await page.goto('/reports/payment-transactions');
  await card('Brightwater Ltd').getByText('−£500.00').waitFor();
});

test('audit 14, item 14: a row of the chart of accounts opens its general ledger, by mouse and by keyboard', async () => {
  const page = await shop().openAs(['admin'], '/accounts');
  await page.getByPlaceholder('Search by code or name').fill('1020');
  await page.waitForURL('**/accounts?search=1020');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  const bank = page.getByRole('row').filter({ has: page.getByRole('link', { name: '1020 Bank' }) });
  const kind = bank.locator('td[data-label="Kind"]');
  const total = page.getByRole('row', { name: 'Totals', exact: true }).locator('[data-label="Balance"]');
  await expect.poll(() => total.innerText()).toBe('£4,485.75 Dr');
  await settled(page);
  const opened = page.context().waitForEvent('page');
  await kind.click({ button: 'middle' });
  const tab = await opened;
  await tab.waitForURL('**/general-ledger?account=1020');
  await tab.close();
  await bank.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/general-ledger?account=1020');
  await page.goBack();
  await kind.waitFor();
  await settled(page);
  await kind.click();
  await page.waitForURL('**/general-ledger?account=1020');
});

test('W1 W3 a supplier links to its ledger: the balance in words, entries, open items, and the PDF', async () => {
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await page.getByText('We owe £784.60').first().waitFor();
  expect(await column(page, 'Balance')).toEqual(['We owe £1,200.00', 'We owe £1,284.60', 'We owe £784.60']);
  const open = page.getByRole('region', { name: 'Open items' });
  await expect
    .poll(() => open.locator('[data-label="Open"]').allInnerTexts())
    .toEqual(['£700.00 to pay', '£84.60 to pay']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Statement' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('Statement-Brightwater Ltd.pdf');
  // Of today, which may have begun since the entries were posted.
  const tomorrow = addDays(londonDate(new Date()), 1);
  await page.getByLabel('From').fill(tomorrow);
  await page.getByText('No entries in this period.').waitFor();
  expect(page.url()).toContain(`from=${tomorrow}`);
  const buyer = await shop().openAs(['view_supplier'], `/suppliers/${supplier}`);
  await buyer.getByRole('heading', { name: 'Supplier Details' }).waitFor();
  expect(await buyer.getByRole('link', { name: 'Ledger', exact: true }).count()).toBe(0);
});

test('R6 aged creditors at a date, and a supplier by keyboard', async () => {
  const page = await shop().openAs(['admin'], '/aged-creditors');
  await page.getByRole('link', { name: 'Brightwater Ltd' }).waitFor();
  expect(await column(page, '31–60 days')).toEqual(['£700.00']);
  expect(await column(page, 'Not due')).toEqual(['£84.60']);
  await expect
    .poll(() => page.getByRole('region', { name: 'All suppliers' }).innerText())
    .toMatch(/Total\s+£784\.60/);
  await page.getByLabel('As at').fill(addDays(today, -1));
  await page.getByText('No supplier is owed anything.').waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.locator('tbody tr').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Supplier Ledger' }).waitFor();
  await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Suppliers' }).waitFor();
});

test('L9 an opening item entered incorrectly is reversed where it was entered', async () => {
  const page = await shop().openAs(['admin'], '/opening-balances');
  const form = page.getByRole('region', { name: 'Account balance' });
  await form.getByLabel('Account').selectOption('3000');
  await form.getByLabel('Side').selectOption('credit');
  await form.getByLabel('Amount').fill('37154');
  await form.getByLabel('Amount').press('Control+Enter');
  await page.getByText('Opening balance of 3000 Capital entered.').waitFor();
  await page.getByRole('button', { name: 'Reverse Opening balance of 3000 Capital' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Reason').fill('No decimal point');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'reversed. Enter it again');
  await page.getByText('Reversed', { exact: true }).waitFor();
  await form.getByLabel('Account').selectOption('3000');
  await form.getByLabel('Side').selectOption('credit');
  await form.getByLabel('Amount').fill('3715.40');
  await form.getByLabel('Amount').press('Control+Enter');
  await page.getByText('Opening balance suspense is clear', { exact: false }).waitFor();
});

test('L9 an opening bill or invoice without a supplier or customer is refused at that field', async () => {
  const page = await shop().openAs(['admin'], '/opening-balances');
  for (const [title, button, message] of [
    ['Unpaid bill or credit', 'Enter bill', 'Choose a supplier.'],
    ['Unpaid invoice or credit', 'Enter invoice', 'Choose a customer.'],
  ] as const) {
    const form = page.getByRole('region', { name: title });
    await form.getByRole('button', { name: button }).click();
    await form.getByText(message).waitFor();
  }
});

test('D6 backdating asks for a reason, and errors are shown at their field', async () => {
  const page = await shop().openAs(['admin'], '/journals/create');
  await page.getByLabel('Narrative').fill('Rent of October');
  await page.getByLabel('Date').fill(addDays(today, -3));
  await page.getByLabel('Account of line 1').selectOption('6900');
  await page.getByLabel('Debit of line 1').fill('10');
  await page.getByLabel('Credit of line 2').fill('10');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Choose an account.').waitFor();
  await page.getByLabel('Account of line 2').selectOption('1020');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Enter a reason for backdating this').last().waitFor();
  await expect
    .poll(() => page.getByLabel('Reason for backdating').evaluate(node => node === document.activeElement))
    .toBe(true);
  await page.getByLabel('Reason for backdating').fill('The invoice came late');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  // The history names it too.
  const journal = page.getByRole('region', { name: 'Journal' });
  await journal.getByText('The invoice came late').waitFor();
  expect(await tilesIn(journal)).toEqual({ Total: '£10.00', Accounts: '2', Lines: '2' });
});

test('V2 V23 the VAT registration is set on the Books page, by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], '/books');
  const card = page.getByRole('region', { name: 'VAT registration' });
  await card.getByText('recovered as input VAT').waitFor();
  await page.getByRole('button', { name: 'Edit the VAT registration' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'VAT registration' });
  await dialog.getByLabel('VAT number').fill('12345678');
  await dialog.getByLabel('VAT number').press('Control+Enter');
  await dialog.getByText('Enter nine digits, with or without GB.').waitFor();
  await dialog.getByLabel('VAT number').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('VAT number').fill('123 4567 82');
  await dialog.getByLabel('Registered from').fill('2026-04-01');
  await dialog.getByLabel('VAT number').press('Control+Enter');
  await noticed(page, 'VAT registration saved.');
  await card.getByText('Yes, from 1 Apr 2026').waitFor();
  await card.getByText('GB123456782').waitFor();

  await page.getByRole('button', { name: 'Edit the VAT registration' }).press('Enter');
  await dialog.getByLabel('Registered for VAT').press('Space');
  await expect.poll(() => dialog.getByLabel('VAT number').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await card.getByText('part of the cost of goods and services').waitFor();

  const reader = await shop().openAs(['view_ledger'], '/books');
  await reader.getByRole('region', { name: 'VAT registration' }).getByText('No', { exact: true }).waitFor();
  expect(await reader.getByRole('button', { name: 'Edit the VAT registration' }).count()).toBe(0);
});

test('F81 the ledger of one account has the column of its balance before the lines arrive', async () => {
  const page = await shop().openAs(['admin'], '/profile');
  await settled(page);
  const letGo = await holdAnswers(page, request => request.url().includes('/api/ledger-lines'));
  await page.goto('/general-ledger?account=1020');
  await page.locator('tbody tr[data-placeholder]').first().waitFor();
  await page.getByRole('columnheader', { name: 'Balance' }).waitFor();
  letGo();
  await page.locator('tbody tr[tabindex]').first().waitFor();
});

// The other pages of the ledger are on view in page-layouts.test.ts, where no account is chosen and no opening balance
// was entered by hand.
const screens = ['/general-ledger?account=1020', '/opening-balances'];

test('axe finds no serious problem, and nothing overflows at either width', async () => {
  const page = await shop().openAs(['admin'], '/journals');
  for (const path of screens)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 1440) await page.goto(path);
      await page.locator('h1').first().waitFor();
      await settled(page);
      if (width === 1440) expect(await seriousProblems(page), path).toEqual([]);
      await fitsWindow(page, `${path} at ${width}`);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        const name = path.replaceAll(/\W+/g, '-');
        await page.screenshot({ path: `${pictures}/${width}${name}.png`, fullPage: true });
      }
    }
});
