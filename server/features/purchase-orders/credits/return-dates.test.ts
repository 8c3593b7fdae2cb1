import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';

const shop = buyingShop({ clock: () => new Date('2026-11-22T10:00:00Z') });
const late = { date_reason: 'Found in the post' };

const lock = (locked_through: string | null) =>
  shop.admin.call(books.lock, { body: { locked_through, reason: 'Month end', accept_unbilled: true } });

/** Ten received and billed on 1 October. */
async function billedInOctober() {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await shop.receive(order.id, undefined, { business_date: '2026-10-01', ...late });
  const { reply } = await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], {
    bill_date: '2026-10-01',
    ...late,
  });
  return reply;
}
const back = (order: Awaited<ReturnType<typeof billedInOctober>>, business_date: string, more: object = {}) =>
  shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      business_date,
      lines: [{ receipt_line_id: order.receipts[0]?.lines[0]?.id ?? 0, quantity: '1' }],
      ...more,
    },
  });

test('F03 P13 a return on a locked day posts on the first open day, and the journal says why', async () => {
  const order = await billedInOctober();
  await lock('2026-10-31');
  const { status, reply, refusal } = await back(order, '2026-10-28');
  expect([status, refusal?.message]).toEqual([200, undefined]);
  expect(reply.returns[0]).toMatchObject({ business_date: '2026-10-28', posted_on: '2026-11-01' });
  const { rows } = await sql<{ on: string; reason: string; tax: string }>`
    select j.business_date::text as on, j.reason, v.tax_point::text as tax
    from journals j join vat_entries v on v.journal_id = j.id
    where j.document_type = 'supplier_return' and j.document_id = ${reply.returns[0]?.id ?? 0}`.execute(
    shop.app.db,
  );
  // The VAT keeps the date of the credit note (rule V25).
  expect(rows).toEqual([
    {
      on: '2026-11-01',
      reason: expect.stringContaining('posted on 1 Nov 2026: the books are locked up to 31 Oct 2026'),
      tax: '2026-10-28',
    },
  ]);
  const { rows: moved } = await sql`
    select business_date::text from stock_movements
    where document_type = 'supplier_return' and document_id = ${reply.returns[0]?.id ?? 0}`.execute(
    shop.app.db,
  );
  expect(moved).toEqual([{ business_date: '2026-11-01' }]);
  await lock(null);
  await shop.holds();
});

test('F03 P13 a return on an open day posts on it; far back it asks for a reason, ahead it is refused', async () => {
  const order = await billedInOctober();
  const { reply } = await back(order, '2026-11-10');
  expect(reply.returns[0]).toMatchObject({ business_date: '2026-11-10', posted_on: '2026-11-10' });
  // 22 November less 30 days is 23 October.
  const response = await back(order, '2026-10-22');
  expect(response.refusal.errors?.date_reason?.[0]).toContain('more than 30 days ago');
  expect((await back(order, '2026-10-22', late)).status).toBe(200);
  expect((await back(order, '2026-11-23')).refusal.errors).toHaveProperty('business_date');
  await shop.holds();
});
