import * as z from 'zod';
import { instant } from '../kernel/dates';
import { formatPounds, money } from '../kernel/money';

/** Unsent sales of one till session on one device (decision 068). */
export const unsentSales = z.object({
  /** Its receipt series: T1-A. */
  device: z.string(),
  sales: z.int(),
  /** As reported by the device; null when only a gap in its receipt numbers shows them. */
  amount: money.nullable(),
  last_seen_at: instant.nullable(),
});
export type UnsentSales = z.output<typeof unsentSales>;

/** "2 sales (£4.80) of device T1-A have not been received". */
export const unsentWords = ({
  device,
  sales,
  amount,
}: Pick<UnsentSales, 'device' | 'sales' | 'amount'>): string =>
  `${sales === 1 ? '1 sale' : `${sales} sales`}${amount === null ? '' : ` (${formatPounds(amount)})`} of device ${device} ${sales === 1 ? 'has' : 'have'} not been received`;
