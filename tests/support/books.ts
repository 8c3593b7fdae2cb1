import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { allInvariants } from '../../server/invariants';
import { asActor } from '../../server/kernel/audit';
import { credit, debit, postJournal, systemAccounts } from '../../server/kernel/ledger';
import { runCheck } from '../../server/kernel/verifier';
import type { Database } from '../../server/platform/database/open-database';
import type { Actor } from '../../server/platform/http/actor';
import type { WriteContext } from '../../server/platform/http/context';
import { postsSeveral } from './watch-locks';

/** Runs `work` as a use case, in a transaction of its own, as a user with exactly these permissions. */
export async function asBookkeeper<T>(
  db: Database,
  work: (ctx: WriteContext) => Promise<T>,
  { rights = ['backdate'], now = new Date() }: { rights?: Permission[]; now?: Date } = {},
): Promise<T> {
  const id = await keeperId(db);
  const actor: Actor = {
    id,
    name: 'Keeper',
    email: 'keeper@firm.example',
    sessionId: 0,
    roles: [],
    permissions: rights,
    mustChangePassword: false,
  };
  return db.transaction().execute(async tx => {
    await postsSeveral(tx);
    return asActor(tx, actor, now, work);
  });
}

async function keeperId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, created_at, updated_at) values ('Keeper', 'keeper@firm.example', now(), now())
    on conflict (lower(email)) do update set name = excluded.name returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Puts cash into the safe long ago, because payments must not exceed it (F104). */
export const fillSafe = (db: Database, pence = 10_000_000, on: CalendarDate = '2020-06-01') =>
  asBookkeeper(db, ctx =>
    postJournal(ctx, {
      businessDate: on,
      kind: 'manual',
      narrative: 'Cash put into the safe',
      document: { type: 'manual', id: 0, number: null },
      lines: [
        debit(systemAccounts.pettyCash, toPence(pence)),
        credit(systemAccounts.capital, toPence(pence)),
      ],
    }),
  );

/** A supplier for postings, which is registered for VAT unless it is said otherwise. */
export async function someSupplier(
  db: Database,
  name = 'Some Supplier',
  { isVatRegistered = true }: { isVatRegistered?: boolean } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into suppliers (name, vat_number, created_at, updated_at)
    values (${name}, case when ${isVatRegistered} then 'GB' || (100000000 + (select count(*) from suppliers)) end, now(), now())
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A customer for postings, with a credit limit in pence. */
export async function someCustomer(
  db: Database,
  name = 'Some Customer',
  { limit = null, email = null }: { limit?: number | null; email?: string | null } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, kind, credit_limit_pence, email, created_at, updated_at)
    values (${name}, 'company', ${limit}, ${email}, now(), now()) returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The failed checks of the books, in words; empty when every invariant holds. */
export async function breachesOf(db: Database): Promise<string[]> {
  const { results } = await runCheck(db, allInvariants, () => new Date(), null);
  return results.flatMap(({ id, breaches }) => breaches.map(({ what }) => `${id}: ${what}`));
}

/** The balance of an account, debits less credits, in pence. */
export async function balanceOf(db: Database, account: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(debit_pence - credit_pence), 0)::bigint as balance from journal_lines
    where account_code = ${account}`.execute(db);
  return rows[0]?.balance ?? 0;
}

/** The movement of each account during `work`, in pence. */
export async function movedOn(
  db: Database,
  accounts: readonly string[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const balances = () => Promise.all(accounts.map(account => balanceOf(db, account)));
  const before = await balances();
  await work();
  return (await balances()).map((balance, index) => balance - (before[index] ?? 0));
}
