import { sql } from 'kysely';
import { type Pence, toPence } from '#domain/kernel/money';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { askTogether, type Question } from '../../platform/database/send-together';
import type { Tx } from '../../platform/database/open-database';
import { type Party, partyColumn } from './party';

type Kind = Party['kind'];

declare const locked: unique symbol;
type LockedId<K extends Kind> = number & { readonly [locked]: K };
type LockedParties = { readonly [K in Kind]: { readonly kind: K; readonly id: LockedId<K> } };

/**
 * A party whose ledger is locked. Whatever posts to a ledger takes one, so that it does not compile without the lock.
 * Only the functions below make one, for the transaction in which they took the lock: it is passed on, never stored.
 */
export type LockedParty<K extends Kind = Kind> = LockedParties[K];

/** The ledger of one of the parties locked together; any other is a programming error. */
export type LedgerOf<K extends Kind = Kind> = (id: number) => LockedParty<K>;

/** The one cast: called after the statement that locks the ledger. */
const asLocked = <K extends Kind>(kind: K, id: number) => ({ kind, id }) as LockedParty<K>;

type Locking<K extends Kind> = { readonly party: LockedParty<K>; readonly balance: Pence };
type BalanceRow = { readonly balance_pence: Pence };

/** The questions that lock a ledger; the last answers it. */
export type LockingParty<K extends Kind> = readonly [
  Question<unknown, void>,
  Question<BalanceRow, Locking<K>>,
];

/**
 * Locks a party's ledger until the commit. Returns its balance too: above zero they owe us, below zero we owe
 * them (rule W1).
 */
export async function lockParty<K extends Kind>(
  tx: Tx,
  party: { readonly kind: K; readonly id: number },
): Promise<Locking<K>> {
  const [, ledger] = await askTogether(tx, lockingParty(party));
  return ledger;
}

/** The same, to be sent with other statements: a ledger without a balance gets one, then it is locked. */
export const lockingParty = <K extends Kind>(party: {
  readonly kind: K;
  readonly id: number;
}): LockingParty<K> => [makingBalance(party), lockingBalance(party)];

const makingBalance = (party: Party): Question<unknown, void> => ({
  statement: sql`${preparedStatement}
    insert into party_balances (${partyColumn(party)}) values (${party.id}) on conflict do nothing`,
  answer: () => undefined,
});

const lockingBalance = <K extends Kind>(party: {
  readonly kind: K;
  readonly id: number;
}): Question<BalanceRow, Locking<K>> => ({
  statement: sql<BalanceRow>`${preparedStatement}
    select balance_pence from party_balances where ${partyColumn(party)} = ${party.id} for update`,
  answer: ([row]) => ({ party: asLocked(party.kind, party.id), balance: row?.balance_pence ?? toPence(0) }),
});

/**
 * Locks the ledgers of many customers or suppliers until the commit in order of id, so that writers cannot
 * deadlock.
 */
export async function lockParties<K extends Kind>(
  tx: Tx,
  kind: K,
  ids: readonly number[],
): Promise<LedgerOf<K>> {
  const column = partyColumn({ kind });
  await sql`
    insert into party_balances (${column}) select id from unnest(${[...ids]}::bigint[]) as id order by id
    on conflict do nothing`.execute(tx);
  await sql`
    select from party_balances where ${column} = any(${[...ids]}::bigint[]) order by ${column} for update`.execute(
    tx,
  );
  const ledgers = new Map(ids.map(id => [id, asLocked(kind, id)]));
  return id => {
    const ledger = ledgers.get(id);
    if (!ledger) throw new Error(`The ledger of ${kind} ${id} is not locked.`);
    return ledger;
  };
}

/** The same for customers. */
export const lockCustomers = (tx: Tx, ids: readonly number[]): Promise<LedgerOf<'customer'>> =>
  lockParties(tx, 'customer', ids);

/**
 * Locks a customer, or the one who remains after a merge, against a merge or an erasure until the commit, and returns whose
 * ledger it is. A merge that is under way is waited for.
 */
export async function lockRemaining(tx: Tx, id: number): Promise<number> {
  for (;;) {
    // After a wait the locked row is read again, but no other: the next round sees them all.
    const { rows } = await sql<{ id: number; is_merged: boolean }>`${preparedStatement}
      select c.id, c.merged_into_id is not null as is_merged from customers c
      where c.id = (select coalesce(merged_into_id, id) from customers where id = ${id}) for key share of c`.execute(
      tx,
    );
    const [found] = rows;
    if (!found) return id;
    if (!found.is_merged) return found.id;
  }
}
