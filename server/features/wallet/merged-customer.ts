import { sql } from 'kysely';
import { lockCustomers, nextAdjustmentNumber } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

type MergedCustomer = {
  readonly from: { readonly id: number; readonly number: string };
  readonly to: { readonly id: number; readonly number: string };
};

/**
 * Locks the ledger of a customer for a reversal and, if they were merged, the remaining one, which takes over
 * what the reversal opens (decision 098). Returns the merge; null if there was none.
 */
export async function lockForReversal(tx: Tx, id: number): Promise<MergedCustomer | null> {
  const { rows } = await sql<{ from: string; id: number | null; to: string | null }>`
    select customer_number(id) as from, merged_into_id as id, customer_number(merged_into_id) as to
    from customers where id = ${id} for key share`.execute(tx);
  const [row] = rows;
  const merged =
    row?.id == null ? null : { from: { id, number: row.from }, to: { id: row.id, number: row.to ?? '' } };
  await lockCustomers(tx, [id, ...(merged ? [merged.to.id] : [])]);
  return merged;
}

/** The number of the transfer to the remaining ledger, taken before the first posting (lock order). */
export const transferNumber = async (
  ctx: WriteContext,
  merged: MergedCustomer | null,
): Promise<{ number?: string }> => (merged ? { number: await nextAdjustmentNumber(ctx) } : {});
