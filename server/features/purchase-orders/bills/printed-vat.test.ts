import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../../tests/support/orders';

const shop = buyingShop();
/** The VAT entries of the order's bills and returns: net and VAT in pence by code and rate. */
const entriesOf = async ({ id }: Order) => {
  const { rows } = await sql<{ entry: string }>`
    select e.vat_code || ' ' || e.rate_percent || ': ' || sum(e.net_pence) || ' ' || sum(e.vat_pence) as entry
    from vat_entries e join journals j on j.id = e.journal_id
    where (j.document_type = 'supplier_bill' and j.document_id in (select b.id from supplier_bills b where b.purchase_order_id = ${id}))
      or (j.document_type = 'supplier_return' and j.document_id in (select r.id from supplier_returns r where r.purchase_order_id = ${id}))
    group by e.vat_code, e.rate_percent order by 1`.execute(shop.app.db);
  return rows.map(({ entry }) => entry);
};
afterEach(() => shop.holds());
const onHundred = 'The VAT on £100.00 is £20.00. Check the amount or the code.';
const codeWithout = 'This code has no VAT. Enter 0.00, or choose another code.';

test('V18 the bill of an order cannot claim more VAT than its code allows, and may claim less', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await shop.receive(order.id);
  const bill = (vat: string) => shop.bill(order.id, [{ line_id: lineOf(order), quantity: '5', vat }]);
  const before = await shop.app.digest();
  const refused = await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10', vat: '200.00' }]);
  expect([refused.status, refused.refusal.errors]).toEqual([422, { 'lines.0.vat': [onHundred] }]);
  expect(await shop.app.digest()).toBe(before);
  // £50.00 bears £10.00; printed line by line it may be a few pence more.
  expect((await bill('10.10')).status).toBe(200);
  expect((await bill('9.50')).status).toBe(200);
});

test('V17 V18 the bill corrects the VAT code of the order, and more VAT than ordered is accepted on purpose', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([
    { product_id: product, quantity: '10', unit_price: '10.00', vat_code: 'Z', description: 'Books' },
  ]);
  await shop.receive(order.id);
  const bill = (line: object, more: object = {}) =>
    shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10', ...line }], more);
  const accepted = { accept_difference: true };
  expect((await bill({ vat: '20.00' }, accepted)).refusal.errors).toEqual({ 'lines.0.vat': [codeWithout] });
  expect((await bill({ vat: '20.11', vat_code: 'S' }, accepted)).refusal.errors).toEqual({
    'lines.0.vat': [onHundred],
  });
  // As printed, and as proposed from the code of the bill.
  for (const vat of [{}, { vat: '20.00' }])
    expect((await bill({ ...vat, vat_code: 'S' })).refusal.errors).toEqual({
      accept_difference: [
        'Books was ordered with VAT code Z, which allows less than £20.00. Check the bill, then accept the variance.',
      ],
    });
  expect((await bill({ vat_code: 'S' }, accepted)).status).toBe(200);
  expect(await entriesOf(order)).toEqual(['S 20.00: 10000 2000']);
  const fee = await shop.sent([{ description: 'Fee', quantity: '1', unit_price: '100.00', vat_code: 'O' }]);
  await shop.receive(fee.id);
  const corrected = await shop.bill(
    fee.id,
    [{ line_id: lineOf(fee), quantity: '1', vat_code: 'R' }],
    accepted,
  );
  expect(corrected.status).toBe(200);
  expect(await entriesOf(fee)).toEqual(['R 5.00: 10000 500']);
});

test('V17 V24 goods billed with a corrected code come back with it; a bill with less VAT needs no accepting', async () => {
  const { order } = await shop.received({ unit_price: '10.00' });
  const billed = await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10', vat_code: 'Z' }]);
  expect(billed.status).toBe(200);
  expect(await entriesOf(order)).toEqual(['Z 0.00: 10000 0']);
  const { status } = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: billed.reply.receipts[0]?.lines[0]?.id ?? 0, quantity: '10' }],
    },
  });
  expect(status).toBe(200);
  expect(await entriesOf(order)).toEqual(['Z 0.00: 0 0']);
});

test('V1 V18 a bill dated after a change of the rate is checked by the new rate', async () => {
  const order = await shop.sent([{ description: 'Repairs', quantity: '1', unit_price: '100.00' }]);
  await shop.receive(order.id);
  await sql`insert into vat_rates (code, rate_percent, valid_from) values ('S', 25, ${shop.today})`.execute(
    shop.app.db,
  );
  const bill = (vat: string) => shop.bill(order.id, [{ line_id: lineOf(order), quantity: '1', vat }]);
  try {
    expect((await bill('26.00')).refusal.errors).toHaveProperty(['lines.0.vat']);
    expect((await bill('25.00')).status).toBe(200);
  } finally {
    await sql`delete from vat_rates where code = 'S' and valid_from = ${shop.today}`.execute(shop.app.db);
  }
});

test('V17 V18 bills without an order, landed costs and credit notes cannot have more VAT than their code allows', async () => {
  const supplier = await someSupplier(shop.app.db);
  const line = { description: 'Fees', net: '100.00', account: '5000' };
  const lines = (vat_code: string, vat: string) => ({
    lines: [
      { ...line, vat_code, vat: '0.00' },
      { ...line, vat_code, vat },
    ],
  });
  for (const code of ['Z', 'E', 'O']) {
    const bill = await shop.directBill(supplier, lines(code, '20.00'));
    expect(bill.refusal.errors).toEqual({ 'lines.1.vat': [codeWithout] });
    const note = await shop.credit(supplier, lines(code, '20.00'));
    expect(note.refusal.errors).toEqual({ 'lines.1.vat': [codeWithout] });
  }
  expect((await shop.directBill(supplier, lines('S', '20.11'))).refusal.errors).toEqual({
    'lines.1.vat': [onHundred],
  });
  expect((await shop.credit(supplier, lines('S', '20.11'))).refusal.errors).toEqual({
    'lines.1.vat': [onHundred],
  });
  const { order } = await shop.received();
  expect((await shop.landed(order, '100.00', { vat: '20.00' })).refusal.errors).toEqual({
    vat: [codeWithout],
  });
  expect((await shop.landed(order, '100.00', { vat_code: 'S', vat: '20.00' })).status).toBe(200);
});

test('V18 returned goods are credited with no more VAT than their code allows or their bill charged', async () => {
  const { order } = await shop.billed();
  const back = (credit_net: string, credit_vat: string) =>
    shop.admin.call(purchases.return, {
      params: { id: order.id },
      body: {
        reason: 'Broken',
        lines: [
          {
            receipt_line_id: order.receipts[0]?.lines[0]?.id ?? 0,
            quantity: '1',
            credit_net,
            credit_vat,
          },
        ],
      },
    });
  // A piece at £10.00 bears £2.00.
  expect((await back('10.00', '20.00')).refusal.errors).toEqual({
    'lines.0.credit_vat': ['The VAT on £10.00 is £2.00. Check the amount or the code.'],
  });
  expect((await back('10.00', '1.90')).status).toBe(200);
});
