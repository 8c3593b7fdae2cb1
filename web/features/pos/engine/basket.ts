import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { CountryCode } from '#domain/countries/country';
import type { Discount } from '#domain/kernel/line-amounts';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, toQuantity, wholeUnits } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import type { RefundableSale } from '#domain/sales/refund-options';
import { chooseCustomer, type Delivery, deliverTo, deliverToCustomer, restoreTerms } from './basket-terms';
import type { Scanned, TillProduct } from './catalogue';
import { exchangeRefusal } from './exchange';
import type { EnteredTender } from './pay';
import { type BasketDiscount, inMode, type LineTerms, type RateOf } from './price-mode';
import type { ReturnLines, StockReturned } from './return';

/** A basket line. It stores the name and unit, in case the product leaves the catalogue. */
export type BasketLine = LineTerms & {
  /** Identifies the line while others come and go. */
  readonly key: number;
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  /** Units per scan: 12 for a box of twelve. */
  readonly quantity: Quantity;
  readonly factor: Quantity;
  readonly note: string;
};

export type BasketCustomer = {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly priceGroupId: number | null;
  readonly hasCredit: boolean;
  /** In how many days they pay. Missing in baskets stored by an earlier version. */
  readonly termsDays?: number | undefined;
};

/** Goods returned in the same transaction, for an exchange. */
export type Returning = {
  readonly clientId: string;
  readonly saleId: number;
  readonly saleNumber: string;
  readonly reason: string;
  readonly lines: Readonly<ReturnLines>;
  /** The part that can be sold again at once. Missing in baskets stored by an earlier version. */
  readonly toStock?: readonly StockReturned[];
  /** Their value, and the part that counts towards other goods. The rest reduces the balance due. */
  readonly worth: Pence;
  readonly total: Pence;
  /** How the sale was paid. Missing in baskets stored by an earlier version. */
  readonly paidSale?: RefundableSale;
};

/** The completed sale that this one replaces. */
export type Replacing = {
  readonly saleId: number;
  readonly number: string;
  /** The state of the sale that the edit was begun from. Missing in baskets stored by an earlier version. */
  readonly version?: number;
  readonly customerId?: number;
  /** Counts as already paid. */
  readonly paid: Pence;
  /** How it was paid. Missing in baskets stored by an earlier version. */
  readonly paidSale?: RefundableSale;
  readonly reason: string;
};

/** The quote this basket was opened from, to invoice or revise it. */
export type OpenedQuote = {
  readonly id: number;
  readonly number: string;
  readonly version: number;
  /** Missing in baskets stored by an earlier version. */
  readonly revision?: number;
  readonly use: 'invoice' | 'revise';
};

/** A sale of more than is in stock, for approval by someone with permission to adjust stock. */
export type StockNeed = Extract<ApprovalNeed, { kind: 'stock' }>;

export type Basket = BasketDiscount & {
  /** Created with the basket and kept by the sale. */
  readonly clientId: string;
  readonly lines: readonly BasketLine[];
  readonly nextKey: number;
  readonly selected: number | null;
  readonly customer: BasketCustomer | null;
  readonly mode: PriceMode;
  readonly customerReference: string;
  readonly deliveryAddress: string;
  /** The address is the customer's own, and leaves with them. Not set for one that was typed. */
  readonly isCustomersAddress?: true | undefined;
  /** Undefined at the till and in baskets stored by an earlier version: a UK delivery. */
  readonly deliveryCountry?: CountryCode | undefined;
  readonly notes: string;
  /** Approvals by PIN, each for one change. */
  readonly approvals: readonly string[];
  /** The approvals to sell more than is in stock. Missing in baskets stored by an earlier version. */
  readonly stockApproved?: readonly StockNeed[] | undefined;
  /** The held sale this was resumed from, with its version for holding it again. */
  readonly held: { readonly id: number; readonly version: number; readonly name: string } | null;
  readonly returning: Returning | null;
  readonly replacing: Replacing | null;
  readonly quote: OpenedQuote | null;
  /** Payments entered, until the sale is complete or they are discarded. */
  readonly entered?: readonly EnteredTender[] | undefined;
  /** The amount due that they were entered for; below zero for a refund. */
  readonly enteredFor?: Pence | undefined;
  /** The line removed last, for undo, and at what value its removal was reported. */
  readonly removed: {
    readonly line: BasketLine;
    readonly at: number;
    readonly worth?: Pence | undefined;
  } | null;
};

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

export const emptyBasket = (clientId: string): Basket => ({
  clientId,
  lines: [],
  nextKey: 1,
  selected: null,
  customer: null,
  mode: 'inclusive',
  discount: null,
  discountReason: '',
  customerReference: '',
  deliveryAddress: '',
  notes: '',
  approvals: [],
  held: null,
  returning: null,
  replacing: null,
  quote: null,
  removed: null,
});

export const isUntouched = (basket: Basket): boolean =>
  basket.lines.length === 0 &&
  basket.customer === null &&
  basket.discount === null &&
  basket.returning === null &&
  basket.notes === '' &&
  basket.customerReference === '' &&
  basket.deliveryAddress === '';

/** The line limit in the sale contract. */
export const maxLines = 500;
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
