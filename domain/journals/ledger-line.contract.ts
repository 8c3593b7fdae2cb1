import * as z from 'zod';
import { journalKind } from '../accounting/journal-kind';
import { ledgerPart } from '../accounting/ledger-parts';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { accountCodes } from './journal.contract';

/** One line of the general ledger: a posting to one account, with its source. */
const ledgerLine = z.object({
  journal_id: id,
  line_number: z.int(),
  business_date: calendarDate,
  kind: journalKind,
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  narrative: z.string(),
  account: z.object({ code: z.string(), name: z.string() }),
  supplier: z.object({ id, name: z.string() }).nullable(),
  debit: money,
  credit: money,
  /**
   * The balance of the account after this line, debits less credits; only if one account is shown without
   * other filters (rule R9).
   */
  balance: money.nullable(),
});

const filters = {
  account: accountCodes,
  /** All accounts of some parts of the ledger. */
  part: severalOf(ledgerPart),
  supplier_id: severalIds('suppliers'),
  kind: severalOf(journalKind),
  from: calendarDate,
  to: calendarDate,
  /** Leaves out the journals that closed a year from this day on, as the profit and loss does. */
  unclosed_from: calendarDate,
};

const listed = listCalls('/ledger-lines', {
  summary: 'List ledger lines',
  access: can('view_ledger'),
  exportAccess: can('view_ledger', 'export_data'),
  listing: {
    sort: ['business_date'],
    defaultSort: { by: 'business_date', order: 'desc' },
    filters,
  },
  row: ledgerLine,
});

export const ledgerLines = {
  ...listed,
  totals: call('GET', '/ledger-lines/totals', {
    summary: 'Total the ledger lines of a list',
    access: can('view_ledger'),
    query: listed.list.query,
    reply: z.object({ debit: money, credit: money }),
  }),
};

export type LedgerLine = z.output<typeof ledgerLine>;
