import { sql } from 'kysely';
import { toPence } from '#domain/kernel/money';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { findVatRegistrationDays } from '../../kernel/company';
import type { ImportContext, UndoneRow } from '../../kernel/imports';
import type { Tx } from '../../platform/database/open-database';
import type { ImportedDraft } from './imported-draft';

/** Adds any number of drafts of one line each in two statements. */
export async function insertDrafts(ctx: ImportContext, imported: readonly ImportedDraft[]): Promise<void> {
  if (imported.length === 0) return;
  const registration = await findVatRegistrationDays(ctx.tx);
  // Before registration the gross is the cost, whatever VAT the file has (rule V2).
  const drafts = imported.map(draft =>
    isRegisteredOn(registration, draft.expense_date)
      ? draft
      : { ...draft, vat_code: 'O' as const, vatRate: 0, vatPence: toPence(0) },
  );
  const rows = drafts.map(draft => ({
    id: draft.id,
    expense_date: draft.expense_date,
    description: draft.description,
    supplier_id: draft.supplier_id,
    reference: draft.reference ?? null,
    vat_number: draft.vat_number,
    settlement: draft.settlement,
    payment_method: draft.payment_method,
    notes: draft.notes ?? null,
    category_id: draft.category_id,
    vat_code: draft.vat_code,
    vat_hundredths: draft.vatRate,
    net_pence: draft.gross - draft.vatPence,
    vat_pence: draft.vatPence,
    gross_pence: draft.gross,
  }));
  const json = JSON.stringify(rows);
  await sql`
    insert into expenses (id, expense_date, description, supplier_id, reference, vat_number, settlement, payment_method, notes,
      net_pence, vat_pence, gross_pence, created_by, created_at, changed_by, updated_at) overriding system value
    select id, expense_date, description, supplier_id, reference, vat_number, settlement, payment_method, notes,
      net_pence, vat_pence, gross_pence, ${ctx.actor.id}::bigint, ${ctx.now}::timestamptz, ${ctx.actor.id}::bigint, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as row (id bigint, expense_date date, description text, supplier_id bigint, reference text,
      vat_number text, settlement text, payment_method text, notes text, net_pence bigint, vat_pence bigint, gross_pence bigint)`.execute(
    ctx.tx,
  );
  await sql`
    insert into expense_lines (expense_id, line_number, category_id, net_pence, vat_code, vat_percent, vat_pence, gross_pence,
      vat_recoverable)
    select id, 1, category_id, net_pence, vat_code, vat_hundredths / 100.0, vat_pence, gross_pence, true
    from jsonb_to_recordset(${json}::jsonb) as row (id bigint, category_id bigint, net_pence bigint, vat_code text,
      vat_hundredths integer, vat_pence bigint, gross_pence bigint)`.execute(ctx.tx);
}

/** Locks drafts and tells which have receipts or notes, which would be deleted with them. */
export async function findKept(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  // Whoever attaches a receipt or writes a note holds the expense, so this waits for them and sees what they did.
  await sql`select from expenses where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql<{ id: number; has_receipt: boolean }>`
    select e.id, exists (select from expense_receipts where expense_id = e.id) as has_receipt from expenses e
    where e.id = any(${[...ids]}::bigint[]) and (exists (select from expense_receipts where expense_id = e.id)
      or exists (select from record_notes where expense_id = e.id))`.execute(tx);
  return new Map(
    rows.map(({ id, has_receipt }) => [
      id,
      has_receipt ? 'has a receipt attached since' : 'has a note written since',
    ]),
  );
}

/** Deletes drafts that are unchanged since the import; returns which. */
export async function removeDrafts(tx: Tx, rows: readonly UndoneRow[]): Promise<ReadonlySet<number>> {
  const versions = rows.map(({ id, version }) => ({ id, version }));
  const { rows: removed } = await sql<{ id: number }>`
    delete from expenses e using jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as row (id bigint, version integer)
    where e.id = row.id and e.version = row.version and e.status = 'draft' and e.number is null
    returning e.id`.execute(tx);
  return new Set(removed.map(({ id }) => id));
}
