import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { requirePresent } from '#domain/kernel/require-present';
import {
  allocate,
  type LockedParty,
  lockCustomers,
  lockRemaining,
  nextAdjustmentNumber,
  unallocate,
} from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

type Ledger = LockedParty<'customer'>;
type MergedCustomer = {
  readonly from: Ledger & { readonly number: string };
  readonly to: Ledger & { readonly number: string };
};

/**
 * Locks the ledger of a customer for a reversal and, if they were merged, the remaining one, which takes over
 * what the reversal opens (decision 098). Returns the ledger and the merge; null if there was none.
 */
export async function lockForReversal(
  tx: Tx,
  id: number,
): Promise<{ party: Ledger; merged: MergedCustomer | null }> {
  const into = await lockRemaining(tx, id);
  const ledgerOf = await lockCustomers(tx, [...new Set([id, into])]);
  const party = ledgerOf(id);
  if (into === id) return { party, merged: null };
  const { rows } = await sql<{ from: string; to: string }>`
    select customer_number(${id}::bigint) as from, customer_number(${into}::bigint) as to`.execute(tx);
  const { from, to } = requirePresent(rows[0], 'The numbers of the merged customers');
  return { party, merged: { from: { ...party, number: from }, to: { ...ledgerOf(into), number: to } } };
}

/** The number of the transfer to the remaining ledger, taken before the first posting (lock order). */
export const transferNumber = async (
  ctx: WriteContext,
  merged: MergedCustomer | null,
): Promise<{ number?: string }> => (merged ? { number: await nextAdjustmentNumber(ctx) } : {});

/** The transfer for the audit log. */
export const transferFacts = ({ number }: { readonly number?: string }) =>
  number === undefined ? {} : { transfer: number };

type MovedCredit = {
  /** The remaining ledger. */
  readonly party: Ledger;
  /** The item of the reversed payment, on the ledger of the merged customer. */
  readonly itemId: number;
  /** The transfer that moved what the reversal opened. */
  readonly transfer: string;
  readonly businessDate: CalendarDate;
};

/**
 * The credit of a reversed payment may have moved with the merge. It is matched with the debt that its reversal moves, and what
 * it had paid on the remaining ledger is open again, so that credit that no longer exists cannot be spent (rule W5).
 */
export async function settleMovedCredit(
  ctx: WriteContext,
  { party, itemId, transfer, businessDate }: MovedCredit,
): Promise<void> {
  const { rows: credits } = await sql<{ id: number; amount: Pence }>`
    select id, amount_pence as amount from party_items
    where origin_item_id = ${itemId} and customer_id = ${party.id} and side = 'credit' order by id`.execute(
    ctx.tx,
  );
  if (credits.length === 0) return;
  for (const { id } of credits) await unallocate(ctx, party, id, businessDate);
  const { rows: debits } = await sql<{ id: number; open: Pence }>`
    select d.id, d.amount_pence - d.allocated_pence as open
    from party_items d join party_items taken on taken.id = d.origin_item_id and taken.kind = 'transfer'
    where d.customer_id = ${party.id} and d.side = 'debit' and d.document_type = 'wallet_adjustment'
      and d.document_number = ${transfer} and d.allocated_pence < d.amount_pence order by d.id`.execute(
    ctx.tx,
  );
  const left = new Map(debits.map(({ id, open }) => [id, open]));
  for (const { id: creditItemId, amount } of credits) {
    let remaining = amount;
    for (const [debitItemId, open] of left) {
      const share = toPence(Math.min(open, remaining));
      await allocate(ctx, { party, debitItemId, creditItemId, amount: share, businessDate });
      left.set(debitItemId, toPence(open - share));
      remaining = toPence(remaining - share);
    }
  }
}
