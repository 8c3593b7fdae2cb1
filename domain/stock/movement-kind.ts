import * as z from 'zod';

/** Why stock moved. */
export const movementKind = z.enum(
  [
    'opening',
    'receipt',
    'sale',
    'customer_return',
    'supplier_return',
    'price_difference',
    'landed_cost',
    'bill_reversal',
    'receipt_reversal',
    'adjustment',
    'count',
    'write_down',
    'import_undone',
  ],
  'Choose a kind of movement.',
);
export type MovementKind = z.infer<typeof movementKind>;

/** The names shown to users. */
export const movementKindNames: Readonly<Record<MovementKind, string>> = {
  opening: 'Opening stock',
  receipt: 'Goods received',
  sale: 'Sale',
  customer_return: 'Return from customer',
  supplier_return: 'Return to supplier',
  price_difference: 'Price variance',
  landed_cost: 'Landed cost',
  bill_reversal: 'Bill reversed',
  receipt_reversal: 'Receipt reversed',
  adjustment: 'Adjustment',
  count: 'Stocktake',
  write_down: 'Write-down',
  import_undone: 'Import undone',
};
