import type { TypedSale } from '#domain/sales/needs';
import { type CalculatedSale, ruledUnitPrices, type SaleToCalculate } from '#domain/sales/calculate-sale';
import type { BasketWrite } from '#domain/sales/basket.contract';
import { type AgreedSale, agreedParts } from '#domain/sales/agreed-parts';
import { hasTypedDiscount, hasTypedPrice } from './typed-lines';
import type { Buyer } from './sale-customer';
import { averageCostOf, type SaleProduct } from './sale-products';

type BasketContext = {
  readonly body: BasketWrite;
  readonly input: SaleToCalculate;
  readonly calculated: CalculatedSale;
  readonly buyer: Buyer;
  readonly products: ReadonlyMap<number, SaleProduct>;
};

/**
 * The manual overrides that need permission. Prices the rules give anyway need none, nor do the agreed terms
 * of an edited sale.
 */
export function manualOverridesOf(
  { body, input, calculated, buyer, products }: BasketContext,
  agreed: AgreedSale | null,
): TypedSale {
  const agreedNow = agreed
    ? agreedParts(agreed, { mode: body.price_mode, customerId: buyer.id, sale: calculated })
    : null;
  const ruled = body.lines.some(hasTypedPrice) ? ruledUnitPrices(input) : [];
  return {
    mode: body.price_mode,
    lines: calculated.lines.map((line, index) => {
      const written = body.lines[index];
      const product = products.get(line.productId);
      const agreedLine = agreedNow?.lines[index];
      return {
        hasTypedPrice: hasTypedPrice(written) && line.unitPrice !== ruled[index] && !agreedLine?.price,
        hasTypedDiscount: hasTypedDiscount(written) && !agreedLine?.discount,
        cost: product ? averageCostOf(product, line.quantity) : null,
      };
    }),
    hasTypedBasketDiscount: !agreedNow?.basketDiscount,
  };
}
