import * as z from 'zod';

/** Not offered on sales or orders when inactive; archived ones were used and are kept for their documents. */
export const productStatus = z.enum(['active', 'inactive', 'archived'], 'Choose a status.');
export type ProductStatus = z.infer<typeof productStatus>;
export const productStatusNames: Readonly<Record<ProductStatus, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
};

/** What happens when more is to go out than there is. */
export const stockPolicy = z.enum(['block', 'warn', 'ask', 'allow'], 'Choose a stock policy.');
export type StockPolicy = z.infer<typeof stockPolicy>;
export const stockPolicyNames: Readonly<Record<StockPolicy, string>> = {
  block: 'Block the sale',
  warn: 'Block the sale, and warn when low',
  ask: 'Ask for approval',
  allow: 'Allow below zero',
};

/** Where the stock of a product stands against its reorder level. */
export const stockState = z.enum(
  ['in_stock', 'low', 'out', 'negative', 'not_stocked'],
  'Choose a stock state.',
);
export type StockState = z.infer<typeof stockState>;
export const stockStateNames: Readonly<Record<StockState, string>> = {
  in_stock: 'In stock',
  low: 'Low',
  out: 'Out of stock',
  negative: 'Below zero',
  not_stocked: 'Not stocked',
};
