import * as z from 'zod';

/** Inactive products are not offered on sales or orders; archived ones are kept for their documents. */
export const productStatus = z.enum(['active', 'inactive', 'archived'], 'Choose a status.');
export type ProductStatus = z.infer<typeof productStatus>;
export const productStatusNames: Readonly<Record<ProductStatus, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
};

/** What happens when a sale exceeds the stock. */
export const stockPolicy = z.enum(['block', 'warn', 'ask', 'allow'], 'Choose a stock policy.');
export type StockPolicy = z.infer<typeof stockPolicy>;
export const stockPolicyNames: Readonly<Record<StockPolicy, string>> = {
  block: 'Block the sale',
  warn: 'Block the sale, and warn when low',
  ask: 'Ask for approval',
  allow: 'Allow below zero',
};

/** The stock of a product compared with its reorder level. */
export const stockState = z.enum(
  ['in_stock', 'low', 'out', 'negative', 'not_stocked'],
  'Choose a stock state.',
);
export type StockState = z.infer<typeof stockState>;
export const stockStateNames: Readonly<Record<StockState, string>> = {
  in_stock: 'In stock',
  low: 'Low stock',
  out: 'Out of stock',
  negative: 'Below zero',
  not_stocked: 'Not stocked',
};

/** Which cost a product is shown with: the average of its stock, or without stock the last known one, or the standard cost. */
export const costKind = z.enum(['average', 'last', 'standard']);
export type CostKind = z.infer<typeof costKind>;
export const costKindNames: Readonly<Record<CostKind, string>> = {
  average: 'Average cost',
  last: 'Last cost',
  standard: 'Standard cost',
};
