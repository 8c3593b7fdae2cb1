import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, idsFilter } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { quantity } from '../kernel/quantity';
import { ruleResult } from '../kernel/rule-result-reply';
import { vatCode } from '../kernel/vat';
import { dueWithin } from '../kernel/due-within';
import { reverseCharge } from './reverse-charge';

const billKind = z.enum(['goods', 'direct', 'landed_cost', 'opening'], 'Choose a kind of bill.');
type BillKind = z.infer<typeof billKind>;
export const billKindNames: Readonly<Record<BillKind, string>> = {
  goods: 'Goods on an order',
  direct: 'Without an order',
  landed_cost: 'Landed cost',
  opening: 'Opening balance',
};

const billRow = z.object({
  id,
  number: z.string(),
  supplier_bill_number: z.string(),
  kind: billKind,
  supplier: z.object({ id, name: z.string() }),
  /** The order whose goods or landed cost it is for. */
  order: z.object({ id, po_number: z.string() }).nullable(),
  bill_date: calendarDate,
  due_on: calendarDate,
  net: money,
  vat: money,
  gross: money,
  /** What is left of it on the supplier's ledger, as in Aged Creditors (rule R6). */
  outstanding: money,
  reversed_at: instant.nullable(),
  reversal_reason: z.string().nullable(),
});

const billLine = z.object({
  line_number: z.int(),
  product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  description: z.string(),
  /** In the unit of the order; null without one. */
  quantity: quantity.nullable(),
  net: money,
  vat_code: vatCode,
  vat_percent: percentage,
  vat: money,
  /** The account chosen for it. */
  account: z.object({ code: z.string(), name: z.string() }).nullable(),
});

const billDetail = billRow.extend({
  /** Its own date, or the first open day after it; null when its total is zero (rule P13). */
  posted_on: calendarDate.nullable(),
  posted_by: z.string(),
  posted_at: instant,
  /** For VAT that the buyer accounts for (rule V28). */
  reverse_charge: reverseCharge.nullable(),
  /** Billed less received, excluding VAT: zero when the three-way match is exact. */
  difference: money,
  /** It reclaims VAT, but its supplier has no VAT number (rule V18). */
  lacks_vat_number: z.boolean(),
  /** Its journal; null when its total is zero. */
  journal_id: id.nullable(),
  reversal_journal_id: id.nullable(),
  order: z.object({ id, po_number: z.string(), order_date: calendarDate, total: money }).nullable(),
  /** Blank where the bill was open when these books began. */
  lines: z.array(billLine),
  /** The goods received that it bills or makes dearer, each with all that was received, excluding VAT. */
  receipts: z.array(z.object({ id, number: z.string(), business_date: calendarDate, value: money })),
  /** The actions possible now, or why not. */
  can: z.object({ pay: ruleResult, credit: ruleResult, reverse: ruleResult }),
});

const view = can('view_purchaseorder');

const listed = listCalls('/supplier-bills', {
  summary: 'List supplier bills',
  access: view,
  exportAccess: can('view_purchaseorder', 'export_data'),
  listing: {
    sort: ['bill_date', 'due_on', 'number', 'gross', 'outstanding'],
    defaultSort: { by: 'bill_date', order: 'desc' },
    filters: {
      supplier_id: severalIds('suppliers'),
      /** Open: something is outstanding, whether overdue or not. */
      state: severalOf(z.enum(['open', 'overdue', 'paid', 'reversed'], 'Choose a state.')),
      kind: severalOf(billKind),
      /** Something is outstanding that is due within this many days, or overdue. */
      due_within: dueWithin,
      ids: idsFilter,
      from: calendarDate,
      to: calendarDate,
    },
  },
  row: billRow,
});

/** Every bill of every supplier: for orders, without one, for landed cost, and those open when these books began. */
export const supplierBills = {
  ...listed,
  totals: call('GET', '/supplier-bills/totals', {
    summary:
      'Total the supplier bills that match the filters, across all pages. Reversed ones are only included on request',
    access: view,
    query: listed.list.query,
    reply: z.object({ net: money, vat: money, gross: money, outstanding: money }),
  }),
  get: call('GET', '/supplier-bills/{id}', {
    summary: 'Show a supplier bill',
    // Users who see the purchase ledger see the bills on it.
    access: canAny('view_purchaseorder', 'view_ledger'),
    reply: billDetail,
  }),
};

export type SupplierBillRow = z.output<typeof billRow>;
export type SupplierBillDetail = z.output<typeof billDetail>;
