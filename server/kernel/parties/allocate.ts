import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { ask, askTogether, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { conflict, notFound } from '../../platform/http/refusal';
import type { LockedParty } from './lock-parties';
import { partyColumn } from './party';

export type StoredItem = {
  readonly id: number;
  readonly side: 'debit' | 'credit';
  readonly kind: string;
  readonly document_type: string;
  readonly document_id: number;
  readonly document_number: string | null;
  readonly amount_pence: Pence;
  readonly allocated_pence: Pence;
};

/** The unallocated part of an item (rule W4). */
export const openPart = (item: StoredItem): Pence => toPence(item.amount_pence - item.allocated_pence);

// An item that moved with a merge is named by the document that it comes from (decision 098).
const itemColumns = sql`id, side, kind, document_type, document_id, amount_pence, allocated_pence,
  coalesce((select o.document_number from party_items o where o.id = party_items.origin_item_id), document_number) as document_number`;

/** The items of a document. */
export async function findItemsOf(tx: Tx, document: { type: string; id: number }): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`${preparedStatement}
    select ${itemColumns} from party_items
    where document_type = ${document.type} and document_id = ${document.id} order by id`.execute(tx);
  return rows;
}

/** Whether a row of `party_items` is on the ledger that is locked. */
const isOf = (party: LockedParty) => sql`${partyColumn(party)} = ${party.id}`;

/** An item of a party. 404 for one that is not on its ledger. */
const findingItem = (party: LockedParty, id: number): Question<StoredItem, StoredItem> => ({
  statement: sql<StoredItem>`${preparedStatement}
    select ${itemColumns} from party_items where id = ${id} and ${isOf(party)}`,
  answer: ([item]) => {
    if (!item) throw notFound('Ledger item');
    return item;
  },
});

type Match = {
  readonly party: LockedParty;
  readonly debitItemId: number;
  readonly creditItemId: number;
  readonly amount: Pence;
  readonly businessDate: CalendarDate;
};

/** Allocates a credit to a debit of one party (rule W4), never above the open amount of either. */
export async function allocate(ctx: WriteContext, match: Match): Promise<void> {
  if (match.amount === 0) return;
  const [debit, credit] = await askTogether(ctx.tx, [
    findingItem(match.party, match.debitItemId),
    findingItem(match.party, match.creditItemId),
  ]);
  const limit = Math.min(openPart(debit), openPart(credit));
  if (match.amount > limit)
    throw conflict(
      `${debit.document_number ?? 'One item'} or ${credit.document_number ?? 'the other item'} has less open than the amount to allocate.`,
    );
  await insertAllocation(ctx, match);
}

/**
 * Allocates credits to debits that were opened in the same transaction, with nothing allocated yet. The database
 * refuses more than an item's amount.
 */
export async function allocateNew(
  ctx: WriteContext,
  matches: readonly Omit<Match, 'party' | 'businessDate'>[],
  businessDate: CalendarDate,
): Promise<void> {
  await sql`${unawaitedStatement}
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select d.id, c.id, match.amount, greatest(${businessDate}::date, d.business_date, c.business_date), ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as match ("debitItemId" bigint, "creditItemId" bigint, amount bigint)
      join party_items d on d.id = match."debitItemId" join party_items c on c.id = match."creditItemId"
    order by c.id`.execute(ctx.tx);
}

/**
 * Dated no earlier than either side: a backdated payment cannot settle a bill before the bill exists (rule
 * R6).
 */
async function insertAllocation(ctx: WriteContext, match: Omit<Match, 'party'>): Promise<void> {
  await sql`${unawaitedStatement}
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select ${match.debitItemId}, ${match.creditItemId}, ${match.amount}, greatest(${match.businessDate}::date, max(business_date)),
      ${ctx.actor.id}, ${ctx.now}
    from party_items where id in (${match.debitItemId}, ${match.creditItemId})`.execute(ctx.tx);
}

/** Removes every allocation of an item, newest first, as negative rows that keep the history. */
export async function unallocate(
  ctx: WriteContext,
  party: LockedParty,
  itemId: number,
  businessDate: CalendarDate,
): Promise<void> {
  await sql`${preparedStatement}
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select debit_item_id, credit_item_id, -sum(amount_pence), greatest(${businessDate}::date, max(business_date)),
      ${ctx.actor.id}, ${ctx.now}
    from allocations where (debit_item_id = ${itemId} or credit_item_id = ${itemId})
      and exists (select from party_items where id = ${itemId} and ${isOf(party)})
    group by debit_item_id, credit_item_id having sum(amount_pence) <> 0
    order by max(id) desc`.execute(ctx.tx);
}

/**
 * Removes the allocation of one credit to one debit, as a negative row, or part of it if an amount is given.
 * Returns the amount; zero if there was none.
 */
export async function removeAllocation(
  ctx: WriteContext,
  {
    party,
    debitItemId,
    creditItemId,
    businessDate,
    amount,
  }: Omit<Match, 'amount'> & { readonly amount?: Pence },
): Promise<Pence> {
  const { rows } = await sql<{ allocated: Pence }>`${preparedStatement}
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select debit_item_id, credit_item_id, -least(sum(amount_pence), ${amount ?? null}::bigint), greatest(${businessDate}::date, max(business_date)),
      ${ctx.actor.id}, ${ctx.now}
    from allocations where debit_item_id = ${debitItemId} and credit_item_id = ${creditItemId}
      and exists (select from party_items where id = ${debitItemId} and ${isOf(party)})
    group by debit_item_id, credit_item_id having sum(amount_pence) <> 0
    returning -amount_pence as allocated`.execute(ctx.tx);
  return rows[0]?.allocated ?? toPence(0);
}

/**
 * Allocates an item to the open ones of the other side, earliest due first (rule W6), until it is used up or
 * none is open. Returns the unallocated rest.
 */
export async function allocateOldestFirst(
  ctx: WriteContext,
  party: LockedParty,
  itemId: number,
  businessDate: CalendarDate,
): Promise<Pence> {
  const item = await ask(ctx.tx, findingItem(party, itemId));
  const { rows: others } = await sql<StoredItem>`
    select ${itemColumns} from party_items
    where ${isOf(party)} and side <> ${item.side} and allocated_pence < amount_pence
    order by coalesce(due_on, business_date), business_date, id`.execute(ctx.tx);
  let remaining = openPart(item);
  for (const other of others) {
    if (remaining === 0) break;
    const amount = toPence(Math.min(remaining, openPart(other)));
    const [debitItemId, creditItemId] = item.side === 'debit' ? [item.id, other.id] : [other.id, item.id];
    await insertAllocation(ctx, { debitItemId, creditItemId, amount, businessDate });
    remaining = toPence(remaining - amount);
  }
  return remaining;
}
