import { textFromQuantity } from '#domain/kernel/quantity';
import type { LineToPost } from './sale-to-post';

/** A line in the column names of the document tables, with its rate in hundredths of a per cent. */
export const lineRow = (line: LineToPost, index: number) => ({
  line_number: index + 1,
  product_id: line.productId,
  sku: line.sku,
  description: line.description,
  unit: line.unit,
  quantity: textFromQuantity(line.quantity),
  list_price_pence: line.listPrice,
  unit_price_pence: line.unitPrice,
  price_reason: line.priceReason,
  amount_pence: line.amount,
  line_discount_pence: line.lineDiscount,
  discount_reason: line.discountReason,
  cart_discount_pence: line.basketDiscount,
  vat_code: line.vatCode,
  rate_hundredths: line.rate,
  net_pence: line.net,
  vat_pence: line.vat,
  gross_pence: line.gross,
  note: line.note,
});
