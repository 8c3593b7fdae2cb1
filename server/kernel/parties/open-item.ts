import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { insertedId } from '../../platform/database/inserted-id';
import type { DocumentRef } from '../ledger/journal';
import { type Party, partyColumn, partyColumns } from './party';

export type ItemKind =
  | 'opening'
  | 'bill'
  | 'invoice'
  | 'payment'
  | 'receipt'
  | 'top_up'
  | 'withdrawal'
  | 'refund'
  | 'credit_note'
  | 'transfer'
  | 'write_off'
  | 'adjustment'
  | 'reversal';

/** An item of a party's ledger: a debit (they owe us more) or a credit (we owe them more), rule W2. */
export type PartyItem = {
  readonly party: Party;
  readonly side: 'debit' | 'credit';
  readonly kind: ItemKind;
  readonly description?: string | null;
  readonly document: DocumentRef;
  readonly businessDate: CalendarDate;
  readonly dueOn?: CalendarDate | null;
  /** Always positive. */
  readonly amount: Pence;
  readonly journalId: number;
};

/**
 * Locks a party's ledger until the commit and returns its balance: above zero they owe us, below zero we owe
 * them (rule W1). Take this lock before posting to a party or allocating its items.
 */
export async function lockParty(tx: Tx, party: Party): Promise<{ balance: Pence }> {
  const column = partyColumn(party);
  await sql`insert into party_balances (${column}) values (${party.id}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ balance_pence: Pence }>`
    select balance_pence from party_balances where ${column} = ${party.id} for update`.execute(tx);
  return { balance: rows[0]?.balance_pence ?? (0 as Pence) };
}

/** Locks the ledgers of many customers until the commit in order of id, so that writers cannot deadlock. */
export const lockCustomers = (tx: Tx, ids: readonly number[]): Promise<void> =>
  lockParties(tx, 'customer', ids);

/** Locks the ledgers of many customers or suppliers until the commit, in order of id. */
export async function lockParties(tx: Tx, kind: Party['kind'], ids: readonly number[]): Promise<void> {
  const column = partyColumn({ kind });
  await sql`
    insert into party_balances (${column}) select id from unnest(${[...ids]}::bigint[]) as id order by id
    on conflict do nothing`.execute(tx);
  await sql`
    select from party_balances where ${column} = any(${[...ids]}::bigint[]) order by ${column} for update`.execute(
    tx,
  );
}

/**
 * Adds an item to a party's ledger and updates the balance. The caller has locked the party and posted the
 * journal.
 */
export async function openItem(ctx: WriteContext, item: PartyItem): Promise<{ id: number }> {
  const { document } = item;
  const { supplier_id, customer_id } = partyColumns(item.party);
  const { rows } = await sql<{ id: number }>`
    insert into party_items (supplier_id, customer_id, side, kind, description, document_type, document_id, document_number,
      business_date, due_on, amount_pence, journal_id, posted_at)
    values (${supplier_id}, ${customer_id}, ${item.side}, ${item.kind}, ${item.description ?? null}, ${document.type}, ${document.id},
      ${document.number}, ${item.businessDate}, ${item.dueOn ?? null}, ${item.amount}, ${item.journalId}, ${ctx.now})
    returning id`.execute(ctx.tx);
  return { id: insertedId(rows) };
}

/** Adds many items to the ledgers of parties, as `openItem`, in one statement. */
export async function openItems(ctx: WriteContext, items: readonly PartyItem[]): Promise<void> {
  const rows = items.map(item => ({
    ...partyColumns(item.party),
    side: item.side,
    kind: item.kind,
    description: item.description ?? null,
    document_type: item.document.type,
    document_id: item.document.id,
    document_number: item.document.number,
    business_date: item.businessDate,
    due_on: item.dueOn ?? null,
    amount_pence: item.amount,
    journal_id: item.journalId,
  }));
  await sql`
    insert into party_items (supplier_id, customer_id, side, kind, description, document_type, document_id, document_number,
      business_date, due_on, amount_pence, journal_id, posted_at)
    select supplier_id, customer_id, side, kind, description, document_type, document_id, document_number, business_date, due_on,
      amount_pence, journal_id, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (supplier_id bigint, customer_id bigint, side text, kind text,
      description text, document_type text, document_id bigint, document_number text, business_date date, due_on date,
      amount_pence bigint, journal_id bigint)`.execute(ctx.tx);
}
