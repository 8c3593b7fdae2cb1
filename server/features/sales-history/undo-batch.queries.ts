import { type RawBuilder, sql } from 'kysely';
import { copyAudits } from '../../kernel/audit';
import { isDocumentValid } from '../../kernel/ledger';
import type { ImportContext } from '../../kernel/imports';

export type DocumentToUndo = {
  readonly position: number;
  readonly type: 'sale' | 'credit_note' | 'stock_adjustment' | 'journal';
  readonly id: number;
};

/** The next documents of an import to undo, the last posted first. */
export async function nextToUndo({ tx, importId }: ImportContext, limit: number): Promise<DocumentToUndo[]> {
  const { rows } = await sql<DocumentToUndo>`
    select position, document_type as type, document_id as id from sales_history_posted
    where import_id = ${importId} and undone_at is null order by position desc limit ${limit}`.execute(tx);
  return rows;
}

export const idsOf = (documents: readonly DocumentToUndo[], type: DocumentToUndo['type']): number[] =>
  documents.filter(document => document.type === type).map(({ id }) => id);

/** Locks the sales of these documents and of their credit notes, in id order. */
export async function lockSalesToUndo(
  { tx }: ImportContext,
  documents: readonly DocumentToUndo[],
): Promise<void> {
  await sql`
    select from sales where id = any(${idsOf(documents, 'sale')}::bigint[])
      or id in (select sale_id from credit_notes where id = any(${idsOf(documents, 'credit_note')}::bigint[]))
    order by id for update`.execute(tx);
}

/** The journals of the documents, with their customers. */
export async function findJournalsToUndo(
  { tx }: ImportContext,
  documents: readonly DocumentToUndo[],
): Promise<{ journals: number[]; customers: number[] }> {
  const { rows: journals } = await sql<{ id: number }>`
    select j.id from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d (type text, id bigint)
    join journals j on j.document_type = d.type and j.document_id = d.id and j.reverses_id is null
    union select id from unnest(${idsOf(documents, 'journal')}::bigint[]) as id`.execute(tx);
  const ids = journals.map(({ id }) => id);
  const { rows: customers } = await sql<{ id: number }>`
    select distinct customer_id as id from journal_lines
    where journal_id = any(${ids}::bigint[]) and customer_id is not null`.execute(tx);
  return { journals: ids, customers: customers.map(({ id }) => id) };
}

/** Marks the documents and their lines as undone. Returns the number of lines. */
export async function markUndone(ctx: ImportContext, documents: readonly DocumentToUndo[]): Promise<number> {
  const { tx, importId, now } = ctx;
  await undoRefundedAmounts(ctx, idsOf(documents, 'credit_note'));
  await sql`update sales set status = 'undone', version = version + 1
    where id = any(${idsOf(documents, 'sale')}::bigint[])`.execute(tx);
  await sql`
    update sales_history_posted set undone_at = ${now}
    where import_id = ${importId} and position = any(${documents.map(({ position }) => position)}::bigint[])`.execute(
    tx,
  );
  const { rows } = await sql<{ row: number }>`
    update sales_history_lines l set outcome = 'undone'
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d (type text, id bigint)
    where l.import_id = ${importId} and l.document_type = d.type and l.document_id = d.id and l.outcome = 'posted'
    returning l.row_number as row`.execute(tx);
  return rows.length;
}

/** Adds what the credit notes had taken off their sales back (rule A8). */
async function undoRefundedAmounts({ tx }: ImportContext, notes: readonly number[]): Promise<void> {
  if (notes.length === 0) return;
  await sql`
    update sale_lines l set refunded_quantity = l.refunded_quantity - c.quantity,
      refunded_gross_pence = l.refunded_gross_pence - c.gross, refunded_vat_pence = l.refunded_vat_pence - c.vat,
      refunded_cost_pence = l.refunded_cost_pence - c.cost
    from (select sale_id, sale_line_number, sum(quantity) as quantity, sum(gross_pence) as gross, sum(vat_pence) as vat,
        sum(cost_pence) as cost from credit_note_lines
      where credit_note_id = any(${[...notes]}::bigint[]) and sale_id is not null group by 1, 2) c
    where l.sale_id = c.sale_id and l.line_number = c.sale_line_number`.execute(tx);
  await sql`
    update sales s set refunded_pence = s.refunded_pence - c.gross, version = s.version + 1,
      status = case when exists (select from credit_notes n where n.sale_id = s.id and n.id <> all(${[...notes]}::bigint[])
        and ${isDocumentValid('credit_note', sql`n.id`)}) then 'partially_refunded' else 'completed' end
    from (select sale_id, sum(gross_pence) as gross from credit_notes
      where id = any(${[...notes]}::bigint[]) and sale_id is not null group by 1) c
    where s.id = c.sale_id`.execute(tx);
}

/** One audit entry for each document (rule D8). */
export async function auditUndone(ctx: ImportContext, documents: readonly DocumentToUndo[]): Promise<void> {
  const undone = async (
    type: DocumentToUndo['type'],
    { from, name, facts }: Record<'from' | 'name' | 'facts', RawBuilder<unknown>>,
  ) => {
    const ids = idsOf(documents, type);
    if (ids.length === 0) return;
    await copyAudits(
      ctx.tx,
      ctx,
      sql`select -id as position, 'undone' as action, ${type}::text as record_type, id as record_id, ${name} as record_name,
        null::jsonb as before, jsonb_build_object('import', ${ctx.fileName}::text) || ${facts} as after
        from ${from} where id = any(${ids}::bigint[])`,
    );
  };
  const sold = { name: sql`number`, facts: sql`jsonb_build_object('gross_pence', gross_pence)` };
  await undone('sale', { from: sql`sales`, ...sold });
  await undone('credit_note', { from: sql`credit_notes`, ...sold });
  await undone('stock_adjustment', {
    from: sql`stock_adjustments`,
    name: sql`number`,
    facts: sql`jsonb_build_object('reason', reason)`,
  });
  await undone('journal', {
    from: sql`journals`,
    name: sql`narrative`,
    facts: sql`jsonb_build_object('on', business_date)`,
  });
}
