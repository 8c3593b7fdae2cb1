import { type Pence, toPence } from '../kernel/money';
import { roundHalfAwayFromZero } from '../kernel/rounding';

/** Gross per transaction; null if there were none (rule R2). */
export const averageSale = (gross: Pence, transactions: number): Pence | null =>
  transactions === 0 ? null : toPence(roundHalfAwayFromZero(gross, transactions));
