import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { quoteBulkEmail } from '#domain/quotes/quote-bulk-email.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { breachesOf, movedOn } from '../../../tests/support/books';
import { unauditedJournals } from '../../../tests/support/unaudited-journals';
import { previewOf } from '../../../tests/support/bulk-emails';
import { duringFirst } from '../../../tests/support/held-transaction';
import { paidSales } from '../../../tests/support/paid-sales';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, openTill, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

// What was sold to a customer who was merged into another since: the debt, the money and the credit are on one ledger.
let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

/** Ten pieces at £12.00 on account, £120.00. */
async function soldOnAccount(customer: number): Promise<SaleDetail> {
  const product = await stockedProduct(app.db, { price: 1200 as never });
  const { reply, refusal } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: customer,
      lines: [{ product_id: product, quantity: '10' }],
      expected_total: '120.00',
      tenders: [{ method: 'account', tendered: '120.00' }],
    },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}
const customer = (name: string) => customerWithCredit(app.db, 1_000_000, name);
const merge = async (other: number, kept: number) =>
  expect(
    (await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } })).status,
  ).toBe(200);
const today = async (id: number) =>
  (await admin.call(wallets.customer.statement, { params: { id } })).reply.today;
const saleOf = async (id: number) => (await admin.call(sales.get, { params: { id } })).reply;
const receive = async (id: number, amount: string) =>
  (
    await admin.call(customerWallet.receive, {
      params: { id },
      body: { amount, payment_method: 'bank_transfer' },
    })
  ).reply;
const refund = (sale: SaleDetail, quantity: string, total: string, tenders: object[] = []) =>
  admin.call(sales.refund, {
    params: { id: sale.id },
    body: {
      client_id: randomUUID(),
      session_id: till,
      reason: 'Returned',
      lines: [{ line_number: 1, quantity }],
      expected_total: total,
      tenders,
    },
  });

test('W9 goods that a merged customer never paid for reduce the debt on the remaining ledger, and no money is refunded', async () => {
  const [other, kept] = [await customer('Twin'), await customer('Kept')];
  const sale = await soldOnAccount(other);
  await merge(other, kept);
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 12_000, payment_state: 'unpaid' });
  // £48.00 in cash for goods that nobody has paid.
  expect((await refund(sale, '4', '48.00', [{ method: 'cash', amount: '48.00' }])).status).toBe(422);
  const moved = await movedOn(app.db, ['1100', '1000'], async () => {
    expect((await refund(sale, '4', '48.00')).status).toBe(200);
  });
  expect(moved).toEqual([-4_800, 0]);
  expect(await today(kept)).toMatchObject({ balance: 7_200, outstanding: 7_200, unallocated: 0 });
  const { reply: totals } = await admin.call(sales.totals, { query: { search: sale.number } });
  expect(totals).toEqual({ net: 10_000, vat: 2_000, gross: 12_000, refunded: 4_800, outstanding: 7_200 });
  expect(await today(other)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  // £72.00 is paid on the remaining ledger; then the rest comes back, and is credit there.
  await receive(kept, '72.00');
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 0, payment_state: 'paid' });
  expect((await refund(sale, '6', '72.00', [{ method: 'wallet', amount: '72.00' }])).status).toBe(200);
  expect(await today(kept)).toMatchObject({ balance: -7_200, outstanding: 0, unallocated: 7_200 });
  expect(await today(other)).toMatchObject({ balance: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 L6 a sale is cancelled, and another edited, after its customer was merged twice', async () => {
  const [first, second, kept] = [await customer('First'), await customer('Second'), await customer('Third')];
  const [cancelled, edited] = [await soldOnAccount(first), await soldOnAccount(first)];
  await receive(first, '20.00');
  await merge(first, second);
  await merge(second, kept);
  expect(await today(kept)).toMatchObject({ balance: 22_000 });
  const listed = (await admin.call(sales.list, { query: { payment_state: 'part_paid', per_page: '100' } }))
    .reply.data;
  expect(listed.filter(({ id }) => id === cancelled.id)).toMatchObject([{ outstanding: 10_000 }]);
  const undone = await admin.call(sales.cancel, {
    params: { id: cancelled.id },
    body: { client_id: randomUUID(), reason: 'Wrong goods', session_id: till },
  });
  // £100.00 of it was owed; the £20.00 that was paid is credit.
  expect(undone.status).toBe(200);
  expect(await today(kept)).toMatchObject({ balance: 10_000, outstanding: 12_000, unallocated: 2_000 });
  const line = edited.lines[0];
  const replaced = await admin.call(sales.replace, {
    params: { id: edited.id },
    body: {
      reason: 'Fewer',
      sale: {
        client_id: randomUUID(),
        channel: 'desk',
        customer_id: kept,
        lines: [{ product_id: line?.product.id ?? 0, quantity: '5' }],
        expected_total: '60.00',
        tenders: [{ method: 'account', tendered: '60.00' }],
      },
    },
  });
  expect(replaced.refusal?.message).toBeUndefined();
  expect(await today(kept)).toMatchObject({ balance: 4_000, outstanding: 6_000, unallocated: 2_000 });
  for (const id of [first, second]) expect(await today(id)).toMatchObject({ balance: 0, outstanding: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('documents of a customer who was merged go to the address of the one that stays', async () => {
  const [other, kept] = [await customer('Old address'), await customer('New address')];
  await sql`update customers set email = case id when ${other} then 'old@merge.example' else 'new@merge.example' end
    where id in (${other}, ${kept})`.execute(app.db);
  const sale = await soldOnAccount(other);
  const product = await stockedProduct(app.db, { price: 1200 as never });
  const quote = await quoted(admin, quoteSent(other, [{ product_id: product, quantity: '1' }], 1200));
  expect(await saleOf(sale.id)).toMatchObject({ customer_email: 'old@merge.example' });
  await merge(other, kept);
  const draft = { email: 'new@merge.example' };
  expect((await admin.call(sales.emailDraft, { params: { id: sale.id } })).reply).toMatchObject(draft);
  expect((await admin.call(quotes.emailDraft, { params: { id: quote.id } })).reply).toMatchObject(draft);
  for (const [calls, { id }] of [
    [saleBulkEmail, sale],
    [quoteBulkEmail, quote],
  ] as const)
    expect((await previewOf(admin, calls, { ids: String(id) })).recipients).toMatchObject([draft]);
});

test('W2 K4 a payment that bounces after its customer was merged is owed on the remaining ledger', async () => {
  const [other, kept] = [await customer('Bounces'), await customer('Remains')];
  await soldOnAccount(other);
  const { id } = (
    await admin.call(customerWallet.receive, {
      params: { id: other },
      body: { amount: '150.00', payment_method: 'cheque' },
    })
  ).reply;
  await merge(other, kept);
  expect(await today(kept)).toMatchObject({ balance: -3_000, unallocated: 3_000 });
  const bounced = await admin.call(customerWallet.reverse, {
    params: { id },
    body: { reason: 'No cover', bounced: true },
  });
  expect(bounced.status).toBe(200);
  // £120.00 of the cheque paid the sale; the other £30.00 was credit, and is gone (rule W5).
  expect(await today(kept)).toMatchObject({ balance: 12_000, outstanding: 12_000, unallocated: 0 });
  expect(await today(other)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  const aged = (await admin.call(agedDebtors.list, { query: { party_id: String(kept) } })).reply.data[0];
  expect(aged).toMatchObject({ total: 12_000 });
  // It can be paid there.
  await receive(kept, '120.00');
  expect(await today(kept)).toMatchObject({ balance: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W5 credit that moved with a merge is gone when its cheque bounces, and what it paid there is owed again', async () => {
  const [other, between, kept] = [
    await customer('Tops up'),
    await customer('Between'),
    await customer('Spends'),
  ];
  const { id } = (
    await admin.call(customerWallet.receive, {
      params: { id: other },
      body: { amount: '100.00', payment_method: 'cheque', top_up: true },
    })
  ).reply;
  await receive(other, '5.00');
  await merge(other, between);
  await merge(between, kept);
  const sale = await soldOnAccount(kept);
  const { open_items } = (await admin.call(wallets.customer.statement, { params: { id: kept } })).reply;
  const [invoice, credit] = ['debit', 'credit'].map(
    side => open_items.find(item => item.side === side && item.open !== 500)?.id ?? 0,
  );
  const pair = { debit_item_id: invoice ?? 0, credit_item_id: credit ?? 0 };
  const matched = await admin.call(customerWallet.match, {
    params: { id: kept },
    body: { ...pair, amount: '60.00' },
  });
  expect(matched.refusal).toBeUndefined();
  const bounced = await admin.call(customerWallet.reverse, {
    params: { id },
    body: { reason: 'No cover', bounced: true },
  });
  expect(bounced.status).toBe(200);
  // £120.00 for the goods; only the £5.00 that came by bank transfer is left to spend.
  expect(await today(kept)).toMatchObject({ balance: 11_500, outstanding: 12_000, unallocated: 500 });
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 12_000, payment_state: 'unpaid' });
  const paidOut = await admin.call(customerWallet.payOut, {
    params: { id: kept },
    body: { amount: '6.00', payment_method: 'bank_transfer' },
  });
  expect(paidOut.refusal.message).toBe('Only £5.00 is available in the wallet.');
  // Nor is it freed again by hand.
  const matches = (await admin.call(customerWallet.matches, { params: { id: kept } })).reply.data;
  expect(matches.map(({ amount, can_take_back }) => [amount, can_take_back])).toEqual([[10_000, false]]);
  for (const one of [other, between])
    expect(await today(one)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W2 a write-off reversed after its customer was merged opens the debt on the remaining ledger', async () => {
  const [other, kept] = [await customer('Written off'), await customer('Solvent')];
  const sale = await soldOnAccount(other);
  const { reply } = await admin.call(customerWallet.adjust, {
    params: { id: other },
    body: { kind: 'write_off', amount: '100.00', reason: 'Insolvent' },
  });
  const { entries } = (await admin.call(wallets.customer.statement, { params: { id: other } })).reply;
  const id = entries.find(({ document_number }) => document_number === reply.number)?.write_off?.id ?? 0;
  await merge(other, kept);
  expect(await today(kept)).toMatchObject({ balance: 2_000, outstanding: 2_000 });
  const reversed = await admin.call(writeOffs.reverse, {
    params: { id },
    body: { reason: 'Pays after all' },
  });
  expect(reversed.reply).toMatchObject({ amount: 10_000, reliefs: [] });
  expect(await today(kept)).toMatchObject({ balance: 12_000, outstanding: 12_000 });
  expect(await today(other)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 12_000, payment_state: 'unpaid' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 a paid sale that waits for its customer to be merged is owed on the remaining ledger, and its refund pays no cash', async () => {
  const { paid, record } = paidSales(() => ({ app, seller: admin, manager: admin, till }));
  const [other, kept] = [await customer('Going'), await customer('Staying')];
  const body = paid(await stockedProduct(app.db), {
    customer_id: other,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  const [, { reply }] = await duringFirst(
    app.db,
    () => merge(other, kept),
    () => record(body),
  );
  const sale = await saleOf(reply.sale?.id ?? 0);
  expect(sale.customer.id).toBe(kept);
  expect(sale.exceptions.map(({ words }) => words)).toContain(
    'The customer was merged into another. Posted to that customer.',
  );
  expect(await today(kept)).toMatchObject({ balance: 240, outstanding: 240 });
  expect(await today(other)).toMatchObject({ balance: 0, outstanding: 0 });
  expect((await refund(sale, '1', '2.40', [{ method: 'cash', amount: '2.40' }])).status).toBe(422);
  expect((await refund(sale, '1', '2.40')).status).toBe(200);
  expect(await today(kept)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 W5 a refund that waits for the remaining customer to be merged as well is credited where the debt is', async () => {
  const [first, second, kept] = [await customer('One'), await customer('Two'), await customer('Three')];
  const sale = await soldOnAccount(first);
  await merge(first, second);
  const [, refunded] = await duringFirst(
    app.db,
    () => merge(second, kept),
    () => refund(sale, '4', '48.00'),
  );
  expect(refunded.status).toBe(200);
  expect(await today(kept)).toMatchObject({ balance: 7_200, outstanding: 7_200, unallocated: 0 });
  for (const id of [first, second])
    expect(await today(id)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 W5 a payment reversed while its customer is merged is owed on the remaining ledger', async () => {
  const [first, second, kept] = [await customer('Uno'), await customer('Due'), await customer('Tre')];
  await soldOnAccount(first);
  const payment = await receive(first, '120.00');
  await merge(first, second);
  const [, reversed] = await duringFirst(
    app.db,
    () => merge(second, kept),
    () => admin.call(customerWallet.reverse, { params: { id: payment.id }, body: { reason: 'Bounced' } }),
  );
  expect(reversed.status).toBe(200);
  expect(await today(kept)).toMatchObject({ balance: 12_000, outstanding: 12_000 });
  for (const id of [first, second]) expect(await today(id)).toMatchObject({ balance: 0, outstanding: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D8 every journal of these tests is named in the audit log', async () => {
  expect(await unauditedJournals(app.db)).toEqual([]);
});
