import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';
import { withReservedIds } from '../../platform/database/reserve-ids';
import type { Journal } from './journal';
import { ensureBalanced, lineRow } from './post-journal';
import { ensureSafeHolds } from './safe';

/**
 * Posts many balanced journals without VAT in two statements (rule L1), and returns each with its id, in the
 * same order. Throws if one has no lines or does not balance, which is a programming error.
 */
export async function postJournals<Posted extends Omit<Journal, 'vat'>>(
  ctx: WriteContext,
  journals: readonly Posted[],
): Promise<(Posted & { readonly id: number })[]> {
  for (const journal of journals) {
    if (journal.lines.length === 0) throw new Error(`The ${journal.kind} journal has no lines`);
    ensureBalanced(journal, journal.lines);
    await ensureSafeHolds(ctx.tx, journal);
  }
  const posted = await withReservedIds(ctx.tx, 'journals', journals);
  const heads = posted.map(journal => ({
    id: journal.id,
    business_date: journal.businessDate,
    kind: journal.kind,
    narrative: journal.narrative,
    document_type: journal.document.type,
    document_id: journal.document.id,
    document_number: journal.document.number,
    reason: journal.reason ?? null,
  }));
  const lines = posted.flatMap(journal =>
    journal.lines.map((line, index) => ({
      journal_id: journal.id,
      business_date: journal.businessDate,
      ...lineRow(line, index),
    })),
  );
  await sql`
    insert into journals (id, business_date, kind, narrative, document_type, document_id, document_number, reason, posted_by, posted_at)
      overriding system value
    select id, business_date, kind, narrative, document_type, document_id, document_number, reason, ${ctx.actor.id}::bigint,
      ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as head (id bigint, business_date date, kind text, narrative text,
      document_type text, document_id bigint, document_number text, reason text)`.execute(ctx.tx);
  await sql`
    insert into journal_lines (journal_id, business_date, line_number, account_code, debit_pence, credit_pence, supplier_id,
      customer_id, vat_code, description)
    select journal_id, business_date, line_number, account_code, debit_pence, credit_pence, supplier_id, customer_id, vat_code,
      description
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (journal_id bigint, business_date date, line_number integer,
      account_code text, debit_pence bigint, credit_pence bigint, supplier_id bigint, customer_id bigint, vat_code text,
      description text)`.execute(ctx.tx);
  return posted;
}
