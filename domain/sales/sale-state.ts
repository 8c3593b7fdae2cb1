import * as z from 'zod';

/** What became of a sale (features: sale states). What is owed of it says the ledger, see `paymentState`. */
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

/** How far a sale is paid: from its item on the customer's ledger, never typed. */
export const paymentState = z.enum(['paid', 'part_paid', 'unpaid', 'overdue'], 'Choose a payment status.');
export type PaymentState = z.infer<typeof paymentState>;
export const paymentStateNames: Readonly<Record<PaymentState, string>> = {
  paid: 'Paid',
  part_paid: 'Part-paid',
  unpaid: 'Unpaid',
  overdue: 'Overdue',
};

/** What becomes of goods that a customer gives back; `kept` when only money comes back (rules I5, V12). */
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
