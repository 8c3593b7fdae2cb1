import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { breachesOf } from '../support/books';
import { readSheet, sheetPairs } from '../support/pdf-sheet';
import { quoteSent, quoted, saleOfQuote } from '../support/quotes';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { walletCalls } from '../support/wallet-calls';
import { invoiceAddsUp } from './add-up';

// What settled an invoice, as its paper, its page and its quote name it. Figures by hand.
let app: TestApp;
let admin: Caller;
let till: number;
let chair: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db, 100_000);
  chair = await stockedProduct(app.db, { name: 'Chair', price: toPence(2000) });
});
afterAll(() => app.close());

const on = formatDate(londonDate(new Date()));
const { sold, refund } = shopFloor(() => ({ app, seller: admin, till }));
const { ledger, payOut, receive, reverse } = walletCalls(() => ({ app, admin }));
const customer = (name: string) => customerWithCredit(app.db, 1_000_000, name);
const topUp = async (id: number, amount: string) => (await receive(id, amount, { top_up: true })).reply;
/** Chairs at £20.00, paid from the wallet, on account or both. */
const chairs = (id: number, pieces: number, wallet: number) =>
  sold([{ product_id: chair, quantity: String(pieces) }], pieces * 2000, {
    channel: 'desk',
    customer_id: id,
    tenders: [
      ...(wallet > 0 ? [{ method: 'wallet' as const, tendered: (wallet / 100).toFixed(2) }] : []),
      ...(wallet < pieces * 2000
        ? [{ method: 'account' as const, tendered: ((pieces * 2000 - wallet) / 100).toFixed(2) }]
        : []),
    ],
  });
const merge = async (other: number, kept: number) =>
  expect(
    (await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } })).status,
  ).toBe(200);
const receiptsOf = async (sale: { id: number }) =>
  (await admin.call(sales.get, { params: sale })).reply.receipts.map(({ kind, number, amount }) => [
    kind,
    number,
    amount,
  ]);

/** The rows of the A4 invoice from the total on. They add up, and no row only makes them do so. */
async function rowsOf(sale: { id: number }): Promise<[string, number][]> {
  const { raw, status } = await admin.call(sales.pdf, { params: { id: sale.id }, query: { paper: 'a4' } });
  expect(status).toBe(200);
  const sheet = await readSheet(raw);
  invoiceAddsUp(sheet, { hasVat: true });
  const pairs = sheetPairs(sheet);
  const from = pairs.findIndex(([label]) => label === 'Total');
  const rows = pairs.slice(from, pairs.findIndex(([label]) => label === 'Balance due') + 1);
  expect(rows.map(([label]) => label)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Credit on your account|Other adjustments)/)]),
  );
  return rows;
}

test('A7 W5 a sale paid from the wallet is paid once: the top-up behind it is not a second payment', async () => {
  const id = await customer('Wallet only');
  await topUp(id, '20.00');
  const offer = { price_mode: 'inclusive' } as const;
  const quote = await quoted(admin, quoteSent(id, [{ product_id: chair, quantity: '1' }], 2000, offer));
  const body = saleOfQuote(quote, { tenders: [{ method: 'wallet', tendered: '20.00' }] });
  const sale = (await admin.call(sales.complete, { body })).reply;
  expect(await rowsOf(sale)).toEqual([
    ['Total', 2000],
    ['Paid: Wallet', -2000],
    ['Balance due', 0],
  ]);
  expect(await receiptsOf(sale)).toEqual([]);
  const { invoice } = (await admin.call(quotes.get, { params: { id: quote.id } })).reply;
  expect(invoice).toMatchObject({ tenders: [{ method: 'wallet', applied: 2000 }], receipts: [] });
});

test('A7 W5 of a top-up that pays part at the sale and part later, only the later part is a receipt', async () => {
  const id = await customer('Wallet and later');
  // £60.00: £10.00 of each of two top-ups at once; later £30.00 more of the second, £10.00 by transfer.
  const first = await topUp(id, '10.00');
  const second = await topUp(id, '40.00');
  const sale = await chairs(id, 3, 2000);
  const item = async (number: string) =>
    (await ledger(id)).open_items.find(({ document_number }) => document_number === number)?.id ?? 0;
  const match = await admin.call(customerWallet.match, {
    params: { id },
    body: {
      debit_item_id: await item(sale.number),
      credit_item_id: await item(second.number),
      amount: '30.00',
    },
  });
  expect(match.status).toBe(200);
  const later = (await receive(id, '10.00')).reply;
  expect(await rowsOf(sale)).toEqual([
    ['Total', 6000],
    ['Paid: Wallet', -2000],
    [`Paid: ${second.number}, ${on}`, -3000],
    [`Paid: ${later.number}, ${on}`, -1000],
    ['Balance due', 0],
  ]);
  // The first top-up bounces: £10.00 of what the wallet paid is due again, and no credit.
  await reverse(first.id);
  expect(await rowsOf(sale)).toEqual([
    ['Total', 6000],
    ['Paid: Wallet', -2000],
    [`Payment reversed: ${first.number}, ${on}`, 1000],
    [`Paid: ${second.number}, ${on}`, -3000],
    [`Paid: ${later.number}, ${on}`, -1000],
    ['Balance due', 1000],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A7 K5 a merge of customers pays nothing: the invoice is due, and later payments are its own', async () => {
  const [other, middle, kept] = [await customer('Other'), await customer('Middle'), await customer('Kept')];
  const before = await topUp(other, '15.00');
  // £100.00 on account. The £15.00 of credit moves along with the debt.
  const sale = await chairs(other, 5, 0);
  await merge(other, middle);
  await merge(middle, kept);
  expect(await rowsOf(sale)).toEqual([
    ['Total', 10_000],
    ['Balance due', 10_000],
  ]);
  const paid = (await receive(kept, '60.00')).reply;
  const { open_items } = await ledger(kept);
  const body = {
    debit_item_id: open_items.find(({ side }) => side === 'debit')?.id ?? 0,
    credit_item_id: open_items.find(({ side }) => side === 'credit')?.id ?? 0,
    amount: '15.00',
  };
  expect((await admin.call(customerWallet.match, { params: { id: kept }, body })).status).toBe(200);
  expect(await rowsOf(sale)).toEqual([
    ['Total', 10_000],
    [`Paid: ${before.number}, ${on}`, -1500],
    [`Paid: ${paid.number}, ${on}`, -6000],
    ['Balance due', 2500],
  ]);
  // One chair comes back unpaid: £20.00 of the debt is cleared (W9).
  expect((await refund(sale, [{ line_number: 1, quantity: '1' }], 2000, { tenders: [] })).status).toBe(200);
  expect((await rowsOf(sale)).slice(-2)).toEqual([
    [expect.stringMatching(/^Credit note CN-/), -2000],
    ['Balance due', 500],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A7 W2 a debt written off is written off, not paid, also after a merge', async () => {
  const [other, kept] = [await customer('Lost'), await customer('Kept of lost')];
  const sale = await chairs(other, 2, 0);
  const writeOff = (id: number, amount: string) =>
    admin.call(customerWallet.adjust, {
      params: { id },
      body: { kind: 'write_off', amount, reason: 'Insolvent' },
    });
  const first = (await writeOff(other, '10.00')).reply;
  await merge(other, kept);
  const second = (await writeOff(kept, '30.00')).reply;
  expect(await rowsOf(sale)).toEqual([
    ['Total', 4000],
    [`Written off, ${on}`, -1000],
    [`Written off, ${on}`, -3000],
    ['Balance due', 0],
  ]);
  expect(await receiptsOf(sale)).toEqual([
    ['write_off', first.number, 1000],
    ['write_off', second.number, 3000],
  ]);
});

test('A7 W9 credit of another sale pays from the account; credit of the sale itself is not counted twice', async () => {
  const id = await customer('Credits');
  const earlier = await chairs(id, 1, 0);
  await receive(id, '20.00');
  const { reply: credited } = await refund(earlier, [{ line_number: 1, quantity: '1' }], 2000, {
    tenders: [{ method: 'wallet', amount: '20.00' }],
  });
  const sale = await chairs(id, 2, 0);
  const { open_items } = await ledger(id);
  const body = {
    debit_item_id: open_items.find(({ side }) => side === 'debit')?.id ?? 0,
    credit_item_id: open_items.find(({ side }) => side === 'credit')?.id ?? 0,
    amount: '20.00',
  };
  expect((await admin.call(customerWallet.match, { params: { id }, body })).status).toBe(200);
  expect(await rowsOf(sale)).toEqual([
    ['Total', 4000],
    [`Account credit: ${credited.credit_notes[0]?.number}, ${on}`, -2000],
    ['Balance due', 2000],
  ]);
  // Its own payment bounces after its goods came back as credit, which then pays it.
  const paid = (await receive(id, '20.00')).reply;
  await refund(sale, [{ line_number: 1, quantity: '1' }], 2000, {
    tenders: [{ method: 'wallet', amount: '20.00' }],
  });
  await reverse(paid.id);
  const again = (await ledger(id)).open_items;
  await admin.call(customerWallet.match, {
    params: { id },
    body: {
      debit_item_id: again.find(({ side }) => side === 'debit')?.id ?? 0,
      credit_item_id: again.find(({ side }) => side === 'credit')?.id ?? 0,
      amount: '20.00',
    },
  });
  const rows = await rowsOf(sale);
  expect(rows.map(([, amount]) => amount)).toEqual([4000, -2000, -2000, -2000, 2000, 0]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 a copy of a till receipt lists the invoices that the payment pays now, by their own numbers', async () => {
  const [other, kept] = [await customer('Till other'), await customer('Till kept')];
  const sale = await chairs(other, 3, 0);
  await merge(other, kept);
  const { reply } = await admin.call(tillPayments.take, {
    params: { id: till },
    body: { customer_id: kept, kind: 'receipt', amount: '50.00', payment_method: 'cash' },
  });
  expect(reply.pays).toEqual([{ document_number: sale.number, amount: 5000 }]);
  const copy = async () => (await admin.call(tillPayments.find, { query: { number: reply.number } })).reply;
  expect((await reverse(reply.id, { session_id: till })).status).toBe(200);
  expect(await copy()).toMatchObject({ status: 'reversed', pays: [] });
  // Money that was paid out pays no invoice; credit that moved with a merge pays on the remaining ledger.
  const early = await customer('Till early');
  const credit = await topUp(early, '30.00');
  expect((await payOut(early, '10.00')).status).toBe(200);
  await merge(early, kept);
  const { open_items } = await ledger(kept);
  const matched = await admin.call(customerWallet.match, {
    params: { id: kept },
    body: {
      debit_item_id: open_items.find(({ side }) => side === 'debit')?.id ?? 0,
      credit_item_id: open_items.find(({ side }) => side === 'credit')?.id ?? 0,
      amount: '20.00',
    },
  });
  expect(matched.status).toBe(200);
  const found = (await admin.call(tillPayments.find, { query: { number: credit.number } })).reply;
  expect(found.pays).toEqual([{ document_number: sale.number, amount: 2000 }]);
});
