import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';

type Undoing = {
  readonly reason: string;
  /** The sales history whose documents are undone with these journals. */
  readonly historyId?: number;
};

/**
 * Reverses many journals at once, each on the day of its original and with the same tax points (rules L1,
 * A13), newest first. Reversed journals and reversals are skipped. Those of a sales history are marked as
 * undone with it, on both sides. Returns which journal reverses which.
 */
export async function mirrorJournals(
  { tx, actor, now }: WriteContext,
  journalIds: readonly number[],
  { reason, historyId }: Undoing,
): Promise<{ id: number; of: number }[]> {
  const { rows } = await sql<{ id: number; of: number }>`
    with mirrored as (
      insert into journals (business_date, kind, narrative, document_type, document_id, document_number, reverses_id, reason,
        posted_by, posted_at)
      select business_date, 'reversal', 'Reversal: ' || narrative, document_type, document_id, document_number, id, ${reason},
        ${actor.id}, ${now}
      from journals j where id = any(${[...journalIds]}::bigint[]) and reverses_id is null
        and not exists (select from journals r where r.reverses_id = j.id)
      order by id desc returning id, reverses_id, business_date
    ), lines as (
      insert into journal_lines (journal_id, business_date, line_number, account_code, debit_pence, credit_pence, supplier_id,
        customer_id, vat_code, description)
      select m.id, m.business_date, l.line_number, l.account_code, l.credit_pence, l.debit_pence, l.supplier_id, l.customer_id,
        l.vat_code, l.description
      from mirrored m join journal_lines l on l.journal_id = m.reverses_id
    ), vat as (
      insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
      select m.id, e.direction, e.tax_point, e.vat_code, e.rate_percent, -e.net_pence, -e.vat_pence
      from mirrored m join vat_entries e on e.journal_id = m.reverses_id order by e.id
    ), noted as (
      insert into undone_journals (journal_id, import_id)
      select unnest(array[id, reverses_id]), ${historyId ?? null}::bigint from mirrored where ${historyId ?? null}::bigint is not null
    )
    select id, reverses_id as of from mirrored`.execute(tx);
  return rows;
}
