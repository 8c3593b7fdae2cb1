import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#domain/accounts/account.contract';
import { londonDate } from '#domain/kernel/dates';
import { expenseCategories } from '#domain/masters/master.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { someCustomer, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import type { CountedUser } from '../support/action-counter';
import { dailyTasks } from '../support/daily-tasks';
import { settled } from '../support/settled';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;

beforeAll(async () => {
  admin = await shop().as('admin');
  const { db } = shop();
  const windows = await someSupplier(db, 'Bright Windows');
  const north = await someSupplier(db, 'North Power');
  const bill = { supplier_id: north, bill_date: londonDate(new Date()) };
  for (const [code, name] of [
    ['6200', 'Light and heat'],
    ['6400', 'Cleaning'],
  ] as const)
    await admin.call(accounts.create, { body: { code, name, kind: 'expense' } });
  const line = { description: 'Electricity', account: '6200', vat_code: 'S' };
  // What the windows cost last time.
  await admin.call(supplierDocuments.bill, {
    body: {
      ...bill,
      supplier_id: windows,
      supplier_bill_number: 'BW-1',
      lines: [{ description: 'Windows cleaned', account: '6400', vat_code: 'S', net: '35.00', vat: '7.00' }],
    },
  });
  for (const [number, net, vat] of [
    ['NP-1', '100.00', '20.00'],
    ['NP-2', '150.00', '30.00'],
  ] as const)
    await admin.call(supplierDocuments.bill, {
      body: { ...bill, supplier_bill_number: number, lines: [{ ...line, net, vat }] },
    });
  for (const name of ['Stationery', 'Travel']) await admin.call(expenseCategories.create, { body: { name } });
  const till = await openTill(db);
  const { sold } = shopFloor(() => ({ app: shop(), seller: admin, till }));
  const product = await stockedProduct(db, { name: 'Oat biscuits' });
  const harbour = await someCustomer(db, 'Harbour Cafe Ltd', {
    limit: 100_000,
    email: 'office@harbour.example',
  });
  const hotwells = await someCustomer(db, 'Hotwells Dental', { limit: 100_000 });
  for (const [customer_id, quantity, pence, amount] of [
    [harbour, '20', 4800, '48.00'],
    [harbour, '10', 2400, '24.00'],
    [hotwells, '5', 1200, '12.00'],
  ] as const)
    await sold([{ product_id: product, quantity }], pence, {
      customer_id,
      tenders: [{ method: 'account', tendered: amount }],
    });
});

const said = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog');

const { does, others } = dailyTasks('Accountant', shop);

test('Enter a supplier’s bill that has no order', ({ task }) =>
  does(task, async ({ page, opens, click, types, press, isAt }) => {
    await opens('bright', 'Supplier Details');
    await page.getByRole('button', { name: 'Record bill' }).waitFor();
    await press('b');
    await isAt(page.getByLabel('Supplier’s bill number'));
    await settled(page);
    await types('BW-2');
    await expect.poll(() => page.getByLabel('Description of line 1').inputValue()).toBe('Windows cleaned');
    await expect.poll(() => page.getByLabel('Account of line 1').inputValue()).toBe('6400');
    await click(page.getByLabel('Net of line 1'));
    await types('40');
    await dialog(page).getByText('£48.00').waitFor();
    await press('Control+Enter');
    await said(page, /Bill BILL-\d+ of £48\.00 recorded, posted on/);
  }));

test('Pay a supplier what is outstanding', ({ task }) =>
  does(task, async ({ page, opens, press, isAt }) => {
    await opens('north', 'Supplier Details');
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await press('p');
    await isAt(dialog(page).getByLabel('Amount'));
    // £120.00 and £180.00
    await dialog(page).getByText('£300.00 is outstanding on bills').waitFor();
    await press('Control+Enter');
    await said(page, /Payment PAY-\d+ of £300\.00 recorded\./);
  }));

test('Record a customer’s payment of one of their invoices', ({ task }) =>
  does(task, async ({ page, opens, press, isAt }) => {
    await opens('inv-2', /INV-00002/);
    await page.getByRole('button', { name: 'Take payment' }).waitFor();
    await press('p');
    const amount = dialog(page).getByLabel('Amount');
    await isAt(amount);
    await expect.poll(() => amount.inputValue()).toBe('24.00');
    await press('Control+Enter');
    await said(page, 'RCT-00001: £24.00 received.');
  }));

/** A receipt of £24.00 for stationery; paid as the last one was, unless a method is chosen. */
async function startExpense({ page, opens, types, isAt }: CountedUser): Promise<void> {
  await opens('new ex', 'Add expense');
  await isAt(page.getByLabel('Purpose'));
  await settled(page);
  await types('Printer paper');
}

/** The first one of a seller. */
async function enterExpense(user: CountedUser, number: string): Promise<void> {
  const { page, types, chooses, click, tabsTo } = user;
  await startExpense(user);
  await chooses('Paid by', 'bank_transfer');
  await click(page.getByLabel('Receipt number'));
  await types(number);
  await tabsTo(page.getByLabel('Supplier’s VAT number'));
  await types('GB339072747');
  await chooses('Category', 'Stationery');
  await saveGross(user);
}

async function saveGross({ page, click, types, press }: CountedUser): Promise<void> {
  await click(page.getByLabel('Gross'));
  await types('24');
  await expect.poll(() => page.getByLabel('VAT as printed').inputValue()).toBe('4.00');
  await press('Control+Enter');
  await page.getByRole('heading', { name: /^EXP-/, level: 1 }).waitFor();
}

test('Enter an expense that was paid from the bank', ({ task }) =>
  does(
    task,
    async user => {
      const { page, click, types } = user;
      await startExpense(user);
      await page.getByText(/^As on \d{1,2} \w+ \d{4}\. Check it against the receipt$/).waitFor();
      await expect.poll(() => page.getByLabel('Supplier’s VAT number').inputValue()).toBe('GB339072747');
      await click(page.getByLabel('Receipt number'));
      await types('R 18');
      await saveGross(user);
      await expect.poll(() => user.page.getByRole('main').innerText()).toMatch(/£24\.00[\s\S]*Bank transfer/);
    },
    {
      before: async user => {
        await enterExpense(user, 'R 17');
        await user.page.goto('/dashboard');
      },
    },
  ));

test('See who owes most, and get their statement', ({ task }) =>
  does(task, async ({ page, opens, press, click }) => {
    await opens('aged d', 'Aged Debtors');
    // £48.00 and £24.00 less the payment of £24.00, and £12.00 of the other
    await expect
      .poll(() => page.locator('tbody tr').allInnerTexts())
      .toEqual([expect.stringContaining('£48.00'), expect.stringContaining('£12.00')]);
    await press('j');
    await press('Enter');
    await page.getByRole('heading', { name: 'Customer Ledger' }).waitFor();
    const saved = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'Statement' }));
    expect((await saved).suggestedFilename()).toBe('Statement-Harbour Cafe Ltd.pdf');
  }));

test('no other task has a line', () => {
  expect(others()).toEqual([]);
});
