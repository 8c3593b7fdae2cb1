import { sql } from 'kysely';
import { type Invariant, invariant } from '../../kernel/verifier';

/** Each posting of an undone document and its reversal, which reports leave out, must total zero (decision 096). */
export const undoneInvariant: Invariant = invariant(
  'L11',
  'Undone imports are fully reversed',
  'journals and stock movements of undone documents against their reversals on the same date, and the status of the sales',
  {
    counted: sql`select count(*) from sales_history_posted where undone_at is not null`,
    broken: sql`
      select 'Journal ' || j.id || ' of ' || j.business_date || ' is undone with its import, but not reversed on its own date' as what,
        '/journals/' || j.id as link
      from sales_history_posted p join journals j on j.document_type = p.document_type and j.document_id = p.document_id
      where p.undone_at is not null and j.reverses_id is null
        and not exists (select from journals r join undone_journals u on u.journal_id = r.id
          where r.reverses_id = j.id and r.business_date = j.business_date)
      union all
      select 'Journal ' || j.id || ' is undone with its import, but its document is not', '/journals/' || j.id
      from undone_journals u join journals j on j.id = u.journal_id
      where not exists (select from sales_history_posted p where p.undone_at is not null and p.import_id = u.import_id
          and p.document_type = j.document_type and p.document_id = j.document_id)
        and not exists (select from sales_history_posted p where p.undone_at is not null and p.import_id = u.import_id
          and p.document_type = 'journal' and p.document_id in (j.id, j.reverses_id))
      union all
      select m.document_type || ' ' || m.document_id || ' is undone with its import, but leaves ' || sum(m.quantity) || ' of product '
        || m.product_id || ' on ' || m.business_date, '/products/' || m.product_id
      from sales_history_posted p join stock_movements m on m.document_type = p.document_type and m.document_id = p.document_id
      where p.undone_at is not null group by m.document_type, m.document_id, m.product_id, m.business_date
      having sum(m.quantity) <> 0 or sum(m.value_pence) <> 0
      union all
      select s.number || ' is ' || s.status || ', but its import is ' || case when p.undone_at is null then 'not undone' else 'undone' end,
        '/sales/invoices/' || s.id
      from sales_history_posted p join sales s on s.id = p.document_id
      where p.document_type = 'sale' and (s.status = 'undone') <> (p.undone_at is not null)`,
  },
);
