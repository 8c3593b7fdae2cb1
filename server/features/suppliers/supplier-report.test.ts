import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { insertOrder, insertPayment } from '../../../tests/support/purchases';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let buyer: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  buyer = await shop.as('view_supplier', 'create_supplier');
});
afterAll(() => shop.close());

const textOf = async (pdf: Buffer) => {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return { pages: text, totalPages, whole: text.join('\n') };
};

test('SD-08 export returns a PDF of that name with the supplier, the figures and both tables', async () => {
  await shop.db
    .insertInto('settings')
    .values({ key: 'company', value: JSON.stringify({ name: 'Harbour Wholesale Ltd' }) })
    .execute();
  const body = { name: 'Zoë & Łukasz “Ελλάδα” 株式会社', email: 'orders@zoe.example', address: '5 Квартал' };
  const { reply: supplier } = await buyer.call(suppliers.create, { body });
  const created_by = buyer.userId;
  const order = await insertOrder(shop.db, {
    supplier_id: supplier.id,
    created_by,
    total_pence: 123_456,
    po_number: 'PO-2026-7',
  });
  await insertPayment(shop.db, {
    supplier_id: supplier.id,
    created_by,
    amount_pence: 23_456,
    purchase_order_id: order,
    reference_number: 'BACS 991',
  });

  const { status, headers, raw } = await buyer.call(suppliers.exportPdf, { params: { id: supplier.id } });

  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  const name = encodeURIComponent(`SupplierReport-${body.name}-${supplier.id}.pdf`);
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''${name}`);
  const { whole } = await textOf(raw);
  for (const words of [
    'Harbour Wholesale Ltd',
    'Zoë & Łukasz',
    'Ελλάδα',
    '株式会社',
    'Квартал',
    'PO-2026-7',
    '£1,234.56',
    '£234.56',
    '£1,000.00',
    'BACS 991',
    'Page 1 of 1',
  ]) {
    expect(whole).toContain(words);
  }
});

test('a supplier that does not exist has no report; one without orders says so', async () => {
  expect((await buyer.call(suppliers.exportPdf, { params: { id: 987_654 } })).status).toBe(404);
  const { reply } = await buyer.call(suppliers.create, { body: { name: 'Empty' } });
  const { whole } = await textOf((await buyer.call(suppliers.exportPdf, { params: { id: reply.id } })).raw);
  expect(whole).toContain('No purchase orders found for this supplier.');
  expect(whole).toContain('No payment transactions found for this supplier.');
});

test('dozens of pages of orders are printed, every page numbered and headed', async () => {
  const { reply } = await buyer.call(suppliers.create, { body: { name: 'Long' } });
  const orders = Array.from({ length: 2_000 }, (_, n) => ({
    po_number: `L-${n}`,
    supplier_id: reply.id,
    order_date: '2026-01-05',
    total_pence: n,
    status: 'sent',
    created_by: buyer.userId,
    created_at: new Date(),
    updated_at: new Date(),
  }));
  for (let from = 0; from < orders.length; from += 1_000) {
    await shop.db
      .insertInto('purchase_orders')
      .values(orders.slice(from, from + 1_000))
      .execute();
  }
  const { raw, status } = await buyer.call(suppliers.exportPdf, { params: { id: reply.id } });
  expect(status).toBe(200);
  const { pages, totalPages } = await textOf(raw);
  expect(totalPages).toBeGreaterThan(30);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${totalPages}`);
    if (index < totalPages - 1) expect(page).toContain('PO number');
  }
  expect(pages.join('')).toContain('L-1999');
});
