import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

/**
 * For each expense, the postings of its valid journals to costs, input VAT, the supplier or account 2300,
 * and money.
 */
const posted = sql`
  select j.document_id as id, count(distinct j.id) filter (where j.kind = 'expense') as journals,
    count(distinct j.id) filter (where j.kind = 'expense_payment') as payments,
    coalesce(sum(l.debit_pence - l.credit_pence) filter (where j.kind = 'expense' and l.account_code between '6000' and '6999'), 0) as cost,
    coalesce(sum(l.debit_pence - l.credit_pence) filter (where l.account_code = '2201'), 0) as vat,
    coalesce(sum(l.credit_pence - l.debit_pence) filter (where j.kind = 'expense' and l.account_code not in ('2201')
      and l.account_code not between '6000' and '6999'), 0) as credited,
    coalesce(sum(l.credit_pence - l.debit_pence) filter (where j.kind = 'expense' and l.account_code in ('2100', '2300')), 0) as owed,
    coalesce(sum(l.credit_pence - l.debit_pence) filter (where l.account_code = '2300'), 0) as accrued
  from journals j join journal_lines l on l.journal_id = j.id
  where j.document_type = 'expense' and j.reverses_id is null and not exists (select from journals r where r.reverses_id = j.id)
  group by 1`;
const recorded = sql`
  select j.document_id as id, sum(v.vat_pence) as vat, sum(v.net_pence) as net
  from vat_entries v join journals j on j.id = v.journal_id where j.document_type = 'expense' group by 1`;

export const expenseInvariants: readonly Invariant[] = [
  invariant(
    'L1',
    'Expenses are posted once, with their VAT and their payments',
    'each expense against its lines, its one journal and the VAT reclaimed, and against what paid it or is still owed; unapproved and cancelled expenses have no postings except money not yet returned',
    {
      counted: sql`select count(*) from expenses`,
      broken: sql`
        select e.number || ': ' || e.status || ', ' || ${pounds(sql`e.gross_pence`)} || ' with ' || ${pounds(sql`e.vat_recovered_pence`)}
            || ' VAT recovered; ' || coalesce(p.journals, 0) || ' journals, cost ' || ${pounds(sql`coalesce(p.cost, 0)`)} || ', VAT '
            || ${pounds(sql`coalesce(p.vat, 0)`)} || ', VAT records ' || ${pounds(sql`coalesce(v.vat, 0)`)} as what, '/expenses/' || e.id as link
        from expenses e left join (${posted}) p on p.id = e.id left join (${recorded}) v on v.id = e.id
        where case when e.status in ('approved', 'paid') then
            (coalesce(p.journals, 0), coalesce(p.cost, 0), coalesce(p.vat, 0), coalesce(p.credited, 0), coalesce(v.vat, 0))
              <> (1, e.gross_pence - e.vat_recovered_pence, e.vat_recovered_pence, e.gross_pence, e.vat_recovered_pence)
            or (v.net is not null and v.net <> e.net_pence)
            or p.owed <> case e.settlement when 'firm_paid' then 0 else e.gross_pence end
          -- One that was paid at once keeps its journal, since the money does not move with its cancellation.
          else case when e.status = 'cancelled' and e.settlement = 'firm_paid' then (coalesce(p.cost, 0), coalesce(p.vat, 0)) <> (0, 0)
              else (coalesce(p.journals, 0), coalesce(p.payments, 0) > 0) <> (0, e.money_is_out) end
            or coalesce(p.accrued, 0) <> case when e.money_is_out and not (e.settlement = 'to_pay' and e.supplier_id is not null)
              then -e.gross_pence else 0 end or coalesce(v.vat, 0) <> 0 or coalesce(v.net, 0) <> 0 end
        union all
        select coalesce(e.number, 'Expense ' || e.id) || ': total ' || ${pounds(sql`e.gross_pence`)} || ', lines ' || ${pounds(sql`coalesce(l.gross, 0)`)},
          '/expenses/' || e.id
        from expenses e left join (select expense_id, sum(net_pence) as net, sum(vat_pence) as vat, sum(gross_pence) as gross
          from expense_lines group by 1) l on l.expense_id = e.id
        where (e.net_pence, e.vat_pence, e.gross_pence) <> (coalesce(l.net, 0), coalesce(l.vat, 0), coalesce(l.gross, 0))
        union all
        select e.number || ': ' || e.status || ', but ' || ${pounds(sql`p.accrued`)} || ' is still owed on account 2300', '/expenses/' || e.id
        from expenses e join (${posted}) p on p.id = e.id
        where e.status in ('approved', 'paid') and p.accrued <> case when e.status = 'paid' or e.settlement = 'firm_paid'
          or (e.settlement = 'to_pay' and e.supplier_id is not null) then 0 else e.gross_pence end
        union all
        select e.number || ': paid, but ' || ${pounds(sql`i.amount_pence - i.allocated_pence`)} || ' is still open on the supplier’s ledger',
          '/expenses/' || e.id
        from expenses e join party_items i on i.document_type = 'expense' and i.document_id = e.id and i.kind = 'bill'
        where e.status = 'paid' and e.settlement = 'to_pay' and i.allocated_pence <> i.amount_pence`,
    },
  ),
];

export const expenseNumbers = [{ series: 'EXP', table: 'expenses', column: 'number' }] as const;
