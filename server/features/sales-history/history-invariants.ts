import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

const entriesOfImports = sql`
  sales_history_posted p join journals j on j.document_type = p.document_type and j.document_id = p.document_id
    join vat_entries e on e.journal_id = j.id`;

export const historyInvariants: readonly Invariant[] = [
  invariant(
    'V29',
    'VAT that was returned elsewhere is in no return here',
    'each VAT record of an imported history with the cut-over day of its import, and what was returned elsewhere with what account 2200 was cleared of',
    {
      counted: sql`select count(*) from vat_returned_elsewhere`,
      broken: sql`
        select 'VAT record ' || e.id || ' of ' || e.tax_point || case when r.entry_id is null then ' is not marked as returned elsewhere'
            else ' is marked as returned elsewhere' end || ', the cut-over day is ' || coalesce(i.vat_cut_over::text, 'not known') as what,
          '/imports/' || i.id as link
        from ${entriesOfImports} join imports i on i.id = p.import_id left join vat_returned_elsewhere r on r.entry_id = e.id
        where coalesce(e.tax_point <= i.vat_cut_over, false) <> (r.entry_id is not null)
        union all
        select 'VAT record ' || r.entry_id || ' is marked as returned elsewhere, and no import posted it', null
        from vat_returned_elsewhere r where not exists (select from vat_entries e join journals j on j.id = e.journal_id
          join sales_history_posted p on p.document_type = j.document_type and p.document_id = j.document_id
          where e.id = r.entry_id)
        union all
        select i.file_name || ': ' || ${pounds(sql`marked`)} || ' VAT was returned elsewhere, account 2200 was cleared of '
          || ${pounds(sql`cleared`)}, '/imports/' || i.id
        from imports i cross join lateral (
          select coalesce((select sum(e.vat_pence) from vat_returned_elsewhere r join vat_entries e on e.id = r.entry_id
              where r.import_id = i.id), 0) as marked,
            coalesce((select sum(l.debit_pence - l.credit_pence) from vat_cut_over_journals c
              join journal_lines l on l.journal_id = c.journal_id and l.account_code = '2200' where c.import_id = i.id), 0) as cleared
        ) sums where i.kind = 'sales_history' and i.state in ('done', 'undone') and marked <> cleared`,
    },
  ),
];
