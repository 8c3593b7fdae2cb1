import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { credit, debit, type DocumentRef, postRequiredJournal, systemAccounts } from '../ledger';
import { postAdjustment } from './adjustment';
import type { LockedParty } from './lock-parties';
import { openItem } from './open-item';

type Ledger = LockedParty<'customer'> & { readonly number: string };

type Move = {
  readonly from: Ledger;
  readonly to: Ledger;
  readonly reason: string;
  readonly businessDate: CalendarDate;
  /** A number of the adjustment taken before, when something was posted in between (lock order). */
  readonly number?: string;
};

/**
 * Moves all open items of one customer to another: debts with their due dates, credits with their dates.
 * Both ledgers stay readable; the first becomes zero. Returns the balance moved and the number of the transfer, which the caller's
 * audit entry names; null without open items.
 * The caller has locked both customers' records too, and checked that the day is open.
 */
export async function moveOpenItems(
  ctx: WriteContext,
  move: Move,
): Promise<{ readonly balance: Pence; readonly transfer: string } | null> {
  const { from, to, businessDate } = move;
  const { owed, unused } = await openOf(ctx, from.id);
  if (owed === 0 && unused === 0) return null;
  const document = await postAdjustment(ctx, {
    kind: 'merge',
    customerId: from.id,
    otherCustomerId: to.id,
    amount: toPence(owed + unused),
    reason: move.reason,
    businessDate,
    ...(move.number !== undefined && { number: move.number }),
  });
  const [source, target] = [{ party: from }, { party: to }];
  const { id: journalId } = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'customer_adjustment',
    narrative: `${from.number} merged into ${to.number}`,
    document,
    lines: [
      debit(systemAccounts.tradeDebtors, owed, target),
      credit(systemAccounts.tradeDebtors, owed, source),
      debit(systemAccounts.tradeDebtors, unused, source),
      credit(systemAccounts.tradeDebtors, unused, target),
    ],
  });
  await openOnTheOther(ctx, move, document, journalId);
  for (const [side, amount] of [
    ['credit', owed],
    ['debit', unused],
  ] as const)
    if (amount > 0) {
      const common = { kind: 'transfer', document, businessDate, amount, journalId } as const;
      const item = await openItem(ctx, { ...common, ...source, side, description: `To ${to.number}` });
      await matchAll(ctx, item.id, move);
    }
  return { balance: toPence(owed - unused), transfer: document.number };
}

async function openOf(ctx: WriteContext, customerId: number): Promise<{ owed: Pence; unused: Pence }> {
  const { rows } = await sql<{ owed: Pence; unused: Pence }>`
    select coalesce(sum(amount_pence - allocated_pence) filter (where side = 'debit'), 0)::bigint as owed,
      coalesce(sum(amount_pence - allocated_pence) filter (where side = 'credit'), 0)::bigint as unused
    from party_items where customer_id = ${customerId} and allocated_pence < amount_pence`.execute(ctx.tx);
  return rows[0] ?? { owed: toPence(0), unused: toPence(0) };
}

/** Moved item by item, so that each keeps its age (rule R6) and its invoice (rule W9). */
async function openOnTheOther(
  ctx: WriteContext,
  { from, to, businessDate }: Move,
  document: DocumentRef,
  journalId: number,
): Promise<void> {
  await sql`
    insert into party_items (customer_id, side, kind, description, document_type, document_id, document_number, business_date,
      due_on, amount_pence, journal_id, posted_at, origin_item_id)
    select ${to.id}, side, 'transfer', concat_ws(' ', 'From ' || ${from.number}::text || ':', document_number), ${document.type}, ${document.id},
      ${document.number}, ${businessDate}, coalesce(due_on, business_date), amount_pence - allocated_pence, ${journalId}, ${ctx.now},
      coalesce(origin_item_id, id)
    from party_items where customer_id = ${from.id} and allocated_pence < amount_pence order by business_date, id`.execute(
    ctx.tx,
  );
}

/** Allocates one item to all open ones of the other side in one statement. */
async function matchAll(ctx: WriteContext, itemId: number, { businessDate }: Move): Promise<void> {
  await sql`
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select case i.side when 'debit' then i.id else o.id end, case i.side when 'debit' then o.id else i.id end,
      o.amount_pence - o.allocated_pence, greatest(${businessDate}::date, o.business_date), ${ctx.actor.id}, ${ctx.now}
    from party_items i join party_items o on o.customer_id = i.customer_id and o.side <> i.side and o.allocated_pence < o.amount_pence
    where i.id = ${itemId}`.execute(ctx.tx);
}
