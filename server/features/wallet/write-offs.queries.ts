import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { WriteOff } from '#domain/wallet/write-off.contract';
import { documentLink } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';

export type StoredWriteOff = {
  readonly id: number;
  readonly number: string;
  readonly customer_id: number;
  readonly account_code: string;
  readonly business_date: CalendarDate;
  readonly amount: Pence;
  readonly reversed_amount: Pence;
  readonly reason: string;
  /** Its credit on the customer's ledger. */
  readonly item_id: number;
};

/** A write-off with what of it is reversed. 404 if it does not exist. */
export async function findWriteOff(db: Reader, id: number): Promise<StoredWriteOff> {
  const { rows } = await sql<StoredWriteOff>`
    select w.id, w.number, w.customer_id, w.account_code, w.business_date, w.amount_pence as amount, w.reason, i.id as item_id,
      coalesce((select sum(r.amount_pence) from wallet_adjustments r where r.reverses_id = w.id), 0)::bigint as reversed_amount
    from wallet_adjustments w
      join party_items i on i.document_type = 'wallet_adjustment' and i.document_id = w.id and i.kind = 'write_off'
    where w.id = ${id} and w.kind = 'write_off'`.execute(db);
  return ensureFound(rows[0], 'Write-off');
}

export type WrittenOff = WriteOff['invoices'][number] & {
  /** The invoice that the debt comes from, after merges: relief is claimed on it. */
  readonly debt_id: number;
};

/** What a write-off still settles, oldest invoice first. */
export async function findWrittenOff(db: Reader, itemId: number): Promise<WrittenOff[]> {
  const { rows } = await sql<WrittenOff>`
    select d.id as item_id, coalesce(d.origin_item_id, d.id) as debt_id, jsonb_build_object('number', o.document_number, 'link',
        ${documentLink(sql`o.document_type`, sql`o.document_id`)}) as document,
      d.due_on, sum(a.amount_pence)::bigint as amount, coalesce(max(r.relieved_vat_pence), 0)::bigint as relieved_vat
    from allocations a join party_items d on d.id = a.debit_item_id join party_items o on o.id = coalesce(d.origin_item_id, d.id)
      left join vat_reliefs r on r.item_id = o.id
    where a.credit_item_id = ${itemId} and not exists (select from wallet_adjustments r
      where d.document_type = 'wallet_adjustment' and r.id = d.document_id and r.reverses_id is not null)
    group by d.id, o.id having sum(a.amount_pence) > 0 order by coalesce(d.due_on, d.business_date), d.id`.execute(
    db,
  );
  return rows;
}

/** A write-off with the invoices that it still settles. */
export async function getWriteOff(db: Reader, id: number): Promise<WriteOff> {
  const { item_id, ...writeOff } = await findWriteOff(db, id);
  return { ...writeOff, invoices: await findWrittenOff(db, item_id) };
}
