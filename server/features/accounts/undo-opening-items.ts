import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { findClosedDays } from '../../kernel/books-day';
import type { ImportContext, UndoneRow, UndoRefusal } from '../../kernel/imports';
import { mirrorJournals } from '../../kernel/ledger';
import { type LockedParty, lockParties, mirrorItems } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';

/**
 * Reverses imported opening items on their own day, unless part of one is settled since. One that was reversed by itself
 * is undone already, and stays as it is.
 */
export async function undoOpeningItems(
  ctx: ImportContext,
  rows: readonly UndoneRow[],
): Promise<UndoRefusal[]> {
  const all = rows.map(({ id }) => id);
  const parties = await lockPartiesOf(ctx.tx, all);
  const found = await findStates(ctx.tx, all);
  const states = found.filter(({ is_reversed }) => !is_reversed);
  const ids = states.map(({ id }) => id);
  for (const { id, number } of rows) if (!ids.includes(id)) ctx.undoneBefore.add(number);
  const closed = await findClosedDays(
    ctx.tx,
    states.map(({ on }) => on),
  );
  const refusals = states.flatMap(({ name, on, is_settled }): UndoRefusal[] => {
    if (is_settled) return [{ name, reason: 'is settled, at least in part' }];
    return closed.has(on) ? [{ name, reason: `was posted on ${formatDate(on)}, which is closed now` }] : [];
  });
  if (refusals.length > 0) return refusals;
  if (ids.length === 0) return [];
  const reason = `The import of ${ctx.fileName} was undone`;
  await mirrorItems(ctx, await mirrorJournals(ctx, ids, { reason }), parties, reason);
  const documents = sql`select document_id from journals where id = any(${ids}::bigint[])`;
  await sql`
    update supplier_bills set reversed_at = ${ctx.now}, reversal_reason = ${reason}
    where kind = 'opening' and id in (${documents} and document_type = 'supplier_bill')`.execute(ctx.tx);
  await sql`
    update opening_invoices set reversed_at = ${ctx.now}
    where id in (${documents} and document_type = 'opening_invoice')`.execute(ctx.tx);
  return [];
}

async function lockPartiesOf(tx: Tx, journalIds: readonly number[]): Promise<LockedParty[]> {
  const { rows } = await sql<{ kind: 'customer' | 'supplier'; ids: number[] }>`
    select case when customer_id is null then 'supplier' else 'customer' end as kind,
      jsonb_agg(distinct coalesce(customer_id, supplier_id)) as ids
    from party_items where journal_id = any(${[...journalIds]}::bigint[]) group by 1 order by 1`.execute(tx);
  const parties: LockedParty[] = [];
  for (const { kind, ids } of rows) parties.push(...ids.map(await lockParties(tx, kind, ids)));
  return parties;
}

async function findStates(tx: Tx, journalIds: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    name: string;
    on: CalendarDate;
    is_reversed: boolean;
    is_settled: boolean;
  }>`
    select j.id, j.narrative as name, j.business_date as on,
      exists (select from journals r where r.reverses_id = j.id) as is_reversed,
      exists (select from party_items i where i.journal_id = j.id and i.allocated_pence > 0) as is_settled
    from lock_journals(${[...journalIds]}::bigint[]) j order by j.id`.execute(tx);
  return rows;
}
