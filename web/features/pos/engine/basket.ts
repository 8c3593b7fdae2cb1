import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { CountryCode } from '#domain/countries/country';
import { isExport } from '#domain/countries/vat-by-country';
import type { Discount } from '#domain/kernel/line-amounts';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, toQuantity, wholeUnits } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import type { PaidSale } from '#domain/sales/ways-back';
import type { Scanned, TillProduct } from './catalogue';

/** A line as it stands in a basket. Name and unit are kept with it, for a product that has left the catalogue. */
export type BasketLine = {
  /** Stays with the line while others come and go. */
  readonly key: number;
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  /** Of what was scanned: boxes of twelve when the factor is twelve. */
  readonly quantity: Quantity;
  readonly factor: Quantity;
  /** Typed by somebody, for one unit, in the mode of the basket. */
  readonly unitPrice: Pence | null;
  readonly priceReason: string;
  readonly discount: Discount | null;
  readonly discountReason: string;
  readonly note: string;
};

export type BasketCustomer = {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly priceGroupId: number | null;
  readonly hasCredit: boolean;
};

/** What comes back in the same moment: an exchange. */
export type Returning = {
  readonly clientId: string;
  readonly saleId: number;
  readonly saleNumber: string;
  readonly reason: string;
  readonly lines: readonly { line_number: number; quantity: string; goods: 'stock' | 'damaged' }[];
  /** What it is worth, and what of that counts towards other goods: the rest is taken off what is owed. */
  readonly worth: Pence;
  readonly total: Pence;
  /** How the sale was paid; baskets that an earlier version kept do not have it. */
  readonly paidSale?: PaidSale;
};

/** A completed sale that this one takes the place of. */
export type Replacing = {
  readonly saleId: number;
  readonly number: string;
  /** Counts as paid. */
  readonly paid: Pence;
  /** How it was paid; baskets that an earlier version kept do not have it. */
  readonly paidSale?: PaidSale;
  readonly reason: string;
};

/** A quote that this basket was taken from: to become its invoice, or its next revision. */
export type QuoteTaken = {
  readonly id: number;
  readonly number: string;
  readonly version: number;
  readonly use: 'invoice' | 'revise';
};

/** More of a product than is in stock, for somebody who may adjust stock to approve. */
export type StockNeed = Extract<ApprovalNeed, { kind: 'stock' }>;

export type Basket = {
  /** Made when the basket is begun; the sale keeps it for good. */
  readonly clientId: string;
  readonly lines: readonly BasketLine[];
  readonly nextKey: number;
  readonly selected: number | null;
  readonly customer: BasketCustomer | null;
  readonly mode: PriceMode;
  readonly discount: Discount | null;
  readonly discountReason: string;
  readonly customerReference: string;
  readonly deliveryAddress: string;
  /** Undefined at the till, and in baskets that an earlier version kept: at home. */
  readonly deliveryCountry?: CountryCode | undefined;
  readonly notes: string;
  /** Somebody's yes by PIN to one change each. */
  readonly approvals: readonly string[];
  /** Of these, what was approved to be sold beyond stock; missing in baskets that an earlier version kept. */
  readonly stockApproved?: readonly StockNeed[] | undefined;
  /** Of the held basket that this was, and its version for holding it again. */
  readonly held: { readonly id: number; readonly version: number; readonly name: string } | null;
  readonly returning: Returning | null;
  readonly replacing: Replacing | null;
  readonly quote: QuoteTaken | null;
  /** The line taken out last, for taking it back. */
  readonly removed: { readonly line: BasketLine; readonly at: number } | null;
};

export type BasketAction =
  | { readonly do: 'add'; readonly scanned: Scanned; readonly quantity?: Quantity }
  | { readonly do: 'quantity'; readonly key: number; readonly quantity: Quantity }
  | { readonly do: 'remove'; readonly key: number }
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
  | { readonly do: 'customer'; readonly customer: BasketCustomer | null }
  | { readonly do: 'mode'; readonly mode: PriceMode }
  | {
      readonly do: 'details';
      readonly changes: Partial<
        Pick<Basket, 'customerReference' | 'deliveryAddress' | 'deliveryCountry' | 'notes'>
      >;
    }
  | { readonly do: 'deliver-to'; readonly country: CountryCode }
  | {
      readonly do: 'approved';
      readonly approvals: readonly string[];
      readonly stock?: readonly StockNeed[];
    }
  | { readonly do: 'returning'; readonly returning: Returning | null }
  | { readonly do: 'replacing'; readonly reason: string }
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

/** At most this many lines, as the contract of a sale says. */
export const mostLines = 500;

/** What a basket becomes. Everything that is typed into it passes here, so it can be kept and taken up again. */
export function changeBasket(basket: Basket, action: BasketAction): Basket {
  switch (action.do) {
    case 'add':
      return addTo(basket, action.scanned, action.quantity ?? wholeUnits(1));
    case 'quantity':
      return action.quantity <= 0
        ? removeFrom(basket, action.key)
        : changeLine(basket, action.key, { quantity: action.quantity });
    case 'remove':
      return removeFrom(basket, action.key);
    case 'undo':
      return takeBack(basket);
    case 'price':
      return changeLine(basket, action.key, { unitPrice: action.unitPrice, priceReason: action.reason });
    case 'discount':
      return changeLine(basket, action.key, { discount: action.discount, discountReason: action.reason });
    case 'note':
      return changeLine(basket, action.key, { note: action.note });
    case 'select':
      return { ...basket, selected: action.key };
    case 'step':
      return step(basket, action.by);
    case 'basket-discount':
      return { ...basket, discount: action.discount, discountReason: action.reason };
    case 'customer':
      return { ...basket, customer: action.customer };
    case 'mode':
      return inMode(basket, action.mode);
    case 'details':
      return { ...basket, ...action.changes };
    case 'deliver-to':
      return deliverTo(basket, action.country);
    case 'approved':
      return {
        ...basket,
        approvals: [...basket.approvals, ...action.approvals],
        stockApproved: [...(basket.stockApproved ?? []), ...(action.stock ?? [])],
      };
    case 'returning':
      return { ...basket, returning: action.returning };
    case 'replacing':
      return { ...basket, replacing: basket.replacing && { ...basket.replacing, reason: action.reason } };
    case 'replace':
      return action.basket;
  }
}

/** What was typed was typed in the mode before. */
const inMode = (basket: Basket, mode: PriceMode): Basket => ({
  ...basket,
  mode,
  lines: basket.lines.map(line => ({ ...line, unitPrice: null, priceReason: '' })),
});

/** Goods that go abroad bear no VAT, so their prices are proposed without it, for a person to change (rules V9, V28). */
function deliverTo(basket: Basket, deliveryCountry: CountryCode): Basket {
  const moved = { ...basket, deliveryCountry };
  return isExport(deliveryCountry) && basket.mode === 'inclusive' ? inMode(moved, 'exclusive') : moved;
}

/** A further piece of what is there already counts up its line; a line that somebody changed stays by itself. */
function addTo(basket: Basket, { product, factor }: Scanned, quantity: Quantity): Basket {
  const same = basket.lines.findLast(
    line => line.productId === product.id && line.factor === factor && isPlain(line),
  );
  if (same)
    return {
      ...changeLine(basket, same.key, { quantity: toQuantity(same.quantity + quantity) }),
      selected: same.key,
    };
  if (basket.lines.length >= mostLines) return basket;
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

function removeFrom(basket: Basket, key: number): Basket {
  const at = basket.lines.findIndex(line => line.key === key);
  const line = basket.lines[at];
  if (!line) return basket;
  const lines = basket.lines.filter(other => other !== line);
  return { ...basket, lines, removed: { line, at }, selected: (lines[at] ?? lines.at(-1))?.key ?? null };
}

function takeBack(basket: Basket): Basket {
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
