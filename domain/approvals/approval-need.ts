import * as z from 'zod';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { priceMode } from '../sales/sale-state';
import { adjustmentReason } from '../stock/adjustment-reason';
import { uncountedChoice } from '../stock/count-status';

const lineNumber = z.int().positive().max(1_000_000);
const refundedLines = z.array(z.strictObject({ line_number: lineNumber, quantity, amount: money })).max(500);
/** The adjustment: a quantity of a product or an amount of its value. */
const adjustedLines = z.array(z.strictObject({ product_id: id, quantity, value: money.nullable() })).max(200);
/** The stock value; null for users who may not see cost, whose approval then covers exactly these lines. */
const stockValue = money.nullable();
const adjusted = { amount: stockValue, reason: adjustmentReason, lines: adjustedLines };

/**
 * One change that needs a permission the user lacks, or a second person above a limit. Someone else can
 * approve it on the spot by PIN: exactly this change of this document, up to this amount, once (P15).
 */
export const approvalNeed = z.discriminatedUnion('kind', [
  /** A manual discount off a line, or off the whole basket without one. */
  z.strictObject({
    kind: z.literal('discount'),
    product_id: id.nullable(),
    line_number: lineNumber.nullable(),
    quantity: quantity.nullable(),
    price_mode: priceMode,
    amount: money,
    discount: money,
  }),
  /** A price override or a price below cost, with the resulting line amount. */
  z.strictObject({
    kind: z.literal('price'),
    product_id: id,
    line_number: lineNumber,
    quantity,
    price_mode: priceMode,
    unit_price: money,
    amount: money,
    /** Why approval is needed. For the approver only, not part of what is approved. */
    reason: z.string().max(500).optional(),
  }),
  /**
   * A sale on account above the customer's credit limit, or by a user without permission to sell on account.
   */
  z.strictObject({ kind: z.literal('credit'), customer_id: id, amount: money }),
  /**
   * Selling more than is in stock, where the stock policy leaves that to users with permission to adjust
   * stock (finding F31).
   */
  z.strictObject({
    kind: z.literal('stock'),
    product_id: id,
    quantity,
    /** By how much stock goes below zero. */
    short: quantity,
  }),
  z.strictObject({ kind: z.literal('refund'), sale_id: id, amount: money, lines: refundedLines }),
  /** A refund, cancellation or reduced sale above the limit, by a user who may refund. */
  z.strictObject({ kind: z.literal('large_refund'), sale_id: id, amount: money, lines: refundedLines }),
  z.strictObject({ kind: z.literal('void'), amount: money }),
  /** Cash paid out of a till above the limit, for what it was said to be for. */
  z.strictObject({
    kind: z.literal('paid_out'),
    session_id: id,
    amount: money,
    account_code: z.string().max(10).nullable(),
    category_id: id.nullable(),
    reason: z.string().max(200),
  }),
  /** A write-off or credit for a customer. */
  z.strictObject({
    kind: z.literal('customer_credit'),
    customer_id: id,
    amount: money,
    of: z.enum(['credit', 'write_off']),
  }),
  z.strictObject({ kind: z.literal('stock_adjustment'), ...adjusted }),
  z.strictObject({ kind: z.literal('write_off'), ...adjusted }),
  /** The variances of a stocktake as counted up to this version, or their reversal. */
  z.strictObject({
    kind: z.literal('stock_count'),
    count_id: id,
    version: z.int(),
    /** What happens to uncounted products; null for a reversal. */
    uncounted: uncountedChoice.nullable(),
    /** How many units it moves in all. An approval without an amount covers no more. */
    units: quantity,
    amount: stockValue,
  }),
  /** Goods received above what was ordered and is tolerated, of one line of an order. */
  z.strictObject({
    kind: z.literal('over_receipt'),
    order_id: id,
    line_id: id,
    quantity,
    /** By how much the line then has more than was ordered. */
    above: quantity,
    /** For the approver only, not part of what is approved. */
    description: z.string().max(500),
  }),
]);
export type ApprovalNeed = z.output<typeof approvalNeed>;
export type NeedKind = ApprovalNeed['kind'];

/** The permission an approver must have. */
export const permissionToApprove = {
  discount: 'override_discount',
  price: 'override_price',
  credit: 'sell_on_account',
  stock: 'adjust_stock',
  refund: 'refund_sale',
  large_refund: 'approve_variance',
  void: 'void_sale',
  paid_out: 'pay_out_cash',
  customer_credit: 'adjust_ledger',
  stock_adjustment: 'review_stock_count',
  write_off: 'review_stock_count',
  stock_count: 'review_stock_count',
  over_receipt: 'approve_purchaseorder',
} as const satisfies Record<NeedKind, string>;

/**
 * Needs a second person: the user who entered it cannot approve it, whatever their permissions, while someone
 * else could.
 */
export const needsSecondPerson = (kind: NeedKind): boolean =>
  kind === 'large_refund' ||
  kind === 'customer_credit' ||
  kind === 'stock_adjustment' ||
  kind === 'write_off' ||
  kind === 'stock_count';

/** The need in words, for error messages. */
export const needWords: Readonly<Record<NeedKind, string>> = {
  discount: 'a discount above the limit',
  price: 'a price override or a price below cost',
  credit: 'a sale on account',
  stock: 'a sale of more than is in stock',
  refund: 'a refund',
  large_refund: 'a refund above the limit',
  void: 'voiding a basket',
  paid_out: 'cash paid out above the limit',
  customer_credit: 'a write-off or credit above the limit',
  stock_adjustment: 'a stock adjustment above the limit',
  write_off: 'a write-off above the limit',
  stock_count: 'stocktake variances above the limit',
  over_receipt: 'goods received above the order',
};
