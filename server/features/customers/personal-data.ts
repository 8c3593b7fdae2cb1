import { sql } from 'kysely';
import * as z from 'zod';
import { type Customer, customers } from '#domain/customers/customer.contract';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { quotes } from '#domain/quotes/quote.contract';
import type { Permission } from '#domain/kernel/permissions';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';
import { findCustomer, listMergedInto } from './customers.queries';

type Written = { on: string; written_at: Date; note: string };
type HistoryEvent = { at: Date; action: string; before: unknown; after: unknown };

/**
 * Exports all data held on a customer as readable JSON: the record, those merged into it, their ledger, invoices with
 * every name and address on them, quotes and letters, notes, and audit entries. What the user could not see elsewhere is
 * left out, and the file says so. Staff names are left out because they are other people's data.
 */
export async function exportPersonalData(
  db: Reader,
  id: number,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<FileReply> {
  const customer = ensureFound(await findCustomer(db, id), 'Customer');
  const merged = await listMergedInto(db, id);
  const ids = [id, ...merged.map(other => other.id)];
  const others = await Promise.all(ids.slice(1).map(other => findCustomer(db, other)));
  const may = {
    ledger: hasPermission(actor, 'view_ledger'),
    sales: hasPermission(actor, 'view_sale'),
    quotes: isAllowed(quotes.get.access, actor),
    audit: hasPermission(actor, 'view_audit'),
  };
  const exported = {
    given_out_at: now.toISOString(),
    left_out: [
      ...(may.ledger ? [] : [leftOut('ledger', 'view_ledger'), leftOut('letters', 'view_ledger')]),
      ...(may.sales ? [] : [leftOut('invoices and their notes', 'view_sale')]),
      ...(may.quotes ? [] : [leftOut('quotes and their notes', 'view_sale')]),
      ...(may.audit ? [] : [leftOut('history', 'view_audit')]),
    ],
    customer: asSent(customer),
    merged_into_this_customer: others.filter(other => other !== undefined).map(asSent),
    ...(may.ledger ? { ledger: await ledgerOf(db, ids) } : {}),
    ...(may.sales ? { invoices: await invoicesOf(db, ids) } : {}),
    ...(may.quotes ? { quotes: await quotesOf(db, ids) } : {}),
    ...(may.ledger ? { letters: await lettersOf(db, ids) } : {}),
    notes: await notesOf(db, ids, may),
    ...(may.audit ? { history: await historyOf(db, ids) } : {}),
  };
  return new FileReply(
    `customer-${customer.number}.json`,
    'application/json; charset=utf-8',
    Buffer.from(`${JSON.stringify(exported, null, 2)}\n`),
  );
}

const leftOut = (what: string, needs: Permission) => ({ what, needs });

async function historyOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<HistoryEvent>`
    select at, action, before, after from audit_log
    where record_type = 'customer' and record_id = any(${ids}::bigint[]) and not audit_is_hidden(action, record_type, record_id)
    order by id`.execute(db);
  return rows.map(entry => ({ ...entry, at: entry.at.toISOString() }));
}

async function ledgerOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ date: string }>`
    select business_date as date, document_number as document, kind, side, amount_pence as pence, description
    from party_items where customer_id = any(${ids}::bigint[]) order by business_date, id`.execute(db);
  return rows;
}

async function invoicesOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ date: string }>`
    select business_date as date, number as document, gross_pence as pence, customer_name as name, customer_address as address,
      customer_vat_number as vat_number, customer_reference as reference, delivery_address, notes,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'address', a.address) order by a.id), '[]')
        from sale_invoice_addresses a where a.sale_id = s.id) as made_out_to
    from sales s where customer_id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows;
}

async function quotesOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ date: string }>`
    select quoted_on as date, number as document, gross_pence as pence, customer_reference as reference
    from quotes where customer_id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows;
}

async function lettersOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ sent_at: Date }>`
    select l.kind, l.how, l.sent_at, e.to_address as to, l.content from customer_letters l left join emails e on e.id = l.email_id
    where l.customer_id = any(${ids}::bigint[]) order by l.id`.execute(db);
  return rows.map(letter => ({ ...letter, sent_at: letter.sent_at.toISOString() }));
}

async function notesOf(
  db: Reader,
  ids: readonly number[],
  may: { readonly sales: boolean; readonly quotes: boolean },
) {
  const { rows } = await sql<Written>`
    select record_type as "on", created_at as written_at, body as note from record_notes
    where customer_id = any(${ids}::bigint[])
      or (${may.quotes} and quote_id in (select id from quotes where customer_id = any(${ids}::bigint[])))
      or (${may.sales} and sale_id in (select id from sales where customer_id = any(${ids}::bigint[]))) order by id`.execute(
    db,
  );
  return rows.map(note => ({ ...note, written_at: note.written_at.toISOString() }));
}

/** The record in API terms, without technical fields. */
function asSent(customer: Customer): unknown {
  const { version: _version, ...facts } = z.encode(customers.update.reply, customer);
  return facts;
}
