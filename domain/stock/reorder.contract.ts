import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { chosenId, id } from '../kernel/fields';
import { listCalls, severalIds } from '../kernel/list-query';
import { positiveQuantity, quantity } from '../kernel/quantity';
import { unitCost } from '../kernel/unit-cost';

const named = z.object({ id, name: z.string() });

/** Default demand window and days to cover. */
export const defaultWindow = 30;
export const defaultCover = 14;
/** The maximum number of lines, and of suppliers, that can become draft orders at once. */
export const maxReorderLines = 500;
export const maxReorderSuppliers = 50;

/** A supplier of a product, from the price list and the last order. */
const source = named.extend({
  /** As entered; null when none is. */
  lead_time_days: z.int().nullable(),
  /** From order to receipt on average; null with fewer than two receipts. Counts where none is entered. */
  measured_lead_days: z.int().nullable(),
  /** In buying units. */
  minimum: quantity.nullable(),
  /** For one buying unit; only with `view_cost`, null when it was never ordered there. */
  last_price: unitCost.nullable().optional(),
});

/** A product with its stock, demand and quantity to order, in its own unit unless stated otherwise. */
const reorderRow = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  category: named.nullable(),
  unit: z.string(),
  buying_unit: z.string(),
  buying_factor: quantity,
  on_hand: quantity,
  /** Outstanding on sent orders. */
  on_order: quantity,
  /** In draft orders. */
  in_drafts: quantity,
  /** Quantity that went out within the window. */
  demand: quantity,
  demand_per_day: quantity,
  days_left: z.int().nullable(),
  reorder_level: quantity.nullable(),
  reorder_quantity: quantity.nullable(),
  /** The supplier last bought from, or else one with it in their price list. */
  supplier: named.nullable(),
  suppliers: z.array(source),
  /** In buying units; zero when nothing is needed. */
  suggested: quantity,
});

const days = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `Enter whole days from 1 to ${max}.`)
    .refine(text => Number(text) <= max, `Enter whole days from 1 to ${max}.`);

// The page is for buyers, so it includes suppliers and quantities on order.
const access = ['view_stock', 'create_purchaseorder'] as const;

export const reorder = {
  ...listCalls('/stock/reorder', {
    summary:
      'List products to reorder, with demand, days of stock left, quantity on order and suggested quantity',
    access: can(...access),
    exportAccess: can(...access, 'export_data'),
    listing: {
      sort: ['days_left', 'name', 'sku'],
      defaultSort: { by: 'days_left', order: 'asc' },
      filters: {
        /**
         * When omitted: products to order. `low`: at or below their level. `all`: all with a level or demand.
         */
        show: z.enum(['low', 'all'], 'Show low or all.'),
        category_id: severalIds('categories'),
        sub_category_id: severalIds('sub-categories'),
        supplier_id: severalIds('suppliers'),
        /** Days over which demand is measured. */
        window: z.enum(['30', '60', '90'], 'Measure demand over 30, 60 or 90 days.'),
        /** Days to cover beyond the lead time. */
        cover: days(365),
      },
    },
    row: reorderRow,
  }),
  createOrders: call('POST', '/stock/reorder/orders', {
    summary: 'Create a draft purchase order for each supplier',
    access: can(...access),
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            product_id: id,
            supplier_id: chosenId('Choose a supplier.'),
            /** In buying units. */
            quantity: positiveQuantity,
          }),
        )
        .min(1, 'Choose a product.')
        .max(maxReorderLines, `Order at most ${maxReorderLines} products at once.`),
    }),
    reply: z.object({
      orders: z.array(z.object({ id, po_number: z.string(), supplier: named, lines: z.int() })),
    }),
    perMinute: 30,
  }),
};

export type ReorderRow = z.output<typeof reorderRow>;
export type ReorderSource = z.output<typeof source>;
