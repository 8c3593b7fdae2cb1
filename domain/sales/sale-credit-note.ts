import * as z from 'zod';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money, type Pence, sum, toPence } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { creditNoteKind, returnedGoods } from './sale-state';
import { tenderMethod } from './tender';

/** A credit note as part of its sale. */
export const saleCreditNote = z.object({
  id,
  number: z.string(),
  /** Of the refund, exchange or edit that made it. */
  client_id: z.string(),
  kind: creditNoteKind,
  business_date: calendarDate,
  reason: z.string(),
  net: money,
  vat: money,
  gross: money,
  refunded_by: z.string(),
  refunded_at: instant,
  journal_id: id.nullable(),
  tenders: z.array(
    z.object({
      method: tenderMethod,
      amount: money,
      /** What of an exchange came from the wallet (rule W10). */
      from_wallet: money,
      reference: z.string().nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      sale_line_number: z.int(),
      description: z.string(),
      quantity,
      goods: returnedGoods,
      net: money,
      vat: money,
      gross: money,
    }),
  ),
});

export type CreditNote = z.output<typeof saleCreditNote>;

/** What a credit note took off the balance due (rule W9); the rest was refunded. */
export const clearedBy = ({ gross, tenders }: Pick<CreditNote, 'gross' | 'tenders'>): Pence =>
  toPence(gross - sum(tenders.map(({ amount }) => amount)));
