import type { ImportField } from './import-field';

const amount: ImportField = {
  name: 'amount',
  label: 'Amount still open',
  required: true,
  alsoCalled: [
    'amount',
    'outstanding',
    'amount outstanding',
    'outstanding amount',
    'balance',
    'balance due',
    'amount due',
    'open amount',
    'open balance',
    'total due',
    'total',
  ],
  hint: 'including VAT; below zero for unused credit',
};
const dueOn: ImportField = {
  name: 'due_on',
  label: 'Due on',
  isDate: true,
  alsoCalled: ['due', 'due date', 'payment due', 'date due'],
  hint: 'the document’s date if blank',
};
const kind = (hint: string): ImportField => ({
  name: 'kind',
  label: 'Type',
  alsoCalled: ['kind', 'document type', 'transaction type', 'tran type'],
  hint,
});

/** The fields of an imported opening invoice: what a customer owed, or was owed, when the books began. */
export const openingInvoiceFields: readonly ImportField[] = [
  {
    name: 'customer',
    label: 'Customer',
    required: true,
    alsoCalled: [
      'customer name',
      'contact',
      'contact name',
      'account name',
      'company',
      'company name',
      'name',
    ],
    hint: 'name, email address or customer number',
  },
  {
    name: 'number',
    label: 'Number',
    required: true,
    alsoCalled: [
      'invoice number',
      'invoice no',
      'invoice',
      'document number',
      'reference',
      'ref',
      'num',
      'no',
    ],
    hint: 'as in your earlier books',
  },
  {
    name: 'date',
    label: 'Invoice date',
    isDate: true,
    required: true,
    alsoCalled: ['date', 'document date', 'issue date', 'date of invoice', 'transaction date'],
    hint: 'such as 21/11/2026',
  },
  dueOn,
  kind('invoice or credit; invoice if blank'),
  amount,
];

/** The fields of an imported opening bill: what the business owed a supplier, or was owed, when the books began. */
export const openingBillFields: readonly ImportField[] = [
  {
    name: 'supplier',
    label: 'Supplier',
    required: true,
    alsoCalled: [
      'supplier name',
      'vendor',
      'vendor name',
      'contact',
      'contact name',
      'account name',
      'company',
      'company name',
      'name',
    ],
    hint: 'name or email address',
  },
  {
    name: 'number',
    label: 'Supplier’s bill number',
    required: true,
    alsoCalled: [
      'number',
      'bill number',
      'bill no',
      'bill',
      'invoice number',
      'invoice no',
      'document number',
      'reference',
      'ref',
      'num',
      'no',
    ],
  },
  {
    name: 'date',
    label: 'Bill date',
    isDate: true,
    required: true,
    alsoCalled: ['date', 'invoice date', 'document date', 'issue date', 'transaction date'],
    hint: 'such as 21/11/2026',
  },
  dueOn,
  kind('bill or credit; bill if blank'),
  amount,
];
