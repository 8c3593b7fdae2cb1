import {
  type Basket,
  type BasketCustomer,
  type BasketLine,
  maxLines,
  type Returning,
  type StockNeed,
} from './basket';
import type { CountryCode } from '#domain/countries/country';
import type { Discount } from '#domain/kernel/line-amounts';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, toQuantity, wholeUnits } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import { chooseCustomer, type Delivery, deliverTo, deliverToCustomer, restoreTerms } from './basket-terms';
import type { Scanned, TillProduct } from './till-product';
import { exchangeRefusal } from './exchange';
import type { EnteredTender } from './pay';
import { inMode, type RateOf } from './price-mode';

export type BasketAction =
  | {
      readonly do: 'add';
      readonly scanned: Scanned;
      readonly quantity?: Quantity;
      /** Lines that stay as they are. */
      readonly beside?: readonly number[];
    }
  | { readonly do: 'quantity'; readonly key: number; readonly quantity: Quantity }
  | { readonly do: 'remove'; readonly key: number; readonly worth?: Pence | undefined }
  | { readonly do: 'undo' }
  | { readonly do: 'price'; readonly key: number; readonly unitPrice: Pence | null; readonly reason: string }
  | {
      readonly do: 'discount';
      readonly key: number;
      readonly discount: Discount | null;
      readonly reason: string;
    }
  | { readonly do: 'note'; readonly key: number; readonly note: string }
  | { readonly do: 'select'; readonly key: number | null }
  | { readonly do: 'step'; readonly by: 1 | -1 }
  | { readonly do: 'basket-discount'; readonly discount: Discount | null; readonly reason: string }
  | { readonly do: 'customer'; readonly customer: BasketCustomer | null; readonly delivery?: Delivery }
  | { readonly do: 'mode'; readonly mode: PriceMode }
  | {
      readonly do: 'details';
      readonly changes: Partial<
        Pick<Basket, 'customerReference' | 'deliveryAddress' | 'deliveryCountry' | 'notes'>
      >;
    }
  | { readonly do: 'deliver-to'; readonly country: CountryCode }
  | { readonly do: 'deliver-to-customer'; readonly delivery: Delivery }
  | { readonly do: 'restore-terms'; readonly before: Basket }
  | {
      readonly do: 'approved';
      readonly approvals: readonly string[];
      readonly stock?: readonly StockNeed[];
    }
  | { readonly do: 'returning'; readonly returning: Returning | null }
  | { readonly do: 'replacing'; readonly reason: string }
  | { readonly do: 'entered'; readonly tenders: readonly EnteredTender[]; readonly due: Pence }
  | { readonly do: 'replace'; readonly basket: Basket };

export const tooManyLines = `A sale can have at most ${maxLines} lines. Complete this one, then go on.`;

/**
 * Applies a change to the basket. All changes pass through here, so that a basket can be stored and resumed. What was
 * typed in pounds is converted to another price mode by the VAT rates given.
 */
export function changeBasket(basket: Basket, action: BasketAction, rateOf: RateOf = () => undefined): Basket {
  switch (action.do) {
    case 'add':
      return addTo(basket, action);
    case 'quantity':
      return action.quantity <= 0
        ? removeFrom(basket, action.key)
        : changeLine(basket, action.key, { quantity: action.quantity });
    case 'remove':
      return removeFrom(basket, action.key, action.worth);
    case 'undo':
      return restoreRemovedLine(basket);
    case 'price':
      return changeLine(basket, action.key, {
        unitPrice: action.unitPrice,
        priceReason: action.reason,
        typed: undefined,
      });
    case 'discount':
      return changeLine(basket, action.key, {
        discount: action.discount,
        discountReason: action.reason,
        typed: undefined,
      });
    case 'note':
      return changeLine(basket, action.key, { note: action.note });
    case 'select':
      return { ...basket, selected: action.key };
    case 'step':
      return step(basket, action.by);
    case 'basket-discount':
      return { ...basket, discount: action.discount, discountReason: action.reason, typed: undefined };
    case 'customer':
      return chooseCustomer(basket, action, rateOf);
    case 'mode':
      return inMode(basket, action.mode, rateOf);
    case 'details':
      return withDetails(basket, action.changes);
    case 'deliver-to':
      return deliverTo(basket, action.country, rateOf);
    case 'deliver-to-customer':
      return deliverToCustomer(basket, action.delivery, rateOf);
    case 'restore-terms':
      return restoreTerms(basket, action.before, rateOf);
    case 'approved':
      return {
        ...basket,
        approvals: [...basket.approvals, ...action.approvals],
        stockApproved: [...(basket.stockApproved ?? []), ...(action.stock ?? [])],
      };
    case 'returning':
      return startReturn(basket, action.returning);
    case 'replacing':
      return { ...basket, replacing: basket.replacing && { ...basket.replacing, reason: action.reason } };
    case 'entered':
      return { ...basket, entered: action.tenders, enteredFor: action.due };
    case 'replace':
      return action.basket;
  }
}

/** Never silently in the place of another return. */
const startReturn = (basket: Basket, returning: Returning | null): Basket =>
  returning !== null && exchangeRefusal(basket) !== null ? basket : { ...basket, returning };

type Details = Extract<BasketAction, { do: 'details' }>['changes'];

/** An address that is typed, or changed by hand, is no longer the customer's own. */
const withDetails = (basket: Basket, changes: Details): Basket => ({
  ...basket,
  ...changes,
  ...(changes.deliveryAddress === undefined ? {} : { isCustomersAddress: undefined }),
});

/** Another scan of the same product adds to its line, unless that line was changed by hand. */
function addTo(
  basket: Basket,
  {
    scanned: { product, factor },
    quantity = wholeUnits(1),
    beside = [],
  }: Extract<BasketAction, { do: 'add' }>,
): Basket {
  const same = basket.lines.findLast(
    line =>
      line.productId === product.id && line.factor === factor && isPlain(line) && !beside.includes(line.key),
  );
  if (same)
    return {
      ...changeLine(basket, same.key, { quantity: toQuantity(same.quantity + quantity) }),
      selected: same.key,
    };
  if (basket.lines.length >= maxLines) return basket;
  const line = lineOf(product, factor, quantity, basket.nextKey);
  return { ...basket, lines: [...basket.lines, line], nextKey: line.key + 1, selected: line.key };
}

const lineOf = (product: TillProduct, factor: Quantity, quantity: Quantity, key: number): BasketLine => ({
  key,
  productId: product.id,
  sku: product.sku,
  name: product.name,
  unit: product.unit,
  quantity,
  factor,
  unitPrice: null,
  priceReason: '',
  discount: null,
  discountReason: '',
  note: '',
});

const isPlain = (line: BasketLine) => line.unitPrice === null && line.discount === null && line.note === '';

const changeLine = (basket: Basket, key: number, changes: Partial<BasketLine>): Basket => ({
  ...basket,
  lines: basket.lines.map(line => (line.key === key ? { ...line, ...changes } : line)),
});

function removeFrom(basket: Basket, key: number, worth?: Pence): Basket {
  const at = basket.lines.findIndex(line => line.key === key);
  const line = basket.lines[at];
  if (!line) return basket;
  const lines = basket.lines.filter(other => other !== line);
  return {
    ...basket,
    lines,
    removed: { line, at, worth },
    selected: (lines[at] ?? lines.at(-1))?.key ?? null,
  };
}

function restoreRemovedLine(basket: Basket): Basket {
  if (!basket.removed) return basket;
  const { line, at } = basket.removed;
  return { ...basket, lines: basket.lines.toSpliced(at, 0, line), removed: null, selected: line.key };
}

function step(basket: Basket, by: 1 | -1): Basket {
  const { lines, selected } = basket;
  const at = lines.findIndex(line => line.key === selected);
  const next = at === -1 ? (by === 1 ? 0 : lines.length - 1) : at + by;
  return { ...basket, selected: lines[Math.max(0, Math.min(lines.length - 1, next))]?.key ?? null };
}
