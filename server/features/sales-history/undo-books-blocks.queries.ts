import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Reader } from '../../platform/database/open-database';
import { own } from './undo-own.queries';

/** The days of an import's postings, including its VAT clearing. */
const ownDays = (importId: number) => sql`
  select s.business_date as day from ${own({ importId })} join sales s on own.document_type = 'sale' and s.id = own.document_id
  union all
  select n.business_date from ${own({ importId })} join credit_notes n on own.document_type = 'credit_note' and n.id = own.document_id
  union all
  select j.business_date from ${own({ importId })} join journals j on own.document_type = 'stock_adjustment'
    and j.document_type = 'stock_adjustment' and j.document_id = own.document_id
  union all
  select m.business_date from ${own({ importId })} join stock_movements m on own.document_type = 'stock_adjustment'
    and m.document_type = 'stock_adjustment' and m.document_id = own.document_id
  union all
  select j.business_date from ${own({ importId })} join journals j on own.document_type = 'journal' and j.id = own.document_id
  union all
  select j.business_date from vat_cut_over_journals c join journals j on j.id = c.journal_id where c.import_id = ${importId}`;

type BooksBlocks = {
  readonly locked: { readonly through: CalendarDate; readonly documents: number } | null;
  /** Filed returns with postings or VAT of the import, latest first. */
  readonly returns: readonly CalendarDate[];
};

/** What closed the days on which mirrors would be dated (rules D5, D7, V25). */
export async function findBooksBlocks(db: Reader, importId: number): Promise<BooksBlocks> {
  const { rows } = await sql<{ through: CalendarDate; documents: number }>`
    select b.locked_through as through, count(*)::integer as documents
    from books_lock b join (${ownDays(importId)}) days on days.day <= b.locked_through group by 1`.execute(
    db,
  );
  const { rows: returns } = await sql<{ to: CalendarDate }>`
    select r.period_to as to from vat_returns r
    where exists (select from (${ownDays(importId)}) days where days.day between r.period_from and r.period_to)
      or exists (select from ${own({ importId })} join journals j on j.document_type = own.document_type
          and j.document_id = own.document_id join vat_entries e on e.journal_id = j.id
        where e.id <= r.last_entry_id and e.tax_point <= coalesce(r.takes_to, r.period_to)
          and e.tax_point >= coalesce((select min(takes_from) from vat_returns), e.tax_point)
          and not exists (select from vat_returned_elsewhere x where x.entry_id = e.id))
    order by r.period_to desc`.execute(db);
  return { locked: rows[0] ?? null, returns: returns.map(({ to }) => to) };
}
