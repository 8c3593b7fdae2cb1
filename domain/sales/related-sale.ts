import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { saleReceipt } from './sale-receipt';
import { paymentState } from './sale-state';
import { tenderMethod } from './tender';

const dated = { id, number: z.string(), business_date: calendarDate, gross: money };

/** A sale that another document names, such as the one that replaced it. */
export const namedSale = z.object(dated);

/** A sale as its quote shows it, with what was paid and credited. */
export const relatedSale = z.object({
  ...dated,
  /** Null for a cancelled sale. */
  payment_state: paymentState.nullable(),
  tenders: z.array(z.object({ method: tenderMethod, applied: money })),
  receipts: z.array(saleReceipt),
  credit_notes: z.array(namedSale),
});

export type RelatedSale = z.output<typeof relatedSale>;
