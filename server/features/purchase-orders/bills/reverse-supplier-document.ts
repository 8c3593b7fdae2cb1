import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { recordAudit } from '../../../kernel/audit';
import { ensureNotBefore, ensureOpenDay } from '../../../kernel/books-day';
import { credit, debit, postJournal, reverseJournal, systemAccounts } from '../../../kernel/ledger';
import { allocate, findItemsOf, type LockedParty, openItem, unallocate } from '../../../kernel/parties';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../../platform/http/refusal';
import { forgetOrderCredit, ordersGiven } from '../credits/order-credit';
import { lockSupplierLedger } from './post-bill';
import { ensureReversible } from './reverse-bill';
import { lockLateCosts, reverseLateCost } from '../late-costs/reverse-late-cost';
import { countCredited } from '../credits/supplier-credit';

type Body = BodyOf<typeof supplierDocuments.reverseBill>;
type Posted = ReplyOf<typeof supplierDocuments.reverseBill>;
type Stored = {
  readonly id: number;
  readonly number: string;
  readonly theirs: string;
  readonly party: LockedParty;
  readonly supplier_name: string;
  readonly gross: Pence;
  readonly reversed_at: Date | null;
  readonly journal_id: number;
  readonly posted_on: CalendarDate;
};
type Kind = 'supplier_bill' | 'supplier_credit';

/**
 * Reverses a bill without an order: mirrors its journal and VAT and removes its allocations (rules L1, A13).
 */
export async function reverseDirectBill(ctx: WriteContext, id: number, body: Body): Promise<Posted> {
  const bill = await lockStored(ctx, 'supplier_bill', id);
  await ensureReversible(ctx.tx, id);
  const on = await mirror(ctx, 'supplier_bill', bill, body);
  await sql`
    update supplier_bills set reversed_at = ${ctx.now}, reversal_reason = ${body.reason} where id = ${id}`.execute(
    ctx.tx,
  );
  return noted(ctx, 'bill_reversed', bill, on, body.reason);
}

/**
 * Reverses a supplier credit note: what it took off stock is restored as far as those goods are left (rule
 * I15).
 */
export async function reverseCredit(ctx: WriteContext, id: number, body: Body): Promise<Posted> {
  const locked = await lockOrdersOf(ctx, id);
  const note = await lockStored(ctx, 'supplier_credit', id);
  await ensureNotGivenSince(ctx, id, locked);
  const document = { type: 'supplier_credit', id, number: note.number };
  await lockLateCosts(ctx, document);
  const on = await mirror(ctx, 'supplier_credit', note, body);
  const { put, takenOff } = await reverseLateCost(ctx, {
    businessDate: on,
    kind: 'bill_reversal',
    document,
    reason: body.reason,
  });
  const variance = toPence(put - takenOff);
  await postJournal(ctx, {
    businessDate: on,
    kind: 'supplier_credit',
    narrative: `Price variance on ${note.theirs} reversed, for goods no longer in stock`,
    document,
    reason: body.date_reason ?? null,
    lines: [
      debit(systemAccounts.inventory, variance),
      credit(systemAccounts.purchasePriceVariance, variance),
    ],
  });
  await forgetOrderCredit(ctx, 'supplier_credit', id);
  await countCredited(ctx, id, -1);
  await sql`
    update supplier_credits set reversed_at = ${ctx.now}, reversal_reason = ${body.reason} where id = ${id}`.execute(
    ctx.tx,
  );
  return noted(ctx, 'credit_reversed', note, on, body.reason);
}

/** Locks the orders that a credit note lowers, or was allocated to later. */
async function lockOrdersOf(ctx: WriteContext, creditId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from purchase_orders where id in (select b.purchase_order_id from supplier_credit_bills c
        join supplier_bills b on b.id = c.supplier_bill_id where c.supplier_credit_id = ${creditId})
      or id in (${ordersGiven('supplier_credit', creditId)})
    order by id for update`.execute(ctx.tx);
  return new Set(rows.map(row => row.id));
}

/** 409 when it was allocated to a bill of yet another order before its supplier's ledger was locked. */
async function ensureNotGivenSince(
  ctx: WriteContext,
  creditId: number,
  locked: ReadonlySet<number>,
): Promise<void> {
  const { rows } = await sql<{ purchase_order_id: number }>`
    ${ordersGiven('supplier_credit', creditId)}`.execute(ctx.tx);
  if (rows.some(row => !locked.has(row.purchase_order_id)))
    throw conflict(
      'Someone else has just allocated this credit note. Reload the page to see what it settled.',
    );
}

async function lockStored(ctx: WriteContext, type: Kind, id: number): Promise<Stored> {
  const journal = sql`
    select min(j.id) from journals j where j.document_type = ${type} and j.document_id = d.id and j.reverses_id is null`;
  const table =
    type === 'supplier_bill'
      ? sql`(select id, number, supplier_bill_number as theirs, supplier_id, gross_pence, reversed_at from supplier_bills where kind = 'direct')`
      : sql`(select id, number, supplier_credit_number as theirs, supplier_id, gross_pence, reversed_at from supplier_credits)`;
  const supplier = await sql<{
    supplier_id: number;
  }>`select supplier_id from ${table} d where id = ${id}`.execute(ctx.tx);
  const party = await lockSupplierLedger(ctx, ensureFound(supplier.rows[0], 'Document').supplier_id);
  const { rows } = await sql<Omit<Stored, 'party'>>`
    select d.id, d.number, d.theirs, s.name as supplier_name, d.gross_pence as gross, d.reversed_at, j.id as journal_id,
      j.business_date as posted_on
    from ${table} d join suppliers s on s.id = d.supplier_id join journals j on j.id = (${journal}) where d.id = ${id}`.execute(
    ctx.tx,
  );
  const stored = ensureFound(rows[0], 'Document');
  if (stored.reversed_at !== null) throw conflict(`${stored.theirs} has already been reversed.`);
  return { ...stored, party };
}

/** Settles the document with its reversal and removes its earlier allocations. Returns the posting date. */
async function mirror(ctx: WriteContext, type: Kind, stored: Stored, body: Body): Promise<CalendarDate> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  ensureNotBefore(businessDate, stored.posted_on, 'It was posted');
  const document = { type, id: stored.id, number: stored.number };
  const [item] = await findItemsOf(ctx.tx, document);
  if (item && item.allocated_pence > 0 && !body.free_payments)
    throw invalid({
      free_payments: `${formatPounds(item.allocated_pence)} is allocated to other entries. Confirm that you want to remove those allocations.`,
    });
  const journal = await reverseJournal(ctx, stored.journal_id, { businessDate, reason: body.reason });
  if (!item) return businessDate;
  await unallocate(ctx, stored.party, item.id, businessDate);
  const back = await openItem(ctx, {
    party: stored.party,
    side: item.side === 'debit' ? 'credit' : 'debit',
    kind: 'reversal',
    description: `${stored.theirs} reversed: ${body.reason}`,
    document,
    businessDate,
    amount: item.amount_pence,
    journalId: journal.id,
  });
  const [debitItemId, creditItemId] = item.side === 'debit' ? [item.id, back.id] : [back.id, item.id];
  const pair = { party: stored.party, debitItemId, creditItemId };
  await allocate(ctx, { ...pair, amount: item.amount_pence, businessDate });
  return businessDate;
}

function noted(ctx: WriteContext, action: string, stored: Stored, on: CalendarDate, reason: string): Posted {
  recordAudit(ctx, {
    action,
    recordType: 'supplier',
    recordId: stored.party.id,
    recordName: stored.supplier_name,
    before: { document: stored.number, theirs: stored.theirs },
    after: { on, reason },
  });
  return { id: stored.id, number: stored.number, gross: stored.gross, posted_on: on };
}
