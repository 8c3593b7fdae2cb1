import * as z from 'zod';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { priceMode } from '../sales/sale-state';
import { adjustmentReason } from '../stock/adjustment-reason';

const lineNumber = z.int().positive().max(1_000_000);
const refundedLines = z.array(z.strictObject({ line_number: lineNumber, quantity, amount: money })).max(500);
/** What is adjusted: so many of a product, or so much of its value. */
const adjustedLines = z.array(z.strictObject({ product_id: id, quantity, value: money.nullable() })).max(200);
/** What the stock is worth; null for whoever may not see cost, whose approval then covers exactly these lines. */
const stockValue = money.nullable();
const adjusted = { amount: stockValue, reason: adjustmentReason, lines: adjustedLines };

/**
 * One change that asks for a right which whoever makes it does not have, or for a second person above a limit. Somebody
 * else can approve it on the spot, by PIN: exactly this change of exactly this document, up to this amount, once (P15).
 */
export const approvalNeed = z.discriminatedUnion('kind', [
  /** So much typed off a line that comes to an amount, or off the whole basket when it names no line. */
  z.strictObject({
    kind: z.literal('discount'),
    product_id: id.nullable(),
    line_number: lineNumber.nullable(),
    quantity: quantity.nullable(),
    price_mode: priceMode,
    amount: money,
    discount: money,
  }),
  /** A price that somebody typed, or one below what the goods cost, with what the line then comes to. */
  z.strictObject({
    kind: z.literal('price'),
    product_id: id,
    line_number: lineNumber,
    quantity,
    price_mode: priceMode,
    unit_price: money,
    amount: money,
    /** Why it asks: for whoever approves, no part of what is approved. */
    reason: z.string().max(500).optional(),
  }),
  /** So much on account of a customer who may not owe as much, or by somebody who may not sell so. */
  z.strictObject({ kind: z.literal('credit'), customer_id: id, amount: money }),
  /** More of a product than is in stock, where its policy leaves that to somebody who may adjust stock (finding F31). */
  z.strictObject({
    kind: z.literal('stock'),
    product_id: id,
    quantity,
    /** By how much stock goes below zero. */
    short: quantity,
  }),
  z.strictObject({ kind: z.literal('refund'), sale_id: id, amount: money, lines: refundedLines }),
  /** A refund, cancellation or lowered sale above the limit, by somebody who may refund. */
  z.strictObject({ kind: z.literal('large_refund'), sale_id: id, amount: money, lines: refundedLines }),
  z.strictObject({ kind: z.literal('void'), amount: money }),
  /** What a customer is let off, or given as credit. */
  z.strictObject({
    kind: z.literal('customer_credit'),
    customer_id: id,
    amount: money,
    of: z.enum(['credit', 'write_off']),
  }),
  z.strictObject({ kind: z.literal('stock_adjustment'), ...adjusted }),
  z.strictObject({ kind: z.literal('write_off'), ...adjusted }),
  /** The differences of a stock-take as it was counted up to this version. */
  z.strictObject({ kind: z.literal('stock_count'), count_id: id, version: z.int(), amount: stockValue }),
]);
export type ApprovalNeed = z.output<typeof approvalNeed>;
export type NeedKind = ApprovalNeed['kind'];

/** The right that whoever approves must have. */
export const rightToApprove = {
  discount: 'override_discount',
  price: 'override_price',
  credit: 'sell_on_account',
  stock: 'adjust_stock',
  refund: 'refund_sale',
  large_refund: 'approve_variance',
  void: 'void_sale',
  customer_credit: 'adjust_ledger',
  stock_adjustment: 'review_stock_count',
  write_off: 'review_stock_count',
  stock_count: 'review_stock_count',
} as const satisfies Record<NeedKind, string>;

/** What a second person approves: whoever enters it does not, whatever rights they have, while somebody else could. */
export const needsSecondPerson = (kind: NeedKind): boolean =>
  kind === 'large_refund' ||
  kind === 'customer_credit' ||
  kind === 'stock_adjustment' ||
  kind === 'write_off' ||
  kind === 'stock_count';

/** What stands behind a need, for the words of a refusal. */
export const needWords: Readonly<Record<NeedKind, string>> = {
  discount: 'a discount above the limit',
  price: 'a price override or a price below cost',
  credit: 'a sale on account',
  stock: 'a sale of more than is in stock',
  refund: 'a refund',
  large_refund: 'a refund above the limit',
  void: 'voiding a basket',
  customer_credit: 'a write-off or credit above the limit',
  stock_adjustment: 'a stock adjustment above the limit',
  write_off: 'a write-off above the limit',
  stock_count: 'stocktake variances above the limit',
};
