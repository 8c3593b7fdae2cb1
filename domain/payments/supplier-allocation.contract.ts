import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id, idFilter } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { ruleResult } from '../kernel/rule-result-reply';

const item = z.object({
  /** Its item on the supplier’s ledger. */
  id,
  kind: z.string(),
  document_number: z.string().nullable(),
  link: z.string().nullable(),
});

const allocation = z.object({
  /** A payment, a credit note, or credit from before these books. */
  credit: item,
  /** What it settles: a bill, an opening item, an expense or a refund. */
  bill: item,
  amount: money,
  /** The part that can be removed; the rest belongs to the credit note itself. */
  removable: money,
  business_date: calendarDate,
  can: z.object({ remove: ruleResult }),
});

/** How a supplier’s payments and credit are allocated (rules W4, P14). */
export const supplierAllocations = {
  list: call('GET', '/suppliers/{id}/allocations', {
    summary: 'List allocations of a supplier’s payments and credit to bills, newest first',
    access: canAny('create_payment', 'view_ledger'),
    query: z.strictObject({
      /** Only those to this bill. */
      bill_id: idFilter.optional(),
    }),
    reply: z.object({ data: z.array(allocation) }),
  }),
  remove: call('POST', '/suppliers/{id}/allocations/take-back', {
    summary: 'Remove an allocation of a supplier’s payment or credit to a bill',
    access: can('create_payment'),
    body: z.strictObject({
      credit_item_id: id,
      bill_item_id: id,
      /** What the user saw could be removed; refused if it has changed since. */
      amount: positiveAmount,
    }),
    reply: z.object({ message: z.string() }),
  }),
};

export type SupplierAllocation = z.output<typeof allocation>;
