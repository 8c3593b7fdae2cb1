import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { insertOrder, insertPayment } from '../support/purchases';
import { addSupplier, confirmations, supplierRights } from '../support/suppliers';

const shop = useShop();

test("SD-01 SD-02 SD-03 SD-05 T-01 T-02 T-03 shows the supplier's details, orders and payments", async () => {
  const { id, buyer } = await addSupplier(shop(), { name: 'Caldbeck & Sons', email: 'c@caldbeck.example' });
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
  const page = await shop().openAs(supplierRights, `/suppliers/${id}`);
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
  await expect
    .poll(() => bought.locator('th').allInnerTexts())
    .toEqual([
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
  // Nothing remains to be paid for a cancelled order.
  expect((await bought.getByRole('row', { name: /Cancelled/ }).innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /Cancelled — Person \d+/,
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
  await expect
    .poll(() => money.locator('th').allInnerTexts())
    .toEqual(['Date', 'PO Number', 'Amount', 'Method', 'Status', 'Reference', 'Notes']);
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

test('P10 W1 money paid in advance is in credit, not a negative outstanding amount', async () => {
  const { id, buyer } = await addSupplier(shop(), { name: 'Advance Ltd' });
  await insertPayment(shop().db, { supplier_id: id, created_by: buyer, amount_pence: 30_000 });
  const page = await shop().openAs(supplierRights, `/suppliers/${id}`);
  const money = page.getByRole('region', { name: 'Financial Summary & Transactions' });
  expect((await money.locator('.tiles').innerText()).split('\n').filter(Boolean)).toEqual([
    'Total Purchase',
    '£0.00',
    'Total Paid',
    '£300.00',
    'In credit',
    '£300.00',
    'Last Purchase',
    '—',
  ]);
  await page.goto('/suppliers?search=advance');
  await page.getByRole('row', { name: /Advance Ltd.*Paid £300\.00 In credit £300\.00/ }).waitFor();
  await page.getByLabel('Totals').getByText('In credit £300.00').waitFor();
});

test('SD-04 SD-06 says when there are no orders and no payments', async () => {
  const { id } = await addSupplier(shop(), { name: 'Empty' });
  const page = await shop().openAs(supplierRights, `/suppliers/${id}`);
  await page.getByText('No purchase orders found for this supplier.').waitFor();
  await page.getByText('No payment transactions found for this supplier.').waitFor();
});

test('SD-07 a missing supplier and a failed load have different messages', async () => {
  const page = await shop().openAs(supplierRights, '/suppliers/99999999');
  await page.getByRole('alert').getByText('Supplier not found').waitFor();
  await page.goto('/suppliers/not-a-number');
  await page.getByRole('alert').getByText('Supplier not found').waitFor();
  await page.route('**/api/suppliers/5', route => route.fulfill({ status: 500, body: '' }));
  await page.goto('/suppliers/5');
  await page.getByRole('alert').getByText('Failed to load supplier details').waitFor();
});

test('SD-08 export downloads the report and confirms it; a failure is reported', async () => {
  const { id } = await addSupplier(shop(), { name: 'Report & Co' });
  const page = await shop().openAs(supplierRights, `/suppliers/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Details' }).click();
  expect((await download).suggestedFilename()).toBe(`SupplierReport-Report & Co-${id}.pdf`);
  await page.getByText('Supplier report exported successfully!').waitFor();
  await page.route('**/export-pdf', route => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Export Details' }).click();
  await page.getByText('Failed to export supplier report. Please try again.').waitFor();
});

test('SD-09 deletion asks, then goes to the list or says why not', async () => {
  const { id } = await addSupplier(shop(), { name: 'Leaving' });
  const page = await shop().openAs(supplierRights, `/suppliers/${id}`);
  const messages = confirmations(page, true);
  await page.route(`**/api/suppliers/${id}`, route =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Failed to delete supplier').waitFor();
  await page.unroute(`**/api/suppliers/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/suppliers$/);
  expect(messages).toEqual([
    'Are you sure you want to delete this supplier?',
    'Are you sure you want to delete this supplier?',
  ]);
});

test('SD-10 export and delete are shown without a check; the server refuses, and the refusal is shown', async () => {
  const { id } = await addSupplier(shop(), { name: 'Looked at only' });
  const page = await shop().openAs(['view_supplier'], `/suppliers/${id}`);
  confirmations(page, true);
  await page.getByRole('button', { name: 'Export Details' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Access Denied' })
    .getByText('You do not have permission to do this.')
    .waitFor();
});
