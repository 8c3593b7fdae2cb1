import { sql } from 'kysely';
import type { AdjustedBoxes, AdjustmentReason } from '#domain/vat-returns/vat-adjustment';
import type { AdjustmentPreview } from '#domain/vat-returns/vat-adjustment.contract';
import type { Reader } from '../../platform/database/open-database';
import { isReversed } from './vat-adjustments.queries';

/**
 * Adjustments of bad debts or unpaid bills that an entered one may repeat (rule V26): of the same VAT as a whole, or with
 * it on one of their documents. Two debts can have the same VAT, so this warns and refuses nothing.
 */
export async function findRepeated(
  db: Reader,
  reason: AdjustmentReason,
  { box_1, box_4 }: AdjustedBoxes,
): Promise<AdjustmentPreview['repeated']> {
  const vat = Math.abs(box_1) + Math.abs(box_4);
  if ((reason !== 'bad_debt_relief' && reason !== 'unpaid_bills') || vat === 0) return [];
  const { rows } = await sql<AdjustmentPreview['repeated'][number]>`
    select a.id, a.number, a.business_date, coalesce(relieved.documents, '{}') as documents
    from vat_adjustments a
      cross join lateral (select abs(a.box_1_pence) + abs(a.box_4_pence) = ${vat}::bigint as same) whole
      cross join lateral (
        select array_agg(coalesce(i.document_number, c.name, s.name) order by l.item_id) as documents
        from vat_relief_lines l join party_items i on i.id = l.item_id left join customers c on c.id = i.customer_id
          left join suppliers s on s.id = i.supplier_id
        where l.adjustment_id = a.id and not l.is_reversal and (whole.same or abs(l.vat_pence) = ${vat}::bigint)) relieved
    where a.reason = ${reason} and sign(a.box_1_pence) = ${Math.sign(box_1)} and sign(a.box_4_pence) = ${Math.sign(box_4)}
      and (whole.same or relieved.documents is not null) and not ${isReversed}
    order by a.id desc limit 5`.execute(db);
  return rows;
}
