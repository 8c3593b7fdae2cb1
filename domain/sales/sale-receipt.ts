import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';

/** What settled a sale after it was made, apart from its own payments and credit notes. */
export const saleReceipt = z.object({
  /** A payment, other credit on the customer's account, a write-off, or money that the sale lost when a payment was reversed. */
  kind: z.enum(['payment', 'credit', 'write_off', 'reversal']),
  number: z.string().nullable(),
  business_date: calendarDate,
  /** Below zero for a reversal. */
  amount: money,
});

export type SaleReceipt = z.output<typeof saleReceipt>;
