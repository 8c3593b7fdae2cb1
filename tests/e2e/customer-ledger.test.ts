import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { sales } from '#domain/sales/sale.contract';
import { asBookkeeper, someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { customerItem } from '../support/customer-items';
import { freezableAnswers } from '../support/hold-answers';
import { stockedProduct } from '../support/shop';

const shop = useShop();
const today = londonDate(new Date());
let harbour: number;
beforeAll(async () => {
  harbour = await someCustomer(shop().db, 'Harbour Cafe Ltd', { limit: 200_000 });
});

const owes = (customer: number, number: string, amount: number, on: string, dueOn?: string) =>
  asBookkeeper(shop().db, ctx =>
    customerItem(ctx, customer, { side: 'debit', amount, number, on, ...(dueOn ? { dueOn } : {}) }),
  );

test('W3 a period the wrong way round says so, and its dates can be corrected', async () => {
  const [first, last] = [addDays(today, -60), addDays(today, -31)];
  const page = await shop().openAs(['admin'], `/wallet/customer/${harbour}?from=${first}&to=${last}`);
  const entries = page.getByRole('region', { name: 'Entries' });
  const [from, to] = ['From', 'To'].map(name => page.getByRole('textbox', { name })) as [Locator, Locator];
  await owes(harbour, 'INV-00040', 5_000, addDays(today, -10), addDays(today, 20));
  await entries.waitFor();
  await from.fill(formatDate(addDays(today, -30)));
  await from.press('Enter');
  await page.getByText('The first day must be on or before the last.').waitFor();
  await from.and(page.locator(':focus')).waitFor();
  await to.fill(formatDate(today));
  await to.press('Enter');
  await entries.getByText('INV-00040').waitFor();
  expect(await page.getByText('The first day must be').count()).toBe(0);
});

test('D3 W3 what is overdue is marked as of today, whatever the period, and adds up to the figure above', async () => {
  const customer = await someCustomer(shop().db, 'Quay Stores', { limit: 200_000 });
  await owes(customer, 'INV-00051', 10_000, addDays(today, -48), addDays(today, -18));
  await owes(customer, 'INV-00052', 5_000, addDays(today, -13), addDays(today, 17));
  // A charge has no due date: it is due when it is made.
  await owes(customer, 'WAL-00053', 2_500, addDays(today, -27));
  for (const period of [`to=${addDays(today, -28)}`, '', `from=${addDays(today, 33)}`]) {
    const page = await shop().openAs(['admin'], `/wallet/customer/${customer}?${period}`);
    const items = page.getByRole('region', { name: 'Open items' });
    await items.getByText('INV-00052').waitFor();
    const overdue = items.locator('tbody tr').filter({ hasText: 'Overdue' });
    expect((await overdue.locator('[data-label="Open"]').allInnerTexts()).toSorted(), period).toEqual([
      '£100.00 to pay',
      '£25.00 to pay',
    ]);
    const balance = await page.getByRole('region', { name: 'Balance' }).innerText();
    expect(balance).toMatch(/Overdue\s+£125\.00/);
  }
});

test('W6 a payment for an invoice that was paid meanwhile is not proposed for what is due next', async () => {
  const customer = await someCustomer(shop().db, 'Mill Lane Deli', { limit: 200_000 });
  const product = await stockedProduct(shop().db, { price: toPence(10_000) });
  const admin = await shop().as('admin');
  const onAccount = async () => {
    const body = {
      client_id: randomUUID(),
      channel: 'desk' as const,
      customer_id: customer,
      lines: [{ product_id: product, quantity: '1' }],
      expected_total: '100.00',
      tenders: [{ method: 'account' as const, tendered: '100.00' }],
    };
    return (await admin.call(sales.complete, { body })).reply;
  };
  const [paid] = [await onAccount(), await onAccount()];
  const page = await shop().openAs(['admin'], '/sales/invoices');
  const { freeze, letGo } = await freezableAnswers(page, `**/api/sales/${paid.id}`);
  await page.goto(`/sales/invoices/${paid.id}`);
  await page.getByRole('button', { name: 'Take payment' }).waitFor();
  freeze();
  const { status } = await admin.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: '100.00', payment_method: 'bank_transfer' },
  });
  expect(status).toBe(200);
  await page.getByRole('button', { name: 'Take payment' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${paid.number} is no longer among the open invoices.`).waitFor();
  expect(await dialog.getByLabel('Amount').count()).toBe(0);
  letGo();
});

test('reminders by post are one file each, also when a download fails, and none is recorded twice', async () => {
  const names = Array.from({ length: 24 }, (_, index) => `Debtor ${String(index + 1).padStart(2, '0')}`);
  for (const [index, name] of names.entries()) {
    const id = await someCustomer(shop().db, name, { limit: 200_000 });
    await owes(id, `INV-001${index + 10}`, 1_000, addDays(today, -50), addDays(today, -20));
  }
  const page = await shop().openAs(['admin'], '/aged-debtors?search=Debtor&per_page=50');
  const fetched: string[] = [];
  let isDown = true;
  await page.route('**/api/wallet/reminders/*/pdf', route => {
    if (isDown && fetched.length === 3) return route.abort('connectionfailed');
    fetched.push(route.request().url());
    return route.continue();
  });
  // Two dozen letters are made one by one.
  const patience = { timeout: 120_000 };
  const firstFile = page.waitForEvent('download', patience);
  await page.getByRole('link', { name: 'Debtor 24' }).waitFor();
  await page.getByLabel('Select all on this page').first().press('Space');
  await page.getByRole('button', { name: 'Print reminders' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remind 24 customers' });
  await dialog.getByRole('button', { name: 'Print' }).press('Enter');
  await dialog
    .getByText('The reminders are recorded, but only 3 of 24 files were saved. Choose Print again')
    .waitFor(patience);
  expect((await firstFile).suggestedFilename()).toMatch(/^Reminder-Debtor \d\d\.pdf$/);
  isDown = false;
  await dialog.getByRole('button', { name: 'Print' }).press('Enter');
  await dialog.waitFor({ state: 'detached', ...patience });
  // Each file once: those saved before the failure are not fetched again.
  expect(fetched).toHaveLength(24);
  expect(new Set(fetched).size).toBe(24);
  const { rows } = await sql`
    select count(*)::integer as letters, count(distinct customer_id)::integer as customers from customer_letters l
    join customers c on c.id = l.customer_id where c.name like 'Debtor %'`.execute(shop().db);
  expect(rows).toEqual([{ letters: 24, customers: 24 }]);
});
