import { mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { seriousProblems } from '../support/accessible';
import { chooseFilter } from '../support/list-filters';
import { asBookkeeper, someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { customerItem } from '../support/customer-items';
import { fitsWindow } from '../support/fits-window';
import { settled } from '../support/settled';
import { openTill } from '../support/shop';
import { noticed } from '../support/notices';

const shop = useShop();
const today = londonDate(new Date());
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;
let harbour: number;
let fenwick: number;
beforeAll(async () => {
  harbour = await someCustomer(shop().db, 'Harbour Cafe Ltd', {
    limit: 200_000,
    email: 'office@harbour.example',
  });
  fenwick = await someCustomer(shop().db, 'Alice Fenwick');
  const invoice = (number: string, amount: number, days: number) =>
    asBookkeeper(shop().db, ctx =>
      customerItem(ctx, harbour, {
        side: 'debit',
        amount,
        number,
        on: addDays(today, -days - 30),
        dueOn: addDays(today, -days),
      }),
    );
  await invoice('INV-00007', 84_000, 45);
  await invoice('INV-00019', 12_650, -9);
});

const column = (page: Page, region: string, header: string) =>
  page.getByRole('region', { name: region }).locator(`tbody [data-label="${header}"]`).allInnerTexts();

test('W1 W4 W6 M10 a payment is taken, credit is allocated, paid out and transferred, and a cheque bounces, by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], `/customers/view/${harbour}`);
  const card = page.getByRole('region', { name: 'Balance' });
  await card.getByText('Balance due £966.50').waitFor();
  await expect.poll(() => column(page, 'Open invoices', 'Outstanding')).toEqual(['£840.00', '£126.50']);
  await card.getByRole('link', { name: 'Wallet' }).press('Enter');
  await page.getByRole('heading', { name: 'Customer Ledger' }).waitFor();

  // Cash is offered once a till is open.
  await page.getByRole('button', { name: 'Take payment' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Open a till to take cash').waitFor();
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('966.50');
  // The dialog takes the focus only after it is shown.
  await expect
    .poll(() => dialog.getByLabel('Amount').evaluate(node => node === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1000');
  await dialog.getByLabel('Method').selectOption('cheque');
  await dialog.getByLabel('Allocate to').selectOption('chosen');
  await dialog.getByLabel('INV-00007').press('Space');
  await page.keyboard.press('Control+Enter');
  await page.getByText('RCT-00001: £1,000.00 received. £160.00 of it is kept in the wallet.').waitFor();
  await expect
    .poll(() => column(page, 'Open items', 'Open'))
    .toEqual(['£160.00 in credit', '£126.50 to pay']);

  await page.getByRole('button', { name: 'Use RCT-00001' }).press('Enter');
  await dialog.getByLabel('Allocate to').and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Use credit' }).press('Enter');
  await page.getByText('£126.50 allocated.').waitFor();
  await expect
    .poll(async () => (await column(page, 'Credit used', 'Amount')).toSorted())
    .toEqual(['£126.50', '£840.00']);

  await openTill(shop().db);
  await page.getByRole('button', { name: 'Pay out' }).press('Enter');
  await dialog.getByLabel('Amount').fill('40');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Only £33.50 is available in the wallet.').first().waitFor();
  await dialog.getByLabel('Amount').fill('10');
  await dialog.getByLabel('Method').selectOption('cash');
  await expect
    .poll(() => dialog.getByLabel('Till').locator('option:checked').innerText())
    .toMatch(/^Register/);
  await page.keyboard.press('Control+Enter');
  await page.getByText('RCT-00002: £10.00 paid out.').waitFor();

  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Transfer credit' }).press('Enter');
  await dialog.getByLabel('To').press('Control+Enter');
  await dialog.getByText('Choose a customer.').waitFor();
  await dialog.getByLabel('To').fill('Fenwick');
  await page.getByRole('option', { name: /Alice Fenwick/ }).waitFor();
  await page.keyboard.press('Enter');
  // Enter may be ahead of the reply, and then takes the best match once it arrives.
  await expect.poll(() => dialog.getByRole('combobox', { name: 'To' }).inputValue()).toBe('Alice Fenwick');
  await dialog.getByLabel('Amount').fill('3.50');
  await dialog.getByLabel('Reason').fill('Paid for her as well');
  await page.keyboard.press('Control+Enter');
  await page.getByText('WAL-00001: credit transferred to Alice Fenwick.').waitFor();

  await page.getByRole('button', { name: 'Reverse RCT-00001' }).press('Enter');
  await dialog.getByLabel('Reason').fill('No cover');
  await dialog.getByLabel('The payment bounced (returned unpaid by the bank)').press('Space');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'RCT-00001 recorded as bounced.');
  await page.getByText('Bounced', { exact: true }).waitFor();
  await page.getByText('Balance due £980.00').first().waitFor();
  expect(await page.getByRole('button', { name: 'Reverse RCT-00001' }).count()).toBe(0);
});

test('W2 a top-up and a write-off; a read-only user has no button for either', async () => {
  const page = await shop().openAs(['admin'], `/wallet/customer/${fenwick}`);
  await page.getByRole('button', { name: 'Top up' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Amount').fill('50');
  await page.keyboard.press('Control+Enter');
  await page.getByText('£50.00 of it is kept in the wallet.', { exact: false }).waitFor();
  await page.getByText('In credit £53.50').first().waitFor();
  await page.goto(`/wallet/customer/${harbour}`);
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Adjust or write off' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect
    .poll(() => dialog.getByLabel('Balancing account').locator('option:checked').innerText())
    .toContain('6800');
  await dialog.getByLabel('Amount').fill('13.50');
  await dialog.getByLabel('Reason').fill('Bank charges are waived');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'WAL-00002 posted.');
  // The customer pays part of it after all.
  await page.getByRole('button', { name: 'Reverse WAL-00002' }).press('Enter');
  await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor();
  await settled(page);
  await dialog.getByLabel('For INV-00007').fill('5');
  await dialog.getByLabel('Reason').fill('Paid after all');
  await page.keyboard.press('Control+Enter');
  await page.getByText('WAL-00003: £5.00 is outstanding again.').waitFor();
  await page.getByText('Partly reversed', { exact: true }).waitFor();
  await page.getByText('WAL-00002 reversed: Paid after all').first().waitFor();
  const viewer = await shop().openAs(['view_ledger'], `/wallet/customer/${harbour}`);
  await viewer.getByRole('button', { name: 'Statement' }).waitFor();
  for (const name of ['Take payment', 'Top up', 'Pay out', 'More actions', 'Email', 'Reverse WAL-00002'])
    expect(await viewer.getByRole('button', { name, exact: true }).count()).toBe(0);
});

test('F90 the accounts of an adjustment are available after visiting the general ledger, too', async () => {
  const page = await shop().openAs(['admin'], '/general-ledger');
  // The chart of accounts is cached there, and the dialog uses the same reply.
  await chooseFilter(page, 'Account', '6800 Bad debts');
  await page.getByRole('button', { name: 'Money' }).click();
  await page.getByRole('link', { name: 'Aged Debtors' }).press('Enter');
  await page.getByRole('link', { name: 'Harbour Cafe Ltd' }).press('Enter');
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Adjust or write off' }).press('Enter');
  await expect
    .poll(() => page.getByRole('dialog').getByLabel('Balancing account').locator('option').count())
    .toBeGreaterThan(10);
});

test('R6 aged debtors: an overdue customer is selected and reminded on paper, and the history shows it', async () => {
  const page = await shop().openAs(['admin'], '/aged-debtors');
  await page.getByRole('link', { name: 'Harbour Cafe Ltd' }).waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'All customers' }).innerText())
    .toContain('31–60 days');
  await page.getByLabel('Overdue').selectOption('yes');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.getByLabel('Select Harbour Cafe Ltd').press('Space');
  const bar = page.getByRole('group', { name: 'Selected customers' });
  await bar.getByRole('button', { name: 'Print reminders' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remind Harbour Cafe Ltd' });
  await dialog.getByLabel('Remind again').and(page.locator(':focus')).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Print' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('Reminder-Harbour Cafe Ltd.pdf');
  await page.getByText('Second reminder for Harbour Cafe Ltd is ready to print.').waitFor();
  await page.goto(`/wallet/customer/${harbour}`);
  await expect.poll(() => column(page, 'Statements and reminders', 'Type')).toEqual(['Second reminder']);
});

test('the wallet pages are accessible in both colours, narrow and wide', async () => {
  for (const width of [1440, 390]) {
    const page = await shop().openAs(['admin'], `/wallet/customer/${harbour}`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('region', { name: 'Statements and reminders' }).waitFor();
    await settled(page);
    expect(await seriousProblems(page)).toEqual([]);
    await fitsWindow(page);
    await picture(page, `wallet-${width}`);
    if (width === 1440) {
      await page.getByRole('button', { name: 'Take payment' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Allocate to').selectOption('chosen');
      await page.getByRole('dialog').getByRole('checkbox').first().check();
      await settled(page);
      expect(await seriousProblems(page)).toEqual([]);
      await picture(page, 'receive');
    }
    await page.goto('/aged-debtors');
    await page.getByRole('link', { name: 'Harbour Cafe Ltd' }).waitFor();
    await settled(page);
    expect(await seriousProblems(page)).toEqual([]);
    await picture(page, `aged-${width}`);
    await page.goto(`/customers/view/${harbour}`);
    await page.getByRole('link', { name: 'Wallet' }).waitFor();
    await settled(page);
    await picture(page, `customer-${width}`);
  }
});

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const mode of ['light', 'dark']) {
    await page.evaluate(
      scheme => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
      mode,
    );
    await page.screenshot({ path: `${pictures}/${name}-${mode}.png`, fullPage: true });
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
}

test('K4 the credit of an erased customer can be paid out on their ledger, and nothing else be started there', async () => {
  const id = await someCustomer(shop().db, 'Nora Private');
  await sql`update customers set erased_at = now(), erased_reason = 'Asked', name = ${`Erased customer ${id}`}, status = 'inactive'
    where id = ${id}`.execute(shop().db);
  await asBookkeeper(shop().db, ctx => customerItem(ctx, id, { side: 'credit', amount: 5000 }));
  const page = await shop().openAs(['admin'], `/wallet/customer/${id}`);
  await page.getByText('has been erased, so only what is still open can be settled here.').waitFor();
  const names = ['Take payment', 'Top up', 'More actions'];
  for (const name of names) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Pay out' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Amount').fill('50');
  await page.keyboard.press('Control+Enter');
  await page.getByText('£50.00 paid out.', { exact: false }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Pay out' }).count()).toBe(0);
  await expect
    .poll(() => page.getByRole('region', { name: 'Balance' }).getByText('Settled').count())
    .toBeGreaterThan(0);
});
