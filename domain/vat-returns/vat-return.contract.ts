import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, optionalText } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { vatCode } from '../kernel/vat';
import { enteredBox } from './nine-boxes';

/** `open`: the period is over. `running`: it is not. */
const vatReturnState = z.enum(['running', 'to_file', 'filed']);

/** Output tax is on sales, input tax on purchases. */
export const vatDirection = z.enum(['output', 'input'], 'Choose sales or purchases.');
export type VatDirection = z.infer<typeof vatDirection>;
export const vatDirectionNames: Readonly<Record<VatDirection, string>> = {
  output: 'Sales',
  input: 'Purchases',
};

const filing = z.object({
  /** The name of the filed return in the audit log and notes. */
  id,
  by: z.string(),
  at: instant,
  /** HMRC's reply, such as the number of its receipt. */
  reference: z.string().nullable(),
  /** The journal that cleared the VAT accounts; null if there was no VAT. */
  journal_id: id.nullable(),
});

/** In pounds and pence; boxes 6 to 9 are whole pounds (rule V24). */
export const nineBoxes = {
  box_1: money,
  box_2: money,
  box_3: money,
  box_4: money,
  box_5: money,
  box_6: money,
  box_7: money,
  box_8: money,
  box_9: money,
};

const vatReturnRow = z.object({
  from: calendarDate,
  to: calendarDate,
  state: vatReturnState,
  /** The final return ends with the registration; later ones only include what came after it was filed. */
  stage: z.enum(['registered', 'final', 'after_registration']),
  /** The due date for filing and paying. */
  due_on: calendarDate,
  ...nineBoxes,
  /** HMRC pays box 5 to the business. */
  is_reclaim: z.boolean(),
  entry_count: z.int(),
  filed: filing.nullable(),
});

const vatReturn = vatReturnRow.extend({
  codes: z.array(
    z.object({
      direction: vatDirection,
      code: vatCode,
      net: money,
      vat: money,
      entry_count: z.int(),
    }),
  ),
  /** Entries of earlier periods that were not in their returns (rule V25). */
  late: z.object({
    entry_count: z.int(),
    output_vat: money,
    input_vat: money,
    /** The net of error corrections by adjustments in this return; positive if HMRC gets more. */
    corrections: money,
    /** The maximum net error that may be corrected here. */
    limit: money,
    is_within_limit: z.boolean(),
  }),
  /** Bills that reclaim VAT although their supplier has no VAT number (rule V18). */
  without_vat_number: z.object({ bills: z.int(), vat: money }),
  /** Entries excluded from the first return because they predate it; null if there are none. */
  before_registration: z
    .object({
      /** The first day included: that of the registration, or the first day set for the first return. */
      registered_from: calendarDate,
      is_first_day: z.boolean(),
      entry_count: z.int(),
      output_vat: money,
      input_vat: money,
    })
    .nullable(),
  can_file: z.object({ allowed: z.boolean(), reason: z.string().optional() }),
});

const vatEntry = z.object({
  id,
  tax_point: calendarDate,
  direction: vatDirection,
  vat_code: vatCode,
  /** In percent, such as "20.00". */
  rate: z.string(),
  net: money,
  vat: money,
  journal_id: id,
  narrative: z.string(),
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  business_date: calendarDate,
  /** Its tax point is before the period. */
  is_late: z.boolean(),
});

const access = can('view_ledger');
/** A period is identified by its last day. */
const ofPeriod = z.strictObject({ to: calendarDate });

/** VAT returns, filed and open (rules V24, V25, R8). */
export const vatReturns = {
  list: call('GET', '/reports/vat-return', {
    summary: 'List the VAT returns, filed and open, newest first',
    access,
    reply: z.object({ data: z.array(vatReturnRow) }),
  }),
  get: call('GET', '/reports/vat-return/period', {
    summary: 'Show the VAT return of a period',
    access,
    query: ofPeriod,
    reply: vatReturn,
  }),
  file: call('POST', '/reports/vat-return/file', {
    summary: 'File the VAT return of a period and lock the period',
    access: can('lock_period'),
    body: z.strictObject({
      to: enteredDate,
      reference: optionalText('Reference', 100),
      /** The number of entries the user saw; filing is refused if it has changed. */
      entry_count: z.int().min(0).optional(),
    }),
    reply: vatReturn,
  }),
  pdf: call('GET', '/reports/vat-return/pdf', {
    summary: 'Export the VAT return of a period as a PDF',
    access,
    query: ofPeriod,
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

const listedEntries = listCalls('/reports/vat-return/entries', {
  summary: 'List the entries of a VAT return',
  access,
  exportAccess: can('view_ledger', 'export_data'),
  listing: {
    sort: ['tax_point'],
    defaultSort: { by: 'tax_point', order: 'desc' },
    filters: {
      to: calendarDate,
      box: severalOf(enteredBox),
      direction: severalOf(vatDirection),
      vat_code: severalOf(vatCode),
      late: z.enum(['yes', 'no'], 'Choose yes or no.'),
      /** Bills that reclaim VAT although their supplier has no VAT number. */
      vat_number: z.enum(['missing'], 'Choose missing, or omit this filter.'),
    },
  },
  row: vatEntry,
});

const entrySums = z.object({ net: money, vat: money });

/** The entries of a return or one of its boxes; of the earliest open period by default. */
export const vatEntries = {
  ...listedEntries,
  totals: call('GET', '/reports/vat-return/entries/totals', {
    summary: 'Total a list of VAT entries. Sales and purchases are totalled apart',
    access,
    query: listedEntries.list.query,
    reply: z.object({ output: entrySums, input: entrySums }),
  }),
};

export type VatReturnRow = z.output<typeof vatReturnRow>;
export type VatReturn = z.output<typeof vatReturn>;
export type VatEntryTotals = z.output<typeof vatEntries.totals.reply>;
export type VatEntryRow = z.output<typeof vatEntry>;
