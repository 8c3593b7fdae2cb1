import type { ImportField } from './import-field';
import { statusField } from './status-field';

/** The fields of an imported product, with its opening stock. */
export const productFields: readonly ImportField[] = [
  {
    name: 'sku',
    label: 'SKU',
    required: true,
    alsoCalled: [
      'code',
      'stock code',
      'product code',
      'item code',
      'item number',
      'part number',
      'article number',
    ],
  },
  {
    name: 'name',
    label: 'Name',
    required: true,
    alsoCalled: ['product', 'product name', 'description', 'item', 'item name', 'title'],
  },
  {
    name: 'category',
    label: 'Category',
    alsoCalled: ['category name', 'product category', 'department'],
  },
  { name: 'sub_category', label: 'Sub-category', alsoCalled: ['subcategory', 'sub category name'] },
  { name: 'brand', label: 'Brand', alsoCalled: ['brand name', 'make', 'manufacturer'] },
  {
    name: 'unit',
    label: 'Unit',
    alsoCalled: ['uom', 'unit of measure', 'selling unit', 'sales unit'],
    hint: 'the import option if blank',
  },
  { name: 'buying_unit', label: 'Buying unit', alsoCalled: ['purchase unit', 'pack'] },
  {
    name: 'buying_factor',
    label: 'Buying factor',
    alsoCalled: ['pack size', 'units per pack', 'case size'],
  },
  {
    name: 'vat_code',
    label: 'VAT code',
    alsoCalled: ['vat', 'tax code', 'vat rate'],
    hint: 'S, R, Z, E or O; the import option if blank',
  },
  {
    name: 'price',
    label: 'Price',
    required: true,
    alsoCalled: ['unit price', 'selling price', 'sales price', 'retail price', 'rrp', 'price gbp'],
  },
  {
    name: 'price_includes_vat',
    label: 'Price includes VAT',
    alsoCalled: ['vat included', 'inc vat'],
    hint: 'yes or no; the import option if blank',
  },
  {
    name: 'standard_cost',
    label: 'Standard cost',
    alsoCalled: ['cost', 'cost price', 'unit cost', 'purchase price', 'buying price'],
    needs: ['view_cost'],
  },
  {
    name: 'is_stocked',
    label: 'Stocked',
    alsoCalled: ['stock item', 'is stocked', 'track stock'],
    hint: 'yes or no',
  },
  {
    name: 'stock_policy',
    label: 'Stock policy',
    hint: 'block, warn, ask or allow; the setting for new products if blank',
  },
  {
    name: 'reorder_level',
    label: 'Reorder level',
    alsoCalled: ['reorder point', 'minimum stock', 'min stock'],
    hint: 'the setting for new products if blank',
  },
  {
    name: 'reorder_quantity',
    label: 'Reorder quantity',
    alsoCalled: ['reorder qty', 'order quantity'],
    hint: 'the setting for new products if blank',
  },
  {
    name: 'barcodes',
    label: 'Barcodes',
    alsoCalled: ['barcode', 'ean', 'upc', 'gtin', 'ean13'],
    hint: 'separate several with commas',
  },
  { name: 'notes', label: 'Notes', alsoCalled: ['note', 'remarks', 'comment'] },
  { ...statusField, hint: 'active or inactive; archived products stay archived if blank' },
  {
    name: 'opening_quantity',
    label: 'Opening quantity',
    alsoCalled: ['opening stock', 'opening qty', 'quantity on hand', 'stock on hand', 'qty on hand'],
    needs: ['adjust_stock'],
  },
  {
    name: 'opening_unit_cost',
    label: 'Opening unit cost',
    alsoCalled: ['opening cost', 'opening stock cost'],
    needs: ['adjust_stock'],
    hint: 'without VAT; standard cost if blank',
  },
];
