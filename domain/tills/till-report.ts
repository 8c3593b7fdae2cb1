import * as z from 'zod';
import { tenderMethod } from '../sales/tender';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';
import { denominations } from './denominations';

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

/** Pieces by the pence they are worth. */
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

/** Pieces that somebody counted: an empty drawer is counted as none of some piece. */
export const countedPieces = pieces.refine(
  kept => Object.keys(kept).length > 0,
  'Enter how many notes and coins you counted.',
);

/** What cash came and went; `expected` is what should be in the drawer (rule T1). Amounts out of it are below zero. */
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

/**
 * An X report, or the Z that is frozen when a session is closed (rules T2, T3). What tells the cash that should be in the
 * drawer (`sales`, `refunds`, `cash`, the cash among the tenders, the cashiers' totals) is null in an X for whoever counts
 * blind.
 */
export const tillReport = z.object({
  kind: z.enum(['x', 'z']),
  /** `Z-T1-00001`; none of an X. */
  number: z.string().nullable(),
  session_id: id,
  register: z.object({ id, code: z.string(), name: z.string() }),
  seller: z.object({ name: z.string(), vat_number: z.string().nullable() }),
  /** The Z of the session whose late sales this one took. */
  late_of: z.object({ session_id: id, number: z.string().nullable() }).nullable(),
  business_date: calendarDate,
  opened_by: z.string(),
  opened_at: instant,
  /** When the figures were drawn up, and by whom. */
  made_by: z.string(),
  made_at: instant,
  sales: documents.nullable(),
  refunds: documents.nullable(),
  tenders: z.array(
    z.object({
      method: tenderMethod,
      /** What the firm called it then, where it had a word of its own. */
      name: z.string().optional(),
      taken: money,
      paid_back: money,
      count: z.int(),
    }),
  ),
  /** What was sold without being paid. */
  on_account: money.nullable(),
  discounts: z.object({ lines: money, cart: money }),
  /** Sales that were cancelled after they were paid, by a credit note; they are among the refunds too. */
  cancelled: counted.nullable(),
  voided_baskets: counted,
  removed_lines: counted,
  drawer_openings: z.int(),
  /** What devices held and had not sent when the figures were drawn up; older reports do not say. */
  unsent: z.array(z.object({ device: z.string(), sales: z.int(), amount: money.nullable() })).optional(),
  /** How many exceptions its sales have; older reports do not say. */
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
      /** What stays in the drawer as the next float; the rest goes to the safe. */
      left: money,
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
