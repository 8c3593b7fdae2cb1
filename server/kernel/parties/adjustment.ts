import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { nextNumber } from '../documents';

type Adjustment = {
  readonly kind: 'credit' | 'debit' | 'write_off' | 'write_off_reversal' | 'transfer' | 'merge';
  readonly customerId: number;
  /** Against an account, or with another customer. */
  readonly account?: string;
  readonly otherCustomerId?: number;
  /** The write-off that it reverses. */
  readonly reversesId?: number;
  readonly amount: Pence;
  readonly reason: string;
  readonly businessDate: CalendarDate;
  /** The number, if it is taken already. */
  readonly number?: string;
};

/** The next number of an adjustment. */
export const nextAdjustmentNumber = (ctx: WriteContext): Promise<string> => nextNumber(ctx.tx, 'WAL');

/** Stores the document of an adjustment to customers' ledgers and returns it for the journal. */
export async function postAdjustment(
  ctx: WriteContext,
  adjustment: Adjustment,
): Promise<{ type: string; id: number; number: string }> {
  const number = adjustment.number ?? (await nextAdjustmentNumber(ctx));
  const { id } = await ctx.tx
    .insertInto('wallet_adjustments')
    .values({
      number,
      kind: adjustment.kind,
      customer_id: adjustment.customerId,
      other_customer_id: adjustment.otherCustomerId ?? null,
      account_code: adjustment.account ?? null,
      amount_pence: adjustment.amount,
      reason: adjustment.reason,
      reverses_id: adjustment.reversesId ?? null,
      business_date: adjustment.businessDate,
      posted_by: ctx.actor.id,
      posted_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { type: 'wallet_adjustment', id, number };
}
