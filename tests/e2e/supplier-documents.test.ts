import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { billAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { seriousProblems } from '../support/accessible';
import { lineOf, orderDesk } from '../support/orders';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';
import { loseAnswers } from '../support/lose-answers';
import { noticed } from '../support/notices';
import { pdfOf } from '../support/upload';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
const today = londonDate(new Date());

beforeAll(async () => {
  admin = await shop().as('admin');
});

test('F07 V18 a bill without an order is recorded on the supplier’s page with its invoice, and posts on its own date', async () => {
  const supplier = await someSupplier(shop().db, 'Bright Windows');
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await page.getByRole('button', { name: 'Record bill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bill from Bright Windows without an order' });
  await dialog.getByLabel('Supplier’s bill number').fill('BW-1');
  await dialog.getByLabel('Bill date').fill(addDays(today, -2));
  await dialog.getByLabel('Description of line 1').fill('Windows cleaned');
  await dialog.getByLabel('Account of line 1').selectOption('5000');
  await dialog.getByLabel('Net of line 1').fill('40');
  await dialog.getByText('£48.00').waitFor();
  const invoice = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000) };
  await dialog.locator('input[type="file"]').setInputFiles(invoice);
  await dialog.getByRole('list', { name: 'Files to send' }).getByText('invoice.pdf').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await noticed(page, /Bill BILL-\d+ of £48\.00 recorded, posted on/);
  const { data } = (await admin.call(supplierBills.list, { query: { search: 'BW-1' } })).reply;
  const papers = (await admin.call(billAttachments.list, { params: { id: data[0]?.id ?? 0 } })).reply.data;
  expect(papers.map(({ file_name }) => file_name)).toEqual(['invoice.pdf']);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('V18 R12 the invoice of an order’s bill is attached to it, also if the bill is sent again because its answer was lost', async () => {
  const order = await desk.sent([{ description: 'Lamp', quantity: '10', unit_price: '10.00' }]);
  await desk.receive(order.id);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Record bill' }).click();
  const dialog = page.getByRole('dialog', { name: `Record a bill for ${order.po_number}` });
  await dialog.getByLabel('Supplier’s bill number').fill('DARK  1');
  const invoice = { name: 'lamps.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000) };
  await dialog.locator('input[type="file"]').setInputFiles(invoice);
  await dialog.getByRole('list', { name: 'Files to send' }).getByText('lamps.pdf').waitFor();
  const { stop } = await loseAnswers(page, /\/api\/purchases\/\d+\/bills$/);
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await dialog.getByText('No answer came. It may have been saved.').waitFor();
  // The form stays as it was sent, though nothing of the order is left to bill.
  await page.getByRole('region', { name: 'Bills' }).getByText('DARK 1').first().waitFor();
  await dialog.getByText('£120.00').waitFor();
  stop();
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await noticed(page, 'Bill recorded.');
  const { bills } = await desk.get(order.id);
  expect(bills.map(({ supplier_bill_number }) => supplier_bill_number)).toEqual(['DARK 1']);
  const papers = (await admin.call(billAttachments.list, { params: { id: bills[0]?.id ?? 0 } })).reply.data;
  expect(papers.map(({ file_name }) => file_name)).toEqual(['lamps.pdf']);
});

test('F07 a credit note is recorded from a bill on the order’s page, and lowers what is outstanding', async () => {
  const [product] = await desk.products(1);
  const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await desk.receive(order.id);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], { supplier_bill_number: 'OVER-1' });
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Record credit note OVER-1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Supplier’s credit note number').fill('CR-77');
  await dialog.getByLabel('Reason').fill('A pound too much for each');
  await dialog.getByLabel('Description of line 1').fill('Price corrected');
  await dialog.getByLabel('Net of line 1').fill('10.00');
  await expect.poll(() => dialog.getByLabel('Credited to OVER-1').getAttribute('placeholder')).toBe('12.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Record credit note' }).click();
  await noticed(page, /Credit note SCN-\d+ of £12\.00 recorded/);
  expect((await desk.get(order.id)).outstanding_amount).toBe(10_800);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('W9 of more bills than the list shows any is found and credited, and keeps its amount while others are', async () => {
  const supplier = await someSupplier(shop().db, 'Many Papers');
  const { reply } = await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      supplier_bill_number: 'MP',
      bill_date: today,
      lines: [{ description: 'Paper', net: '50.00', vat: '10.00', account: '5000' }],
    },
  });
  // Settled ones of the days before, without an open item.
  await sql`
    insert into supplier_bills overriding system value
    select (jsonb_populate_record(b, jsonb_build_object('id', b.id + 5000 + n, 'number', b.number || '-' || n,
      'supplier_bill_number', 'MP-' || n, 'bill_date', b.bill_date - n))).*
    from supplier_bills b cross join generate_series(1, 210) n where b.id = ${reply.id}`.execute(shop().db);
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Record credit note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Credit note from Many Papers' });
  await dialog.getByText('Showing 200 of 211 bills').waitFor();
  const search = dialog.getByLabel('Find a bill');
  await search.fill('mp-209');
  await dialog.getByLabel('Credited to MP-209').fill('6.00');
  await search.fill('MP-210');
  await dialog.getByLabel('Credited to MP-210').fill('5.00');
  // Enter searches: it records nothing.
  await search.press('Enter');
  await search.fill('no such bill');
  await dialog.getByText('No bills match this search.').waitFor();
  await expect.poll(() => dialog.getByLabel('Credited to MP-209').inputValue()).toBe('6.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByLabel('Supplier’s credit note number').fill('CR-MP');
  await dialog.getByLabel('Reason').fill('Rebate');
  await dialog.getByLabel('Description of line 1').fill('Rebate');
  await dialog.getByLabel('Account of line 1').selectOption('5000');
  await dialog.getByLabel('Net of line 1').fill('10.00');
  await dialog.getByRole('button', { name: 'Record credit note' }).click();
  await noticed(page, /Credit note SCN-\d+ of £12\.00 recorded/);
  const { rows } = await sql<{ amount: number }>`
    select c.amount_pence as amount from supplier_credit_bills c join supplier_bills b on b.id = c.supplier_bill_id
    where b.supplier_id = ${supplier} order by 1`.execute(shop().db);
  expect(rows.map(({ amount }) => amount)).toEqual([500, 600]);
});

test('F03 the bill form asks for a reason when the bill is far back', async () => {
  const [product] = await desk.products(1);
  const order = await desk.sent([{ product_id: product }]);
  await desk.receive(order.id);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Record bill', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Bill date').fill(addDays(today, -45));
  await dialog.getByLabel('Reason for backdating').fill('Came late');
  await dialog.getByLabel('Supplier’s bill number').fill('LATE-1');
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await noticed(page, 'Bill recorded.');
  expect((await desk.get(order.id)).bills[0]?.posted_on).toBe(addDays(today, -45));
});
