import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { ensureNotBefore } from '../../kernel/books-day';
import type { Tx } from '../../platform/database/open-database';

/**
 * Relief follows what was relieved before, so it is dated no earlier: VAT would otherwise be returned in a period before
 * the one it was claimed in (rules V24, V26). An adjustment that was reversed sets no bound. Its reversal has the same tax
 * point, so the return for it has neither; if that was filed in between, the reversal is in the earliest return still
 * open (rule V25), and nothing is dated before that one. 422 names the date.
 */
export async function ensureAfterEarlierRelief(
  tx: Tx,
  itemIds: readonly number[],
  date: CalendarDate,
): Promise<void> {
  const { rows } = await sql<{ number: string | null; last: CalendarDate }>`
    select i.document_number as number, a.business_date::text as last
    from vat_relief_lines l join vat_adjustments a on a.id = l.adjustment_id join party_items i on i.id = l.item_id
    where l.item_id = any(${[...itemIds]}::bigint[]) and not l.is_reversal
      and not exists (select from vat_relief_lines u where (u.adjustment_id, u.item_id) = (l.adjustment_id, l.item_id) and u.is_reversal)
    order by last desc limit 1`.execute(tx);
  const [latest] = rows;
  if (latest)
    ensureNotBefore(date, latest.last, `The VAT of ${latest.number ?? 'this document'} was last adjusted`);
}
