import * as z from 'zod';
import { tenderMethod } from '../sales/tender';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';
import { denominations } from './denominations';
import { methodCount } from './method-counts';

const counted = z.object({ count: z.int(), amount: money });
const byRate = z.array(
  z.object({ vat_code: vatCode, vat_percent: percentage, net: money, vat: money, gross: money }),
);
const documents = z.object({
  count: z.int(),
  net: money,
  vat: money,
  gross: money,
  by_rate: byRate,
  first_number: z.string().nullable(),
  last_number: z.string().nullable(),
});

/** Quantities by value in pence. */
export const pieces = z.strictObject(
  Object.fromEntries(
    denominations.map(worth => [
      String(worth),
      z
        .int('Enter a whole number.')
        .min(0, 'Enter zero or more.')
        .max(100_000, 'Enter a smaller number.')
        .optional(),
    ]),
  ) as Record<`${(typeof denominations)[number]}`, z.ZodOptional<z.ZodInt>>,
);

/** Counted notes and coins. An empty drawer is entered as zero of one of them. */
export const countedPieces = pieces.refine(
  value => Object.keys(value).length > 0,
  'Enter how many notes and coins you counted.',
);

/** Cash movements; `expected` is the cash that should be in the drawer (rule T1). Cash out is negative. */
const cash = z.object({
  float: money,
  sales: money,
  refunds: money,
  receipts: money,
  payouts: money,
  paid_in: money,
  paid_out: money,
  drops: money,
  expected: money,
});

/** Payments by one method. */
const payments = z.object({
  method: tenderMethod,
  /** The company's name for it at the time, if it had one. */
  name: z.string().optional(),
  taken: money,
  paid_back: money,
  count: z.int(),
});

/**
 * An X report, or the Z report frozen on closing (rules T2, T3). Figures that reveal expected cash (`sales`,
 * `refunds`, `cash`, payments in cash, cashier totals) are null in an X report of a blind count.
 */
export const tillReport = z.object({
  kind: z.enum(['x', 'z']),
  /** `Z-T1-00001`; null for an X report. */
  number: z.string().nullable(),
  session_id: id,
  register: z.object({ id, code: z.string(), name: z.string() }),
  seller: z.object({ name: z.string(), vat_number: z.string().nullable() }),
  /** The Z report of the session whose late sales this one has. */
  late_of: z.object({ session_id: id, number: z.string().nullable() }).nullable(),
  business_date: calendarDate,
  opened_by: z.string(),
  opened_at: instant,
  /** When the report was created, and by whom. */
  made_by: z.string(),
  made_at: instant,
  sales: documents.nullable(),
  refunds: documents.nullable(),
  /** Payments and refunds of sales. */
  tenders: z.array(payments),
  /** Customers' payments on account, top-ups and pay-outs; missing in older reports. */
  customer_payments: z.array(payments).optional(),
  /** Sales on account. */
  on_account: money.nullable(),
  discounts: z.object({ lines: money, cart: money }),
  /** Sales cancelled by credit note after payment; also included in refunds. */
  cancelled: counted.nullable(),
  voided_baskets: counted,
  removed_lines: counted,
  drawer_openings: z.int(),
  /** Unsent sales on devices at the time; missing in older reports. */
  unsent: z.array(z.object({ device: z.string(), sales: z.int(), amount: money.nullable() })).optional(),
  /** The number of sale exceptions; missing in older reports. */
  exceptions: z.int().optional(),
  cash: cash.nullable(),
  counted: z
    .object({
      pieces: pieces.nullable(),
      total: money,
      difference: money,
      reason: z.string().nullable(),
      /** How often the drawer was counted. */
      times: z.int(),
      /** The next float left in the drawer. The rest goes to the safe. */
      left: money,
      /** The payment methods counted beside cash; missing in older reports. */
      methods: z.array(methodCount).optional(),
    })
    .nullable(),
  cashiers: z.array(
    z.object({
      name: z.string(),
      sales: z.int(),
      gross: money.nullable(),
      refunds: z.int(),
      refunded: money.nullable(),
    }),
  ),
});
export type TillReport = z.output<typeof tillReport>;
