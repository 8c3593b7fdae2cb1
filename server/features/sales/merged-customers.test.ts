import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { breachesOf, movedOn } from '../../../tests/support/books';
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
  expect(totals).toEqual({ gross: 12_000, refunded: 4_800, outstanding: 7_200 });
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
  expect(await today(kept)).toMatchObject({ balance: 12_000 });
  expect(await today(other)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  const aged = (await admin.call(agedDebtors.list, { query: { party_id: String(kept) } })).reply.data[0];
  expect(aged).toMatchObject({ total: 12_000 });
  // It can be paid there.
  await receive(kept, '120.00');
  expect(await today(kept)).toMatchObject({ balance: 0 });
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
  expect(reversed.reply).toMatchObject({ amount: 10_000, relief: null });
  expect(await today(kept)).toMatchObject({ balance: 12_000, outstanding: 12_000 });
  expect(await today(other)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 12_000, payment_state: 'unpaid' });
  expect(await breachesOf(app.db)).toEqual([]);
});
