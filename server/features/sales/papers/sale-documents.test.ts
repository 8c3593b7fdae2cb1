import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { sales } from '#domain/sales/sale.contract';
import { defaultReceipt } from '#domain/settings/receipt-layout.contract';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { textOfPdf } from '../../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale', 'sell_on_account');
  till = await openTill(app.db);
  const company = { name: 'Harbour Vale Ltd', address: '1 Quay Street\nBristol BS1 4QA' };
  await sql`
    insert into settings (key, value) values ('company', ${JSON.stringify(company)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.db);
  await sql`update vat_registration set vat_number = 'GB123456782'`.execute(app.db);
  const layout = {
    ...defaultReceipt,
    footer: 'Thank you. Returns within 28 days.',
    header: 'Open every day',
  };
  await sql`insert into settings (key, value) values ('receipts', ${JSON.stringify(layout)}::jsonb)`.execute(
    app.db,
  );
});
afterAll(() => app.close());

const { sold, refund } = shopFloor(() => ({ app, seller, till }));
const paper = async (id: number, query: { paper: '80mm' | 'a4'; copy?: 'yes'; gift?: 'yes' }) => {
  const { raw, headers } = await seller.call(sales.pdf, { params: { id }, query });
  expect(headers['content-type']).toBe('application/pdf');
  return textOfPdf(raw);
};

test('V20 the till receipt of a small sale has seller, VAT number, goods, total, gross by rate, change and number', async () => {
  const product = await stockedProduct(app.db, { name: 'Blue mug', price: 240 as never });
  const sale = await sold([{ product_id: product, quantity: '3', note: 'Handle left' }], 720, {
    tenders: [{ method: 'cash', tendered: '10.00' }],
  });
  const text = await paper(sale.id, { paper: '80mm' });
  for (const part of [
    'Harbour Vale Ltd',
    'GB123456782',
    'VAT receipt',
    sale.number,
    'Blue mug',
    '3 × £2.40',
    '£7.20',
  ])
    expect(text).toContain(part);
  for (const part of ['Change', '£2.80', '20%', '£1.20', 'Thank you', 'Open every day', 'Handle left'])
    expect(text).toContain(part);
  expect(text).not.toContain('COPY');
  expect(await paper(sale.id, { paper: '80mm', copy: 'yes' })).toContain('COPY');
  const gift = await paper(sale.id, { paper: '80mm', gift: 'yes' });
  expect(gift).toContain('Gift receipt');
  expect(gift).not.toContain('£');
});

test('V19 a named customer gets a full invoice on A4', async () => {
  const product = await stockedProduct(app.db, { name: 'Oak table', price: 40_000 as never });
  const zero = await stockedProduct(app.db, { name: 'A book', price: 1000 as never, vat_code: 'Z' });
  const customer = await customerWithCredit(app.db, 10_000_000, 'Grace Moss');
  await sql`update customers set billing_address = '3 Mill Lane', billing_postcode = 'BA1 1AA' where id = ${customer}`.execute(
    app.db,
  );
  const sale = await sold(
    [
      { product_id: product, quantity: '2' },
      { product_id: zero, quantity: '1' },
    ],
    81_000,
    {
      customer_id: customer,
      tenders: [{ method: 'account', tendered: '810.00' }],
      customer_reference: 'PO 88',
    },
  );
  const text = await paper(sale.id, { paper: 'a4' });
  const parts = [
    'VAT invoice',
    sale.number,
    'Grace Moss',
    '3 Mill Lane',
    'PO 88',
    'Oak table',
    '£400.00',
    '20%',
  ];
  for (const part of [...parts, 'Zero rate', '£676.67', '£133.33', '£810.00', 'Balance due', 'How to pay'])
    expect(text).toContain(part);
});

test('F37 V19 V20 a walk-in sale above £250 is a receipt until its VAT invoice has a name', async () => {
  const product = await stockedProduct(app.db, { name: 'Oak table', price: 30_000 as never });
  const sale = await sold([{ product_id: product, quantity: '1' }], 30_000);
  const before = await paper(sale.id, { paper: '80mm' });
  expect(before).not.toMatch(/VAT invoice/i);
  expect(before).toContain('Receipt');
  const address = (body: object, who = seller) =>
    who.call(sales.addressInvoice, { params: { id: sale.id }, body: body as never });
  expect((await address({ name: ' ', address: '3 Mill Lane' })).refusal.errors).toEqual({
    name: ['Name is required.'],
  });
  expect((await address({ name: 'Moss Interiors', address: '' })).refusal.errors).toEqual({
    address: ['Address is required.'],
  });
  const to = { name: 'Moss Interiors', address: '3 Mill Lane\nBath' };
  const { status, reply } = await address(to);
  expect([status, reply.number, reply.invoice_to, reply.gross]).toEqual([200, sale.number, to, 30_000]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    record_type: 'sale',
    record_id: sale.id,
  });
  for (const size of ['80mm', 'a4'] as const) {
    const text = await paper(sale.id, { paper: size });
    for (const part of ['VAT invoice', sale.number, 'Moss Interiors', '3 Mill Lane', '£250.00', '£50.00'])
      expect(text, size).toContain(part);
  }
  // Sent twice, it is one entry; corrected, the last one counts; entries cannot be changed.
  await address(to);
  await address({ ...to, name: 'Moss Interiors Ltd' });
  const { rows } = await sql<{ name: string }>`
    select name from sale_invoice_addresses where sale_id = ${sale.id} order by id`.execute(app.db);
  expect(rows).toEqual([{ name: 'Moss Interiors' }, { name: 'Moss Interiors Ltd' }]);
  await expect(
    sql`update sale_invoice_addresses set name = 'x' where sale_id = ${sale.id}`.execute(app.db),
  ).rejects.toThrow();
  const viewer = await app.as('view_sale');
  expect((await address(to, viewer as never)).status).toBe(403);
  expect((await seller.call(sales.addressInvoice, { params: { id: 999_999 }, body: to })).status).toBe(404);
});

test('V10 V19 the invoice of a backdated sale prints its tax point as the time of supply, not when it was entered', async () => {
  const admin = await app.as('admin');
  const product = await stockedProduct(app.db, { name: 'Elm shelf', price: 1200 as never });
  const day = addDays(londonDate(new Date()), -28);
  const { reply } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: await customerWithCredit(app.db, 10_000_000, 'Iris Vane'),
      price_mode: 'inclusive',
      lines: [{ product_id: product, quantity: '1' }],
      expected_total: '12.00',
      tenders: [{ method: 'account', tendered: '12.00' }],
      business_date: day,
      date_reason: 'Delivered then, entered late',
    },
  });
  expect(reply.tax_point).toBe(day);
  for (const size of ['a4', '80mm'] as const) {
    const text = (await paper(reply.id, { paper: size })).replaceAll(/\s+/g, ' ');
    expect(text, size).toMatch(new RegExp(`Time of supply ${formatDate(day)}(?!,)`));
  }
});

test('V21 a credit note names whom the invoice of a walk-in sale is addressed to, on A4', async () => {
  const product = await stockedProduct(app.db, { name: 'Oak bench', price: 12_000 as never });
  const sale = await sold([{ product_id: product, quantity: '5' }], 60_000);
  const to = { name: 'Acme Ltd', address: '7 Works Road\nLeeds' };
  expect((await seller.call(sales.addressInvoice, { params: { id: sale.id }, body: to })).status).toBe(200);
  const { reply } = await refund(sale, [{ line_number: 1, quantity: '1' }], 12_000);
  const { raw } = await seller.call(sales.creditNotePdf, {
    params: { id: sale.id, credit_note_id: reply.credit_notes[0]?.id ?? 0 },
  });
  const text = await textOfPdf(raw);
  for (const part of ['Acme Ltd', '7 Works Road', 'Leeds', '£100.00', '£20.00', '£120.00'])
    expect(text).toContain(part);
  expect(text).not.toContain('Walk-in');
});

test('V21 a credit note has its own number and date, the original invoice, the credited items, rates and reason', async () => {
  const product = await stockedProduct(app.db, { name: 'Blue mug', price: 240 as never });
  const sale = await sold([{ product_id: product, quantity: '2' }], 480);
  const { reply } = await refund(sale, [{ line_number: 1, quantity: '1' }], 240);
  const [note] = reply.credit_notes;
  const { raw } = await seller.call(sales.creditNotePdf, {
    params: { id: sale.id, credit_note_id: note?.id ?? 0 },
  });
  const text = await textOfPdf(raw);
  for (const part of [
    'Credit note',
    note?.number ?? '',
    sale.number,
    'Changed their mind',
    'Blue mug',
    '£2.00',
    '£0.40',
    '20%',
    'Cash',
  ])
    expect(text).toContain(part);
  const outsider = await seller.call(sales.creditNotePdf, {
    params: { id: sale.id, credit_note_id: 999_999 },
  });
  expect(outsider.status).toBe(404);
});

test('F37 V19 V20 above £250 a document without name and address is not called a VAT invoice', async () => {
  const table = await stockedProduct(app.db, { name: 'Oak table', price: 25_001 as never });
  const cheaper = await stockedProduct(app.db, { name: 'Ash table', price: 25_000 as never });
  const nameless = await sold([{ product_id: table, quantity: '1' }], 25_001);
  for (const kind of ['a4', '80mm'] as const) {
    const text = await paper(nameless.id, { paper: kind });
    expect(text).not.toContain('VAT invoice');
    expect(text).toContain('Receipt');
  }
  const small = await sold([{ product_id: cheaper, quantity: '1' }], 25_000);
  expect(await paper(small.id, { paper: 'a4' })).toContain('VAT receipt');
  const homeless = await customerWithCredit(app.db, null, 'Ned Moss');
  const named = await sold([{ product_id: table, quantity: '1' }], 25_001, { customer_id: homeless });
  const text = await paper(named.id, { paper: 'a4' });
  expect(text).not.toContain('VAT invoice');
  expect(text).toContain('Receipt');
});

test('F91 K3 K5 K6 invoice names are exported with the customer, and corrected ones are erased', async () => {
  const customer = await customerWithCredit(app.db, null, 'Nora Field');
  const product = await stockedProduct(app.db, { price: 240 as never });
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, { customer_id: customer });
  const address = (name: string) =>
    seller.call(sales.addressInvoice, {
      params: { id: sale.id },
      body: { name, address: '8 Weir Road\nHexham' },
    });
  expect((await address('Nora Feild')).status).toBe(200);
  expect((await address('Nora Field')).status).toBe(200);
  const admin = await app.as('admin');
  const params = { id: customer };
  const exported = JSON.parse((await admin.call(customers.personalData, { params })).raw.toString());
  expect(exported.invoices).toMatchObject([
    {
      document: sale.number,
      pence: 240,
      name: 'Nora Field',
      made_out_to: [
        { name: 'Nora Feild', address: '8 Weir Road\nHexham' },
        { name: 'Nora Field', address: '8 Weir Road\nHexham' },
      ],
    },
  ]);
  const kept = async () =>
    (
      await sql<{ name: string }>`
      select name from sale_invoice_addresses where sale_id = ${sale.id} order by id`.execute(app.db)
    ).rows.map(({ name }) => name);
  // The database also refuses to delete it while the customer exists.
  await expect(
    sql`delete from sale_invoice_addresses where sale_id = ${sale.id}`.execute(app.db),
  ).rejects.toThrow('stay');
  expect((await admin.call(customers.erase, { params, body: { reason: 'Asked' } })).status).toBe(200);
  // The name on the invoice is kept as long as the invoice.
  expect(await kept()).toEqual(['Nora Field']);
  await expect(
    sql`delete from sale_invoice_addresses where sale_id = ${sale.id}`.execute(app.db),
  ).rejects.toThrow('stay');
});

test('F29 W9 a credit note says what of it was refunded and what was taken off the balance due', async () => {
  const customer = await customerWithCredit(app.db, 100_000, 'Part Payer');
  const product = await stockedProduct(app.db, { name: 'Oak table', price: 10_000 as never });
  const sale = await sold([{ product_id: product, quantity: '1' }], 10_000, {
    customer_id: customer,
    tenders: [
      { method: 'cash', tendered: '40.00' },
      { method: 'account', tendered: '60.00' },
    ],
  });
  const { reply } = await refund(sale, [{ line_number: 1, quantity: '1' }], 10_000, {
    tenders: [{ method: 'cash', amount: '40.00' }],
  });
  const [{ id: credit_note_id } = { id: 0 }] = reply.credit_notes;
  const { raw } = await seller.call(sales.creditNotePdf, { params: { id: sale.id, credit_note_id } });
  // The words may be on two lines.
  const text = (await textOfPdf(raw)).replaceAll(/\s+/g, ' ');
  for (const part of ['£100.00', 'Cash', '£40.00', 'Taken off the balance due', '£60.00'])
    expect(text).toContain(part);
});
