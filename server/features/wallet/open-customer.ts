import { sql } from 'kysely';
import { lockParty, type Party } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { conflict } from '../../platform/http/refusal';
import { findParty } from './find-party';

/** A customer whose ledger is locked. Journals and items use the number, because names can be erased. */
export type LedgerCustomer = Party & { readonly name: string; readonly number: string };

/**
 * Locks the ledgers of customers in order of id before posting, and their records, so that they cannot be
 * merged or erased meanwhile. 404 if one does not exist, 409 if nothing may be posted.
 */
export async function lockCustomerLedgers(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, LedgerCustomer>> {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other);
  await sql`select from customers where id = any(${sorted}::bigint[]) order by id for share`.execute(tx);
  const customers = new Map<number, LedgerCustomer>();
  for (const id of sorted) {
    const { name, number, closed } = await findParty(tx, { kind: 'customer', id });
    if (closed !== null) throw conflict(closed);
    customers.set(id, { kind: 'customer', id, name, number: number ?? '' });
  }
  for (const id of sorted) await lockParty(tx, { kind: 'customer', id });
  return customers;
}

/** The same for one customer. */
export async function lockCustomerLedger(tx: Tx, id: number): Promise<LedgerCustomer> {
  const customer = (await lockCustomerLedgers(tx, [id])).get(id);
  if (!customer) throw new Error(`Customer ${id} was locked but does not exist.`);
  return customer;
}
