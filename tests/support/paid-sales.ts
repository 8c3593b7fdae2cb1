import { expect } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from './books';
import { shopFloor } from './shop';
import type { Caller, TestApp } from './test-app';

export type PaidSent = BodySent<typeof sales.recordPaid>;

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A line of £2.40 with 40p VAT, as the till charged it. */
export const charged = (more: Partial<NonNullable<PaidSent['charged']>[number]> = {}) => ({
  list_price: '2.40',
  unit_price: '2.40',
  amount: '2.40',
  line_discount: '0.00',
  cart_discount: '0.00',
  vat_code: 'S' as const,
  vat_percent: '20.00',
  net: '2.00',
  vat: '0.40',
  gross: '2.40',
  ...more,
});

/** Sales that were paid at a till without the server, and sent to it later. */
export function paidSales(
  shop: () => {
    readonly app: TestApp;
    readonly seller: Caller;
    /** May see sales and their exceptions. */
    readonly manager: Caller;
    readonly till: number;
  },
) {
  const { sent } = shopFloor(shop);
  const record = (body: PaidSent, who: Caller = shop().seller) => who.call(sales.recordPaid, { body });
  return {
    sent,
    /** One unit at £2.40 with 40p VAT as the till charged it, and its payment. */
    paid: (product_id: number, more: Partial<PaidSent> = {}): PaidSent => ({
      ...sent([{ product_id, quantity: '1' }], 240, {
        was_offline: true,
        sold_at: minutesAgo(5).toISOString(),
      }),
      charged: [charged()],
      sent_at: new Date().toISOString(),
      ...more,
    }),
    record,
    /** The sale and its exceptions; the books hold. */
    recorded: async (body: PaidSent, who?: Caller) => {
      const { status, reply, refusal } = await record(body, who);
      if (status !== 200 || !reply.sale) throw new Error(JSON.stringify(refusal ?? reply));
      const { reply: seen } = await shop().manager.call(sales.get, { params: { id: reply.sale.id } });
      expect(await breachesOf(shop().app.db)).toEqual([]);
      return {
        sale: seen,
        kinds: seen.exceptions.map(({ kind }) => kind),
        words: seen.exceptions.map(({ words }) => words),
      };
    },
  };
}
