import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { withReservedIds } from '../../platform/database/reserve-ids';
import { insertedId } from '../../platform/database/inserted-id';
import type { DocumentRef } from '../ledger/journal';
import type { LockedParty } from './lock-parties';
import { partyColumns } from './party';

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
  readonly party: LockedParty;
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

/** Adds an item to a party's ledger and updates the balance. The caller has posted the journal. */
export async function openItem(ctx: WriteContext, item: PartyItem): Promise<{ id: number }> {
  const { document } = item;
  const { supplier_id, customer_id } = partyColumns(item.party);
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    insert into party_items (supplier_id, customer_id, side, kind, description, document_type, document_id, document_number,
      business_date, due_on, amount_pence, journal_id, posted_at)
    values (${supplier_id}, ${customer_id}, ${item.side}, ${item.kind}, ${item.description ?? null}, ${document.type}, ${document.id},
      ${document.number}, ${item.businessDate}, ${item.dueOn ?? null}, ${item.amount}, ${item.journalId}, ${ctx.now})
    returning id`.execute(ctx.tx);
  return { id: insertedId(rows) };
}

/** Adds many items to the ledgers of parties, as `openItem`, in one statement. */
export async function openItems(ctx: WriteContext, items: readonly PartyItem[]): Promise<void> {
  await openItemsAs(ctx, await withReservedIds(ctx.tx, 'party_items', items));
}

/** The same under ids reserved before, so that no one waits for them. */
export async function openItemsAs(
  ctx: WriteContext,
  items: readonly (PartyItem & { readonly id: number })[],
): Promise<void> {
  const rows = items.map(item => ({
    id: item.id,
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
  await sql`${unawaitedStatement}
    insert into party_items (id, supplier_id, customer_id, side, kind, description, document_type, document_id, document_number,
      business_date, due_on, amount_pence, journal_id, posted_at) overriding system value
    select id, supplier_id, customer_id, side, kind, description, document_type, document_id, document_number, business_date, due_on,
      amount_pence, journal_id, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (id bigint, supplier_id bigint, customer_id bigint, side text, kind text,
      description text, document_type text, document_id bigint, document_number text, business_date date, due_on date,
      amount_pence bigint, journal_id bigint)`.execute(ctx.tx);
}
