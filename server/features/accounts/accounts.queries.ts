import { sql } from 'kysely';
import type { Account, OpeningItem, TrialRow } from '#domain/accounts/account.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Reader, Tx } from '../../platform/database/open-database';

const columns = sql`a.code, a.name, a.kind, a.normal_side, a.is_system, a.is_control, a.status, a.version,
  coalesce((select sum(debit_pence - credit_pence)::bigint from journal_lines l where l.account_code = a.code), 0) as balance`;

export async function listAccounts(db: Reader): Promise<Account[]> {
  const { rows } = await sql<Account>`select ${columns} from accounts a order by a.code`.execute(db);
  return rows;
}

export async function findAccount(db: Reader, code: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select ${columns} from accounts a where a.code = ${code}`.execute(db);
  return rows[0];
}

export async function lockAccount(tx: Tx, code: string): Promise<Account | undefined> {
  await sql`select from accounts where code = ${code} for update`.execute(tx);
  return findAccount(tx, code);
}

/** The balance of every account that has one, as at the end of a day (rule R9). */
export async function trialRows(db: Reader, asAt: CalendarDate): Promise<TrialRow[]> {
  const { rows } = await sql<TrialRow>`
    select a.code, a.name, a.kind, greatest(sum(l.debit_pence - l.credit_pence), 0)::bigint as debit,
      greatest(sum(l.credit_pence - l.debit_pence), 0)::bigint as credit
    from journal_lines l join accounts a on a.code = l.account_code
    where l.business_date <= ${asAt} group by a.code having sum(l.debit_pence - l.credit_pence) <> 0 order by a.code`.execute(
    db,
  );
  return rows;
}

/** What was entered of the time before, and what it leaves on suspense. */
export async function listOpeningItems(db: Reader): Promise<OpeningItem[]> {
  const { rows } = await sql<OpeningItem>`
    select j.id as journal_id, j.business_date, j.narrative as what,
      coalesce(sum(l.debit_pence) filter (where l.account_code <> '3900'), 0)::bigint as debit,
      coalesce(sum(l.credit_pence) filter (where l.account_code <> '3900'), 0)::bigint as credit
    from journals j join journal_lines l on l.journal_id = j.id where j.kind = 'opening'
    group by j.id order by j.id`.execute(db);
  return rows;
}

export async function suspenseBalance(db: Reader): Promise<Pence> {
  const { rows } = await sql<{ balance: Pence }>`
    select coalesce(sum(debit_pence - credit_pence), 0)::bigint as balance from journal_lines where account_code = '3900'`.execute(
    db,
  );
  return rows[0]?.balance ?? (0 as Pence);
}
