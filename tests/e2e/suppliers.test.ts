import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { useShop } from '../support/browser';
import { insertOrder, insertPayment } from '../support/purchases';

const shop = useShop();
const rights = [
  'view_supplier',
  'create_supplier',
  'edit_supplier',
  'delete_supplier',
  'create_email',
] as const;

const addSupplier = async (body: Record<string, unknown>) => {
  const buyer = await shop().as(...rights);
  const { reply } = await buyer.call(suppliers.create, { body });
  return { id: reply.id, buyer: buyer.userId };
};
const confirmations = (page: Page, accept: boolean): string[] => {
  const said: string[] = [];
  page.on('dialog', async dialog => {
    said.push(dialog.message());
    await (accept ? dialog.accept() : dialog.dismiss());
  });
  return said;
};

describe('the supplier list', () => {
  test('SL-01 SL-02 SL-03 SL-04 K-05 shows, finds, filters and sorts suppliers with their figures', async () => {
    const owed = await addSupplier({
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
    await addSupplier({ name: 'Zeal & Co', status: 'inactive' });
    const page = await shop().openAs(rights, '/suppliers');

    await page.getByText('Total: 2').waitFor();
    expect(await page.locator('thead th').allInnerTexts()).toEqual([
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
    expect(await clear.evaluate(node => getComputedStyle(node).color)).toBe('rgb(26, 99, 68)');
    expect(await page.getByRole('row', { name: /Zeal/ }).getByRole('cell').nth(1).innerText()).toBe('—');

    for (const [search, found] of [
      ['ashdown.example', 'Ashdown'],
      ['0117', 'Ashdown'],
      ['zeal', 'Zeal'],
    ] as const) {
      await page.getByPlaceholder('Search by name, email, phone').fill(search);
      await page.getByText('Total: 1', { exact: true }).waitFor();
      await page.getByRole('row', { name: new RegExp(found) }).waitFor();
    }
    await page.getByRole('button', { name: 'Clear the search' }).click();
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

  test('SL-05 says when there are no suppliers', async () => {
    const page = await shop().openAs(rights, '/suppliers?search=nobody-is-called-this');
    await page.getByText('No suppliers found').waitFor();
  });

  test('SL-06 V-01 a supplier is added and edited in one large window', async () => {
    const page = await shop().openAs(rights, '/suppliers');
    await page.getByRole('button', { name: 'Add Supplier' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Supplier' });
    await expect
      .poll(() => dialog.locator('label').allInnerTexts())
      .toEqual(['Name *', 'Email', 'Phone', 'Contact Person', 'Status', 'Address']);
    expect(await dialog.getByLabel('Email').getAttribute('type')).toBe('email');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name is required.').waitFor();
    await dialog.getByLabel('Name').fill('Bexley Paper');
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter one e-mail address').waitFor();
    await dialog.getByLabel('Email').fill('sales@bexley.example');
    await dialog.getByLabel('Address').fill('2 High Street\nYork');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved successfully!').waitFor();

    await page.getByRole('button', { name: 'Edit Bexley Paper' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Supplier' });
    expect(await edit.getByLabel('Address').inputValue()).toBe('2 High Street\nYork');
    await edit.getByLabel('Contact Person').fill('Bea Bexley');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Bea Bexley').waitFor();
  });

  test('an edit that somebody else overtook is refused, and the current values can be taken', async () => {
    const { id } = await addSupplier({ name: 'Overtaken' });
    const page = await shop().openAs(rights, '/suppliers?search=overtaken');
    await page.getByRole('button', { name: 'Edit Overtaken' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Supplier' });
    await dialog.getByLabel('Phone').fill('1');
    const other = await shop().as(...rights);
    await other.call(suppliers.update, { params: { id }, body: { name: 'Overtaken', phone: '2' } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else changed this supplier').waitFor();
    await dialog.getByRole('button', { name: 'Load the current values' }).click();
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('2');
    await dialog.getByLabel('Phone').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved successfully!').waitFor();
  });

  test('SL-07 each action is there for its right only', async () => {
    await addSupplier({ name: 'Guarded' });
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
    const { id, buyer } = await addSupplier({ name: 'Ordered From' });
    await insertOrder(shop().db, { supplier_id: id, created_by: buyer, total_pence: 100 });
    await addSupplier({ name: 'Ordered Never' });
    const page = await shop().openAs(rights, '/suppliers?search=ordered');
    const said = confirmations(page, true);
    await page.getByRole('button', { name: 'Delete Ordered From' }).click();
    await page
      .getByText('has 1 purchase order, so it cannot be deleted. Set it to inactive instead.')
      .waitFor();
    await page.getByRole('button', { name: 'Delete Ordered Never' }).click();
    await page.getByText('Deleted successfully!').waitFor();
    expect(said).toEqual(['Delete this supplier?', 'Delete this supplier?']);
    await page.getByText('Total: 1', { exact: true }).waitFor();
  });
});

describe('the page of a supplier', () => {
  test('SD-01 SD-02 SD-03 SD-05 T-01 T-02 T-03 shows who he is, his orders and the money between us', async () => {
    const { id, buyer } = await addSupplier({ name: 'Caldbeck & Sons', email: 'c@caldbeck.example' });
    const statuses = ['draft', 'sent', 'received', 'completed', 'cancelled'] as const;
    const orders: number[] = [];
    for (const [index, status] of statuses.entries()) {
      orders.push(
        await insertOrder(shop().db, {
          supplier_id: id,
          created_by: buyer,
          total_pence: 10_000 * (index + 1),
          status,
          order_date: `2026-01-0${index + 1}`,
          expected_delivery_date: index === 1 ? '2026-03-04' : null,
        }),
      );
    }
    const methods = ['cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other'] as const;
    for (const [index, method] of methods.entries()) {
      const status = (['completed', 'pending', 'failed', 'cancelled'] as const)[index % 4] ?? 'pending';
      await insertPayment(shop().db, {
        supplier_id: id,
        created_by: buyer,
        amount_pence: 40_000,
        purchase_order_id: orders[3] ?? null,
        method,
        status,
        reference_number: `R${index}`,
        notes: index === 0 ? 'Paid over the counter' : null,
      });
    }
    const page = await shop().openAs(rights, `/suppliers/${id}`);
    await page.getByRole('heading', { name: 'Supplier Details' }).waitFor();
    for (const name of ['Export Details', 'Email Details', 'Delete'])
      await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to List' }).waitFor();

    const who = (await page.getByRole('region', { name: 'Supplier Information' }).innerText()).replaceAll(
      /\s+/g,
      ' ',
    );
    expect(who).toMatch(
      /Name Caldbeck & Sons Email c@caldbeck\.example Phone — Contact Person — Address — Status Active Created \d+ \w+ \d{4} Last Updated \d+ \w+ \d{4}/,
    );

    const bought = page.getByRole('region', { name: 'Purchase Orders and Summary' });
    expect((await bought.locator('.tiles').innerText()).split('\n').filter(Boolean)).toEqual([
      'Total Orders',
      '3',
      'Completed',
      '1',
      'Active',
      '2',
      'Transactions',
      '6',
    ]);
    expect(await bought.locator('th').allInnerTexts()).toEqual([
      'PO Number',
      'Order Date',
      'Expected Delivery',
      'Total Amount',
      'Paid Amount',
      'Status',
      'Payment Status',
      'Created By',
    ]);
    for (const [status, tone] of [
      ['Draft', 'secondary'],
      ['Sent', 'info'],
      ['Received', 'warning'],
      ['Completed', 'success'],
      ['Cancelled', 'danger'],
      ['Remaining', 'warning'],
      ['Paid', 'success'],
    ] as const) {
      expect(
        await bought.locator(`.badge-${tone}`, { hasText: new RegExp(`^${status}$`) }).count(),
        status,
      ).toBeGreaterThan(0);
    }
    expect((await bought.getByRole('row', { name: /Sent/ }).innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /PO-\d+ 2 Jan 2026 4 Mar 2026 £200\.00 £0\.00 Sent Remaining Person \d+/,
    );

    const money = page.getByRole('region', { name: 'Financial Summary & Transactions' });
    expect((await money.locator('.tiles').innerText()).split('\n').filter(Boolean)).toEqual([
      'Total Purchase',
      '£900.00',
      'Total Paid',
      '£800.00',
      'Outstanding',
      '£100.00',
      'Last Purchase',
      '4 Jan 2026',
    ]);
    expect(await money.locator('[data-owed="true"]').evaluate(node => getComputedStyle(node).color)).toBe(
      'rgb(179, 38, 30)',
    );
    expect(await money.locator('th').allInnerTexts()).toEqual([
      'Date',
      'PO Number',
      'Amount',
      'Method',
      'Status',
      'Reference',
      'Notes',
    ]);
    for (const word of [
      'Cash',
      'Bank transfer',
      'Cheque',
      'Credit card',
      'UPI',
      'Other',
      'Pending',
      'Completed',
      'Failed',
      'Cancelled',
      'R5',
      'Paid over the counter',
    ]) {
      await money.getByText(word, { exact: true }).first().waitFor();
    }
  });

  test('SD-04 SD-06 says when there are no orders and no payments', async () => {
    const { id } = await addSupplier({ name: 'Empty' });
    const page = await shop().openAs(rights, `/suppliers/${id}`);
    await page.getByText('No purchase orders found for this supplier.').waitFor();
    await page.getByText('No payment transactions found for this supplier.').waitFor();
  });

  test('SD-07 a missing supplier and a failed load are told apart', async () => {
    const page = await shop().openAs(rights, '/suppliers/99999999');
    await page.getByRole('alert').getByText('Supplier not found').waitFor();
    await page.goto('/suppliers/not-a-number');
    await page.getByRole('alert').getByText('Supplier not found').waitFor();
    await page.route('**/api/suppliers/5', route => route.fulfill({ status: 500, body: '' }));
    await page.goto('/suppliers/5');
    await page.getByRole('alert').getByText('Failed to load supplier details').waitFor();
  });

  test('SD-08 export downloads the report and says so; a failure says that', async () => {
    const { id } = await addSupplier({ name: 'Report & Co' });
    const page = await shop().openAs(rights, `/suppliers/${id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Details' }).click();
    expect((await download).suggestedFilename()).toBe(`SupplierReport-Report & Co-${id}.pdf`);
    await page.getByText('Supplier report exported successfully!').waitFor();
    await page.route('**/export-pdf', route => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: 'Export Details' }).click();
    await page.getByText('Failed to export supplier report. Please try again.').waitFor();
  });

  test('SD-09 deletion asks, goes to the list, or says why not', async () => {
    const { id } = await addSupplier({ name: 'Leaving' });
    const page = await shop().openAs(rights, `/suppliers/${id}`);
    const said = confirmations(page, true);
    await page.route(`**/api/suppliers/${id}`, route =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete supplier').waitFor();
    await page.unroute(`**/api/suppliers/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/suppliers$/);
    expect(said).toEqual([
      'Are you sure you want to delete this supplier?',
      'Are you sure you want to delete this supplier?',
    ]);
  });

  test('SD-10 export and delete stand there without a check; the server refuses, and the refusal is shown', async () => {
    const { id } = await addSupplier({ name: 'Looked at only' });
    const page = await shop().openAs(['view_supplier'], `/suppliers/${id}`);
    confirmations(page, true);
    await page.getByRole('button', { name: 'Export Details' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Access Denied' })
      .getByText('You do not have the right to do this.')
      .waitFor();
  });
});
