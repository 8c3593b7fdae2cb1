import * as z from 'zod';

/** What a journal records. */
export const journalKind = z.enum(
  [
    'manual',
    'opening',
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
    'reversal',
  ],
  'Choose a kind of journal.',
);
export type JournalKind = z.infer<typeof journalKind>;

/** The words people read. */
export const journalKindNames: Readonly<Record<JournalKind, string>> = {
  manual: 'Manual journal',
  opening: 'Opening balance',
  goods_received: 'Goods received',
  supplier_bill: 'Supplier bill',
  supplier_payment: 'Payment to supplier',
  supplier_refund: 'Refund from supplier',
  supplier_return: 'Return to supplier',
  supplier_credit: 'Supplier credit note',
  landed_cost: 'Landed cost',
  stock_adjustment: 'Stock adjustment',
  stock_count: 'Stock-take',
  sale: 'Sale',
  credit_note: 'Credit note',
  customer_receipt: 'Receipt from customer',
  customer_payout: 'Paid out to customer',
  customer_adjustment: 'Customer adjustment',
  expense: 'Expense',
  expense_payment: 'Payment of an expense',
  salary: 'Salary',
  till_cash: 'Till cash',
  till_difference: 'Till difference',
  vat_return: 'VAT return',
  reversal: 'Reversal',
};
