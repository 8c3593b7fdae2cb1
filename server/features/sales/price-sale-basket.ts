import type { CountryCode } from '#domain/countries/country';
import { vatByCountry } from '#domain/countries/vat-by-country';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Discount } from '#domain/kernel/line-amounts';
import { formatPounds } from '#domain/kernel/money';
import { type Quantity, toQuantity } from '#domain/kernel/quantity';
import { approvalsBeyondQuote, type QuotedTerms } from '#domain/quotes/as-quoted';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { BasketWrite } from '#domain/sales/basket.contract';
import { discountsWithin } from '#domain/sales/discounts-within';
import {
  canCalculate,
  type CalculatedSale,
  calculateSale,
  type SaleToCalculate,
} from '#domain/sales/calculate-sale';
import type { AgreedSale } from '#domain/sales/agreed-parts';
import { askTogether } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { findActiveGroup, findingPrices, rulesOf } from '../prices';
import type { Buyer } from './sale-customer';
import { type AgreedQuantities, findingSaleProducts, type SaleProduct } from './sale-products';
import type { LineToPost } from './sale-to-post';
import { findingSellingTerms, type SellingTerms } from './selling-terms';
import { manualOverridesOf } from './manual-overrides';
import { hasTypedDiscount, hasTypedPrice } from './typed-lines';

type PricingRequest = {
  readonly buyer: Buyer;
  readonly date: CalendarDate;
  readonly deliveryCountry: CountryCode;
  /** The agreed terms of the quote behind the basket. */
  readonly quoted: QuotedTerms | null;
  /** The agreed terms of the replaced sale, which need no new approval. */
  readonly agreed: AgreedSale | null;
};

/** A priced basket: its totals, its lines for the document, and the approvals needed. */
export type PricedSaleBasket = {
  readonly calculated: CalculatedSale;
  readonly terms: SellingTerms;
  readonly lines: readonly LineToPost[];
  readonly needs: readonly ApprovalNeed[];
  readonly products: ReadonlyMap<number, SaleProduct>;
};

/** The only path from a submitted basket to a sale or quote. Refuses a total other than the one shown. */
export async function priceSaleBasket(
  ctx: WriteContext,
  body: BasketWrite,
  { buyer, date, deliveryCountry, quoted, agreed }: PricingRequest,
): Promise<PricedSaleBasket> {
  const group = await findActiveGroup(ctx.tx, buyer.price_group_id);
  if (group === undefined) throw invalid({ customer_id: 'This customer’s price group no longer exists.' });
  const ids = body.lines.map(line => line.product_id);
  const [products, terms, prices, promotions] = await askTogether(ctx.tx, [
    findingSaleProducts(body.lines, agreedQuantities(agreed?.lines ?? quoted?.lines ?? [])),
    findingSellingTerms(ctx.actor, date),
    ...findingPrices(ids, group, date),
  ]);
  const input: SaleToCalculate = {
    mode: body.price_mode,
    entries: body.lines,
    discount: basketDiscountOf(body),
    rules: rulesOf({ group, prices, promotions, date }),
    date,
    deliveryCountry,
  };
  const calculated = calculate(input, body);
  const typed = manualOverridesOf({ body, input, calculated, buyer, products }, agreed);
  return {
    calculated,
    terms,
    products,
    lines: calculated.lines.map((line, index) =>
      lineToPost(line, body.lines[index], products.get(line.productId), {
        isRegistered: terms.isRegistered,
        deliveryCountry,
      }),
    ),
    needs: approvalsBeyondQuote(
      { mode: body.price_mode, sale: calculated, typed, rights: terms.rights },
      quoted,
    ),
  };
}

function agreedQuantities(
  lines: readonly { readonly productId: number; readonly quantity: Quantity }[],
): AgreedQuantities {
  const agreed = new Map<number, Quantity>();
  for (const { productId, quantity } of lines)
    agreed.set(productId, toQuantity((agreed.get(productId) ?? 0) + quantity));
  return agreed;
}

/** The total, which must equal the till's. */
function calculate(input: SaleToCalculate, body: BasketWrite): CalculatedSale {
  ensure(canCalculate(input));
  const calculated = calculateSale(input);
  ensure(discountsWithin(input, calculated));
  if (calculated.gross !== body.expected_total)
    throw conflict(
      `Prices have changed. The total is now ${formatPounds(calculated.gross)}, not ${formatPounds(body.expected_total)}. Check the basket again.`,
      { total: calculated.gross },
    );
  return calculated;
}

export const basketDiscountOf = ({ discount_amount, discount_percent }: BasketWrite): Discount | null => {
  if (discount_amount !== undefined) return { kind: 'amount', pence: discount_amount };
  return discount_percent === undefined ? null : { kind: 'percent', hundredths: discount_percent };
};

function lineToPost(
  line: CalculatedSale['lines'][number],
  written: BasketWrite['lines'][number] | undefined,
  product: SaleProduct | undefined,
  { isRegistered, deliveryCountry }: { isRegistered: boolean; deliveryCountry: CountryCode },
): LineToPost {
  const promotions = line.promotions.map(({ reason }) => reason).join('; ');
  return {
    ...line,
    priceReason: written?.price_reason ?? (line.priceSource === 'list' ? null : line.priceReason),
    sku: product?.sku ?? '',
    description: product?.name ?? '',
    unit: product?.unit ?? '',
    // A company that is not registered makes no taxable supplies (rule V2).
    ...vatByCountry(
      { vatCode: isRegistered ? (product?.vat_code ?? 'O') : 'O', rate: line.rate },
      deliveryCountry,
    ),
    isStock: product?.is_stocked ?? false,
    discountReason: written?.discount_reason ?? (promotions || null),
    note: written?.note ?? null,
  };
}

/** Manual overrides of list prices, for the audit log. */
export function manualChanges(body: BasketWrite): Record<string, unknown> {
  const prices = body.lines.filter(hasTypedPrice).length;
  const discounts = body.lines.filter(hasTypedDiscount).length;
  return {
    ...(prices > 0 ? { typed_prices: prices } : {}),
    ...(discounts > 0 ? { typed_discounts: discounts } : {}),
    ...(basketDiscountOf(body) ? { basket_discount_reason: body.discount_reason ?? '' } : {}),
  };
}
