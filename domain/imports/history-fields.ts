import type { ImportField } from './import-field';

/** The fields of a sales history line. */
export const historyFields: readonly ImportField[] = [
  {
    name: 'number',
    label: 'Invoice number',
    required: true,
    alsoCalled: ['invoice no', 'invoice', 'document number', 'document', 'order number', 'receipt number'],
    hint: 'begins with C for cancellations',
  },
  {
    name: 'sku',
    label: 'Stock code',
    required: true,
    alsoCalled: ['sku', 'code', 'product code', 'item code', 'product'],
  },
  { name: 'description', label: 'Description', alsoCalled: ['product name', 'item', 'name'] },
  {
    name: 'quantity',
    label: 'Quantity',
    required: true,
    alsoCalled: ['qty', 'pieces', 'units'],
    hint: 'negative for returns',
  },
  {
    name: 'sold_at',
    label: 'Date',
    isDate: true,
    required: true,
    alsoCalled: ['invoice date', 'date and time', 'sold at', 'order date', 'sale date'],
    hint: '2010-12-01 08:26 or 01/12/2010',
  },
  {
    name: 'price',
    label: 'Unit price',
    required: true,
    alsoCalled: ['price', 'selling price', 'price each'],
    hint: 'in pounds',
  },
  {
    name: 'customer',
    label: 'Customer number',
    alsoCalled: ['customer id', 'customer no', 'customer', 'account number'],
    hint: 'blank for walk-in sales',
  },
  { name: 'country', label: 'Country' },
];
