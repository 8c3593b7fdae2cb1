import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { londonDate } from '#domain/kernel/dates';
import { breachesOf, someSupplier } from './books';
import { lineOf, type Order, orderDesk } from './orders';
import { type Caller, startTestApp, type TestApp } from './test-app';

/** A shop for the tests of one file, with a buyer's everyday actions; started before them and closed after them. */
export function buyingShop(options: Parameters<typeof startTestApp>[0] = {}) {
  const opened: { app?: TestApp; admin?: Caller } = {};
  beforeAll(async () => {
    opened.app = await startTestApp(options);
    opened.admin = await opened.app.as('admin');
  });
  afterAll(() => opened.app?.close());
  const shop = () => {
    if (!opened.app || !opened.admin) throw new Error('The shop opens before the first test');
    return { app: opened.app, admin: opened.admin };
  };
  const desk = orderDesk(shop);
  const today = londonDate(new Date());
  let notes = 0;
  return {
    ...desk,
    get app() {
      return shop().app;
    },
    get admin() {
      return shop().admin;
    },
    today,
    /** Checks that every invariant of the books holds. */
    holds: async () => expect(await breachesOf(shop().app.db)).toEqual([]),
    /** A product's quantity and value in stock. */
    poolOf: async (id: number | undefined) => {
      const { rows } = await sql<{ quantity: string; value_pence: number; last_unit_cost: string }>`
        select quantity::text, value_pence, last_unit_cost::text from stock_pools where product_id = ${id}`.execute(
        shop().app.db,
      );
      return rows[0];
    },
    takeOut: async (product: number | undefined, quantity: string) => {
      const { status } = await shop().admin.call(stockAdjustments.create, {
        body: { reason: 'damaged', lines: [{ product_id: product ?? 0, quantity: `-${quantity}` }] },
      });
      expect(status).toBe(200);
    },
    /** Ten units of a new product, received and not billed. */
    received: async (line: object = {}): Promise<{ order: Order; product: number }> => {
      const [product = 0] = await desk.products(1);
      const order = await desk.sent([{ product_id: product, quantity: '10', ...line }]);
      await desk.receive(order.id);
      return { order, product };
    },
    /** Ten at £10 plus VAT, billed as ordered: £120. */
    billed: async (): Promise<{ order: Order; product: number; billId: number }> => {
      const [product = 0] = await desk.products(1);
      const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
      await desk.receive(order.id);
      const { reply } = await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
      return { order: reply, product, billId: reply.bills[0]?.id ?? 0 };
    },
    /** A supplier credit note, by default for £10 plus VAT. */
    credit: (supplier_id: number, body: object = {}, caller: Caller = shop().admin) =>
      caller.call(supplierDocuments.credit, {
        body: {
          supplier_id,
          supplier_credit_number: `SC-${++notes}`,
          credit_date: today,
          reason: 'Overcharged',
          lines: [{ description: 'Price corrected', net: '10.00', vat: '2.00' }],
          ...body,
        },
      }),
    /** A bill without an order, by default £50 plus VAT for materials. */
    directBill: (supplier_id: number, body: object = {}) =>
      shop().admin.call(supplierDocuments.bill, {
        body: {
          supplier_id,
          supplier_bill_number: `DB-${++notes}`,
          bill_date: today,
          lines: [{ description: 'Cleaning', net: '50.00', vat: '10.00', account: '5000' }],
          ...body,
        },
      }),
    reverseBill: (order: Order, more: object = {}, caller: Caller = shop().admin) =>
      caller.call(purchases.reverseBill, {
        params: {
          id: order.id,
          bill_id: (order.bills.findLast(bill => bill.reversed_at === null) ?? order.bills[0])?.id ?? 0,
        },
        body: { reason: 'Typed wrongly', ...more },
      }),
    /** Freight for an order's first receipt. */
    landed: async (order: Order, net: string, more: object = {}) =>
      shop().admin.call(purchases.landedCost, {
        params: { id: order.id },
        body: {
          receipt_id: (await desk.get(order.id)).receipts[0]?.id ?? 0,
          supplier_id: await someSupplier(shop().app.db, 'Carrier'),
          supplier_bill_number: `FR-${++notes}`,
          bill_date: today,
          net,
          vat: '0.00',
          vat_code: 'Z',
          basis: 'quantity',
          ...more,
        },
      }),
    /** A supplier's open items: side and amount, oldest first. */
    openOf: async (supplierId: number) => {
      const { rows } = await sql<{ side: string; open: number }>`
        select side, amount_pence - allocated_pence as open from party_items
        where supplier_id = ${supplierId} and amount_pence > allocated_pence order by id`.execute(
        shop().app.db,
      );
      return rows.map(({ side, open }) => `${side} ${open}`);
    },
  };
}
