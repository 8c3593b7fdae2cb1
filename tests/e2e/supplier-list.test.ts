import { expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { londonDate } from '#domain/kernel/dates';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { useShop } from '../support/browser';
import { insertOrder, insertPayment } from '../support/purchases';
import { settled } from '../support/settled';
import { addSupplier, confirmations, supplierRights } from '../support/suppliers';

const shop = useShop();

test('SL-01 SL-02 SL-03 SL-04 K-05 shows, finds, filters and sorts suppliers with their figures', async () => {
  const owed = await addSupplier(shop(), {
    name: 'Ashdown Ltd',
    email: 'a@ashdown.example',
    phone: '0117 1',
    contact_person: 'Ann Ash',
    address: '1 Mill Lane\nBath',
  });
  await insertOrder(shop().db, {
    supplier_id: owed.id,
    created_by: owed.buyer,
    total_pence: 123_456,
    order_date: '2026-02-03',
  });
  await insertPayment(shop().db, { supplier_id: owed.id, created_by: owed.buyer, amount_pence: 3_456 });
  await addSupplier(shop(), { name: 'Zeal & Co', status: 'inactive' });
  const page = await shop().openAs(supplierRights, '/suppliers');

  await page.getByText('Total: 2').waitFor();
  await expect
    .poll(() => page.locator('thead th').allInnerTexts())
    .toEqual([
      // The check box
      '',
      'Name',
      'Contact Info',
      'Purchase Orders',
      'Financial Summary',
      'Last Purchase Date',
      'Status',
      'Created',
      'Actions',
    ]);
  const row = page.getByRole('row', { name: /Ashdown/ });
  const text = (await row.innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'Ashdown Ltd 1 Mill Lane, Bath a@ashdown.example 0117 1 Ann Ash 1 Total £1,234.56 Paid £34.56 Outstanding £1,200.00 3 Feb 2026 Active',
  );
  const owing = row.getByText('£1,200.00');
  const clear = page.getByRole('row', { name: /Zeal/ }).locator('[data-owed]');
  expect(await owing.evaluate(node => getComputedStyle(node).color)).toBe('rgb(179, 38, 30)');
  expect(await clear.evaluate(node => getComputedStyle(node).color)).toBe('rgb(55, 112, 15)');
  await expect
    .poll(() => page.getByRole('row', { name: /Zeal/ }).getByRole('cell').nth(2).innerText())
    .toBe('—');

  for (const [search, found] of [
    ['ashdown.example', 'Ashdown'],
    ['0117', 'Ashdown'],
    ['zeal', 'Zeal'],
  ] as const) {
    await page.getByPlaceholder('Search by name, email, phone').fill(search);
    await page.getByText('Total: 1', { exact: true }).waitFor();
    await page.getByRole('row', { name: new RegExp(found) }).waitFor();
  }
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByLabel('Status').selectOption('inactive');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await page.getByLabel('Status').selectOption('');
  await page.getByText('Total: 2').waitFor();

  for (const column of ['Name', 'Created']) {
    const header = page.getByRole('columnheader', { name: column });
    const before = await header.getAttribute('aria-sort');
    await header.getByRole('button').click();
    await expect
      .poll(() => header.getAttribute('aria-sort'))
      .toBe(before === 'ascending' ? 'descending' : 'ascending');
  }
});

test('audit 14, item 3: what is owed by the ledger is shown, totalled and sorted when it is chosen', async () => {
  const admin = await shop().as('admin');
  const add = async (name: string) => (await addSupplier(shop(), { name })).id;
  const [small, large] = [await add('Owing Small'), await add('Owing Large')];
  for (const [supplier_id, amount] of [
    [small, '25.00'],
    [large, '310.00'],
  ] as const)
    await admin.call(openingBalances.addBill, {
      body: {
        kind: 'bill',
        supplier_id,
        supplier_bill_number: `OWED-${supplier_id}`,
        bill_date: londonDate(new Date()),
        amount,
      },
    });
  const page = await shop().openAs([...supplierRights, 'view_ledger'], '/suppliers?search=owing');
  await page.getByRole('link', { name: 'Owing Large' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Owed' }).count()).toBe(0);
  await page.locator('.view-button').click();
  const menu = page.getByRole('dialog', { name: 'View' });
  await menu.getByLabel('Owed', { exact: true }).check();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  const owed = (name: string) => page.getByRole('row', { name }).locator('td[data-label="Owed"]');
  await expect.poll(() => owed('Owing Large').innerText()).toBe('£310.00');
  await expect.poll(() => owed('Totals').innerText()).toBe('£335.00');
  const header = page.getByRole('columnheader', { name: 'Owed' });
  for (const [order, first] of [
    ['ascending', 'Owing Small'],
    ['descending', 'Owing Large'],
  ] as const) {
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe(order);
    await expect.poll(() => page.locator('tbody tr a').first().innerText()).toBe(first);
  }
});

test('SL-05 says when there are no suppliers', async () => {
  const page = await shop().openAs(supplierRights, '/suppliers?search=nobody-is-called-this');
  await page.getByText('No suppliers found').waitFor();
});

test('F85 SL-06 V-01 a supplier is added and edited in one large dialog', async () => {
  const page = await shop().openAs(supplierRights, '/suppliers');
  await page.getByRole('button', { name: 'Add Supplier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Supplier' });
  await expect
    .poll(() => dialog.locator('label').allInnerTexts())
    .toEqual(['Name *', 'Email', 'Phone', 'Contact Person', 'Address', 'Status']);
  await expect.poll(() => dialog.getByLabel('Email').getAttribute('type')).toBe('email');
  // The focus moves after the message is shown, and would take what is typed with it.
  const focused = (label: string) => dialog.getByLabel(label).and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Name is required.').waitFor();
  await focused('Name');
  await dialog.getByLabel('Name').fill('Bexley Paper');
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter one email address').waitFor();
  await focused('Email');
  await dialog.getByLabel('Email').fill('sales@bexley.example');
  await dialog.getByLabel('Address').fill('2 High Street\nYork');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved successfully!').waitFor();

  await page.getByRole('button', { name: 'Edit Bexley Paper' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Supplier' });
  await expect.poll(() => edit.getByLabel('Address').inputValue()).toBe('2 High Street\nYork');
  await edit.getByLabel('Contact Person').fill('Bea Bexley');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Bea Bexley').waitFor();
});

test("an edit overtaken by another user's is refused, and the current values can be loaded", async () => {
  const { id } = await addSupplier(shop(), { name: 'Overtaken' });
  const page = await shop().openAs(supplierRights, '/suppliers?search=overtaken');
  await page.getByRole('button', { name: 'Edit Overtaken' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Supplier' });
  await dialog.waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  await dialog.getByLabel('Phone').fill('1');
  const other = await shop().as(...supplierRights);
  await other.call(suppliers.update, { params: { id }, body: { name: 'Overtaken', phone: '2' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This supplier changed while you were editing').waitFor();
  await dialog.getByRole('button', { name: 'Discard my changes' }).click();
  await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('2');
  await dialog.getByLabel('Phone').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved successfully!').waitFor();
});

test('SL-07 each action is shown with its permission only', async () => {
  await addSupplier(shop(), { name: 'Guarded' });
  const all = ['Edit Guarded', 'View details of Guarded', 'Send email to Guarded', 'Delete Guarded'];
  for (const [right, seen] of [
    ['edit_supplier', all[0]],
    ['create_email', all[2]],
    ['delete_supplier', all[3]],
  ] as const) {
    const page = await shop().openAs(['view_supplier', right], '/suppliers?search=guarded');
    await page.getByText('Total: 1').waitFor();
    const shown = await page
      .locator('.row-actions button')
      .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label')));
    expect(new Set(shown)).toEqual(new Set([seen, all[1]]));
    expect(await page.getByRole('button', { name: 'Add Supplier' }).count()).toBe(0);
  }
});

test('SL-08 deletion asks first; a supplier with orders stays and says why', async () => {
  const { id, buyer } = await addSupplier(shop(), { name: 'Ordered From' });
  await insertOrder(shop().db, { supplier_id: id, created_by: buyer, total_pence: 100 });
  await addSupplier(shop(), { name: 'Ordered Never' });
  const page = await shop().openAs(supplierRights, '/suppliers?search=ordered');
  const messages = confirmations(page, true);
  await page.getByRole('button', { name: 'Delete Ordered From' }).click();
  await page
    .getByText('has 1 purchase order, so it cannot be deleted. Set it to inactive instead.')
    .waitFor();
  await page.getByRole('button', { name: 'Delete Ordered Never' }).click();
  await page.getByText('Deleted successfully!').waitFor();
  expect(messages).toEqual(['Delete this supplier?', 'Delete this supplier?']);
  await page.getByText('Total: 1', { exact: true }).waitFor();
});
