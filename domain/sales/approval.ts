import * as z from 'zod';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';

/**
 * One change that asks for a right which whoever sells does not have. Somebody who has it can say yes on the spot, by
 * PIN; that yes is for exactly this change of exactly this basket, once.
 */
export const approvalNeed = z.discriminatedUnion('kind', [
  /** So much typed off a line, or off the whole basket when it names no product. */
  z.strictObject({ kind: z.literal('discount'), product_id: id.nullable(), discount: money }),
  /** A price that somebody typed, or one below what the goods cost. */
  z.strictObject({
    kind: z.literal('price'),
    product_id: id,
    unit_price: money,
    /** Why it asks: for whoever says yes, no part of what is said yes to. */
    reason: z.string().max(500).optional(),
  }),
  /** So much on account of a customer who may not owe as much, or by somebody who may not sell so. */
  z.strictObject({ kind: z.literal('credit'), customer_id: id, amount: money }),
  z.strictObject({ kind: z.literal('refund'), sale_id: id, amount: money }),
  z.strictObject({ kind: z.literal('void'), amount: money }),
]);
export type ApprovalNeed = z.output<typeof approvalNeed>;

/** The right that whoever approves must have. */
export const rightToApprove = {
  discount: 'override_discount',
  price: 'override_price',
  credit: 'sell_on_account',
  refund: 'refund_sale',
  void: 'void_sale',
} as const satisfies Record<ApprovalNeed['kind'], string>;

/** A need as it is kept and compared: the same change, the same text. */
export const approvalKey = (need: ApprovalNeed): string =>
  JSON.stringify(
    z.encode(approvalNeed, need),
    Object.keys(need)
      .filter(key => key !== 'reason')
      .sort(),
  );
