import type { ImportField } from './import-field';

/** What an expense of a file may have: a draft of one line. */
export const expenseFields: readonly ImportField[] = [
  {
    name: 'description',
    label: 'What for',
    required: true,
    alsoCalled: ['description', 'expense', 'purpose', 'details', 'memo', 'merchant'],
  },
  {
    name: 'expense_date',
    label: 'Date',
    required: true,
    alsoCalled: ['expense date', 'receipt date', 'invoice date', 'spent on'],
    hint: 'such as 21/11/2026',
  },
  {
    name: 'category',
    label: 'Category',
    required: true,
    alsoCalled: ['categories', 'expense category', 'type', 'account', 'nominal'],
    hint: 'one of the expense categories',
  },
  {
    name: 'gross',
    label: 'Gross',
    required: true,
    alsoCalled: ['amount', 'total', 'gross amount', 'total amount'],
  },
  {
    name: 'vat',
    label: 'VAT',
    alsoCalled: ['vat amount', 'tax', 'tax amount'],
    hint: 'as printed; blank: by the rate',
  },
  {
    name: 'vat_code',
    label: 'VAT code',
    alsoCalled: ['tax code', 'vat rate'],
    hint: 'S, R, Z, E or O; blank: S',
  },
  {
    name: 'supplier',
    label: 'Supplier',
    alsoCalled: ['supplier name', 'vendor', 'payee', 'paid to'],
    hint: 'one that is there',
  },
  {
    name: 'reference',
    label: 'Receipt number',
    alsoCalled: ['reference', 'receipt', 'invoice number', 'invoice no', 'receipt no'],
  },
  {
    name: 'vat_number',
    label: "Seller's VAT number",
    alsoCalled: ['vat number', 'vat no', 'vat registration number'],
  },
  {
    name: 'settlement',
    label: 'Settlement',
    alsoCalled: ['paid with', 'status of payment'],
    hint: 'blank: paid with the firm’s money',
  },
  {
    name: 'payment_method',
    label: 'Method',
    alsoCalled: ['payment method', 'paid by', 'method of payment'],
    hint: 'blank: credit card',
  },
  { name: 'notes', label: 'Notes', alsoCalled: ['note', 'remarks', 'comment', 'comments'] },
];
