import { type RawBuilder, sql } from 'kysely';
import type { Period } from '#domain/kernel/period';
import { payrollAccounts } from '#domain/accounting/wages';
import {
  accruedAccounts,
  type CashAdjustment,
  type CashCause,
  expenseAccruals,
  goodsAccounts,
  goodsLine,
  stockAccounts,
} from '#domain/reports/cash-basis';
import type { Reader } from '../../platform/database/open-database';

const codes = (accounts: readonly string[]) => sql`${accounts}::text[]`;
const goods = codes(goodsAccounts);

/** The number of the interval, from 0; -1 before the period. */
export type StepOf = (date: RawBuilder<unknown>) => RawBuilder<number>;

/**
 * What was allocated to invoices, bills and credit notes that had any allocation in the period. Documents that were settled
 * in full on their own day, such as most sales at a till, count as they are posted, so they are left out from the start.
 */
const settledByAllocation = ({ from, to }: Period, stepOf: StepOf) => sql`
  matched as materialized (
    select i.journal_id, i.origin_item_id, i.amount_pence as whole, sum(a.amount_pence) as amount,
      min(a.business_date) as first_day, max(a.business_date) as last_day, bool_or(o.kind = 'transfer') as has_moved
    from allocations a
    cross join lateral (values (a.debit_item_id, a.credit_item_id), (a.credit_item_id, a.debit_item_id)) side (item_id, other_id)
    join party_items i on i.id = side.item_id join party_items o on o.id = side.other_id
    where a.business_date between ${from} and ${to} group by i.id
  ), settled_at_once as materialized (
    select m.journal_id from matched m join journals j on j.id = m.journal_id
    where m.amount = m.whole and not m.has_moved
      and m.first_day = j.business_date and m.last_day = j.business_date
    group by 1 having count(*) = (select count(*) from party_items i where i.journal_id = m.journal_id)
  ), touched as materialized (
    -- Not as a join: the planner expects few of them, and would compare each item with every one.
    select journal_id from matched where journal_id not in (select journal_id from settled_at_once)
    union
    -- A debt that moved to another ledger still belongs to its invoice (decision 098).
    select (select o.journal_id from party_items o where o.id = m.origin_item_id) from matched m
    where m.origin_item_id is not null
  ), parts as (
    select i.journal_id, i.side, i.id as item_id from touched t join party_items i on i.journal_id = t.journal_id
    where i.origin_item_id is null
    union all
    select i.journal_id, i.side, m.id from touched t join party_items i on i.journal_id = t.journal_id
      join party_items m on m.origin_item_id = i.id
  ), allocated as (
    select p.journal_id, p.side, ${stepOf(sql`a.business_date`)} as step, sum(a.amount_pence) as amount
    from parts p cross join lateral (
      select business_date, amount_pence, credit_item_id as other_id from allocations where debit_item_id = p.item_id
      union all
      select business_date, amount_pence, debit_item_id from allocations where credit_item_id = p.item_id
    ) a
    join party_items o on o.id = a.other_id
    -- Moving a debt with a merge settles nothing. Credit transferred from another customer does.
    where a.business_date <= ${to} and (o.kind <> 'transfer' or o.origin_item_id is not null or not exists (
      select from wallet_adjustments w where o.document_type = 'wallet_adjustment' and w.id = o.document_id and w.kind = 'merge'))
    group by 1, 2, 3
  )`;

/** What was paid of expenses without a supplier that were charged or paid in the period. */
const settledOnAccruals = ({ from, to }: Period, stepOf: StepOf) => sql`
  accruals as (
    select j.document_id, j.id as journal_id, j.business_date, sum(l.credit_pence - l.debit_pence) as amount,
      exists (select from journal_lines c join accounts a on a.code = c.account_code
        where c.journal_id = j.id and a.kind = 'expense') as is_charge
    from journals j join journal_lines l on l.journal_id = j.id and l.account_code = ${expenseAccruals}
    where j.document_type = 'expense' and j.business_date <= ${to} and j.document_id in (
      select document_id from journals where document_type = 'expense' and business_date between ${from} and ${to})
    group by 1, 2, 3
  ), paid as (
    select c.journal_id, case when c.amount > 0 then 'credit' else 'debit' end as side,
      ${stepOf(sql`p.business_date`)} as step, sum(-sign(c.amount) * p.amount) as amount
    from accruals c join accruals p on p.document_id = c.document_id and not p.is_charge where c.is_charge group by 1, 2, 3
  )`;

/** The documents to count: their lines, the side that owes, and the whole amount to settle. */
const documentsOf = ({ from, to }: Period) => sql`
  documents as (
    select journal_id from allocated union select journal_id from accruals where is_charge union
    select i.journal_id from journals j join party_items i on i.journal_id = j.id
    where j.business_date between ${from} and ${to}
      and j.id not in (select journal_id from settled_at_once)
  ), lines as (
    select d.journal_id, l.* from documents d cross join lateral (
      -- Document by document: the planner cannot tell that there are few.
      select l.business_date, l.business_date between ${from} and ${to} as is_of_period,
        case when l.account_code = any(${goods}) then ${goodsLine} else l.account_code end as code,
        a.kind in ('income', 'expense') or l.account_code = any(${goods}) as counts, sum(l.credit_pence - l.debit_pence) as amount
      from journal_lines l join accounts a on a.code = l.account_code
      where l.journal_id = d.journal_id
        and (a.kind in ('income', 'expense') or l.account_code = any(${goods} || '{2200,2201}')) group by 1, 2, 3, 4
    ) l
  ), sides as (
    select journal_id, case when sum(amount) > 0 then 'debit' else 'credit' end as side from lines group by 1
  ), sized as (
    select s.journal_id, s.side, sum(i.amount_pence) as total,
      case when bool_or(i.customer_id is not null) then 'customers' else 'suppliers' end as cause
    from sides s join party_items i on i.journal_id = s.journal_id and i.side = s.side and i.origin_item_id is null group by 1, 2
    union all
    select s.journal_id, s.side, abs(a.amount), 'accrued'
    from sides s join accruals a on a.journal_id = s.journal_id where a.is_charge and a.amount <> 0
  )`;

/**
 * What to add to the postings of a period for the cash basis, by cause, account, interval and journal (decision 106). A
 * document counts in the proportion that is settled of it, on the days that it was. Its parts are rounded from what is
 * settled so far, so that they add up to the document in the end. The cost of goods sold leaves with the goods, whoever
 * pays, so invoices have no part of it. The report and the list behind it share this, with `ledgerAdjustments`.
 */
export const settledDocuments = (period: Period, stepOf: StepOf) => sql`
  ${settledByAllocation(period, stepOf)}, ${settledOnAccruals(period, stepOf)}, ${documentsOf(period)}, so_far as (
    select journal_id, s.cause, s.total, step, least(greatest(sum(amount) over w, 0), s.total) as settled,
      least(greatest(sum(amount) over w - amount, 0), s.total) as before
    from (select * from allocated union all select * from paid) counted join sized s using (journal_id, side)
    window w as (partition by journal_id order by step)
  ), counted as (
    select s.journal_id, s.cause, l.code, s.step, l.amount as net, s.settled - s.before as settled, s.total,
      round(l.amount * s.settled / s.total) - round(l.amount * s.before / s.total) as amount
    from so_far s join lines l using (journal_id) where s.step >= 0 and l.counts
    union all
    select s.journal_id, s.cause, l.code, ${stepOf(sql`l.business_date`)}, l.amount, 0, s.total, -l.amount
    from sized s join lines l using (journal_id) where l.is_of_period and l.counts
  ), settled_documents as materialized (
    -- A filter of the list comes after, for the same reason. All are whole pence, whose sums take half the memory of decimals.
    select cause, code, step, journal_id, net::bigint as net, settled::bigint as settled, total::bigint as total,
      amount::bigint as amount from counted
    where cause <> 'customers' or code <> ${goodsLine}
  )`;

/** Where postings are read: from the totals of each day, or line by line. */
type Postings = { readonly source: RawBuilder<unknown>; readonly journal: RawBuilder<unknown> };
const dailyTotals: Postings = { source: sql`ledger_by_day`, journal: sql`null::bigint` };
export const postedLines: Postings = { source: sql`journal_lines`, journal: sql`journal_id` };

/** Which adjustments are asked for; all of them if omitted. */
type Wanted = { readonly codes: readonly string[]; readonly causes: readonly CashCause[] };

/** What else to add: postings to accounts of stock, payroll and accruals, as they are. Only lines asked for are read. */
export function ledgerAdjustments(
  period: Period,
  stepOf: StepOf,
  { source, journal }: Postings,
  wanted?: Wanted,
): RawBuilder<unknown> {
  const asked = (cause: CashCause, accounts: readonly string[]) =>
    wanted === undefined
      ? accounts
      : accounts.filter(code => wanted.causes.includes(cause) && wanted.codes.includes(code));
  const [payroll, stock] = [asked('accrued', payrollAccounts), codes(asked('stock', stockAccounts))];
  const accrued = codes(asked('accrued', accruedAccounts));
  return sql`
    select case when account_code = any(${codes(payroll)}) then 'accrued' else 'stock' end as cause, account_code as code,
      ${stepOf(sql`business_date`)} as step, ${journal} as journal_id, credit_pence - debit_pence as amount
    from ${source} where business_date between ${period.from} and ${period.to}
      and account_code = any(${codes(payroll)} || ${stock})
    union all
    -- Accruals that were entered as journals, without a document to follow.
    select 'accrued', l.account_code, ${stepOf(sql`l.business_date`)}, l.journal_id, l.credit_pence - l.debit_pence
    from journal_lines l join journals j on j.id = l.journal_id
    where l.account_code = any(${codes(asked('accrued', [expenseAccruals]))})
      and l.business_date between ${period.from} and ${period.to} and j.document_type <> 'expense'
    union all
    -- Opening balances were neither bought nor charged in these books.
    select case when l.account_code = any(${accrued}) then 'accrued' else 'stock' end, l.account_code,
      ${stepOf(sql`j.business_date`)}, j.id, l.debit_pence - l.credit_pence
    from journals j left join journals o on o.id = j.reverses_id join journal_lines l on l.journal_id = j.id
    where j.kind in ('opening', 'reversal') and j.business_date between ${period.from} and ${period.to}
      and coalesce(o.kind, j.kind) = 'opening' and l.account_code = any(${accrued} || ${stock})`;
}

/** The difference between the cash basis and the postings of a period, by account, interval and cause. */
export async function findCashAdjustments(
  db: Reader,
  period: Period,
  steps: readonly Period[] = [],
): Promise<CashAdjustment[]> {
  const starts = steps.length === 0 ? [period.from] : steps.map(step => step.from);
  const stepOf: StepOf = date => sql`width_bucket(${date}, ${starts}::date[]) - 1`;
  const { rows } = await sql<CashAdjustment>`
    with ${settledDocuments(period, stepOf)}, adjustments as (
      select cause, code, step, amount from settled_documents
      union all select cause, code, step, amount from (${ledgerAdjustments(period, stepOf, dailyTotals)}) plain
    ), sums as (
      select cause, code, step, sum(amount) as amount from adjustments group by 1, 2, 3
    )
    select s.cause, s.code, coalesce(a.name, '') as name, coalesce(a.kind, 'expense') as kind, s.step, s.amount::bigint as amount
    from sums s left join accounts a on a.code = s.code where s.amount <> 0 order by s.code, s.step`.execute(
    db,
  );
  return rows;
}
