import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { id, idsFilter } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { stockState } from '../products/product.status';

export const stockAttentionNames = { low: 'At or below reorder level', out: 'Out of stock' } as const;
const stockAttention = z.enum(['low', 'out'], 'Choose low or out.');

const named = z.object({ id, name: z.string() });

/** A product kept in stock; its value only with `view_cost`. */
const levelRow = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  category: named.nullable(),
  unit: z.string(),
  quantity,
  reorder_level: quantity.nullable(),
  stock_state: stockState,
  /** In pounds with four decimals. */
  average_cost: z.string().nullable().optional(),
  value: money.optional(),
});

const listed = listCalls('/stock', {
  summary: 'List stock levels',
  access: can('view_stock'),
  exportAccess: can('view_stock', 'export_data'),
  listing: {
    sort: ['name', 'sku', 'quantity'],
    defaultSort: { by: 'name', order: 'asc' },
    filters: {
      category_id: severalIds('categories'),
      sub_category_id: severalIds('sub-categories'),
      stock_state: severalOf(stockState.exclude(['not_stocked'])),
      /**
       * Products that need attention (rule R4): active, and at or below their reorder level or out of
       * stock.
       */
      attention: stockAttention,
      ids: idsFilter,
    },
  },
  row: levelRow,
});

export const stockLevels = {
  ...listed,
  totals: call('GET', '/stock/totals', {
    summary:
      'Count all products in stock, low, out of stock and below zero, with the total stock value and that of the list',
    access: can('view_stock'),
    query: listed.list.query,
    reply: z.object({
      in_stock: z.int(),
      low: z.int(),
      out: z.int(),
      negative: z.int(),
      /** Of all products, whatever the filters. */
      value: money.optional(),
      /** Of the products that match the search and the filters. */
      listed: money.optional(),
    }),
  }),
};

export type LevelRow = z.output<typeof levelRow>;
export type StockTotals = z.output<(typeof stockLevels.totals)['reply']>;
