import { sql } from 'kysely';
import type { OpeningItem, openingBalances } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { allocate, findItemsOf, lockParty, openItem } from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { findOpeningDocument, findOpeningItem } from './accounts.queries';

type Reversal = { readonly journalId: number; readonly businessDate: CalendarDate; readonly reason: string };

/**
 * Reverses an opening item entered incorrectly (rule L9), so that it can be entered again. 409 if it was
 * imported, if part of a bill is settled, or if it is already reversed.
 */
export async function reverseOpening(
  ctx: WriteContext,
  journalId: number,
  body: BodyOf<typeof openingBalances.reverse>,
): Promise<OpeningItem> {
  const document = ensureFound(await findOpeningDocument(ctx.tx, journalId), 'Opening item');
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const reversal = { journalId, businessDate, reason: body.reason };
  if (document.supplier_id !== null)
    await reverseBill(ctx, { ...document, supplier_id: document.supplier_id }, reversal);
  else if (document.type === 'opening_item') await reverseJournal(ctx, journalId, reversal);
  else throw conflict('This was imported. Undo the import instead.');
  const item = ensureFound(await findOpeningItem(ctx.tx, journalId), 'Opening item');
  recordAudit(ctx, {
    action: 'reversed',
    recordType: 'journal',
    recordId: journalId,
    recordName: item.what,
    after: { on: businessDate, reason: body.reason },
  });
  return item;
}

type Bill = { type: string; id: number; number: string | null; supplier_id: number };

/** The reversal of the bill is also on the supplier's ledger, and the two are allocated to each other. */
async function reverseBill(
  ctx: WriteContext,
  bill: Bill,
  { journalId, businessDate, reason }: Reversal,
): Promise<void> {
  const party = { kind: 'supplier', id: bill.supplier_id } as const;
  await lockParty(ctx.tx, party);
  const [item, mirrorBefore] = await findItemsOf(ctx.tx, bill);
  if (item && !mirrorBefore && item.allocated_pence > 0)
    throw conflict(
      `${bill.number} is paid, at least in part. Cancel the payment first, then reverse the bill.`,
    );
  const { id } = await reverseJournal(ctx, journalId, { businessDate, reason });
  if (!item) return;
  const document = { type: bill.type, id: bill.id, number: bill.number };
  const mirror = await openItem(ctx, {
    party,
    side: 'debit',
    kind: 'reversal',
    description: reason,
    document,
    businessDate,
    amount: item.amount_pence,
    journalId: id,
  });
  await allocate(ctx, {
    debitItemId: mirror.id,
    creditItemId: item.id,
    amount: item.amount_pence,
    businessDate,
  });
  await sql`update supplier_bills set reversed_at = ${ctx.now} where id = ${bill.id}`.execute(ctx.tx);
}
