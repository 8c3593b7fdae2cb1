import { unitName } from '#domain/kernel/unit-words';
import type { LineRules } from '../../ui/lines/merge-lines';
import { type LineValues, lineBody } from './order-form-values';

/** How two users' edits of an order's lines are merged (F12). */
export const orderLineRules: LineRules<LineValues> = {
  // The same as far as it would be sent: 5 and 5.00 are one price.
  isSame: (one, other) => JSON.stringify(lineBody(one)) === JSON.stringify(lineBody(other)),
  keepMine: (mine, theirs) => ({ ...mine, received: theirs.received }),
  nameOf: ({ description, product }) => description || product?.name || 'Line without an item',
  valuesOf: line => [
    ['Item', [line.description, line.product?.sku].filter(Boolean).join(' · ')],
    ['Their code', line.supplier_code],
    ['Unit', unitName(line.unit, line.factor)],
    ['Quantity', line.quantity],
    ['Price', line.unit_price && `£${line.unit_price}`],
    ['Discount', line.discount && !line.discount.endsWith('%') ? `£${line.discount}` : line.discount],
    ['VAT', line.vat_code],
    ['Account', line.account],
  ],
};
