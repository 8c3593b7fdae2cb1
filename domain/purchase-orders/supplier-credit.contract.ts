import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';

/** A supplier credit note: for an amount, or for returned goods. */
const creditRow = z.object({
  id,
  kind: z.enum(['amount', 'return']),
  number: z.string(),
  supplier: z.object({ id, name: z.string() }),
  supplier_credit_number: z.string().nullable(),
  credit_date: calendarDate,
  /** Its own date, or the first open day after it (rule P13). */
  posted_on: calendarDate.nullable(),
  reason: z.string(),
  net: money,
  vat: money,
  gross: money,
  /** The bills it credits, each with its share; empty when all of it is on account. */
  bills: z.array(z.object({ id, supplier_bill_number: z.string(), amount: money })),
  /** The orders it belongs to. */
  orders: z.array(z.object({ id, po_number: z.string() })),
  /** The unallocated part: credit with the supplier. */
  on_account: money,
  journal_id: id.nullable(),
  reversed_at: instant.nullable(),
  reversal_reason: z.string().nullable(),
});

const listed = listCalls('/supplier-credits', {
  summary: 'List supplier credit notes',
  access: can('view_purchaseorder'),
  exportAccess: can('view_purchaseorder', 'export_data'),
  listing: {
    sort: ['credit_date', 'number', 'gross'],
    defaultSort: { by: 'credit_date', order: 'desc' },
    filters: {
      supplier_id: severalIds('suppliers'),
      /** On account: part of it is unallocated. */
      state: severalOf(z.enum(['standing', 'on_account', 'reversed'], 'Choose a state.')),
      from: calendarDate,
      to: calendarDate,
    },
  },
  row: creditRow,
});

export const supplierCredits = {
  ...listed,
  totals: call('GET', '/supplier-credits/totals', {
    summary: 'Total a list of supplier credit notes. Reversed ones are only included on request',
    access: can('view_purchaseorder'),
    query: listed.list.query,
    reply: z.object({ net: money, vat: money, gross: money, on_account: money }),
  }),
};

export type SupplierCreditTotals = z.output<typeof supplierCredits.totals.reply>;
export type SupplierCreditRow = z.output<typeof creditRow>;
