import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { journals } from '#domain/journals/journal.contract';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf } from '../support/books';
import { failStatements, type Failure, type FailingStatements } from '../support/failing-statements';
import { orderDesk } from '../support/orders';
import { customerWithCredit, openTill, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;
let till = 0;
const goods: number[] = [];
let statements: FailingStatements;
const desk = orderDesk(() => ({ app, admin }));

beforeAll(async () => {
  app = await startTestApp({ repeats: false });
  admin = await app.as('admin');
  till = await openTill(app.db, 1_000_000);
  for (let nth = 0; nth < 2; nth++) goods.push(await stockedProduct(app.db, { pieces: '10000' }));
  statements = failStatements(String(app.runtime.user));
});
afterAll(async () => {
  statements?.stop();
  await app.close();
});

type Sent = Promise<{ readonly status: number; readonly refusal: unknown }>;
/** Prepares what a write needs, and returns the write, which may be sent several times with one key. */
type Prepare = () => Promise<(headers: { 'idempotency-key': string }) => Sent>;

const saleBody = (more: object = {}) => ({
  client_id: randomUUID(),
  channel: 'till' as const,
  session_id: till,
  lines: goods.map(product_id => ({ product_id, quantity: '1' })),
  expected_total: '4.80',
  tenders: [{ method: 'cash' as const, tendered: '4.80' }],
  ...more,
});
const received = async () => {
  const order = await desk.sent(goods.map(product_id => ({ product_id, quantity: '2' })));
  return (await desk.receive(order.id)).reply;
};

const writes: Readonly<Record<string, Prepare>> = {
  'a sale for cash': async () => {
    const body = saleBody();
    return headers => admin.call(sales.complete, { headers, body });
  },
  'a sale to a customer by card': async () => {
    const customer_id = await customerWithCredit(app.db, null);
    const body = saleBody({ customer_id, tenders: [{ method: 'credit_card', tendered: '4.80' }] });
    return headers => admin.call(sales.complete, { headers, body });
  },
  'a refund': async () => {
    const { id } = (await admin.call(sales.complete, { body: saleBody() })).reply;
    const body = {
      client_id: randomUUID(),
      reason: 'Damaged',
      session_id: till,
      lines: [{ line_number: 1, quantity: '1' }],
      expected_total: '2.40' as const,
      tenders: [{ method: 'cash' as const, amount: '2.40' }],
    };
    return headers => admin.call(sales.refund, { headers, params: { id }, body });
  },
  'a receipt of goods': async () => {
    const { id } = await desk.sent(goods.map(product_id => ({ product_id, quantity: '2' })));
    return headers => admin.call(purchases.receive, { headers, params: { id }, body: {} });
  },
  "a supplier's bill": async () => {
    const order = await received();
    const body = {
      supplier_bill_number: randomUUID(),
      bill_date: londonDate(new Date()),
      lines: order.lines.map(({ id }) => ({ line_id: id, quantity: '2' })),
    };
    return headers => admin.call(purchases.bill, { headers, params: { id: order.id }, body });
  },
  'a payment of a supplier': async () => {
    const order = await received();
    const body = {
      supplier_id: order.supplier.id,
      amount: '1.00',
      payment_method: 'bank_transfer' as const,
      allocations: [{ purchase_order_id: order.id, amount: '1.00' }],
    };
    return headers => admin.call(payments.create, { headers, body });
  },
  'a payment by a customer': async () => {
    const id = await customerWithCredit(app.db, null);
    const body = { amount: '5.00', payment_method: 'bank_transfer' as const };
    return headers => admin.call(customerWallet.receive, { headers, params: { id }, body });
  },
  'an adjustment of stock': async () => {
    const body = {
      reason: 'damaged' as const,
      lines: goods.map(product_id => ({ product_id, quantity: '-1' })),
    };
    return headers => admin.call(stockAdjustments.create, { headers, body });
  },
  'a journal': async () => {
    const body = {
      narrative: 'Bank charges',
      lines: [
        { account: '6910', debit: '1.00' },
        { account: '1020', credit: '1.00' },
      ],
    };
    return headers => admin.call(journals.create, { headers, body });
  },
};

const failures: readonly Failure[] = ['connection lost', { sqlState: '40001' }, { sqlState: '53100' }];

// All of them for each statement take some minutes: EVERY_FAILURE=1 npx vitest run tests/hostile/failing-statements
const rounds = process.env.EVERY_FAILURE ? failures.length : 1;

/** How many rows each table has that a write adds to. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from journals) as journals,
      (select count(*) from journal_lines) as journal_lines,
      (select count(*) from stock_movements) as stock_movements,
      (select count(*) from sales) as sales,
      (select count(*) from party_items) as party_items,
      (select count(*) from allocations) as allocations,
      (select count(*) from payments) as payments,
      (select count(*) from vat_entries) as vat_entries,
      (select count(*) from till_cash) as till_cash,
      (select count(*) from audit_log) as audit_log`.execute(app.db);
  return rows[0] ?? {};
}

const added = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.keys(after).map(name => [name, (after[name] ?? 0) - (before[name] ?? 0)]));

test.each(Object.entries(writes))(
  'R17 R18 %s is recorded as a whole or not at all, whichever of its statements fails, and once when it is sent again',
  async (_write, prepare) => {
    const send = await prepare();
    const atFirst = await rowCounts();
    expect((await send({ 'idempotency-key': randomUUID() })).refusal).toBeUndefined();
    const whole = added(atFirst, await rowCounts());
    const nothing = added(atFirst, atFirst);
    expect(whole).not.toEqual(nothing);

    for (let round = 0; round < rounds; round++)
      for (let nth = 1, reached = true; reached; nth++) {
        const again = await prepare();
        const headers = { 'idempotency-key': randomUUID() };
        const before = await rowCounts();
        const failure = failures[(nth + round) % failures.length] ?? 'connection lost';
        let answer: Awaited<Sent> = { status: 0, refusal: undefined };
        reached = await statements.during(nth, failure, async () => {
          answer = await again(headers);
        });
        const then = added(before, await rowCounts());
        const at = `statement ${nth}, ${JSON.stringify(failure)}: ${JSON.stringify(answer.refusal)}`;
        expect([whole, nothing], at).toContainEqual(then);
        expect([200, 503], at).toContain(answer.status);
        if (answer.status === 200) expect(then, at).toEqual(whole);
        if (at.includes('Nothing was changed')) expect(then, at).toEqual(nothing);
        // The server may still be undoing the lost transaction, which holds the key until then.
        await expect
          .poll(async () => (answer = await again(headers)).status, { message: at, interval: 20 })
          .not.toBe(409);
        expect(answer.refusal, at).toBeUndefined();
        expect(added(before, await rowCounts()), at).toEqual(whole);
      }
    expect(await breachesOf(app.db)).toEqual([]);
  },
);
