import type { ImportField } from './import-field';

/** The fields of an imported price list: a supplier's terms for a product. */
export const supplierPriceFields: readonly ImportField[] = [
  {
    name: 'supplier',
    label: 'Supplier',
    required: true,
    alsoCalled: ['supplier name', 'vendor', 'vendor name'],
    hint: 'the same in each row of a price list',
  },
  {
    name: 'sku',
    label: 'SKU',
    alsoCalled: ['our sku', 'our code', 'stock code'],
    hint: 'their code if blank',
  },
  {
    name: 'supplier_code',
    label: 'Their code',
    alsoCalled: [
      'supplier code',
      'supplier sku',
      'code',
      'product code',
      'item code',
      'part number',
      'catalogue number',
    ],
  },
  {
    name: 'agreed_cost',
    label: 'Agreed price',
    alsoCalled: ['price', 'unit price', 'cost', 'cost price', 'net price', 'trade price'],
    hint: 'for one buying unit, without VAT',
  },
  {
    name: 'agreed_cost_from',
    label: 'Agreed from',
    isDate: true,
    alsoCalled: ['from', 'valid from', 'effective from', 'effective date', 'start date'],
    hint: 'today if blank',
  },
  {
    name: 'minimum',
    label: 'Minimum order',
    alsoCalled: ['moq', 'minimum quantity', 'minimum order quantity', 'min qty'],
    hint: 'in buying units',
  },
  { name: 'lead_time_days', label: 'Lead time (days)', alsoCalled: ['lead time', 'lead days'] },
];
