import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Statement } from '#domain/wallet/wallet.contract';
import { documentLink } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { found } from '../../platform/http/refusal';

type Period = { readonly from?: CalendarDate | undefined; readonly to: CalendarDate };

const signed = sql`case side when 'debit' then amount_pence else -amount_pence end`;

/**
 * A supplier's ledger over a period (rule W3): what stood before it, each entry with the balance after it, and what
 * is still open today. Closing is opening and the entries. 404 when there is no such supplier.
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
  const { rows: before } = await sql<{ balance: Pence }>`
    select coalesce(sum(${signed}), 0)::bigint as balance from party_items
    where supplier_id = ${supplierId} and ${from ?? null}::date is not null and business_date < ${from ?? null}::date`.execute(
    db,
  );
  const opening = before[0]?.balance ?? toPence(0);
  const { rows: entries } = await sql<Statement['entries'][number]>`
    select i.id, i.business_date, i.kind, i.description, i.document_number, ${documentLink(sql`i.document_type`, sql`i.document_id`)} as link,
      case side when 'debit' then amount_pence else 0 end as debit, case side when 'credit' then amount_pence else 0 end as credit,
      (${opening}::bigint + sum(${signed}) over (order by business_date, id))::bigint as balance
    from party_items i
    where supplier_id = ${supplierId} and business_date <= ${to}
      and (${from ?? null}::date is null or business_date >= ${from ?? null}::date)
    order by business_date, id limit 5000`.execute(db);
  const { rows: openItems } = await sql<Statement['open_items'][number]>`
    select id, side, description, document_number, business_date, due_on, amount_pence as amount,
      amount_pence - allocated_pence as open
    from party_items where supplier_id = ${supplierId} and allocated_pence < amount_pence
    order by coalesce(due_on, business_date), id limit 1000`.execute(db);
  return {
    supplier,
    from: from ?? null,
    to,
    opening_balance: opening,
    closing_balance: entries.at(-1)?.balance ?? opening,
    entries,
    open_items: openItems,
  };
}
