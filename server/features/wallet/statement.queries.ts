import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Statement } from '#domain/wallet/wallet.contract';
import { documentLink } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { found } from '../../platform/http/refusal';

type Period = { readonly from?: CalendarDate | undefined; readonly to: CalendarDate };

const signed = sql`case side when 'debit' then amount_pence else -amount_pence end`;
// More than a screen or a printed statement can use. What is left out is counted, never silently missing.
const mostEntries = 5000;
const mostOpenItems = 1000;

/**
 * A supplier's ledger over a period (rule W3): what stood before it, each entry with the balance after it, and what
 * is still open today. Closing is opening and all entries, those left out included. 404 when there is no such supplier.
 */
export async function findStatement(
  db: Reader,
  supplierId: number,
  { from, to }: Period,
): Promise<Statement> {
  const supplier = found(
    await db.selectFrom('suppliers').select(['id', 'name']).where('id', '=', supplierId).executeTakeFirst(),
    'Supplier',
  );
  const start = from ?? null;
  const { rows: sums } = await sql<{ before: Pence; within: Pence; entries: number }>`
    select coalesce(sum(${signed}) filter (where business_date < ${start}::date), 0)::bigint as before,
      coalesce(sum(${signed}) filter (where ${start}::date is null or business_date >= ${start}::date), 0)::bigint as within,
      count(*) filter (where ${start}::date is null or business_date >= ${start}::date) as entries
    from party_items where supplier_id = ${supplierId} and business_date <= ${to}`.execute(db);
  const { before, within, entries: count } = sums[0] ?? { before: 0, within: 0, entries: 0 };
  const entries = await findEntries(db, supplierId, { from: start, to, opening: before });
  return {
    supplier,
    from: start,
    to,
    opening_balance: toPence(before),
    closing_balance: toPence(before + within),
    entries,
    entries_left_out: count - entries.length,
    open_items: await findOpenItems(db, supplierId),
  };
}

async function findEntries(
  db: Reader,
  supplierId: number,
  { from, to, opening }: { from: CalendarDate | null; to: CalendarDate; opening: number },
): Promise<Statement['entries']> {
  const { rows } = await sql<Statement['entries'][number]>`
    select i.id, i.business_date, i.kind, i.description, i.document_number, i.journal_id,
      ${documentLink(sql`i.document_type`, sql`i.document_id`)} as link,
      case side when 'debit' then amount_pence else 0 end as debit, case side when 'credit' then amount_pence else 0 end as credit,
      (${opening}::bigint + sum(${signed}) over (order by business_date, id))::bigint as balance
    from party_items i
    where supplier_id = ${supplierId} and business_date <= ${to} and (${from}::date is null or business_date >= ${from}::date)
    order by business_date, id limit ${sql.lit(mostEntries)}`.execute(db);
  return rows;
}

async function findOpenItems(db: Reader, supplierId: number): Promise<Statement['open_items']> {
  const { rows } = await sql<Statement['open_items'][number]>`
    select i.id, side, kind, description, document_number, business_date, due_on, amount_pence as amount,
      amount_pence - allocated_pence as open, ${documentLink(sql`document_type`, sql`document_id`)} as link
    from party_items i where supplier_id = ${supplierId} and allocated_pence < amount_pence
    order by coalesce(due_on, business_date), id limit ${sql.lit(mostOpenItems)}`.execute(db);
  return rows;
}
