import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { CountryCode } from '#domain/countries/country';
import type { Pence } from '#domain/kernel/money';
import type { Quantity } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import type { RefundableSale } from '#domain/sales/refund-options';
import type { EnteredTender } from './pay';
import type { BasketDiscount, LineTerms } from './price-mode';
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
