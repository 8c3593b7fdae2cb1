import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { valueAt } from './compare';
import { type DocumentsByRoute, daysAgo } from './document-desk';
import { notStored, shownAs } from './money-document';

const readings = { journal: '/journals/{reply.journal_id}' };
const dated = { business_date: 'journal.business_date', date_reason: 'journal.reason' };

export const ledgerDocuments: DocumentsByRoute = {
  'POST /opening-balances/accounts': async () => ({
    examples: [
      {
        body: {
          business_date: daysAgo(31),
          date_reason: 'From the trial balance',
          account: '1020',
          side: 'credit',
          amount: '111.00',
        },
      },
    ],
    readings,
    rows: {
      ...dated,
      account: 'journal.lines.1.account.code',
      side: shownAs('journal.lines.1.credit', '111.00'),
      amount: ['journal.lines.1.credit', 'journal.amount'],
    },
  }),
  'POST /opening-balances/bills': async ({ supplier }) => {
    const [owed, credit] = [await supplier(), await supplier()];
    return {
      examples: [
        {
          params: { supplier: owed },
          body: {
            business_date: daysAgo(32),
            date_reason: 'From the old ledger',
            supplier_id: owed,
            supplier_bill_number: 'OLD-112',
            bill_date: daysAgo(60),
            due_on: daysAgo(29),
            amount: '112.00',
          },
        },
        {
          params: { supplier: credit },
          body: {
            kind: 'credit',
            supplier_id: credit,
            supplier_bill_number: 'OLD-113',
            bill_date: daysAgo(61),
            amount: '113.00',
          },
          rows: { bill_date: 'credits.invoice_date' },
        },
      ],
      readings: {
        ...readings,
        ledger: '/wallet/supplier/{supplier}',
        bills: '/supplier-bills?supplier_id={supplier}',
        credits: 'table:opening_invoices?supplier_id={supplier}',
      },
      rows: {
        ...dated,
        kind: [shownAs('ledger.open_items.side', 'debit'), shownAs('journal.kind', 'opening')],
        supplier_id: 'journal.lines.supplier.id',
        supplier_bill_number: ['journal.narrative', 'ledger.open_items.description'],
        bill_date: 'bills.data.bill_date',
        due_on: ['bills.data.due_on', 'ledger.open_items.due_on'],
        amount: ['journal.amount', 'ledger.open_items.amount'],
      },
    };
  },
  'POST /opening-balances/invoices': async ({ customer }) => {
    const [owing, credit] = [await customer(), await customer()];
    return {
      examples: [
        {
          params: { customer: owing },
          body: {
            business_date: daysAgo(33),
            date_reason: 'From the old system',
            customer_id: owing,
            number: 'OLD-114',
            invoice_date: daysAgo(62),
            due_on: daysAgo(28),
            amount: '114.00',
          },
        },
        {
          params: { customer: credit },
          body: {
            kind: 'credit',
            customer_id: credit,
            number: 'OLD-115',
            invoice_date: daysAgo(63),
            amount: '115.00',
          },
        },
      ],
      readings: {
        ...readings,
        ledger: '/wallet/customer/{customer}',
        invoices: 'table:opening_invoices?customer_id={customer}',
      },
      rows: {
        ...dated,
        kind: [shownAs('ledger.open_items.side', 'credit'), shownAs('journal.kind', 'opening')],
        customer_id: 'journal.lines.customer.id',
        number: ['journal.narrative', 'ledger.open_items.document_number'],
        invoice_date: 'invoices.invoice_date',
        due_on: 'ledger.open_items.due_on',
        amount: ['journal.amount', 'ledger.open_items.amount'],
        client_id: notStored('what an approval is given for'),
        approvals: notStored('used for credit above the limit, and kept with the approvals'),
      },
    };
  },
  'POST /journals/year-end': async ({ made, read }) => {
    const thisYear = valueAt(await read('/settings/financial-year'), 'current.from') as CalendarDate;
    const year_end = addDays(thisYear, -1);
    await made('/journals', {
      narrative: 'Rent from a tenant',
      business_date: year_end,
      date_reason: 'Entered later',
      lines: [
        { account: '1020', debit: '116.00' },
        { account: '4900', credit: '116.00' },
      ],
    });
    return {
      examples: [{ body: { year_end, date_reason: 'The accountant has agreed' } }],
      readings: { journal: '/journals/{reply.id}', row: '/journals?kind=year_end#{reply.id}' },
      rows: {
        year_end: ['journal.business_date', 'row.business_date'],
        date_reason: ['journal.reason', 'audit.after.reason'],
      },
    };
  },
};
