import * as z from 'zod';
import { instant } from '../kernel/dates';
import { formatPounds, money } from '../kernel/money';

/** Paid sales that a device has not sent yet, of one till session (decision 068). */
export const unsentSales = z.object({
  /** The series of its receipts: T1-A. */
  device: z.string(),
  sales: z.int(),
  /** As the device said; null where only the gap in its receipt numbers tells of them. */
  amount: money.nullable(),
  last_seen_at: instant.nullable(),
});
export type UnsentSales = z.output<typeof unsentSales>;

/** "2 sales (£4.80) of device T1-A have not arrived". */
export const unsentWords = ({
  device,
  sales,
  amount,
}: Pick<UnsentSales, 'device' | 'sales' | 'amount'>): string =>
  `${sales === 1 ? '1 sale' : `${sales} sales`}${amount === null ? '' : ` (${formatPounds(amount)})`} of device ${device} ${sales === 1 ? 'has' : 'have'} not been received`;
