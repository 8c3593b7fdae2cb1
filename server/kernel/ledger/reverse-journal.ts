import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { WriteContext } from '../../platform/http/context';
import { conflict, notFound } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureNotBefore } from '../books-day';

type Original = {
  id: number;
  kind: string;
  narrative: string;
  business_date: CalendarDate;
  reverses_id: number | null;
  reversed_by: number | null;
};

/**
 * Posts the reversal of a journal, line by line, dated the day of the correction; together they are zero on
 * every account (rules L1, L2, A13). Its VAT keeps the tax points of the original, so both are in one return, or the
 * reversal is late when that return is filed (rules V24, V25). 404 if it does not exist, 409 if it is already reversed or is
 * itself a reversal, 422 if it would be dated before what it reverses.
 */
export async function reverseJournal(
  ctx: WriteContext,
  journalId: number,
  { businessDate, reason }: { readonly businessDate: CalendarDate; readonly reason: string },
): Promise<{ id: number }> {
  const { rows: originals } = await sql<Original>`${preparedStatement}
    select j.id, j.kind, j.narrative, j.business_date, j.reverses_id, (select r.id from journals r where r.reverses_id = j.id) as reversed_by
    from lock_journals(array[${journalId}::bigint]) j`.execute(ctx.tx);
  const [original] = originals;
  if (!original) throw notFound('Journal');
  if (original.reverses_id !== null)
    throw conflict('This journal is a reversal. Post a new journal instead.');
  if (original.reversed_by !== null)
    throw conflict(`Journal ${journalId} is already reversed, by journal ${original.reversed_by}.`);
  ensureNotBefore(businessDate, original.business_date, 'It was posted');
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    insert into journals (business_date, kind, narrative, document_type, document_id, document_number, reverses_id,
      reason, posted_by, posted_at)
    select ${businessDate}, 'reversal', 'Reversal: ' || narrative, document_type, document_id, document_number, id,
      ${reason}, ${ctx.actor.id}, ${ctx.now}
    from journals where id = ${journalId} returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  await sql`${preparedStatement}
    insert into journal_lines (journal_id, business_date, line_number, account_code, debit_pence, credit_pence,
      supplier_id, customer_id, vat_code, description)
    select ${id}, ${businessDate}, line_number, account_code, credit_pence, debit_pence, supplier_id, customer_id, vat_code,
      description
    from journal_lines where journal_id = ${journalId}`.execute(ctx.tx);
  await sql`${preparedStatement}
    insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
    select ${id}, direction, tax_point, vat_code, rate_percent, -net_pence, -vat_pence
    from vat_entries where journal_id = ${journalId}`.execute(ctx.tx);
  return { id };
}
