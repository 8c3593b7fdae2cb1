import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { isOverdueOrder } from '../purchase-orders';
import { attention } from '../stock';

/** Conditions found by a statement: `key` identifies one, `words` describe it, `target` is for the link. */
export type Condition = {
  readonly kind: 'low_stock' | 'late_order' | 'credit_limit';
  readonly find: (today: CalendarDate) => RawBuilder<unknown>;
  readonly link: (target: string) => string;
  /** One message for many, with the list. */
  readonly many: { readonly words: (count: number) => string; readonly link: string };
};

const several = (count: number) => count.toLocaleString('en-GB');

/** Lasting conditions: each notifies when it begins, and again only after it was resolved. */
export const conditions: readonly Condition[] = [
  {
    kind: 'low_stock',
    find: () => sql`
      select p.id::text as key, p.sku as target, case when s.quantity <= 0 then left(p.name, 300) || ' has run out.'
        else left(p.name, 300) || ' is low: ' || trim_scale(s.quantity) || ' left.' end as words
      from products p join stock_pools s on s.product_id = p.id where ${attention.low}`,
    link: sku => `/stock?search=${encodeURIComponent(sku)}`,
    many: {
      words: count => `${several(count)} products have fallen to their reorder level.`,
      link: '/stock?attention=low',
    },
  },
  {
    kind: 'late_order',
    find: today => sql`
      select po.id::text as key, po.id::text as target, po.po_number || ' of ' || left(s.name, 300) || ' was expected on '
        || to_char(po.expected_delivery_date, 'FMDD Mon YYYY') || '.' as words
      from purchase_orders po join suppliers s on s.id = po.supplier_id where ${isOverdueOrder(today)}`,
    link: id => `/purchases/${id}`,
    many: { words: count => `${several(count)} purchase orders are overdue.`, link: '/purchases?late=yes' },
  },
  {
    kind: 'credit_limit',
    find: () => sql`
      select c.id::text as key, c.id::text as target, left(c.name, 300) || case when b.balance_pence > c.credit_limit_pence
        then ' is over the credit limit.' else ' has reached the credit limit.' end as words
      from customers c join party_balances b on b.customer_id = c.id
      where c.credit_limit_pence is not null and b.balance_pence >= c.credit_limit_pence`,
    link: id => `/customers/view/${id}`,
    many: {
      words: count => `${several(count)} customers have reached their credit limits.`,
      link: '/customers',
    },
  },
];
