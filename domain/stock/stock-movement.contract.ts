import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { movementKind } from './movement-kind';

const movementRow = z.object({
  id,
  business_date: calendarDate,
  posted_at: instant,
  posted_by: z.string(),
  product: z.object({ id, sku: z.string(), name: z.string() }),
  unit: z.string(),
  kind: movementKind,
  /** The document behind the movement, and the page that shows it. */
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  reason: z.string().nullable(),
  quantity,
  quantity_after: quantity,
  /** Only with `view_cost`. */
  value: money.optional(),
  value_after: money.optional(),
});

const listed = listCalls('/stock/movements', {
  summary: 'List stock movements',
  access: can('view_stock'),
  exportAccess: can('view_stock', 'export_data'),
  listing: {
    sort: ['id', 'business_date'],
    defaultSort: { by: 'id', order: 'desc' },
    filters: {
      product_id: severalIds('products'),
      kind: severalOf(movementKind),
      from: calendarDate,
      to: calendarDate,
    },
  },
  row: movementRow,
});

export const stockMovements = {
  ...listed,
  totals: call('GET', '/stock/movements/totals', {
    summary: 'Total the value of a list of stock movements',
    access: can('view_stock', 'view_cost'),
    query: listed.list.query,
    reply: z.object({ value: money }),
  }),
};

export type MovementRow = z.output<typeof movementRow>;
