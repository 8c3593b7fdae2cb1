import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

/** For each wage payment, the postings of its valid journals to wages, bank and safe. */
const posted = sql`
  select j.document_id as id, count(distinct j.id) as journals,
    coalesce(sum(l.debit_pence - l.credit_pence) filter (where l.account_code = '6100'), 0) as wages,
    coalesce(sum(l.credit_pence - l.debit_pence) filter (where l.account_code in ('1010', '1020')), 0) as paid
  from journals j join journal_lines l on l.journal_id = j.id
  where j.document_type = 'salary_payment' and j.reverses_id is null
    and not exists (select from journals r where r.reverses_id = j.id)
  group by 1`;

export const employeeInvariants: readonly Invariant[] = [
  invariant(
    'L1',
    'Wages are posted once',
    'each wage payment against its one journal on account 6100 and against what paid it; reversed payments leave no balance',
    {
      counted: sql`select count(*) from salary_payments`,
      broken: sql`
        select s.number || ': ' || ${pounds(sql`s.amount_pence`)} || case when s.reversed_on is null then '' else ', reversed' end
          || '; ' || coalesce(p.journals, 0) || ' journals, wages ' || ${pounds(sql`coalesce(p.wages, 0)`)} || ', paid '
          || ${pounds(sql`coalesce(p.paid, 0)`)} as what, null as link
        from salary_payments s left join (${posted}) p on p.id = s.id
        where (coalesce(p.journals, 0), coalesce(p.wages, 0), coalesce(p.paid, 0))
          <> case when s.reversed_on is null then (1::bigint, s.amount_pence::numeric, s.amount_pence::numeric)
            else (0::bigint, 0::numeric, 0::numeric) end`,
    },
  ),
];

export const employeeNumbers = [
  { series: 'EMP', table: 'employees', column: 'number' },
  { series: 'SAL', table: 'salary_payments', column: 'number' },
] as const;
