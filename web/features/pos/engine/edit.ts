import type { TillCustomer } from '#domain/pos/pos.contract';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { type Basket, emptyBasket } from './basket';

/**
 * A completed sale as a basket, to be changed: every price and discount as it was charged, whatever the price list says
 * today. What becomes of it is a new sale under a new number (rule L7).
 */
export function basketOfSale(sale: SaleDetail, clientId: string, customer: TillCustomer | undefined): Basket {
  return {
    ...emptyBasket(clientId),
    lines: sale.lines.map((line, index) => ({
      key: index + 1,
      productId: line.product.id,
      sku: line.product.sku,
      name: line.description,
      unit: line.unit,
      quantity: line.quantity,
      factor: wholeUnits(1),
      unitPrice: line.unit_price,
      priceReason: line.price_reason ?? `As on ${sale.number}`,
      discount: line.line_discount > 0 ? { kind: 'amount', pence: line.line_discount } : null,
      discountReason: line.line_discount > 0 ? (line.discount_reason ?? `As on ${sale.number}`) : '',
      note: line.note ?? '',
    })),
    nextKey: sale.lines.length + 1,
    customer: sale.customer.is_walk_in
      ? null
      : {
          id: sale.customer.id,
          name: sale.customer.name,
          number: customer?.number ?? '',
          priceGroupId: customer?.price_group_id ?? null,
          hasCredit: customer?.has_credit ?? false,
        },
    mode: sale.price_mode,
    discount: sale.cart_discount > 0 ? { kind: 'amount', pence: sale.cart_discount } : null,
    discountReason: sale.cart_discount > 0 ? (sale.discount_reason ?? `As on ${sale.number}`) : '',
    customerReference: sale.customer_reference ?? '',
    deliveryAddress: sale.delivery_address ?? '',
    notes: sale.notes ?? '',
    replacing: {
      saleId: sale.id,
      number: sale.number,
      // What was put on account and is still owed goes with the old sale; what was paid counts towards the new one.
      paid: toPence(sale.gross - Math.max(0, sale.outstanding)),
      reason: '',
    },
  };
}
