import { type RawBuilder, sql } from 'kysely';
import type { Account, OpeningItem, TrialBalance, TrialRow } from '#domain/accounts/account.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Reader, Tx } from '../../platform/database/open-database';

export const accountColumns = sql`a.code, a.name, a.kind, a.normal_side, a.is_system, a.is_control, a.is_long_term, a.status, a.version,
  coalesce((select sum(debit_pence - credit_pence)::bigint from ledger_by_day l where l.account_code = a.code), 0) as balance`;

export async function listAccounts(db: Reader): Promise<Account[]> {
  const { rows } = await sql<Account>`select ${accountColumns} from accounts a order by a.code`.execute(db);
  return rows;
}

export async function findAccount(db: Reader, code: string): Promise<Account | undefined> {
  const { rows } =
    await sql<Account>`select ${accountColumns} from accounts a where a.code = ${code}`.execute(db);
  return rows[0];
}

export async function lockAccount(tx: Tx, code: string): Promise<Account | undefined> {
  await sql`select from accounts where code = ${code} for update`.execute(tx);
  return findAccount(tx, code);
}

/** The balance of every account with postings at the end of a day (rule R9). */
async function trialRows(db: Reader, asAt: CalendarDate): Promise<TrialRow[]> {
  const { rows } = await sql<TrialRow>`
    select a.code, a.name, a.kind, greatest(sum(l.debit_pence - l.credit_pence), 0)::bigint as debit,
      greatest(sum(l.credit_pence - l.debit_pence), 0)::bigint as credit
    from ledger_by_day l join accounts a on a.code = l.account_code
    where l.business_date <= ${asAt} group by a.code having sum(l.debit_pence - l.credit_pence) <> 0 order by a.code`.execute(
    db,
  );
  return rows;
}

/** The same with its two totals, which are equal. */
export async function findTrialBalance(db: Reader, asAt: CalendarDate): Promise<TrialBalance> {
  const rows = await trialRows(db, asAt);
  const total = (side: 'debit' | 'credit') => toPence(rows.reduce((sum, row) => sum + row[side], 0));
  return { as_at: asAt, rows, debit: total('debit'), credit: total('credit') };
}

const openingItems = (condition: RawBuilder<unknown>) => sql<OpeningItem>`
  select j.id as journal_id, j.business_date, j.narrative as what, lines.debit, lines.credit, r.id is not null as is_reversed,
    r.id is null and j.document_type in ('opening_item', 'supplier_bill', 'opening_invoice') as can_reverse
  from journals j left join journals r on r.reverses_id = j.id cross join lateral (
    select coalesce(sum(debit_pence) filter (where account_code <> '3900'), 0)::bigint as debit,
      coalesce(sum(credit_pence) filter (where account_code <> '3900'), 0)::bigint as credit
    from journal_lines where journal_id = j.id) lines
  where j.kind = 'opening' ${condition} order by j.id`;

/** Opening items. */
export async function listOpeningItems(db: Reader): Promise<OpeningItem[]> {
  return (await openingItems(sql``).execute(db)).rows;
}

export async function findOpeningItem(db: Reader, journalId: number): Promise<OpeningItem | undefined> {
  return (await openingItems(sql`and j.id = ${journalId}`).execute(db)).rows[0];
}

export type OpeningDocument = {
  readonly type: string;
  readonly id: number;
  readonly number: string | null;
  readonly supplier_id: number | null;
  readonly customer_id: number | null;
};

/** The document of an opening item, with its supplier or customer if it is on a ledger. */
export async function findOpeningDocument(tx: Tx, journalId: number): Promise<OpeningDocument | undefined> {
  const { rows } = await sql<OpeningDocument>`
    select j.document_type as type, j.document_id as id, j.document_number as number,
      coalesce(b.supplier_id, i.supplier_id) as supplier_id, i.customer_id
    from journals j left join supplier_bills b on j.document_type = 'supplier_bill' and b.id = j.document_id
      left join opening_invoices i on j.document_type = 'opening_invoice' and i.id = j.document_id
    where j.id = ${journalId} and j.kind = 'opening'`.execute(tx);
  return rows[0];
}

export async function suspenseBalance(db: Reader): Promise<Pence> {
  const { rows } = await sql<{ balance: Pence }>`
    select coalesce(sum(debit_pence - credit_pence), 0)::bigint as balance from ledger_by_day where account_code = '3900'`.execute(
    db,
  );
  return rows[0]?.balance ?? (0 as Pence);
}
