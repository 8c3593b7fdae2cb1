import { sql } from 'kysely';
import type { OpeningItem, openingBalances } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { allocate, findItemsOf, lockParty, openItem, type Party } from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { findOpeningDocument, findOpeningItem, type OpeningDocument } from './accounts.queries';

type Reversal = { readonly journalId: number; readonly businessDate: CalendarDate; readonly reason: string };

/**
 * Reverses an opening item entered incorrectly (rule L9), so that it can be entered again: also an
 * imported bill or invoice. 409 if it is part of imported stock, if part of a bill or invoice is settled, or if it is already reversed.
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
  const party = partyOf(document);
  if (party) await reverseOnLedger(ctx, { document, party }, reversal);
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

const partyOf = ({ supplier_id, customer_id }: OpeningDocument): Party | null => {
  if (supplier_id !== null) return { kind: 'supplier', id: supplier_id };
  return customer_id === null ? null : { kind: 'customer', id: customer_id };
};

/** The reversal is also on the party's ledger, and the two are allocated to each other. */
async function reverseOnLedger(
  ctx: WriteContext,
  { document: stored, party: owner }: { document: OpeningDocument; party: Party },
  { journalId, businessDate, reason }: Reversal,
): Promise<void> {
  const { party } = await lockParty(ctx.tx, owner);
  const [item, mirrorBefore] = await findItemsOf(ctx.tx, stored);
  if (item && !mirrorBefore && item.allocated_pence > 0)
    throw conflict(
      party.kind === 'supplier'
        ? `${stored.number} is settled, at least in part. Remove the allocation or cancel the payment first.`
        : `${stored.number} is settled, at least in part. Reverse the payment or the allocation first.`,
    );
  const { id } = await reverseJournal(ctx, journalId, { businessDate, reason });
  if (!item) return;
  const document = { type: stored.type, id: stored.id, number: stored.number };
  const isDebit = item.side === 'debit';
  const mirror = await openItem(ctx, {
    party,
    side: isDebit ? 'credit' : 'debit',
    kind: 'reversal',
    description: reason,
    document,
    businessDate,
    amount: item.amount_pence,
    journalId: id,
  });
  await allocate(ctx, {
    party,
    debitItemId: isDebit ? item.id : mirror.id,
    creditItemId: isDebit ? mirror.id : item.id,
    amount: item.amount_pence,
    businessDate,
  });
  const table = sql.table(stored.type === 'supplier_bill' ? 'supplier_bills' : 'opening_invoices');
  await sql`update ${table} set reversed_at = ${ctx.now} where id = ${stored.id}`.execute(ctx.tx);
}
