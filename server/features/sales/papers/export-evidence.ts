import { sql } from 'kysely';
import { isExport } from '#domain/countries/vat-by-country';
import { formatDate, londonDate } from '#domain/kernel/dates';
import {
  evidenceKindNames,
  type ExportEvidence,
  type ExportEvidenceWrite,
} from '#domain/sales/export-evidence';
import { recordAudit } from '../../../kernel/audit';
import type { Reader } from '../../../platform/database/open-database';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../../platform/http/refusal';

/** The proof of an export, oldest first. */
export async function findExportEvidence(db: Reader, saleId: number): Promise<ExportEvidence[]> {
  const { rows } = await sql<ExportEvidence>`${preparedStatement}
    select e.id, e.kind, e.reference, e.left_on, u.name as noted_by, e.noted_at
    from export_evidence e join users u on u.id = e.noted_by where e.sale_id = ${saleId} order by e.id`.execute(
    db,
  );
  return rows;
}

/** Records proof of export (rule V28). Entries are permanent and stored once. 409 for a UK sale. */
export async function addExportEvidence(
  ctx: WriteContext,
  id: number,
  { kind, reference, left_on }: ExportEvidenceWrite,
): Promise<{ id: number }> {
  const { rows } = await sql<{ number: string; business_date: string; delivery_country: string }>`
    select number, business_date, delivery_country from sales where id = ${id} for update`.execute(ctx.tx);
  const sale = ensureFound(rows[0], 'Sale');
  if (!isExport(sale.delivery_country))
    throw conflict(`${sale.number} was delivered in the UK, so it needs no proof of export.`);
  const today = londonDate(ctx.now);
  if (left_on > today)
    throw invalid({ left_on: `Enter the date the goods left the UK, no later than ${formatDate(today)}.` });
  await sql`
    insert into export_evidence (sale_id, kind, reference, left_on, noted_by, noted_at)
    select ${id}, ${kind}, ${reference}, ${left_on}::date, ${ctx.actor.id}, ${ctx.now}
    where not exists (select from export_evidence where sale_id = ${id} and kind = ${kind}
      and reference = ${reference} and left_on = ${left_on}::date)`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'sale',
    recordId: id,
    recordName: sale.number,
    after: { export_evidence: evidenceKindNames[kind], reference, left_on },
  });
  return { id };
}
