import { type RawBuilder, sql } from 'kysely';
import type { BodyOf, QueryOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { customerWallet, Match } from '#domain/wallet/customer-wallet.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { documentLink, isJournalValid } from '../../kernel/ledger';
import { allocate, removeAllocation } from '../../kernel/parties';
import type { Reader } from '../../platform/database/open-database';
import { askPage } from '../../platform/database/page-of';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { lockCustomerLedger } from './open-customer';
import { clearByOwnCreditNotes } from './own-credit-notes';

type Paging = QueryOf<typeof customerWallet.matches>;
type Pair = { readonly debit_item_id: number; readonly credit_item_id: number };
type Item = {
  readonly id: number;
  readonly side: 'debit' | 'credit';
  readonly kind: string;
  readonly number: string | null;
  readonly kept: boolean;
};

// Money that was paid out, transferred or reversed is gone, so its allocation is permanent. A write-off is not money: it
// is reversed, and never becomes credit to spend.
const isUsed = sql`(i.kind in ('withdrawal', 'reversal', 'refund', 'write_off') or exists (
  select from wallet_adjustments w where i.document_type = 'wallet_adjustment' and w.id = i.document_id
    and w.kind in ('transfer', 'merge') and w.customer_id = i.customer_id) or exists (
  select from party_items o join customer_payments p on o.document_type = 'customer_payment' and p.id = o.document_id
  where o.id = coalesce(i.origin_item_id, i.id) and p.status <> 'completed'))`;

/**
 * What of an allocation `a` to the debit `owed` from the credit `used` paid a sale when it was sold: its own payments, and what
 * its wallet payment took then. A refund or cancellation returns that by its own rules (L6, T5), nothing else does.
 */
const paidAtSale = sql<Pence>`coalesce(sum(a.amount_pence) filter (where owed.document_type = 'sale' and owed.kind = 'invoice' and (
  (used.document_type = 'sale' and used.document_id = owed.document_id) or (a.amount_pence > 0 and a.made_at = owed.posted_at
    and exists (select from sale_tenders t where t.sale_id = owed.document_id and t.method = 'wallet')))), 0)::bigint`;

/**
 * Whether the credit is a credit note of the sale whose debt it cleared (rule W9): no one paid for it, so it never
 * becomes credit to spend. Debts and credits that moved with a merge still belong to their documents (decision 098).
 */
const isOfOwnSale = (debit: RawBuilder<unknown>, credit: RawBuilder<unknown>) => sql<boolean>`exists (
  select from party_items moved join party_items c on c.id = coalesce(moved.origin_item_id, moved.id)
    join credit_notes n on c.document_type = 'credit_note' and n.id = c.document_id
    join party_items owed on owed.id = ${debit} join party_items d on d.id = coalesce(owed.origin_item_id, owed.id)
  where moved.id = ${credit} and d.document_type = 'sale' and d.document_id = n.sale_id)`;

/** Credit allocations on a customer's ledger, newest first. */
export async function listMatches(db: Reader, customerId: number, { page, per_page }: Paging) {
  // An item that moved with a merge is named by the document that it comes from (decision 098).
  const side = (item: 'd' | 'c', named: 'owed' | 'used') => {
    const [id, kind, number] = [`${item}.id`, `${item}.kind`, `${named}.document_number`].map(column =>
      sql.ref(column),
    );
    const link = documentLink(sql.ref(`${named}.document_type`), sql.ref(`${named}.document_id`));
    return sql`jsonb_build_object('id', ${id}, 'kind', ${kind}, 'document_number', ${number}, 'link', ${link})`;
  };
  const isFixed = (item: 'd' | 'c') =>
    sql`exists (select from party_items i where i.id = ${sql.ref(`${item}.id`)} and ${isUsed})`;
  const allocated = sql`
      select a.debit_item_id, a.credit_item_id, sum(a.amount_pence)::bigint as amount, max(a.business_date) as business_date, max(a.id) as last,
        ${paidAtSale} as at_sale
      from allocations a join party_items owed on owed.id = a.debit_item_id and owed.customer_id = ${customerId}
        join party_items used on used.id = a.credit_item_id
      where ${isJournalValid(sql`owed.journal_id`)} group by 1, 2 having sum(a.amount_pence) > 0`;
  const rows = sql<Match>`
    select ${side('d', 'owed')} as debit, ${side('c', 'used')} as credit, m.amount, m.business_date,
      m.amount > m.at_sale and not ${isFixed('d')} and not ${isFixed('c')} and not ${isOfOwnSale(sql.ref('d.id'), sql.ref('c.id'))} as can_take_back
    from (
      ${allocated} order by last desc limit ${per_page} offset ${(page - 1) * per_page}
    ) m join party_items d on d.id = m.debit_item_id join party_items c on c.id = m.credit_item_id
      join party_items owed on owed.id = coalesce(d.origin_item_id, d.id)
      join party_items used on used.id = coalesce(c.origin_item_id, c.id)
    order by m.last desc`;
  const total = sql<{ total: number }>`select count(*) as total from (${allocated}) m`;
  return askPage(db, { page, per_page }, { rows, total });
}

/** Allocates open credit to an open invoice (rule W4). */
export async function matchItems(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof customerWallet.match>,
): Promise<{ message: string }> {
  const { debit, credit, customer, today } = await lockPair(ctx, id, body, { settles: true });
  await allocate(ctx, {
    party: customer,
    debitItemId: debit.id,
    creditItemId: credit.id,
    amount: body.amount,
    businessDate: today,
  });
  const amount = formatPounds(body.amount);
  recordAudit(ctx, {
    action: 'credit_used',
    recordType: 'customer',
    recordId: id,
    recordName: customer.name,
    after: { credit: credit.number, invoice: debit.number, amount },
  });
  return { message: `${amount} allocated.` };
}

/**
 * Removes such an allocation, so that both are open again. Not for money that was paid out, transferred or
 * reversed, not for what paid a sale when it was sold, and not for a credit note of the same sale.
 */
export async function removeMatch(ctx: WriteContext, id: number, body: Pair): Promise<{ message: string }> {
  const { debit, credit, customer, today } = await lockPair(ctx, id, body);
  if (credit.kind === 'write_off')
    throw conflict(`Reverse ${credit.number} to open the invoice again: a write-off is not credit.`);
  if (debit.kept || credit.kept)
    throw conflict(
      'This allocation cannot be removed: the money was paid out, transferred to another customer, or reversed.',
    );
  if (await isCreditOfOwnSale(ctx, debit, credit))
    throw conflict(
      `${credit.number} credits goods of ${debit.number}, which were not paid for. It reduces this invoice and cannot become credit to spend.`,
    );
  const { all, atSale } = await findAllocated(ctx, debit, credit);
  if (all === 0) throw conflict('This allocation has already been removed.');
  if (all === atSale)
    throw conflict(`${debit.number} was paid this way when it was sold. Refund or cancel the sale instead.`);
  const removed = await removeAllocation(ctx, {
    party: customer,
    debitItemId: debit.id,
    creditItemId: credit.id,
    businessDate: today,
    amount: toPence(all - atSale),
  });
  // Goods that came back and that nobody has paid for now reduce the invoice.
  await clearByOwnCreditNotes(ctx, customer, today);
  recordAudit(ctx, {
    action: 'credit_freed',
    recordType: 'customer',
    recordId: id,
    recordName: customer.name,
    after: { credit: credit.number, invoice: debit.number, amount: formatPounds(removed) },
  });
  return { message: `${formatPounds(removed)} is unallocated again.` };
}

/** What is allocated of a credit to a debit, and what of it paid the sale when it was sold. */
async function findAllocated(
  ctx: WriteContext,
  debit: Item,
  credit: Item,
): Promise<{ all: Pence; atSale: Pence }> {
  const { rows } = await sql<{ all: Pence; atSale: Pence }>`
    select coalesce(sum(a.amount_pence), 0)::bigint as "all", ${paidAtSale} as "atSale"
    from allocations a join party_items owed on owed.id = a.debit_item_id join party_items used on used.id = a.credit_item_id
    where a.debit_item_id = ${debit.id} and a.credit_item_id = ${credit.id}`.execute(ctx.tx);
  const { all, atSale } = rows[0] ?? { all: toPence(0), atSale: toPence(0) };
  return { all, atSale: toPence(Math.min(all, atSale)) };
}

async function isCreditOfOwnSale(ctx: WriteContext, debit: Item, credit: Item): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select ${isOfOwnSale(sql`${debit.id}::bigint`, sql`${credit.id}::bigint`)} as is_own`.execute(ctx.tx);
  return rows[0]?.is_own ?? false;
}

async function lockPair(
  ctx: WriteContext,
  customerId: number,
  { debit_item_id, credit_item_id }: Pair,
  purpose: { readonly settles?: boolean } = {},
) {
  const today = londonDate(ctx.now);
  await ensureOpenDay(ctx, today);
  const customer = await lockCustomerLedger(ctx.tx, customerId, purpose);
  const { rows } = await sql<Item>`
    select i.id, i.side, i.kind, o.document_number as number, ${isUsed} as kept
    from party_items i join party_items o on o.id = coalesce(i.origin_item_id, i.id)
    where i.customer_id = ${customerId} and i.id in (${debit_item_id}, ${credit_item_id})`.execute(ctx.tx);
  const debit = rows.find(item => item.id === debit_item_id && item.side === 'debit');
  const credit = rows.find(item => item.id === credit_item_id && item.side === 'credit');
  if (!debit)
    throw invalid({ debit_item_id: 'This invoice does not belong to this customer. Choose another.' });
  if (!credit)
    throw invalid({ credit_item_id: 'This credit does not belong to this customer. Choose another.' });
  return { customer, debit, credit, today };
}
