import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { breachesOf, movedOn, someSupplier } from '../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const { sent, products, get, receive, bill } = orderDesk(() => ({ app, admin }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

/** Two bills of £60 each for one order. */
async function twoBills(): Promise<Order> {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
  return (await bill(order.id, [{ line_id: lineOf(order), quantity: '5' }])).reply;
}
const payWithout = (order: Order, body: object) =>
  admin.call(payments.create, {
    body: { supplier_id: order.supplier.id, amount: '50.00', payment_method: 'bank_transfer', ...body },
  });
const openOf = async (order: Order) => {
  const { rows } = await sql<{ side: string; open: number }>`
    select side, amount_pence - allocated_pence as open from party_items
    where supplier_id = ${order.supplier.id} and amount_pence > allocated_pence order by id`.execute(app.db);
  return rows.map(({ side, open }) => `${side} ${open}`);
};

test('F09 P14 a payment without an order can stay on account beside open bills', async () => {
  const order = await twoBills();
  expect((await payWithout(order, { settles: 'on_account' })).status).toBe(200);
  expect(await openOf(order)).toEqual(['credit 6000', 'credit 6000', 'debit 5000']);
  expect(await get(order.id)).toMatchObject({ paid_amount: 0, outstanding_amount: 12_000 });
  await holds();
});

test('W1 P14 an advance is in credit in the file of aged creditors, with its sign in the column that it reduces', async () => {
  const supplier_id = await someSupplier(app.db, 'Advance Growers');
  await admin.call(payments.create, {
    body: { supplier_id, amount: '300.00', payment_method: 'bank_transfer' },
  });
  const { raw } = await admin.call(agedCreditors.export, { query: { search: 'advance growers' } });
  const [head, line] = raw.toString().split(/\r?\n/);
  expect(head).toBe(
    '\ufeffSupplier,Not due,1 to 30 days,31 to 60 days,61 to 90 days,Over 90 days,Unallocated,Total,In credit',
  );
  expect(line).toBe('Advance Growers,0.00,0.00,0.00,0.00,0.00,-300.00,0.00,300.00');
});

test('F09 it settles the chosen bills, at once or when a pending payment is confirmed', async () => {
  const order = await twoBills();
  const chosen = { bills: [{ bill_id: order.bills[1]?.id ?? 0, amount: '30.00' }] };
  expect((await payWithout(order, chosen)).status).toBe(200);
  expect(await openOf(order)).toEqual(['credit 6000', 'credit 3000', 'debit 2000']);
  expect(await get(order.id)).toMatchObject({ paid_amount: 3000, outstanding_amount: 9000 });
  const { reply } = await payWithout(order, { ...chosen, amount: '30.00', status: 'pending' });
  expect(await openOf(order)).toEqual(['credit 6000', 'credit 3000', 'debit 2000']);
  await admin.call(payments.complete, { params: { id: reply.id }, body: {} });
  expect(await openOf(order)).toEqual(['credit 6000', 'debit 2000']);
  await holds();
});

test('R13 F09 of two payments of one bill at the same time, one is refused, whichever way each names it', async () => {
  const named = (order: Order) => ({ bills: [{ bill_id: order.bills[0]?.id ?? 0, amount: '60.00' }] });
  const ordered = (order: Order) => ({ allocations: [{ purchase_order_id: order.id, amount: '120.00' }] });
  const both = async (one: (order: Order) => object, other: (order: Order) => object) => {
    const order = await twoBills();
    const answers = await Promise.all(
      [one(order), other(order)].map(body => payWithout(order, { amount: '120.00', ...body })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    return { statuses, ...(await get(order.id)) };
  };
  for (let round = 0; round < 2; round++) {
    expect((await both(named, named)).statuses).toEqual([200, 422]);
    expect((await both(ordered, named)).statuses).toEqual([200, 422]);
    expect((await both(ordered, () => ({ settles: 'oldest' }))).paid_amount).toBe(12_000);
  }
  await holds();
});

test('F09 P14 by default the setting decides: the oldest bill first, or on account', async () => {
  const first = await twoBills();
  await payWithout(first, {});
  expect(await openOf(first)).toEqual(['credit 1000', 'credit 6000']);
  const { reply } = await admin.call(purchasingSettings.get);
  const save = (settle_oldest_first: boolean) =>
    admin.call(purchasingSettings.update, {
      body: { approval_limit: null, over_receipt_percent: '0', settle_oldest_first },
    });
  expect(reply.settle_oldest_first).toBe(true);
  expect((await save(false)).reply.settle_oldest_first).toBe(false);
  const order = await twoBills();
  await payWithout(order, {});
  expect(await openOf(order)).toEqual(['credit 6000', 'credit 6000', 'debit 5000']);
  await payWithout(order, { settles: 'oldest' });
  expect(await openOf(order)).toEqual(['credit 1000', 'credit 6000', 'debit 5000']);
  await save(true);
  await holds();
});

test('F09 invalid choices are refused by field', async () => {
  const order = await twoBills();
  const bill_id = order.bills[0]?.id ?? 0;
  const fields = async (body: object) => Object.keys((await payWithout(order, body)).refusal.errors ?? {});
  expect(await fields({ settles: 'bills' })).toEqual(['bills']);
  expect(await fields({ amount: '70.00', bills: [{ bill_id, amount: '60.01' }] })).toEqual([
    'bills.0.amount',
  ]);
  expect(await fields({ bills: [{ bill_id, amount: '50.01' }] })).toEqual(['bills']);
  expect(await fields({ settles: 'oldest', bills: [{ bill_id, amount: '1.00' }] })).toEqual(['settles']);
  const allocations = [{ purchase_order_id: order.id, amount: '1.00' }];
  expect(await fields({ allocations, bills: [{ bill_id, amount: '1.00' }] })).toEqual(['bills']);
  const other = await someSupplier(app.db, 'Somebody else');
  expect(await fields({ supplier_id: other, bills: [{ bill_id, amount: '1.00' }] })).toEqual([
    'bills.0.bill_id',
  ]);
  await holds();
});

test('F16 a service is matched like goods, and posted to the chosen account; its return goes back there', async () => {
  const order = await sent([{ description: 'Fitting', quantity: '1', unit_price: '100.00' }]);
  await receive(order.id);
  const line = { line_id: lineOf(order), quantity: '1', net: '90.00' };
  const moved = await movedOn(app.db, ['5000', '6900'], async () => {
    const refused = await bill(order.id, [{ ...line, account: '2100' }], {
      accept_difference: true,
    });
    expect(refused.refusal.errors).toHaveProperty(['lines.0.account']);
    const { reply } = await bill(order.id, [{ ...line, account: '6900' }], {
      accept_difference: true,
    });
    expect(reply.bills[0]).toMatchObject({ net: 9000, difference: -1000 });
  });
  expect(moved).toEqual([0, 9000]);
  const back = await movedOn(app.db, ['5000', '6900'], async () => {
    const receipt_line_id = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
    const { status } = await admin.call(purchases.return, {
      params: { id: order.id },
      body: { reason: 'Done badly', lines: [{ receipt_line_id, quantity: '1' }] },
    });
    expect(status).toBe(200);
  });
  expect(back).toEqual([0, -9000]);
  await holds();
});
