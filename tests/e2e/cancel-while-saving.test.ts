import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { notes } from '#domain/notes/note.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { companySettings } from '#domain/settings/company.contract';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { holdAnswers } from '../support/hold-answers';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});

const paid = async (supplier: number) =>
  (
    await shop()
      .db.selectFrom('payments')
      .select('amount_pence')
      .where('supplier_id', '=', supplier)
      .execute()
  ).map(({ amount_pence }) => amount_pence);

/** Holds the page's writes on their way to the server. */
const holdWrites = (page: Page) => holdAnswers(page, request => request.method() !== 'GET');

test('R12 Cancel does not abandon a payment that is being recorded, so none is entered twice', async () => {
  const supplier = await someSupplier(shop().db, 'Slow Line Ltd');
  const { status } = await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      bill_date: londonDate(new Date()),
      supplier_bill_number: 'SL 1',
      // £500.00 with VAT
      lines: [{ description: 'Fittings', account: '5000', vat_code: 'S', net: '416.67', vat: '83.33' }],
    },
  });
  expect(status).toBe(200);
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog');
  // The amount is proposed once the bills have been read.
  await dialog.getByText('£500.00 is outstanding on bills').waitFor();
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => cancel.isEnabled()).toBe(true);
  const letGo = await holdWrites(page);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await dialog.locator('[aria-busy="true"]').waitFor();
  await expect.poll(() => cancel.isDisabled()).toBe(true);
  letGo();
  await noticed(page, /^Payment PAY-\d+ of £500\.00 recorded\.$/);
  await dialog.waitFor({ state: 'detached' });
  expect(await paid(supplier)).toEqual([50_000]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 Cancel does not leave the page of a form that is being saved', async () => {
  const page = await shop().openAs(['admin'], '/journals/create');
  await page.getByLabel('Narrative').fill('Petty corrections');
  for (const [line, account, side] of [
    [1, '1020', 'Debit'],
    [2, '3000', 'Credit'],
  ] as const) {
    await page.getByLabel(`Account of line ${line}`).selectOption(account);
    await page.getByLabel(`${side} of line ${line}`).fill('12.34');
  }
  const letGo = await holdWrites(page);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => cancel.isDisabled()).toBe(true);
  letGo();
  await page.waitForURL(/\/journals\/\d+$/);
});

test('a form takes no more typing while it is saved, so that nothing typed is lost unseen', async () => {
  const page = await shop().openAs(['admin'], '/settings/company');
  const phone = page.getByLabel('Phone', { exact: true });
  await page.locator('[data-path="name"]').fill('Quay Stores Ltd');
  await phone.fill('0117 496 0001');
  const website = page.getByLabel('Website');
  const letGo = await holdWrites(page);
  const card = page.locator('form').filter({ has: phone });
  await card.getByRole('button', { name: 'Save' }).click();
  await card.locator('button[aria-busy="true"]').waitFor();
  await website.focus();
  await page.keyboard.type('https://typed.example');
  await expect.poll(() => website.inputValue()).toBe('');
  // The focus stays where it is, and Tab moves it on.
  await expect.poll(() => website.evaluate(element => element === document.activeElement)).toBe(true);
  letGo();
  await noticed(page, 'Saved successfully!');
  await website.focus();
  await page.keyboard.type('https://typed.example');
  await expect.poll(() => website.inputValue()).toBe('https://typed.example');
  expect((await admin.call(companySettings.get)).reply.phone).toBe('0117 496 0001');
});

test('the next note is not swallowed by the one that is being added', async () => {
  const supplier = await someSupplier(shop().db, 'Noted Ltd');
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  const note = page.getByLabel('Note', { exact: true });
  await note.fill('Called at nine');
  const letGo = await holdWrites(page);
  await note.press('Control+Enter');
  await page.locator('form').filter({ has: note }).locator('button[aria-busy="true"]').waitFor();
  await page.keyboard.type(' and again');
  // What cannot be kept is not shown either.
  await expect.poll(() => note.inputValue()).toBe('Called at nine');
  letGo();
  await expect.poll(() => note.inputValue()).toBe('');
  await page.keyboard.type('Called at ten');
  await expect.poll(() => note.inputValue()).toBe('Called at ten');
  const query = { record_type: 'supplier', record_id: String(supplier) } as const;
  const { data } = (await admin.call(notes.list, { query })).reply;
  expect(data.map(({ body }) => body)).toEqual(['Called at nine']);
});
