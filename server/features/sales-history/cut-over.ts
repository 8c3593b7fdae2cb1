import { sql } from 'kysely';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { ensureOpenDay, findClosedDays } from '../../kernel/books-day';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';

type PostedDocument = { readonly type: string; readonly id: number };

/** Marks the VAT of documents up to the cut-over day of their import as returned elsewhere (rule V29). */
export async function markReturnedElsewhere(
  { tx }: WriteContext,
  importId: number,
  documents: readonly PostedDocument[],
): Promise<void> {
  await sql`
    insert into vat_returned_elsewhere (entry_id, import_id)
    select e.id, i.id from imports i
      cross join jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as document (type text, id bigint)
      join journals j on j.document_type = document.type and j.document_id = document.id
      join vat_entries e on e.journal_id = j.id
    where i.id = ${importId} and e.tax_point <= i.vat_cut_over
    on conflict (entry_id) do nothing`.execute(tx);
}

/**
 * Changes an import's cut-over day and marks its entries accordingly. The database refuses to change an entry in a
 * filed return (rule V25). A journal dated before today needs permission to backdate and a reason (rule D6).
 */
export async function moveCutOver(
  ctx: WriteContext,
  importId: number,
  { day, dateReason }: { readonly day: CalendarDate; readonly dateReason: string | null },
): Promise<void> {
  const { tx } = ctx;
  await sql`set local statement_timeout = '60s'`.execute(tx);
  await sql`update imports set vat_cut_over = ${day}, version = version + 1,
    options = options || jsonb_build_object('vat_cut_over', ${day}::text) where id = ${importId}`.execute(tx);
  await sql`
    delete from vat_returned_elsewhere r using vat_entries e
    where r.import_id = ${importId} and e.id = r.entry_id and e.tax_point > ${day}`.execute(tx);
  const { rows } = await sql<PostedDocument>`
    select document_type as type, document_id as id from sales_history_posted where import_id = ${importId}`.execute(
    tx,
  );
  await markReturnedElsewhere(ctx, importId, rows);
  await clearReturnedVat(ctx, importId, { dateReason });
}

type Cleared = {
  readonly vat_cut_over: CalendarDate | null;
  readonly marked: Pence;
  readonly cleared: Pence;
};

/**
 * Moves VAT returned elsewhere from account 2200 to the amount owed to HMRC, so that 2200 holds only VAT returned here.
 * Posts the difference from earlier clearings, dated the cut-over day, or today when that day is closed (rules D5, D7).
 * `byHand` is given when a user changes the day, who then needs a reason for an earlier date (rule D6).
 */
export async function clearReturnedVat(
  ctx: WriteContext,
  importId: number,
  byHand?: { readonly dateReason: string | null },
): Promise<void> {
  const { rows } = await sql<Cleared>`
    select vat_cut_over, (select coalesce(sum(e.vat_pence), 0)::bigint from vat_returned_elsewhere r
        join vat_entries e on e.id = r.entry_id where r.import_id = i.id) as marked,
      (select coalesce(sum(l.debit_pence - l.credit_pence), 0)::bigint from vat_cut_over_journals c
        join journal_lines l on l.journal_id = c.journal_id
        where c.import_id = i.id and l.account_code = ${systemAccounts.outputVat}) as cleared
    from imports i where i.id = ${importId}`.execute(ctx.tx);
  const [found] = rows;
  if (!found || found.marked === found.cleared) return;
  const today = londonDate(ctx.now);
  const day = found.vat_cut_over ?? today;
  const isClosed = (await findClosedDays(ctx.tx, [day])).has(day);
  const businessDate = isClosed ? today : day;
  if (byHand) await ensureOpenDay(ctx, businessDate, { field: 'day', reason: byHand.dateReason });
  const difference = toPence(found.marked - found.cleared);
  const journal = await postJournal(ctx, {
    businessDate,
    kind: 'vat_return',
    narrative: `VAT on imported sales history returned elsewhere up to ${formatDate(day)}`,
    document: { type: 'import', id: importId, number: null },
    reason: byHand?.dateReason ?? null,
    lines: [debit(systemAccounts.outputVat, difference), credit(systemAccounts.vatPayable, difference)],
  });
  if (journal)
    await sql`insert into vat_cut_over_journals (journal_id, import_id) values (${journal.id}, ${importId})`.execute(
      ctx.tx,
    );
}
