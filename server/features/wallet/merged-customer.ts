import { sql } from 'kysely';
import { type LockedParty, lockCustomers, nextAdjustmentNumber } from '../../kernel/parties';
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
  const { rows } = await sql<{ from: string; id: number | null; to: string | null }>`
    select customer_number(id) as from, merged_into_id as id, customer_number(merged_into_id) as to
    from customers where id = ${id} for key share`.execute(tx);
  const [row] = rows;
  const into = row?.id ?? null;
  const ledgerOf = await lockCustomers(tx, into === null ? [id] : [id, into]);
  const party = ledgerOf(id);
  if (!row || into === null) return { party, merged: null };
  const merged = {
    from: { ...party, number: row.from },
    to: { ...ledgerOf(into), number: row.to ?? '' },
  };
  return { party, merged };
}

/** The number of the transfer to the remaining ledger, taken before the first posting (lock order). */
export const transferNumber = async (
  ctx: WriteContext,
  merged: MergedCustomer | null,
): Promise<{ number?: string }> => (merged ? { number: await nextAdjustmentNumber(ctx) } : {});
