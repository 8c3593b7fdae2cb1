import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { allocate } from './allocate';
import type { LockedParty } from './lock-parties';

type Reversal = {
  readonly party: LockedParty<'customer'>;
  readonly item: { readonly id: number; readonly side: 'debit' | 'credit'; readonly amount: Pence };
  /** The journal that is reversed. */
  readonly journalId: number;
  readonly businessDate: CalendarDate;
};

/**
 * Allocates a reversal to what is still open of the items it reverses (rule W4), so that credit that no longer exists
 * cannot be spent (W5).
 */
export async function settleReversal(ctx: WriteContext, reversal: Reversal): Promise<void> {
  const { party, item, journalId, businessDate } = reversal;
  const { rows } = await sql<{ id: number; open: Pence }>`
    select id, amount_pence - allocated_pence as open from party_items
    where journal_id = ${journalId} and customer_id = ${party.id} and side <> ${item.side} and allocated_pence < amount_pence
    order by id`.execute(ctx.tx);
  let remaining = item.amount;
  for (const { id, open } of rows) {
    const amount = toPence(Math.min(open, remaining));
    const [debitItemId, creditItemId] = item.side === 'debit' ? [item.id, id] : [id, item.id];
    await allocate(ctx, { party, debitItemId, creditItemId, amount, businessDate });
    remaining = toPence(remaining - amount);
  }
}
