import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';
import { undoneInvariant } from './undone-invariant';

const entriesOfImports = sql`
  sales_history_posted p join journals j on j.document_type = p.document_type and j.document_id = p.document_id
    join vat_entries e on e.journal_id = j.id`;

export const historyInvariants: readonly Invariant[] = [
  invariant(
    'V29',
    'VAT returned elsewhere is not in a VAT return here',
    'VAT records of imported sales against the cut-over day, and VAT returned elsewhere against the clearing entries on account 2200',
    {
      counted: sql`select count(*) from vat_returned_elsewhere`,
      broken: sql`
        select 'VAT record ' || e.id || ' of ' || e.tax_point || case when r.entry_id is null then ' is not marked as returned elsewhere'
            else ' is marked as returned elsewhere' end || '; the cut-over day is ' || coalesce(i.vat_cut_over::text, 'not known') as what,
          '/imports/' || i.id as link
        from ${entriesOfImports} join imports i on i.id = p.import_id left join vat_returned_elsewhere r on r.entry_id = e.id
        where coalesce(e.tax_point <= i.vat_cut_over, false) <> (r.entry_id is not null)
        union all
        select 'VAT record ' || r.entry_id || ' is marked as returned elsewhere, but no import posted it', null
        from vat_returned_elsewhere r where not exists (select from vat_entries e join journals j on j.id = e.journal_id
          join sales_history_posted p on p.document_type = j.document_type and p.document_id = j.document_id
          where e.id = r.entry_id)
        union all
        select i.file_name || ': ' || ${pounds(sql`marked`)} || ' of VAT was returned elsewhere, but account 2200 was cleared of '
          || ${pounds(sql`cleared`)}, '/imports/' || i.id
        from imports i cross join lateral (
          select coalesce((select sum(e.vat_pence) from vat_returned_elsewhere r join vat_entries e on e.id = r.entry_id
              where r.import_id = i.id), 0) as marked,
            coalesce((select sum(l.debit_pence - l.credit_pence) from vat_cut_over_journals c
              join journal_lines l on l.journal_id = c.journal_id and l.account_code = '2200' where c.import_id = i.id), 0) as cleared
        ) sums where i.kind = 'sales_history' and i.state in ('done', 'undone') and marked <> cleared`,
    },
  ),
  invariant(
    'L10',
    'Imported sales contain only sales',
    'codes and descriptions of imported lines against those of fees, bad debts and adjustments, and posted lines against their journals and documents',
    {
      counted: sql`select count(*) from sales_history_lines where outcome = 'posted'`,
      // Uses a short list of its own instead of the classification rules, so that it finds what those miss.
      broken: sql`
        select 'Sale ' || s.number || ', line ' || l.line_number || ': ' || l.sku || ' ' || l.description || ' of '
            || ${pounds(sql`(l.gross_pence - l.refunded_gross_pence)`)} || ' is a fee, a bad debt or an adjustment, not a sale' as what,
          '/sales/invoices/' || s.id as link
        from sales_history_posted p join sales s on s.id = p.document_id join sale_lines l on l.sale_id = s.id
        join imports i on i.id = p.import_id
        where p.document_type = 'sale' and p.undone_at is null and l.gross_pence > l.refunded_gross_pence
          and (regexp_replace(upper(l.sku), '[^A-Z0-9]', '', 'g') in ('B', 'BANKCHARGES', 'AMAZONFEE', 'ADJUST', 'ADJUST2', 'CRUK')
            or l.description ~* '(bad debt|bank charge|amazon fee)')
          and not exists (select from jsonb_array_elements(coalesce(i.options->'code_rules', '[]')) rule
            where rule->>'treatment' in ('sale', 'charge') and lower(btrim(rule->>'code')) = lower(btrim(l.sku)))
        union all
        select i.file_name || ', row ' || h.row_number || ': ' || h.sku || ' is posted as a sale, but its code is treated as ' || h.code_treatment,
          '/imports/' || i.id
        from sales_history_lines h join imports i on i.id = h.import_id
        where h.outcome = 'posted' and h.document_type = 'sale' and h.code_treatment in ('discount', 'fee', 'bad_debt', 'adjustment', 'listed', 'skipped')
        union all
        select i.file_name || ', row ' || h.row_number || ': ' || ${pounds(sql`h.posted_pence`)} || ' posted, but account ' || h.account_code || ' has '
            || ${pounds(sql`coalesce(j.credit_pence - j.debit_pence, 0)`)}, '/imports/' || i.id
        from sales_history_lines h join imports i on i.id = h.import_id
        left join journal_lines j on j.journal_id = h.document_id and j.line_number = h.document_line and j.account_code = h.account_code
        where h.outcome = 'posted' and h.document_type = 'journal' and (h.posted_pence is distinct from coalesce(j.credit_pence - j.debit_pence, 0)
          or exists (select from journals r where r.reverses_id = h.document_id))`,
    },
  ),
  undoneInvariant,
];
