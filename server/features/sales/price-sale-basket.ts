import type { CountryCode } from '#domain/countries/country';
import { vatByCountry } from '#domain/countries/vat-by-country';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Discount } from '#domain/kernel/line-amounts';
import { formatPounds } from '#domain/kernel/money';
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
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { loadPriceRules } from '../prices';
import type { Buyer } from './sale-customer';
import { findSaleProducts, type SaleProduct } from './sale-products';
import type { LineToPost } from './sale-to-post';
import { findSellingTerms, type SellingTerms } from './selling-terms';
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
  const products = await findSaleProducts(ctx.tx, body.lines);
  const input = { ...(await pricedRequest(ctx, body, buyer, date)), deliveryCountry };
  const calculated = calculate(input, body);
  const terms = await findSellingTerms(ctx.tx, ctx.actor, date);
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

/** The basket priced by today's rules. */
async function pricedRequest(
  ctx: WriteContext,
  body: BasketWrite,
  buyer: Buyer,
  date: CalendarDate,
): Promise<SaleToCalculate> {
  const ids = body.lines.map(line => line.product_id);
  const rules = await loadPriceRules(ctx.tx, ids, buyer.price_group_id, date);
  if (!rules) throw invalid({ customer_id: 'This customer’s price group no longer exists.' });
  return { mode: body.price_mode, entries: body.lines, discount: basketDiscountOf(body), rules, date };
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
