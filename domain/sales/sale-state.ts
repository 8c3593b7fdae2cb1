import * as z from 'zod';

/** The status of a sale. The balance due comes from the ledger, see `paymentState`. */
export const saleStatus = z.enum(
  ['completed', 'partially_refunded', 'refunded', 'cancelled', 'undone'],
  'Choose a status.',
);
export type SaleStatus = z.infer<typeof saleStatus>;
export const saleStatusNames: Readonly<Record<SaleStatus, string>> = {
  completed: 'Completed',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  undone: 'Undone',
};

/** The payment status, from the customer's ledger. */
export const paymentState = z.enum(['paid', 'part_paid', 'unpaid', 'overdue'], 'Choose a payment status.');
export type PaymentState = z.infer<typeof paymentState>;
export const paymentStateNames: Readonly<Record<PaymentState, string>> = {
  paid: 'Paid',
  part_paid: 'Part-paid',
  unpaid: 'Unpaid',
  overdue: 'Overdue',
};

/** Where returned goods go; `kept` for a refund without goods (rules I5, V12). */
export const returnedGoods = z.enum(['stock', 'damaged', 'kept'], 'Choose where the goods go.');
export type ReturnedGoods = z.infer<typeof returnedGoods>;
export const returnedGoodsNames: Readonly<Record<ReturnedGoods, string>> = {
  stock: 'Back to stock',
  damaged: 'Damaged, written off',
  kept: 'Kept by the customer',
};

export const creditNoteKind = z.enum(['refund', 'cancellation', 'edit']);
export const saleChannel = z.enum(['till', 'desk', 'import'], 'Choose a channel.');
export const saleChannelNames = { till: 'Till', desk: 'Sales desk', import: 'Imported' } as const;
export const priceMode = z.enum(['inclusive', 'exclusive'], 'Choose whether prices include or exclude VAT.');
