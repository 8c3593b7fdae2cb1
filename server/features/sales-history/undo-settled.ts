import { truncateText } from '#domain/kernel/truncate-text';
import { sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { TenderMethod } from '#domain/sales/tender';
import { findClosedDays } from '../../kernel/books-day';
import type { ImportContext } from '../../kernel/imports';
import { reverseJournal } from '../../kernel/ledger';
import { lockParty, openItem, settleReversal } from '../../kernel/parties';
import { ensureFound } from '../../platform/http/refusal';
import { mirrored, postUnlinkedCredit } from '../sales';
import { clearReturnedVat, markReturnedElsewhere } from './cut-over';
import { idOf } from './posted';
import { listAgain, lockSettled } from './workbench.queries';

/**
 * Undoes settled lines: the journal or credit note they were posted with is reversed, with all its lines, which are
 * listed again. Returns the number of lines.
 */
export async function undoSettled(
  ctx: ImportContext,
  rows: readonly number[],
  reason: string,
): Promise<number> {
  const lines = await lockSettled(ctx, rows);
  const idsOf = (type: string) =>
    [
      ...new Set(
        lines.flatMap(({ document_type, document_id }) =>
          document_type === type && document_id !== null ? [document_id] : [],
        ),
      ),
    ].sort((one, other) => one - other);
  for (const id of idsOf('journal')) await reverseEntry(ctx, id, reason);
  for (const id of idsOf('credit_note')) await reverseUnlinkedNote(ctx, id, reason);
  await listAgain(
    ctx,
    lines.map(({ row }) => row),
  );
  await clearReturnedVat(ctx, ctx.importId);
  return lines.length;
}

async function dayFor(ctx: ImportContext, day: CalendarDate): Promise<CalendarDate> {
  return (await findClosedDays(ctx.tx, [day])).has(day) ? londonDate(ctx.now) : day;
}

const lockCustomer = async (ctx: ImportContext, id: number) =>
  (await lockParty(ctx.tx, { kind: 'customer', id })).party;

/** Reverses the journal of fees and the like, on its own day if that is open. */
export async function reverseEntry(ctx: ImportContext, journalId: number, reason: string): Promise<void> {
  const { rows } = await sql<{ day: CalendarDate; customer: number | null; amount: Pence }>`
    select j.business_date as day, l.customer_id as customer, coalesce(l.debit_pence - l.credit_pence, 0) as amount
    from journals j left join journal_lines l on l.journal_id = j.id and l.customer_id is not null
    where j.id = ${journalId}`.execute(ctx.tx);
  const { day, customer, amount } = ensureFound(rows[0], 'Journal');
  const ledger = customer === null ? null : await lockCustomer(ctx, customer);
  const businessDate = await dayFor(ctx, day);
  const { id } = await reverseJournal(ctx, journalId, { businessDate, reason });
  if (ledger === null || amount === 0) return;
  const reversal = { side: amount > 0 ? 'credit' : 'debit', amount: toPence(Math.abs(amount)) } as const;
  const item = await openItem(ctx, {
    party: ledger,
    document: { type: 'import', id: ctx.importId, number: null },
    businessDate,
    journalId: id,
    kind: 'reversal',
    description: reason,
    ...reversal,
  });
  await settleReversal(ctx, { party: ledger, item: { id: item.id, ...reversal }, journalId, businessDate });
}

type Note = {
  readonly business_date: CalendarDate;
  readonly tax_point: CalendarDate;
  readonly client_hash: string;
  readonly reason: string;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly is_walk_in: boolean;
  readonly method: TenderMethod | null;
};
type Line = {
  readonly product_id: number;
  readonly description: string;
  readonly quantity: string;
  readonly goods: string;
  readonly vat_code: VatCode;
  readonly rate: number;
  readonly net: Pence;
  readonly vat: Pence;
  readonly gross: Pence;
};

/** Reverses a credit note without a sale by one with the opposite sign; its goods leave stock again. */
export async function reverseUnlinkedNote(ctx: ImportContext, id: number, reason: string): Promise<void> {
  const { rows } = await sql<Note>`
    select n.business_date, coalesce((select min(e.tax_point) from journals j join vat_entries e on e.journal_id = j.id
        where j.document_type = 'credit_note' and j.document_id = n.id), n.business_date) as tax_point,
      n.client_hash, n.reason, n.customer_id, n.customer_name, c.is_walk_in,
      (select method from refund_tenders t where t.credit_note_id = n.id order by line_number limit 1) as method
    from credit_notes n join customers c on c.id = n.customer_id where n.id = ${id}`.execute(ctx.tx);
  const note = ensureFound(rows[0], 'Credit note');
  const { rows: lines } = await sql<Line>`
    select product_id, description, quantity::text, goods, vat_code, (vat_rate * 100)::integer as rate, net_pence as net,
      vat_pence as vat, gross_pence as gross
    from credit_note_lines where credit_note_id = ${id} order by line_number`.execute(ctx.tx);
  const ledger = note.is_walk_in ? null : await lockCustomer(ctx, note.customer_id);
  const posted = await postUnlinkedCredit(ctx, {
    clientId: idOf('credit taken back', String(id)),
    clientHash: note.client_hash,
    reversesId: id,
    customer: { id: note.customer_id, name: note.customer_name },
    ledger,
    businessDate: await dayFor(ctx, note.business_date),
    taxPoint: note.tax_point,
    reason: truncateText(`${reason} (${note.reason})`, 500),
    lines: lines.map(line =>
      mirrored({
        productId: line.product_id,
        description: line.description,
        quantity: quantityFromText(line.quantity),
        vatCode: line.vat_code,
        rate: line.rate,
        isStock: line.goods === 'stock',
        net: line.net,
        vat: line.vat,
        gross: line.gross,
      }),
    ),
    method: note.method,
  });
  await sql`insert into sales_history_posted (import_id, document_type, document_id)
    values (${ctx.importId}, 'credit_note', ${posted.id})`.execute(ctx.tx);
  await markReturnedElsewhere(ctx, ctx.importId, [{ type: 'credit_note', id: posted.id }]);
}
