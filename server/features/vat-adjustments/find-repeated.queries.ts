import { type RawBuilder, sql } from 'kysely';
import type { AdjustedBoxes, AdjustmentReason } from '#domain/vat-returns/vat-adjustment';
import type { AdjustmentPreview } from '#domain/vat-returns/vat-adjustment.contract';
import type { ReliefKind } from '#domain/vat-returns/vat-relief.contract';
import { toPence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import { boxesOf, reasons } from './relief-boxes';
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

/** Text as words of letters, digits and hyphens, so that INV-1 is not found in INV-10. */
const asWords = (text: RawBuilder<unknown>) =>
  sql`(' ' || trim(regexp_replace(lower(${text}), '[^[:alnum:]-]+', ' ', 'g')) || ' ')`;

/** Whether the description of an adjustment `a` has this number in it. */
const isDescribedWith = (number: RawBuilder<unknown>) =>
  sql`${asWords(sql`a.description`)} like '%' || ${asWords(number)} || '%'`;

/** The number that the supplier has given the paper of a document `d`; we number their bills ourselves. */
const numberOnPaper = sql`(
  select coalesce(b.supplier_bill_number, e.reference)
  from party_items i left join supplier_bills b on i.document_type = 'supplier_bill' and b.id = i.document_id
    left join expenses e on i.document_type = 'expense' and e.id = i.document_id
  where i.id = d.item_id)`;

/**
 * The adjustments entered by hand that may relieve a document `d` of a list already (rule V26): of the VAT due on it, or with
 * a number of it in their description. What a customer has paid of a relieved debt is not known before it is entered, so its
 * return may be of all that was relieved. Those of the list are in what is due.
 */
export function repeatedByHand(kind: ReliefKind): RawBuilder<unknown> {
  const sign = boxesOf(kind, toPence(1));
  const vat = kind === 'return' ? sql`(d.change_vat, d.relieved_vat)` : sql`(d.change_vat)`;
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number, 'business_date', a.business_date) order by a.id desc), '[]')
    from vat_adjustments a
    where a.reason = ${reasons[kind]} and sign(a.box_1_pence) = ${sign.box_1} and sign(a.box_4_pence) = ${sign.box_4}
      and a.business_date >= d.tax_point
      and (abs(a.box_1_pence) + abs(a.box_4_pence) in ${vat}
        or ${isDescribedWith(sql`d.document_number`)} or ${isDescribedWith(numberOnPaper)})
      and not exists (select from vat_relief_lines l where l.adjustment_id = a.id) and not ${isReversed})`;
}
