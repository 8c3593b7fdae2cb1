import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { poundsFromPence } from '#domain/kernel/money';
import { quotes } from '#domain/quotes/quote.contract';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf } from '../../../../tests/support/books';
import { quoted, quoteSent, saleOfQuote } from '../../../../tests/support/quotes';
import {
  customerWithCredit,
  openTill,
  type SaleSent,
  shopFloor,
  stockedProduct,
} from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { walletCalls } from '../../../../tests/support/wallet-calls';

let app: TestApp;
let seller: Caller;
let till: number;
let customer: number;
let product: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('admin');
  till = await openTill(app.db, 100_000);
  product = await stockedProduct(app.db, { price: 1000 as never, pieces: '90', cost: 400 });
});
beforeEach(async () => {
  customer = await customerWithCredit(app.db, 500_000);
});
afterAll(() => app.close());

const { sent, sold, refund } = shopFloor(() => ({ app, seller, till }));
const { ledger } = walletCalls(() => ({ app, admin: seller }));
const ten = () => [{ product_id: product, quantity: '10' }];
const onAccount = {
  tenders: [{ method: 'account' as const, tendered: '100.00' }],
  get customer_id() {
    return customer;
  },
};
const byCard = { tenders: [{ method: 'credit_card' as const, tendered: '100.00' }] };

/** The edit as the desk sends it for the sale as it was read. */
const edit = (sale: SaleDetail, lines: SaleSent['lines'], total: number, more: Partial<SaleSent>) =>
  seller.call(sales.replace, {
    params: { id: sale.id },
    body: {
      reason: 'Order number',
      version: sale.version,
      outstanding: poundsFromPence(sale.outstanding),
      sale: sent(lines, total, { session_id: till, ...more }),
      refund_tenders: [],
    },
  });
const changed = ({ number }: SaleDetail) => `${number} was refunded or paid meanwhile. Load it again.`;
const read = async ({ id }: SaleDetail) => (await seller.call(sales.get, { params: { id } })).reply;

test('L7 goods refunded while their sale is edited are not sold again on account', async () => {
  const sale = await sold(ten(), 10_000, onAccount);
  await refund(sale, [{ line_number: 1, quantity: '4' }], 4000, { tenders: [] });
  const before = await app.digest();
  const late = await edit(sale, ten(), 10_000, onAccount);
  expect([late.status, late.refusal.message]).toEqual([409, changed(sale)]);
  expect(await app.digest()).toBe(before);
  // Six pieces at £10 are left, and owed.
  expect((await ledger(customer)).today.balance).toBe(6000);
  const six = [{ product_id: product, quantity: '6' }];
  const { status } = await edit(await read(sale), six, 6000, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '60.00' }],
  });
  expect(status).toBe(200);
  expect((await ledger(customer)).today.balance).toBe(6000);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L7 goods refunded to a card while their sale is edited are not sold again', async () => {
  const sale = await sold(ten(), 10_000, byCard);
  await refund(sale, [{ line_number: 1, quantity: '4' }], 4000, {
    tenders: [{ method: 'credit_card', amount: '40.00' }],
  });
  // Paid again by card, the goods would be sold twice; and as the desk sends it, nothing is to pay.
  for (const tenders of [[], [{ method: 'credit_card' as const, tendered: '40.00' }]]) {
    const late = await edit(sale, ten(), 10_000, { tenders });
    expect([late.status, late.refusal.message]).toEqual([409, changed(sale)]);
  }
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L7 a payment received while a sale on account is edited refuses the edit with the reason', async () => {
  const sale = await sold(ten(), 10_000, onAccount);
  const { status } = await seller.call(customerWallet.receive, {
    params: { id: customer },
    body: {
      amount: '30.00',
      payment_method: 'bank_transfer',
      allocations: [{ item_id: await itemOf(sale), amount: '30.00' }],
    },
  });
  expect(status).toBeLessThan(300);
  const late = await edit(sale, ten(), 10_000, onAccount);
  expect([late.status, late.refusal.message]).toEqual([409, changed(sale)]);
  // £30 is paid and counts; £70 stays due.
  const now = await edit(await read(sale), ten(), 10_000, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '70.00' }],
  });
  expect(now.reply).toMatchObject({ gross: 10_000, outstanding: 7000 });
  expect(await breachesOf(app.db)).toEqual([]);
});

const itemOf = async ({ number }: SaleDetail) => {
  const { open_items } = await ledger(customer);
  return open_items.find(item => item.document_number === number)?.id ?? 0;
};

test('a basket made from an earlier revision of a quote does not invoice the current one', async () => {
  const first = await quoted(seller, quoteSent(customer, ten(), 10_000));
  const {
    client_id: _id,
    customer_id: _customer,
    ...rest
  } = quoteSent(customer, ten(), 9000, {
    lines: [{ product_id: product, quantity: '9' }],
  });
  const revised = await seller.call(quotes.revise, {
    params: { id: first.id },
    body: { ...rest, client_id: crypto.randomUUID(), customer_id: customer, version: first.version },
  });
  expect(revised.reply.revision).toBe(first.revision + 1);
  const { revision: quote_revision } = first;
  const late = await seller.call(sales.complete, { body: saleOfQuote(first, { quote_revision }) });
  expect([late.status, late.refusal.message]).toEqual([
    409,
    `${first.number} was revised meanwhile. Load it again.`,
  ]);
  // Paid at a till without a connection it is recorded, and the quote stays open.
  const paid = await seller.call(sales.recordPaid, {
    body: { ...saleOfQuote(first, { quote_revision }), was_offline: true, sold_at: new Date().toISOString() },
  });
  expect(paid.reply.sale).toMatchObject({ gross: 10_000, quote: null });
  expect(paid.reply.sale?.exceptions.map(({ words }) => words)).toContain(
    `${first.number} was revised before this sale arrived. Posted without the quote, which is still open.`,
  );
  const current = saleOfQuote(revised.reply, { quote_revision: revised.reply.revision });
  expect((await seller.call(sales.complete, { body: current })).reply).toMatchObject({
    gross: 9000,
    quote: { id: first.id },
  });
  expect(await breachesOf(app.db)).toEqual([]);
});
