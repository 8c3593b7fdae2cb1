import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf, movedOn } from '../../../../tests/support/books';
import {
  customerWithCredit,
  openTill,
  type SaleSent,
  shopFloor,
  stockedProduct,
} from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import type { Tx } from '../../../platform/database/open-database';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale', 'edit_sale', 'void_sale');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, sold, refund } = shopFloor(() => ({ app, seller, till }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

/** A customer with this much credit in the wallet, and a sale of one product paid from it. */
async function saleFromWallet(credit: number, price: number, more: Partial<SaleSent> = {}) {
  const customer = await customerWithCredit(app.db, null, 'Wanda Ley');
  const cashier = await app.as('create_payment');
  const received = await cashier.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: (credit / 100).toFixed(2), payment_method: 'bank_transfer', top_up: true },
  });
  expect(received.status).toBe(200);
  const product = await stockedProduct(app.db, { price: price as never });
  const sale = await sold([{ product_id: product, quantity: '1' }], price, {
    customer_id: customer,
    tenders: [{ method: 'wallet', tendered: (credit / 100).toFixed(2) }],
    ...more,
  });
  return { customer, product, sale };
}

test('W10 money of a wallet that an edit or an exchange carries over becomes neither cash nor another customer’s', async () => {
  const { customer, product, sale } = await saleFromWallet(5000, 5000);
  const lines = [{ product_id: product, quantity: '1' }];
  const edit = (id: number, customer_id: number | null) =>
    seller.call(sales.replace, {
      params: { id },
      body: { reason: 'Note', sale: sent(lines, 5000, { customer_id, tenders: [] }), refund_tenders: [] },
    });
  const second = (await edit(sale.id, customer)).reply;
  expect(second.tenders).toMatchObject([{ method: 'exchange', applied: 5000, from_wallet: 5000 }]);
  const cash = await refund(second, [{ line_number: 1, quantity: '1' }], 5000);
  expect([cash.status, cash.refusal.errors]).toEqual([
    422,
    { tenders: ['£50.00 was paid from the wallet and must be refunded to it (Wallet).'] },
  ]);
  const other = await customerWithCredit(app.db, null, 'Otto Reed');
  for (const [id, buyer] of [
    [second.id, other],
    [second.id, null],
  ] as const) {
    const { status, refusal } = await edit(id, buyer);
    expect([status, refusal.message]).toEqual([409, expect.stringContaining('Wanda Ley’s wallet')]);
  }
  // Exchanged for goods of the same price, it is still the wallet's.
  const { reply } = await seller.call(sales.exchange, {
    params: { id: second.id },
    body: {
      refund: {
        client_id: randomUUID(),
        session_id: till,
        reason: 'Another size',
        lines: [{ line_number: 1, quantity: '1' }],
        expected_total: '50.00',
      },
      sale: sent(lines, 5000, { customer_id: customer, tenders: [] }),
    },
  });
  const third = reply.sale;
  expect((await refund(third, [{ line_number: 1, quantity: '1' }], 5000)).status).toBe(422);
  const back = await refund(third, [{ line_number: 1, quantity: '1' }], 5000, {
    tenders: [{ method: 'wallet', amount: '50.00' }],
  });
  expect(back.refusal).toBeUndefined();
  await holds();
});

test('W10 L2 a sale whose top-up bounced owes its price again, and is refunded, edited and cancelled without money', async () => {
  const customer = await customerWithCredit(app.db, null, 'Bea Ounce');
  const clerk = await app.as('create_payment', 'reverse_payment');
  const product = await stockedProduct(app.db, { price: 5000 as never });
  const lines = [{ product_id: product, quantity: '1' }];
  /** A sale paid from a wallet that a cheque had filled, and the cheque bounces. */
  const unpaid = async () => {
    const { reply: cheque } = await clerk.call(customerWallet.receive, {
      params: { id: customer },
      body: { amount: '50.00', payment_method: 'cheque', top_up: true },
    });
    const sale = await sold(lines, 5000, {
      customer_id: customer,
      tenders: [{ method: 'wallet', tendered: '50.00' }],
    });
    const { status } = await clerk.call(customerWallet.reverse, {
      params: { id: cheque.id },
      body: { bounced: true, reason: 'No cover' },
    });
    expect(status).toBe(200);
    return sale;
  };
  const first = await unpaid();
  const refunded = await refund(first, [{ line_number: 1, quantity: '1' }], 5000, { tenders: [] });
  expect([refunded.status, refunded.refusal?.errors]).toEqual([200, undefined]);
  const second = await unpaid();
  const edited = await seller.call(sales.replace, {
    params: { id: second.id },
    body: {
      reason: 'Note',
      sale: sent(lines, 5000, { customer_id: customer, tenders: [{ method: 'account', tendered: '50.00' }] }),
      refund_tenders: [],
    },
  });
  expect([edited.status, edited.refusal?.errors]).toEqual([200, undefined]);
  const third = await unpaid();
  const cancelled = await seller.call(sales.cancel, {
    params: { id: third.id },
    body: { client_id: randomUUID(), session_id: till, reason: 'Not paid' },
  });
  expect([cancelled.status, cancelled.refusal?.errors]).toEqual([200, undefined]);
  await holds();
});

test('L6 W10 when the top-up of a sale paid partly in cash bounces, the cash is refunded and no more', async () => {
  const customer = await customerWithCredit(app.db, null, 'Bea Ounced');
  const clerk = await app.as('create_payment', 'reverse_payment', 'view_ledger');
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const lines = [{ product_id: product, quantity: '10' }];
  const wallet = { method: 'wallet' as const, tendered: '60.00' };
  const cash = { method: 'cash' as const, tendered: '40.00' };
  /** £100.00, of it £40.00 in cash and £60.00 from a top-up that bounces. */
  const unpaid = async (tenders: (typeof wallet | typeof cash)[]) => {
    const { reply: cheque } = await clerk.call(customerWallet.receive, {
      params: { id: customer },
      body: { amount: '60.00', payment_method: 'cheque', top_up: true },
    });
    const sale = await sold(lines, 10_000, { customer_id: customer, tenders });
    await clerk.call(customerWallet.reverse, {
      params: { id: cheque.id },
      body: { bounced: true, reason: 'No cover' },
    });
    return sale;
  };
  const today = async () =>
    (await clerk.call(wallets.customer.statement, { params: { id: customer } })).reply.today;
  for (const tenders of [
    [cash, wallet],
    [wallet, cash],
  ]) {
    const sale = await unpaid(tenders);
    const moved = await movedOn(app.db, ['1000', '1100'], async () => {
      const cancelled = await seller.call(sales.cancel, {
        params: { id: sale.id },
        body: { client_id: randomUUID(), session_id: till, reason: 'Not paid' },
      });
      expect([cancelled.status, cancelled.refusal?.message]).toEqual([200, undefined]);
      expect(cancelled.reply.credit_notes[0]?.tenders).toMatchObject([{ method: 'cash', amount: 4000 }]);
    });
    expect(moved).toEqual([-4000, -6000]);
    expect(await today()).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  }
  // Returned in two parts: the first clears the £60.00, the second is the £40.00 in cash, and not a penny more.
  const parts = await unpaid([cash, wallet]);
  const tooMuch = await refund(parts, [{ line_number: 1, quantity: '7' }], 7000, {
    tenders: [{ method: 'cash', amount: '20.00' }],
  });
  expect(tooMuch.status).toBe(422);
  const cleared = await refund(parts, [{ line_number: 1, quantity: '6' }], 6000, { tenders: [] });
  expect(cleared.refusal).toBeUndefined();
  const back = await refund(parts, [{ line_number: 1, quantity: '4' }], 4000);
  expect(back.refusal).toBeUndefined();
  expect(await today()).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  // Edited, the new sale carries £40.00 that are the customer's money and not the wallet's.
  const edited = await seller.call(sales.replace, {
    params: { id: (await unpaid([cash, wallet])).id },
    body: {
      reason: 'Fewer',
      sale: sent([{ product_id: product, quantity: '4' }], 4000, { customer_id: customer, tenders: [] }),
      refund_tenders: [],
    },
  });
  expect(edited.refusal).toBeUndefined();
  expect(edited.reply.tenders).toMatchObject([{ method: 'exchange', applied: 4000, from_wallet: 0 }]);
  await holds();
});

test('W10 what an earlier version paid out of a wallet’s money in cash does not hold up a refund to the wallet', async () => {
  const { sale } = await saleFromWallet(10_000, 10_000);
  // As it was possible before: half of it in cash.
  await app.db.transaction().execute(async tx => {
    await sql`alter table credit_notes disable trigger wallet_money_returns_to_the_wallet`.execute(tx);
  });
  const half = await refund(sale, [{ line_number: 1, amount: '50.00' }], 5000, {
    tenders: [{ method: 'wallet', amount: '50.00' }],
  });
  expect(half.status).toBe(200);
  await app.db.transaction().execute(async tx => {
    await sql`alter table refund_tenders disable trigger user`.execute(tx);
    await sql`update refund_tenders set method = 'cash' where credit_note_id = (select max(id) from credit_notes)`.execute(
      tx,
    );
    await sql`alter table refund_tenders enable trigger user`.execute(tx);
    await sql`alter table credit_notes enable trigger wallet_money_returns_to_the_wallet`.execute(tx);
  });
  const rest = await refund(sale, [{ line_number: 1, amount: '50.00' }], 5000, {
    tenders: [{ method: 'wallet', amount: '50.00' }],
  });
  expect([rest.status, rest.refusal?.errors]).toEqual([200, undefined]);
  const inCash = await saleFromWallet(10_000, 10_000);
  expect((await refund(inCash.sale, [{ line_number: 1, amount: '50.00' }], 5000)).status).toBe(422);
});

test('W10 the database refuses to pay out money of a wallet, or to carry less of it than was given up', async () => {
  const { customer, product, sale } = await saleFromWallet(3000, 3000);
  const lines = [{ product_id: product, quantity: '1' }];
  const edited = await seller.call(sales.replace, {
    params: { id: sale.id },
    body: {
      reason: 'Note',
      sale: sent(lines, 3000, { customer_id: customer, tenders: [] }),
      refund_tenders: [],
    },
  });
  const constraintOf = (work: (tx: Tx) => Promise<unknown>) =>
    app.db
      .transaction()
      .execute(async tx => {
        await work(tx);
        await sql`set constraints all immediate`.execute(tx);
      })
      .then(
        () => 'kept',
        (error: { constraint?: string }) => error.constraint,
      );
  const note = (tx: Tx, method: string) =>
    sql`
      with posted as (
        insert into credit_notes (number, client_id, client_hash, sale_id, kind, session_id, business_date, reason, units,
          cost_pence, net_pence, vat_pence, gross_pence, refunded_by, refunded_at)
        select 'CN-TEST', gen_random_uuid(), 'x', id, 'refund', null, business_date, 'Test', units, cost_pence, net_pence, vat_pence, gross_pence,
          sold_by, now() from sales where id = ${edited.reply.id} returning id, gross_pence
      ), given as (
        insert into refund_tenders (credit_note_id, line_number, method, amount_pence) select id, 1, ${method}, gross_pence from posted)
      update sales set refunded_pence = gross_pence, status = 'refunded' where id = ${edited.reply.id}`.execute(
      tx,
    );
  expect(await constraintOf(tx => note(tx, 'bank_transfer'))).toBe('wallet_money_returns_to_the_wallet');
  expect(await constraintOf(tx => note(tx, 'exchange'))).toBe('wallet_money_returns_to_the_wallet');
  const exchangeTo = (customer_id: number, credit_note_id: number | null) => (tx: Tx) =>
    sql`insert into sale_tenders (sale_id, line_number, method, tendered_pence, applied_pence, credit_note_id, from_wallet_pence)
      select id, 9, 'exchange', 3000, 3000, ${credit_note_id}, 0 from sales where customer_id = ${customer_id} limit 1`.execute(
      tx,
    );
  expect(await constraintOf(exchangeTo(customer, null))).toBe('exchanges_carry_what_was_given_up');
});
