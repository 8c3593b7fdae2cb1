import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { ensureNotBefore } from '../../kernel/books-day';
import { adjustmentDocument } from './vat-adjustments.queries';
import type { Tx } from '../../platform/database/open-database';

/**
 * Relief follows what was relieved before, so it is dated no earlier: VAT would otherwise be returned in a period before
 * the one it was claimed in, or relieved twice in one (rules V24, V26). An adjustment and its reversal cancel out for days
 * before both, and only for these. 422 names the date.
 */
export async function ensureAfterEarlierRelief(
  tx: Tx,
  itemIds: readonly number[],
  date: CalendarDate,
): Promise<void> {
  const { rows } = await sql<{ number: string | null; last: CalendarDate }>`
    select i.document_number as number, coalesce(reversed.business_date, a.business_date)::text as last
    from vat_relief_lines l join vat_adjustments a on a.id = l.adjustment_id join party_items i on i.id = l.item_id
      left join journals j on j.document_type = ${adjustmentDocument} and j.document_id = a.id and j.reverses_id is null
      left join journals reversed on reversed.reverses_id = j.id
    where l.item_id = any(${[...itemIds]}::bigint[]) and not l.is_reversal
      and (reversed.id is null or a.business_date <= ${date}::date)
    order by last desc limit 1`.execute(tx);
  const [latest] = rows;
  if (latest)
    ensureNotBefore(date, latest.last, `The VAT of ${latest.number ?? 'this document'} was last adjusted`);
}
