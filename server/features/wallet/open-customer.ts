import { sql } from 'kysely';
import { type LockedParty, lockCustomers } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { conflict } from '../../platform/http/refusal';
import { findParty } from './find-party';

/** A customer whose ledger is locked. Journals and items use the number, because names can be erased. */
export type LedgerCustomer = LockedParty<'customer'> & {
  readonly name: string;
  readonly number: string;
  /** Why the ledger of an erased customer is closed to all but settling; null for any other. */
  readonly closed: string | null;
};

/** Whether the posting only settles what is open, which is also possible for an erased customer (decision 140). */
type Purpose = { readonly settles?: boolean };

/**
 * Locks the ledgers of customers in order of id before posting, and their records, so that they cannot be
 * merged or erased meanwhile. 404 if one does not exist, 409 if nothing may be posted.
 */
export async function lockCustomerLedgers(
  tx: Tx,
  ids: readonly number[],
  { settles = false }: Purpose = {},
): Promise<Map<number, LedgerCustomer>> {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other);
  await sql`select from customers where id = any(${sorted}::bigint[]) order by id for share`.execute(tx);
  const names = new Map<number, { name: string; number: string; closed: string | null }>();
  for (const id of sorted) {
    const { name, number, closed, is_erased } = await findParty(tx, { kind: 'customer', id });
    if (closed !== null && !(settles && is_erased)) throw conflict(closed);
    names.set(id, { name, number: number ?? '', closed });
  }
  const ledgerOf = await lockCustomers(tx, sorted);
  return new Map(Array.from(names, ([id, named]) => [id, { ...ledgerOf(id), ...named }]));
}

/** The same for one customer. */
export async function lockCustomerLedger(tx: Tx, id: number, purpose: Purpose = {}): Promise<LedgerCustomer> {
  const customer = (await lockCustomerLedgers(tx, [id], purpose)).get(id);
  if (!customer) throw new Error(`Customer ${id} was locked but does not exist.`);
  return customer;
}
