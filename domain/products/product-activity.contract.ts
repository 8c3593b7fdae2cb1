import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { unitCost } from '../kernel/unit-cost';
import { purchaseOrderStatus } from '../purchase-orders/purchase-order.status';
import { movementKind } from '../stock/movement-kind';

/** A product's page shows the latest entries; the stock and purchasing lists have them all. */
export const maxActivity = 100;

const movement = z.object({
  id,
  business_date: calendarDate,
  posted_at: instant,
  posted_by: z.string(),
  kind: movementKind,
  document_number: z.string().nullable(),
  reason: z.string().nullable(),
  quantity,
  quantity_after: quantity,
  /** Only with `view_cost`. */
  value: money.optional(),
  value_after: money.optional(),
});

const purchase = z.object({
  id,
  order_id: id,
  po_number: z.string(),
  order_date: calendarDate,
  supplier: z.object({ id, name: z.string() }),
  status: purchaseOrderStatus,
  unit: z.string(),
  quantity,
  received: quantity,
  /** For one of the order's unit, excluding VAT; only with `view_cost`. */
  unit_price: unitCost.optional(),
});

const sale = z.object({
  id,
  sale: z.object({ id, number: z.string() }),
  business_date: calendarDate,
  customer: z.object({ id, name: z.string() }),
  quantity,
  /** The quantity refunded. */
  refunded: quantity,
  /** For one of the product's unit, in the price mode of the sale. */
  unit_price: money,
  gross: money,
});

const latest = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: z.int() });

export const productActivity = {
  movements: call('GET', '/products/{id}/movements', {
    summary: 'List a product’s latest stock movements, newest first',
    access: can('view_product', 'view_stock'),
    reply: latest(movement),
  }),
  purchases: call('GET', '/products/{id}/purchases', {
    summary: 'List a product’s latest purchase order lines, newest first',
    access: can('view_product', 'view_purchaseorder'),
    reply: latest(purchase),
  }),
  sales: call('GET', '/products/{id}/sales', {
    summary: 'List a product’s latest sales, newest first',
    access: can('view_product', 'view_sale'),
    reply: latest(sale),
  }),
};

export type ProductMovement = z.output<typeof movement>;
export type ProductSale = z.output<typeof sale>;
export type ProductPurchase = z.output<typeof purchase>;
