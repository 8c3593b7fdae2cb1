import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { unitCost } from '../kernel/unit-cost';
import { purchaseOrderStatus } from './purchase-order.status';

export const purchasedLineState = z.enum(
  ['outstanding', 'late', 'part_received', 'received_not_billed'],
  'Choose a status.',
);
export type PurchasedLineState = z.infer<typeof purchasedLineState>;
export const purchasedLineStateNames: Readonly<Record<PurchasedLineState, string>> = {
  outstanding: 'Outstanding',
  late: 'Late',
  part_received: 'Part received',
  received_not_billed: 'Received, not billed',
};

const purchasedLine = z.object({
  id,
  purchase_order_id: id,
  po_number: z.string(),
  order_status: purchaseOrderStatus,
  supplier: z.object({ id, name: z.string() }),
  product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  description: z.string(),
  unit: z.string(),
  /** How many product units one unit of the order holds. */
  factor: quantity,
  ordered: quantity,
  received: quantity,
  outstanding: quantity,
  billed: quantity,
  returned: quantity,
  unit_price: unitCost,
  net: money,
  /** The landed cost of the line's goods. */
  landed_cost: money,
  order_date: calendarDate,
  expected_delivery_date: calendarDate.nullable(),
  last_received_on: calendarDate.nullable(),
  is_late: z.boolean(),
});

const listed = listCalls('/purchased-lines', {
  summary: 'List purchased lines',
  access: can('view_purchasedorder'),
  exportAccess: can('view_purchasedorder', 'export_data'),
  listing: {
    sort: ['order_date', 'expected_delivery_date', 'description'],
    defaultSort: { by: 'order_date', order: 'desc' },
    filters: {
      state: severalOf(purchasedLineState),
      supplier_id: severalIds('suppliers'),
      product_id: severalIds('products'),
    },
  },
  row: purchasedLine,
});

const totals = z.object({ lines: z.int(), net: money, landed_cost: money });

export const purchased = {
  ...listed,
  totals: call('GET', '/purchased-lines/totals', {
    summary: 'Total the purchased lines that match the filters, across all pages',
    access: can('view_purchasedorder'),
    query: listed.list.query,
    reply: totals,
  }),
};

export type PurchasedTotals = z.output<typeof totals>;
export type PurchasedLine = z.output<typeof purchasedLine>;
