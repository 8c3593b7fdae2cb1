import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { nextNumber } from '../documents';

type Adjustment = {
  readonly kind: 'credit' | 'debit' | 'write_off' | 'transfer' | 'merge';
  readonly customerId: number;
  /** Against an account, or with another customer. */
  readonly account?: string;
  readonly otherCustomerId?: number;
  readonly amount: Pence;
  readonly reason: string;
  readonly businessDate: CalendarDate;
};

/** Stores the document of an adjustment to customers' ledgers and returns it for the journal. */
export async function postAdjustment(
  ctx: WriteContext,
  adjustment: Adjustment,
): Promise<{ type: string; id: number; number: string }> {
  const number = await nextNumber(ctx.tx, 'WAL');
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
      business_date: adjustment.businessDate,
      posted_by: ctx.actor.id,
      posted_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { type: 'wallet_adjustment', id, number };
}
