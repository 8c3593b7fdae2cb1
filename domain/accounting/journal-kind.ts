import * as z from 'zod';

export const journalKind = z.enum(
  [
    'manual',
    'opening',
    'year_end',
    'goods_received',
    'supplier_bill',
    'supplier_payment',
    'supplier_refund',
    'supplier_return',
    'supplier_credit',
    'landed_cost',
    'stock_adjustment',
    'stock_count',
    'sale',
    'credit_note',
    'customer_receipt',
    'customer_payout',
    'customer_adjustment',
    'expense',
    'expense_payment',
    'salary',
    'till_cash',
    'till_difference',
    'vat_return',
    'vat_adjustment',
    'history_entry',
    'reversal',
  ],
  'Choose a kind of journal.',
);
export type JournalKind = z.infer<typeof journalKind>;

/**
 * Journals other than those of sales and credit notes that can post to the accounts of sales, because a person chose the
 * account; and reversals of them. A year end only moves the result.
 */
export const kindsBesideSales: readonly JournalKind[] = [
  'manual',
  'opening',
  'supplier_bill',
  'supplier_credit',
  'customer_adjustment',
  'vat_adjustment',
  'history_entry',
  'reversal',
];

export const journalKindNames: Readonly<Record<JournalKind, string>> = {
  manual: 'Manual journal',
  opening: 'Opening balance',
  year_end: 'Year end',
  goods_received: 'Goods received',
  supplier_bill: 'Supplier bill',
  supplier_payment: 'Payment to supplier',
  supplier_refund: 'Refund from supplier',
  supplier_return: 'Return to supplier',
  supplier_credit: 'Supplier credit note',
  landed_cost: 'Landed cost',
  stock_adjustment: 'Stock adjustment',
  stock_count: 'Stocktake',
  sale: 'Sale',
  credit_note: 'Credit note',
  customer_receipt: 'Receipt from customer',
  customer_payout: 'Pay-out to customer',
  customer_adjustment: 'Customer adjustment',
  expense: 'Expense',
  expense_payment: 'Expense payment',
  salary: 'Salary',
  till_cash: 'Till cash',
  till_difference: 'Till variance',
  vat_return: 'VAT return',
  vat_adjustment: 'VAT adjustment',
  history_entry: 'Sales history entry',
  reversal: 'Reversal',
};
