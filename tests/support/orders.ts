import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from './books';
import { someProduct } from './products';
import type { Caller, TestApp } from './test-app';

export type Order = ReplyOf<typeof purchases.get>;
type Line = NonNullable<BodySent<typeof purchases.create>['lines']>[number];
type BilledLine = BodySent<typeof purchases.bill>['lines'][number];

let bills = 0;

/** A buyer's everyday actions through the API, as an administrator. */
export function orderDesk(shop: () => { readonly app: TestApp; readonly admin: Caller }) {
  const admin = () => shop().admin;
  async function draft(lines: Partial<Line>[], more: object = {}): Promise<Order> {
    const supplier_id = await someSupplier(shop().app.db);
    const full = lines.map(line => ({ quantity: '10', unit_price: '1.00', ...line }));
    const { reply, refusal } = await admin().call(purchases.create, {
      body: { supplier_id, lines: full, ...more },
    });
    if (!reply) throw new Error(JSON.stringify(refusal));
    return reply;
  }
  return {
    draft,
    sent: async (lines: Partial<Line>[]): Promise<Order> => {
      const { id } = await draft(lines);
      return (await admin().call(purchases.markSent, { params: { id } })).reply;
    },
    products: async (count: number): Promise<number[]> => {
      const ids: number[] = [];
      for (let index = 0; index < count; index++) ids.push(await someProduct(shop().app.db));
      return ids;
    },
    get: async (id: number) => (await admin().call(purchases.get, { params: { id } })).reply,
    receive: (id: number, lines?: { line_id: number; quantity: string }[], more: object = {}) =>
      admin().call(purchases.receive, { params: { id }, body: { ...(lines ? { lines } : {}), ...more } }),
    bill: (id: number, lines: BilledLine[], more: object = {}) =>
      admin().call(purchases.bill, {
        params: { id },
        body: { supplier_bill_number: `B-${++bills}`, bill_date: londonDate(new Date()), lines, ...more },
      }),
    /** Pays an amount on an order. */
    pay: (order: Order, amount: string, more: object = {}) =>
      admin().call(payments.create, {
        body: {
          supplier_id: order.supplier.id,
          amount,
          payment_method: 'bank_transfer',
          allocations: [{ purchase_order_id: order.id, amount }],
          ...more,
        },
      }),
  };
}

/** The id of a line by its index. */
export const lineOf = (order: Order, index = 0): number => order.lines[index]?.id ?? 0;
