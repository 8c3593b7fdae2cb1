import { poundsFromPence } from '#domain/kernel/money';
import { type ProductRow, products } from '#domain/products/product.contract';
import { request } from '../../platform/api';
import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf } from './product-form-values';

/** Edits a product in its row, which has only a part of it. */
export const ProductCellEditor = cellEditor({
  call: products.update,
  list: products.list,
  fields: {
    name: { label: 'Name', maxLength: 200 },
    sku: { label: 'SKU', maxLength: 60 },
    price: {
      label: product => (product.price_includes_vat ? 'Price inc. VAT' : 'Price exc. VAT'),
      kind: 'figure',
    },
    status: { label: 'Status', options: statusOptions },
  },
  recordOf: ({ id }: ProductRow) => request(products.get, { params: { id }, shownInPlace: true }),
  shown: ({ name, sku, price, status }) => ({ name, sku, price: poundsFromPence(price), status }),
  // The cost stays as it is.
  valuesOf: product => formValuesOf(product, false),
  bodyOf,
});
