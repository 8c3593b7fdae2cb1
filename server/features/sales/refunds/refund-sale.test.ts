import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poundsFromPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { balanceOf, breachesOf } from '../../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as(
    'view_pos',
    'create_sale',
    'view_sale',
    'refund_sale',
    'void_sale',
    'edit_sale',
    'sell_on_account',
  );
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, complete, sold, refund } = shopFloor(() => ({ app, seller, till }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);
const stockOf = async (product: number) => {
  const { rows } = await sql<{ quantity: number; value: number }>`
    select quantity::float as quantity, value_pence as value from stock_pools where product_id = ${product}`.execute(
    app.db,
  );
  return rows[0];
};
const cancel = (sale: { id: number }, more: object = {}) =>
  seller.call(sales.cancel, {
    params: { id: sale.id },
    body: { client_id: randomUUID(), session_id: till, reason: 'Entered twice', ...more },
  });

test('V12 I5 M7 goods are refunded at their own price, VAT and cost, whatever the average cost now, and the last part takes the remainder', async () => {
  const product = await stockedProduct(app.db, { price: 199 as never, pieces: '3', cost: 33 });
  const sale = await sold([{ product_id: product, quantity: '3' }], 597);
  const first = await refund(sale, [{ line_number: 1, quantity: '1' }], 199);
  expect(first.reply).toMatchObject({ status: 'partially_refunded', refunded: 199 });
  expect(await stockOf(product)).toEqual({ quantity: 1, value: 33 });
  const rest = await refund(sale, [{ line_number: 1, quantity: '2' }], 398);
  expect(rest.reply).toMatchObject({ status: 'refunded', refunded: 597 });
  const [one, two] = rest.reply.credit_notes;
  expect([one?.number, two?.number].every(number => /^CN-\d{5}$/.test(number ?? ''))).toBe(true);
  expect((one?.vat ?? 0) + (two?.vat ?? 0)).toBe(sale.vat);
  expect(await stockOf(product)).toEqual({ quantity: 3, value: 99 });
  expect((await refund(sale, [{ line_number: 1, quantity: '1' }], 199)).status).toBe(409);
  await holds();
});

test('V13 no more is refunded than was sold: quantity, amount, missing line, line twice', async () => {
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '2' }], 480);
  const errors = async (...lines: Parameters<typeof refund>[1]) =>
    (await refund(sale, lines, 240)).refusal.errors;
  expect((await errors({ line_number: 1, quantity: '3' }))?.['lines.0.quantity']?.[0]).toContain('Only 2');
  expect((await errors({ line_number: 1, amount: '4.81' }))?.['lines.0.amount']?.[0]).toContain('£4.80');
  expect(await errors({ line_number: 2, quantity: '1' })).toHaveProperty('lines.0.line_number');
  expect(await errors({ line_number: 1, quantity: '1' }, { line_number: 1, quantity: '1' })).toHaveProperty(
    'lines.1.line_number',
  );
  expect(await errors({ line_number: 1, quantity: '1', goods: 'kept' })).toHaveProperty('lines.0.goods');
  await holds();
});

test('I5 damaged returns never enter stock: their cost is written off', async () => {
  const product = await stockedProduct(app.db, { cost: 90, pieces: '5' });
  const sale = await sold([{ product_id: product, quantity: '2' }], 480);
  const before = { shrinkage: await balanceOf(app.db, '5100'), cost: await balanceOf(app.db, '5000') };
  await refund(sale, [{ line_number: 1, quantity: '1', goods: 'damaged' }], 240);
  expect((await balanceOf(app.db, '5100')) - before.shrinkage).toBe(90);
  expect((await balanceOf(app.db, '5000')) - before.cost).toBe(-90);
  expect(await stockOf(product)).toEqual({ quantity: 3, value: 270 });
  await holds();
});

test('V12 a part refund without goods: VAT in proportion, no cost, no stock', async () => {
  const product = await stockedProduct(app.db, { price: 1200 as never, cost: 500, pieces: '5' });
  const sale = await sold([{ product_id: product, quantity: '1' }], 1200);
  const { reply } = await refund(sale, [{ line_number: 1, amount: '3.00' }], 300);
  expect(reply.credit_notes[0]).toMatchObject({ gross: 300, vat: 50, net: 250 });
  expect(reply.lines[0]).toMatchObject({ refundable: 900, refundable_quantity: 1000 });
  expect(await stockOf(product)).toEqual({ quantity: 4, value: 2000 });
  await holds();
});

test('T5 a card is refunded no more than it paid, cash needs an open drawer, and refunds equal the amount due', async () => {
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '2' }], 480, {
    tenders: [
      { method: 'credit_card', tendered: '3.00' },
      { method: 'cash', tendered: '1.80' },
    ],
  });
  const line = [{ line_number: 1, quantity: '2' }];
  const card = await refund(sale, line, 480, { tenders: [{ method: 'credit_card', amount: '4.80' }] });
  expect(card.refusal.errors?.tenders?.[0]).toContain('Refund at most £3.00 to the card');
  const short = await refund(sale, line, 480, { tenders: [{ method: 'cash', amount: '4.00' }] });
  expect(short.refusal.errors?.tenders?.[0]).toContain('The refund is £4.80');
  expect((await refund(sale, line, 480, { session_id: null })).refusal.errors).toHaveProperty('session_id');
  const good = await refund(sale, line, 480, {
    tenders: [
      { method: 'credit_card', amount: '3.00' },
      { method: 'cash', amount: '1.80' },
    ],
  });
  expect(good.status).toBe(200);
  expect(good.reply.tenders.map(({ refundable }) => refundable)).toEqual([0, 0]);
  await holds();
});

test('W9 a refund of an unpaid invoice first reduces its balance; only the rest is paid out or left as credit', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const customer = await customerWithCredit(app.db, 100_000);
  const sale = await sold([{ product_id: product, quantity: '3' }], 3000, {
    customer_id: customer,
    tenders: [
      { method: 'account', tendered: '20.00' },
      { method: 'credit_card', tendered: '10.00' },
    ],
  });
  const one = await refund(sale, [{ line_number: 1, quantity: '1' }], 1000, { tenders: [] });
  expect(one.reply).toMatchObject({ outstanding: 1000 });
  const cash = await refund(sale, [{ line_number: 1, quantity: '2' }], 2000, {
    tenders: [{ method: 'cash', amount: '20.00' }],
  });
  expect(cash.refusal.errors?.tenders?.[0]).toContain('The refund is £10.00');
  const rest = await refund(sale, [{ line_number: 1, quantity: '2' }], 2000, {
    tenders: [{ method: 'wallet', amount: '10.00' }],
  });
  expect(rest.reply).toMatchObject({ outstanding: 0, status: 'refunded' });
  const { rows } = await sql<{ balance: number }>`
    select balance_pence as balance from party_balances where customer_id = ${customer}`.execute(app.db);
  expect(rows[0]?.balance).toBe(-1000);
  // The credit pays the next sale.
  const next = await sold([{ product_id: product, quantity: '1' }], 1000, {
    customer_id: customer,
    tenders: [{ method: 'wallet', tendered: '10.00' }],
  });
  expect(next).toMatchObject({ payment_state: 'paid', outstanding: 0 });
  // A sale paid from the wallet is not refunded in cash without approval (W10).
  const out = await refund(next, [{ line_number: 1, quantity: '1' }], 1000);
  expect(out.refusal.errors?.tenders?.[0]).toContain('was paid from the wallet');
  await holds();
});

test('L6 V11 A8 a cancelled sale keeps its figures and number; each tender is refunded, less earlier refunds', async () => {
  const product = await stockedProduct(app.db, { cost: 90, pieces: '10' });
  const sale = await sold([{ product_id: product, quantity: '4' }], 960, {
    tenders: [
      { method: 'credit_card', tendered: '5.00' },
      { method: 'cash', tendered: '4.60' },
    ],
  });
  await refund(sale, [{ line_number: 1, quantity: '1' }], 240);
  const { reply } = await cancel(sale);
  expect(reply).toMatchObject({ status: 'cancelled', gross: 960, refunded: 960, number: sale.number });
  expect(reply.credit_notes[1]).toMatchObject({
    kind: 'cancellation',
    tenders: [
      { method: 'credit_card', amount: 500 },
      { method: 'cash', amount: 220 },
    ],
  });
  expect(await stockOf(product)).toEqual({ quantity: 10, value: 900 });
  expect((await cancel(sale)).refusal.message).toContain('is already cancelled');
  await holds();
});

test('L6 R14 of ten cancellations of one sale at once, one succeeds', async () => {
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => cancel(sale)));
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(9);
  await holds();
});

test('R14 of fifty refunds of the last unit at once, one succeeds', async () => {
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => refund(sale, [{ line_number: 1, quantity: '1' }], 240)),
  );
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(outcomes.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
  await holds();
});

test('a refund without permission needs approval, and other users see nothing', async () => {
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  const clerk = await app.as('view_pos', 'create_sale');
  const response = await refund(sale, [{ line_number: 1, quantity: '1' }], 240, {}, clerk);
  const lines = [{ line_number: 1, quantity: '1', amount: '2.40' }];
  expect(response.refusal.current).toEqual({
    needs: [{ kind: 'refund', sale_id: sale.id, amount: '2.40', lines }],
  });
  const outsider = await app.as('view_product');
  expect((await outsider.call(sales.get, { params: { id: sale.id } })).status).toBe(403);
  expect((await clerk.call(sales.find, { query: { number: sale.number.toLowerCase() } })).reply.id).toBe(
    sale.id,
  );
});

test('A7 A8 A11 A14 after any sales, refunds and cancellations all checks pass', async () => {
  const products = [
    await stockedProduct(app.db, { price: 199 as never, cost: 77 }),
    await stockedProduct(app.db, { price: 1050 as never, vat_code: 'R', cost: 333 }),
    await stockedProduct(app.db, { price: 70 as never, vat_code: 'Z', cost: 11 }),
  ];
  const basket = fc.array(
    fc.record({ product: fc.nat({ max: 2 }), quantity: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 4 },
  );
  const part = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(basket, part, fc.nat({ max: 20 }), fc.boolean(), async (lines, parts, percent, ends) => {
      const entries = lines.map(({ product, quantity }) => ({
        product_id: products[product] ?? 0,
        quantity: String(quantity),
      }));
      const probe = sent(entries, 0, { discount_percent: String(percent) });
      const manager = await app.as('view_pos', 'create_sale', 'override_discount', 'override_price');
      const total = (
        (await complete({ ...probe, expected_total: '0.01' }, manager)).refusal.current as { total: number }
      ).total;
      const tenders = total === 0 ? [] : [{ method: 'cash' as const, tendered: poundsFromPence(total) }];
      const completed = await complete(
        { ...probe, expected_total: poundsFromPence(total), tenders },
        manager,
      );
      const sale = completed.reply;
      for (const [index, pieces] of parts.entries()) {
        const line = sale.lines[index];
        if (!line) break;
        const quantity = Math.min(pieces, line.quantity / 1000);
        const due = quantity * 1000 === line.quantity ? line.refundable : null;
        const returned = { line_number: line.line_number, quantity: String(quantity) };
        const shown = due ?? ((await refund(sale, [returned], 1)).refusal.current as { total: number }).total;
        const refunded = await refund(sale, [returned], shown);
        expect(refunded.refusal).toBeUndefined();
      }
      if (ends) await cancel(sale);
    }),
    { numRuns: 12 },
  );
  await holds();
});

test('F35 no more cash is refunded than the drawer holds: refund, cancellation, exchange; other methods work', async () => {
  const small = await openTill(app.db, 1000);
  const product = await stockedProduct(app.db, { price: 26_000 as never });
  const cheap = await stockedProduct(app.db, { price: 100 as never });
  const sale = await sold([{ product_id: product, quantity: '1' }], 26_000, {
    tenders: [
      { method: 'credit_card', tendered: '100.00' },
      { method: 'cash', tendered: '160.00' },
    ],
  });
  const line = [{ line_number: 1, quantity: '1' }];
  const back = { session_id: small, tenders: [{ method: 'cash' as const, amount: '260.00' }] };
  const words = /less than £260.00 in the drawer/;
  expect((await refund(sale, line, 26_000, back)).refusal.errors?.tenders?.[0]).toMatch(words);
  expect((await cancel(sale, { session_id: small })).refusal.errors?.tenders?.[0]).toMatch(
    /less than £160.00 in the drawer/,
  );
  const exchange = {
    refund: {
      client_id: randomUUID(),
      session_id: small,
      reason: 'Too big',
      lines: line,
      expected_total: '260.00',
      tenders: [{ method: 'cash' as const, amount: '259.00' }],
    },
    sale: { ...sent([{ product_id: cheap, quantity: '1' }], 100, { tenders: [] }), session_id: small },
  };
  const { refusal } = await seller.call(sales.exchange, { params: { id: sale.id }, body: exchange });
  expect(refusal.errors?.tenders?.[0]).toMatch(/less than £259.00 in the drawer/);
  const other = { session_id: small, tenders: [{ method: 'bank_transfer' as const, amount: '260.00' }] };
  expect((await refund(sale, line, 26_000, other)).status).toBe(200);
  await holds();
});

test('F35 two refunds at once take no more than the drawer holds', async () => {
  const small = await openTill(app.db, 1000);
  const product = await stockedProduct(app.db, { price: 800 as never });
  const two = await Promise.all([1, 2].map(() => sold([{ product_id: product, quantity: '1' }], 800)));
  const back = { session_id: small, tenders: [{ method: 'cash' as const, amount: '8.00' }] };
  const replies = await Promise.all(
    two.map(sale => refund(sale, [{ line_number: 1, quantity: '1' }], 800, back)),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  await holds();
});
