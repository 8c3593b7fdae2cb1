import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { sales } from '#domain/sales/sale.contract';
import { asBookkeeper, breachesOf, movedOn } from '../../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { londonDate } from '#domain/kernel/dates';
import { credit, debit, postJournal, systemAccounts } from '../../../kernel/ledger';
import { mirrored, postUnlinkedCredit, type UnlinkedLine } from '..';
import { randomUUID } from 'node:crypto';

let app: TestApp;
let boss: Caller;
let seller: Caller;
let till: number;
let product: number;
beforeAll(async () => {
  app = await startTestApp();
  boss = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'edit_sale', 'refund_sale', 'void_sale');
  till = await openTill(app.db);
  product = await stockedProduct(app.db, { price: 12_000 as never });
});
afterAll(() => app.close());
const { refund, sent, sold } = shopFloor(() => ({ app, seller, till }));

/** Two pieces of £120.00. */
const soldBy = (method: 'credit_card' | 'cheque') =>
  sold([{ product_id: product, quantity: '2' }], 24_000, { tenders: [{ method, tendered: '240.00' }] });
const pieces = (quantity: string) => [{ line_number: 1, quantity }];
const byCheque = (amount: string) => [{ method: 'cheque' as const, amount }];
/** What bank, undeposited cheques and card clearing move by. */
const moves = (work: () => Promise<{ status: number }>) =>
  movedOn(app.db, ['1020', '1025', '1030'], async () => expect((await work()).status).toBe(200));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

test('L4 R5 a card sale refunded by cheque is paid from the bank, and the payments say so', async () => {
  const sale = await soldBy('credit_card');
  expect(await moves(() => refund(sale, pieces('2'), 24_000, { tenders: byCheque('240.00') }))).toEqual([
    -24_000, 0, 0,
  ]);
  const { data } = (
    await boss.call(paymentTransactions.list, { query: { method: 'cheque', direction: 'out' } })
  ).reply;
  expect(data.map(({ account, amount }) => [account?.code, amount])).toEqual([['1020', 24_000]]);
  await holds();
});

test('L4 L6 a cheque is handed back whole: by cancelling, or by a refund or edit of the whole; a part is paid by our own', async () => {
  const cancelled = await soldBy('cheque');
  const cancel = { client_id: randomUUID(), session_id: till, reason: 'Wrong' };
  expect(
    await moves(() => seller.call(sales.cancel, { params: { id: cancelled.id }, body: cancel })),
  ).toEqual([0, -24_000, 0]);
  const whole = await soldBy('cheque');
  expect(await moves(() => refund(whole, pieces('2'), 24_000, { tenders: byCheque('240.00') }))).toEqual([
    0, -24_000, 0,
  ]);
  const part = await soldBy('cheque');
  const half = () => refund(part, pieces('1'), 12_000, { tenders: byCheque('120.00') });
  expect(await moves(half)).toEqual([-12_000, 0, 0]);
  expect(await moves(half), 'and the rest').toEqual([-12_000, 0, 0]);
  const edited = await soldBy('cheque');
  const replaced = () =>
    seller.call(sales.replace, {
      params: { id: edited.id },
      body: {
        reason: 'Pays by card',
        sale: sent([{ product_id: product, quantity: '2' }], 24_000, {
          tenders: [{ method: 'credit_card', tendered: '240.00' }],
        }),
        refund_tenders: byCheque('240.00'),
      },
    });
  expect(await moves(replaced)).toEqual([0, -24_000, 24_000]);
  await holds();
});

test('L4 what an edit or an exchange refunds by cheque is paid from the bank', async () => {
  const edited = await soldBy('credit_card');
  const lowered = () =>
    seller.call(sales.replace, {
      params: { id: edited.id },
      body: {
        reason: 'One only',
        sale: sent([{ product_id: product, quantity: '1' }], 12_000, { tenders: [] }),
        refund_tenders: byCheque('120.00'),
      },
    });
  expect(await moves(lowered)).toEqual([-12_000, 0, 0]);
  const exchanged = await soldBy('credit_card');
  const cheaper = await stockedProduct(app.db, { price: 5000 as never });
  const exchange = () =>
    seller.call(sales.exchange, {
      params: { id: exchanged.id },
      body: {
        refund: {
          client_id: randomUUID(),
          session_id: till,
          reason: 'Swap',
          lines: pieces('1'),
          expected_total: '120.00',
          tenders: byCheque('70.00'),
        },
        sale: sent([{ product_id: cheaper, quantity: '1' }], 5000, { tenders: [] }),
      },
    });
  expect(await moves(exchange)).toEqual([-7000, 0, 0]);
  await holds();
});

test('L4 a cheque that has been banked is refunded by our own, so that no more leaves the undeposited ones than they hold', async () => {
  const sale = await soldBy('cheque');
  const { rows } = await sql<{ held: number }>`
    select sum(debit_pence - credit_pence)::bigint as held from journal_lines where account_code = '1025'`.execute(
    app.db,
  );
  const held = toPence(rows[0]?.held ?? 0);
  await asBookkeeper(app.db, ctx =>
    postJournal(ctx, {
      businessDate: londonDate(ctx.now),
      kind: 'manual',
      narrative: 'Cheques banked',
      document: { type: 'manual', id: 0, number: null },
      lines: [debit(systemAccounts.bank, held), credit(systemAccounts.undepositedCheques, held)],
    }),
  );
  // Cancelling would hand it back (rule L6), and leave the undeposited ones below zero.
  const body = { client_id: randomUUID(), session_id: till, reason: 'Wrong' };
  const { status, refusal } = await seller.call(sales.cancel, { params: { id: sale.id }, body });
  expect([status, refusal.message]).toEqual([
    409,
    expect.stringContaining(
      'The cheque for £240.00 was banked, so it cannot be handed back. Refund the sale instead',
    ),
  ]);
  expect(await moves(() => refund(sale, pieces('2'), 24_000, { tenders: byCheque('240.00') }))).toEqual([
    -24_000, 0, 0,
  ]);
  await holds();
});

test('L4 a credit note without a sale is paid by cheque from the bank; its reversal goes back there', async () => {
  const customer = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  const line: UnlinkedLine = {
    productId: product,
    description: 'Kettle',
    quantity: wholeUnits(1),
    vatCode: 'S',
    rate: 2000,
    isStock: false,
    net: toPence(10_000),
    vat: toPence(2000),
    gross: toPence(12_000),
  };
  const post = (reversesId: number | null) =>
    asBookkeeper(app.db, ctx =>
      postUnlinkedCredit(ctx, {
        clientId: randomUUID(),
        clientHash: 'x',
        reversesId,
        customer: { id: customer.rows[0]?.id ?? 0, name: 'Walk-in' },
        ledger: null,
        businessDate: londonDate(ctx.now),
        taxPoint: londonDate(ctx.now),
        reason: 'Old sale',
        lines: [reversesId === null ? line : mirrored(line)],
        method: 'cheque',
      }),
    );
  let id = 0;
  const moved = (work: () => Promise<unknown>) => movedOn(app.db, ['1020', '1025'], work);
  expect(await moved(async () => ({ id } = await post(null)))).toEqual([-12_000, 0]);
  expect(await moved(() => post(id))).toEqual([12_000, 0]);
});
