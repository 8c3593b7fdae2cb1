import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { balanceOf, breachesOf, someSupplier } from '../../../../tests/support/books';
import { lineOf, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const desk = orderDesk(() => ({ app, admin }));
const { sent, products, get, receive, bill } = desk;
const today = londonDate(new Date());

const unregistered = { is_registered: false };
const registered = { is_registered: true, vat_number: 'GB123456782' };
async function register(body: { is_registered: boolean; vat_number?: string; registered_from?: string }) {
  // The page keeps a registration that was used; databases in which it was switched off have this.
  if (!body.is_registered)
    await sql`update vat_registration set is_registered = false, vat_number = null, registered_from = null`.execute(
      app.db,
    );
  else expect((await admin.call(vatRegistration.save, { body })).status).toBe(200);
}
beforeEach(() => register(unregistered));

/** Balances of the accounts that purchasing posts to, in pence: debits less credits. */
async function accounts() {
  const balance = async (code: string) => balanceOf(app.db, code);
  return {
    stock: await balance('1200'),
    accrued: await balance('2110'),
    owed: await balance('2100'),
    inputVat: await balance('2201'),
    costOfSales: await balance('5000'),
    variance: await balance('5110'),
  };
}
type Accounts = Awaited<ReturnType<typeof accounts>>;

/** How the accounts move during an action. */
async function moved(work: () => Promise<unknown>): Promise<Partial<Accounts>> {
  const before = await accounts();
  await work();
  const after = await accounts();
  const changes = Object.entries(after).map(
    ([name, balance]) => [name, balance - before[name as keyof Accounts]] as const,
  );
  expect(await breachesOf(app.db)).toEqual([]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

const inventoryValueOf = async (product: number | undefined) => {
  const { rows } = await sql<{ value_pence: number }>`
    select value_pence from stock_pools where product_id = ${product}`.execute(app.db);
  return rows[0]?.value_pence;
};
const vatEntries = async () => {
  const { rows } = await sql<{ net: number; vat: number }>`
    select coalesce(sum(net_pence), 0)::bigint as net, coalesce(sum(vat_pence), 0)::bigint as vat from vat_entries`.execute(
    app.db,
  );
  return rows[0];
};
const sendBack = async (orderId: number, quantity: string) =>
  admin.call(purchases.return, {
    params: { id: orderId },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: (await get(orderId)).receipts[0]?.lines[0]?.id ?? 0, quantity }],
    },
  });

describe('a company that is not registered for VAT', () => {
  test('V2 A10 bears input VAT as a cost: of stock, services and carriage; no VAT return includes it', async () => {
    const entries = await vatEntries();
    const [product] = await products(1);
    const order = await sent([{ product_id: product }, { description: 'Fitting', quantity: '1' }]);
    expect(await moved(() => receive(order.id))).toEqual({ stock: 1200, accrued: -1200 });
    expect(await inventoryValueOf(product)).toBe(1200);
    const billed = () =>
      bill(order.id, [
        { line_id: lineOf(order), quantity: '10' },
        { line_id: lineOf(order, 1), quantity: '1' },
      ]);
    expect(await moved(billed)).toEqual({ accrued: 1200, costOfSales: 120, owed: -1320 });
    expect((await get(order.id)).bills).toMatchObject([{ net: 1100, vat: 220, gross: 1320, difference: 0 }]);
    const supplier_id = await someSupplier(app.db, 'Carrier');
    const carried = async () =>
      admin.call(purchases.landedCost, {
        params: { id: order.id },
        body: {
          receipt_id: (await get(order.id)).receipts[0]?.id ?? 0,
          supplier_id,
          supplier_bill_number: 'C-1',
          bill_date: today,
          net: '5.00',
          vat: '1.00',
          basis: 'quantity',
        },
      });
    expect(await moved(carried)).toEqual({ stock: 600, owed: -600 });
    expect(await vatEntries()).toEqual(entries);
  });

  test('V2 V18 printed VAT is part of the cost, even where it differs from the accrual', async () => {
    const [product] = await products(1);
    const order = await sent([{ product_id: product, quantity: '3', unit_price: '3.33' }]);
    expect(await moved(() => receive(order.id))).toEqual({ stock: 1199, accrued: -1199 });
    const billed = () => bill(order.id, [{ line_id: lineOf(order), quantity: '3', vat: '1.99' }]);
    expect(await moved(billed)).toEqual({ accrued: 1199, stock: -1, owed: -1198 });
    expect(await inventoryValueOf(product)).toBe(1198);
  });

  test('V2 I6 returned goods take their VAT out of the cost, billed or not', async () => {
    const [product] = await products(1);
    const order = await sent([{ product_id: product }]);
    await receive(order.id);
    expect(await moved(() => sendBack(order.id, '2'))).toEqual({ stock: -240, accrued: 240 });
    await bill(order.id, [{ line_id: lineOf(order), quantity: '8' }]);
    expect(await moved(() => sendBack(order.id, '3'))).toEqual({ stock: -360, owed: 360 });
    expect(await inventoryValueOf(product)).toBe(600);
  });

  test('V2 a reversed bill restores the accrual with its VAT, and the goods can be billed again', async () => {
    const [product] = await products(1);
    const order = await sent([{ product_id: product, quantity: '7', unit_price: '1.11' }]);
    await receive(order.id);
    const line = { line_id: lineOf(order), quantity: '5' };
    const { reply } = await bill(order.id, [line]);
    const undo = () =>
      admin.call(purchases.reverseBill, {
        params: { id: order.id, bill_id: reply.bills[0]?.id ?? 0 },
        body: { reason: 'Wrong supplier' },
      });
    const gross = reply.bills[0]?.gross ?? 0;
    const reversed = await moved(undo);
    expect(reversed).toEqual({ accrued: 0 - gross, owed: gross });
    expect(await moved(() => bill(order.id, [line]))).toEqual({ accrued: gross, owed: 0 - gross });
  });
});

describe('a company that becomes registered', () => {
  test('V2 recovers the VAT of a bill dated after registration, though the goods were received before', async () => {
    const [product] = await products(1);
    const order = await sent([{ product_id: product }]);
    await receive(order.id);
    await register(registered);
    const billed = () => bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
    expect(await moved(billed)).toEqual({ accrued: 1200, stock: -200, inputVat: 200, owed: -1200 });
    expect(await inventoryValueOf(product)).toBe(1000);
  });

  test('V2 a credit note reduces input VAT by what the bill recovered, and no more', async () => {
    const [product] = await products(1);
    const order = await sent([{ product_id: product }]);
    await receive(order.id);
    await bill(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
    await register(registered);
    const entries = await vatEntries();
    expect(await moved(() => sendBack(order.id, '6'))).toEqual({ stock: -720, accrued: 600, owed: 120 });
    expect(await vatEntries()).toEqual(entries);
  });

  test('F91 V2 V24 zero-rated goods leave box 7 with their bill, whatever the registration when they are returned', async () => {
    const zero = { description: 'Books', unit_price: '10.00', vat_code: 'Z' } as const;
    const boughtOn = async () => {
      const [product] = await products(1);
      const order = await sent([{ product_id: product, ...zero }]);
      await receive(order.id);
      await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
      return order;
    };
    // Ten at £10.00, bought while not registered: no return includes them, so none takes them out.
    const before = await boughtOn();
    const none = await vatEntries();
    await register(registered);
    expect((await sendBack(before.id, '4')).status).toBe(200);
    expect(await vatEntries()).toEqual(none);
    // Bought while registered, £100.00 in box 7: four of them are returned after the registration ended,
    // £40.00.
    const during = await boughtOn();
    expect(await vatEntries()).toEqual({ net: (none?.net ?? 0) + 10_000, vat: none?.vat });
    await register(unregistered);
    expect((await sendBack(during.id, '4')).status).toBe(200);
    expect(await vatEntries()).toEqual({ net: (none?.net ?? 0) + 6000, vat: none?.vat });
  });

  test('V2 V24 a credit note for a receipt billed partly before registration takes only the other part out of boxes 4 and 7', async () => {
    const entries = async (work: () => Promise<unknown>) => {
      const before = await vatEntries();
      await work();
      const after = await vatEntries();
      expect(await breachesOf(app.db)).toEqual([]);
      return { net: (after?.net ?? 0) - (before?.net ?? 0), vat: (after?.vat ?? 0) - (before?.vat ?? 0) };
    };
    // Ten at £10.00: four billed before the registration, six after it: £60.00 in box 7, at 20% £12.00 in box 4.
    const twiceBilled = async (line: object) => {
      await register(unregistered);
      const [product] = await products(1);
      const order = await sent([{ product_id: product, unit_price: '10.00', ...line }]);
      await receive(order.id);
      const billed = (quantity: string) => bill(order.id, [{ line_id: lineOf(order), quantity }]);
      expect((await billed('4')).status).toBe(200);
      await register(registered);
      expect((await billed('6')).status).toBe(200);
      return order.id;
    };
    const standard = await twiceBilled({});
    // Five of ten: half of the £60.00 and of the £12.00; then three of the five left, 30.00 × 3/5; then the rest.
    expect(await entries(() => sendBack(standard, '5'))).toEqual({ net: -3_000, vat: -600 });
    expect(await entries(() => sendBack(standard, '3'))).toEqual({ net: -1_800, vat: -360 });
    expect(await entries(() => sendBack(standard, '2'))).toEqual({ net: -1_200, vat: -240 });
    const zero = await twiceBilled({ description: 'Books', vat_code: 'Z' });
    expect(await entries(() => sendBack(zero, '5'))).toEqual({ net: -3_000, vat: 0 });
    expect(await entries(() => sendBack(zero, '5'))).toEqual({ net: -3_000, vat: 0 });
    // The supplier credits £40.00 and £8.00 of VAT for five: six tenths of it are in returns.
    const less = await twiceBilled({});
    const receipt_line_id = (await get(less)).receipts[0]?.lines[0]?.id ?? 0;
    const printed = { receipt_line_id, quantity: '5', credit_net: '40.00', credit_vat: '8.00' };
    expect(
      await entries(() =>
        admin.call(purchases.return, {
          params: { id: less },
          body: { reason: 'Restocking fee', lines: [printed] },
        }),
      ),
    ).toEqual({ net: -2_400, vat: -480 });
    // With the second bill reversed nothing of the receipt is in a return any more.
    const reversed = await twiceBilled({});
    const bill_id = (await get(reversed)).bills.at(-1)?.id ?? 0;
    const undone = await entries(() =>
      admin.call(purchases.reverseBill, {
        params: { id: reversed, bill_id },
        body: { reason: 'Wrong supplier' },
      }),
    );
    expect(undone).toEqual({ net: -6_000, vat: -1_200 });
    expect(await entries(() => sendBack(reversed, '10'))).toEqual({ net: 0, vat: 0 });
  });

  test('F102 V24 a credit note by amount follows the VAT of its bill, even once the registration is switched off', async () => {
    await register(registered);
    const supplier_id = await someSupplier(app.db, 'Refunder');
    const lines = [
      { description: 'Repairs', account: '6910', net: '100.00', vat_code: 'S', vat: '20.00' },
    ] as const;
    const billed = await admin.call(supplierDocuments.bill, {
      body: { supplier_id, supplier_bill_number: 'R-1', bill_date: today, lines: [...lines] },
    });
    await register(unregistered);
    const credited = () =>
      admin.call(supplierDocuments.credit, {
        body: {
          supplier_id,
          supplier_credit_number: 'RC-1',
          credit_date: today,
          reason: 'Not done',
          lines: [...lines],
          bills: [{ bill_id: billed.reply.id, amount: '120.00' }],
        },
      });
    const before = await vatEntries();
    expect(await moved(credited)).toEqual({ inputVat: -2_000, owed: 12_000 });
    expect(await vatEntries()).toEqual({ net: (before?.net ?? 0) - 10_000, vat: (before?.vat ?? 0) - 2_000 });
  });

  test('V2 depends on the bill date', async () => {
    await register({ ...registered, registered_from: today });
    const [product] = await products(1);
    const order = await sent([{ product_id: product }]);
    expect(await moved(() => receive(order.id))).toEqual({ stock: 1000, accrued: -1000 });
    const yesterday = { bill_date: addDays(today, -1), date_reason: 'Sent ahead of the goods' };
    const line = { line_id: lineOf(order), quantity: '5' };
    expect(await moved(() => bill(order.id, [line], yesterday))).toEqual({
      accrued: 500,
      stock: 100,
      owed: -600,
    });
    expect(await moved(() => bill(order.id, [line]))).toEqual({ accrued: 500, inputVat: 100, owed: -600 });
  });
});
