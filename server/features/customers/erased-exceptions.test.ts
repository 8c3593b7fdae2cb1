import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { paidSales } from '../../../tests/support/paid-sales';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { openTill, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const floor = paidSales(() => ({ app, seller: admin, manager: admin, till }));

test('K3 A-GDPR the exceptions of what a till sold to a customer do not name them after they were erased', async () => {
  const { reply: petra } = await admin.call(customers.create, { body: { name: 'Petra Personal' } });
  const product = await stockedProduct(app.db);
  for (const method of ['account', 'wallet'] as const)
    await floor.record(
      floor.paid(product, { customer_id: petra.id, tenders: [{ method, tendered: '2.40' }] }),
    );
  const words = async () =>
    (await admin.call(saleExceptions.list)).reply.data.map(row => row.words).toSorted();
  expect(await words()).toEqual([
    'The wallet was £2.40 short, so that amount was charged on account.',
    'This customer has no credit limit, so they cannot buy on account.',
    'This customer has no credit limit, so they cannot buy on account.',
  ]);
  await admin.call(customerWallet.receive, {
    params: { id: petra.id },
    body: { amount: '4.80', payment_method: 'bank_transfer' },
  });
  const { status } = await admin.call(customers.erase, {
    params: { id: petra.id },
    body: { reason: 'Asked' },
  });
  expect(status).toBe(200);
  expect(JSON.stringify((await admin.call(saleExceptions.list)).reply)).not.toMatch(/petra/i);
});

const erase = async (id: number) =>
  expect((await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } })).status).toBe(200);

const auditedReviews = async (): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(a::text, E'\n'), '') as text from audit_log a where a.action = 'reviewed_exception'`.execute(
    app.db,
  );
  return rows[0]?.text ?? '';
};

test('F53 K3 neither an exception nor its review names a customer who was merged, is inactive, or whose quote it was', async () => {
  const [merged, kept] = [
    (await admin.call(customers.create, { body: { name: 'Quentin Gone' } })).reply,
    (await admin.call(customers.create, { body: { name: 'Quentin Stays' } })).reply,
  ];
  const product = await stockedProduct(app.db);
  const merging = { params: { id: kept.id }, body: { other_id: merged.id } };
  expect((await admin.call(customers.merge, merging)).status).toBe(200);
  const toMerged = await floor.recorded(floor.paid(product, { customer_id: merged.id }));
  expect(toMerged.words).toEqual(['The customer was merged into another. Posted to that customer.']);
  await sql`update customers set status = 'inactive' where id = ${kept.id}`.execute(app.db);
  const toInactive = await floor.recorded(floor.paid(product, { customer_id: kept.id }));
  expect(toInactive.words).toEqual(['The customer is inactive.']);

  const [ordered, bought] = [
    (await admin.call(customers.create, { body: { name: 'Quentin Quoted' } })).reply,
    (await admin.call(customers.create, { body: { name: 'Bea Buyer' } })).reply,
  ];
  const quote = await quoted(admin, quoteSent(ordered.id, [{ product_id: product, quantity: '1' }], 240));
  const ofQuote = await floor.recorded(
    floor.paid(product, { customer_id: bought.id, quote_id: quote.id, quote_revision: quote.revision }),
  );
  expect(ofQuote.words).toEqual([
    `${quote.number} is for another customer. Posted without the quote, which is still open.`,
  ]);

  const note = 'Quentin asked for it';
  for (const { sale } of [toMerged, ofQuote]) {
    const params = { id: sale.exceptions[0]?.id ?? 0 };
    expect((await admin.call(saleExceptions.review, { params, body: { note } })).status).toBe(200);
  }
  expect((await auditedReviews()).match(/Quentin/g)).toHaveLength(2);
  await erase(kept.id);
  expect((await auditedReviews()).match(/Quentin/g)).toHaveLength(1);
  await admin.call(quotes.decline, { params: { id: quote.id }, body: { reason: 'No longer wanted' } });
  await erase(ordered.id);
  expect(await auditedReviews()).not.toMatch(/quentin/i);
});

// As each earlier version wrote them, by their kind.
const earlier = [
  ['credit', 'The wallet of Una Old no longer held £2.40: it is owed on account.'],
  ['credit', 'Una Old’s wallet was £1,002.40 short, so that amount was charged on account.'],
  ['credit', 'Una Old: This customer has no credit limit, so nothing can go on account.'],
  ['credit', 'Una: Old: This would exceed the credit limit of £5.00. No credit remains.'],
  ['credit', 'Sold on account to Una Old without the right to it.'],
  ['credit', 'Sold on account to Una Old by a cashier without permission to do so.'],
  ['credit', 'Dev Nair sold on account to Una Old, without permission to do so.'],
  ['customer', 'The customer was merged into Una Old. Booked to them.'],
  ['customer', 'Una Old is inactive.'],
  ['quote', 'Q-00007 is for Una Old. Posted without the quote, which is still open.'],
  ['customer', 'The customer is unknown. Posted to the walk-in customer.'],
  ['cashier', 'Una Till is inactive.'],
] as const;

test('F53 K3 upgrade: exceptions of every earlier wording lose the customer’s name and keep the rest', async () => {
  const product = await stockedProduct(app.db);
  const { sale } = await floor.recorded(floor.paid(product));
  await sql`
    insert into sale_exceptions (sale_id, kind, words, raised_at)
    select ${sale.id}, e ->> 0, e ->> 1, now() from jsonb_array_elements(${JSON.stringify(earlier)}::jsonb) e`.execute(
    app.db,
  );
  const migration = readFileSync('server/migrations/0310_exceptions_name_no_customer.sql', 'utf8');
  await sql.raw(migration).execute(app.db);
  await sql.raw(migration).execute(app.db);
  const { rows } = await sql<{ words: string }>`
    select words from sale_exceptions where sale_id = ${sale.id} order by id`.execute(app.db);
  expect(rows.map(({ words }) => words)).toEqual([
    'The wallet was £2.40 short, so that amount was charged on account.',
    'The wallet was £1,002.40 short, so that amount was charged on account.',
    'This customer has no credit limit, so nothing can go on account.',
    'This would exceed the credit limit of £5.00. No credit remains.',
    'Sold on account without permission to do so.',
    'Sold on account without permission to do so.',
    'Dev Nair sold on account, without permission to do so.',
    'The customer was merged into another. Posted to that customer.',
    'The customer is inactive.',
    'Q-00007 is for another customer. Posted without the quote, which is still open.',
    'The customer is unknown. Posted to the walk-in customer.',
    'Una Till is inactive.',
  ]);
});
