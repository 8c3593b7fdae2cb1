import { sql } from 'kysely';
import * as z from 'zod';
import { type Customer, customers } from '#domain/customers/customer.contract';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { quotes } from '#domain/quotes/quote.contract';
import type { Permission } from '#domain/kernel/permissions';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { recordPersonalDataExport } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';
import { findCustomer, listMergedInto } from './customers.queries';
import { isHeldFor } from './erase-held-sales';

type Written = { on: string; written_at: Date; note: string };
type HistoryEvent = { at: Date; action: string; before: unknown; after: unknown };

/** Records who exports the personal data of a customer. */
export async function noteExport(ctx: WriteContext, id: number): Promise<void> {
  recordPersonalDataExport(ctx, 'customer', ensureFound(await findCustomer(ctx.tx, id), 'Customer'));
}

/**
 * Exports all data held on a customer as readable JSON: the record, those merged into it, their ledger and payments, invoices
 * and quotes with every name and address on them, held sales, letters, emails, notes, the names of files, and audit entries. What the user could not see elsewhere is
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
    held: isAllowed(heldBaskets.list.access, actor),
    emails: hasPermission(actor, 'view_email'),
    audit: hasPermission(actor, 'view_audit'),
  };
  const exported = {
    given_out_at: now.toISOString(),
    left_out: [
      ...(may.ledger ? [] : ['ledger', 'payments', 'letters'].map(what => leftOut(what, 'view_ledger'))),
      ...(may.sales ? [] : [leftOut('invoices, their notes and attachments', 'view_sale')]),
      ...(may.quotes ? [] : [leftOut('quotes and their notes', 'view_sale')]),
      ...(may.held ? [] : [leftOut('held sales', 'view_pos')]),
      ...(may.emails ? [] : [leftOut('emails', 'view_email')]),
      ...(may.audit ? [] : [leftOut('history', 'view_audit')]),
    ],
    customer: asSent(customer),
    merged_into_this_customer: others.filter(other => other !== undefined).map(asSent),
    ...(may.ledger ? { ledger: await ledgerOf(db, ids), payments: await paymentsOf(db, ids) } : {}),
    ...(may.sales ? { invoices: await invoicesOf(db, ids) } : {}),
    ...(may.quotes ? { quotes: await quotesOf(db, ids) } : {}),
    ...(may.held ? { held_sales: await heldSalesOf(db, ids) } : {}),
    ...(may.ledger ? { letters: await lettersOf(db, ids) } : {}),
    ...(may.emails ? { emails: await emailsOf(db, ids) } : {}),
    notes: await notesOf(db, ids, may),
    attachments: await attachmentsOf(db, ids, may),
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
    where record_type = 'customer' and record_id = any(${ids}::bigint[]) and erased_at is null
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

async function paymentsOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ date: string }>`
    select business_date as date, number as document, kind, method, amount_pence as pence, reference, notes, status, reversal_reason
    from customer_payments where customer_id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows;
}

/**
 * Each revision has a name, an address and notes of its own, and perhaps another customer: what stands at the head of the quote
 * is then that customer's. The date, the total and the reference are those of the last revision made out to this one.
 */
async function quotesOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ date: string }>`
    select own.quoted_on as date, q.number as document, own.gross_pence as pence, own.customer_reference as reference,
      (select jsonb_agg(jsonb_build_object('revision', r.revision, 'name', r.customer_name, 'address', r.customer_address,
          'vat_number', r.customer_vat_number, 'reference', r.customer_reference, 'delivery_address', r.delivery_address,
          'notes', r.notes) order by r.revision)
        from quote_revisions r where r.quote_id = q.id and r.customer_id = any(${ids}::bigint[])) as revisions
    from quotes q cross join lateral (
      select r.quoted_on, r.gross_pence, r.customer_reference from quote_revisions r
      where r.quote_id = q.id and r.customer_id = any(${ids}::bigint[]) order by r.revision desc limit 1) own
    order by q.id`.execute(db);
  return rows;
}

/** What was typed when a sale was held for them, also if it was voided or sold since. */
async function heldSalesOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ held_at: Date }>`
    select held_at, name, total_pence as pence, status, basket ->> 'customerReference' as reference,
      basket ->> 'deliveryAddress' as delivery_address, basket ->> 'notes' as notes
    from held_baskets h where ${isHeldFor(ids)} order by id`.execute(db);
  return rows.map(held => ({ ...held, held_at: held.held_at.toISOString() }));
}

/**
 * Messages sent to them, such as with invoices and quotes. Who else got a copy is not theirs to know: of the addresses copied
 * in, only their own are given, and of those that got a blind copy none.
 */
async function emailsOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ written_at: Date; sent_at: Date | null }>`
    select created_at as written_at, sent_at, purpose, status, to_address as to,
      array(select copied from unnest(e.cc_addresses) with ordinality as copies (copied, position)
        where lower(copied) in (select lower(c.email) from customers c where c.id = any(${ids}::bigint[]))
        order by position) as cc, subject, body_text as text,
      array(select a.file_name from email_attachments a where a.email_id = e.id order by a.position) as attachments
    from emails e where e.customer_id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows.map(({ written_at, sent_at, ...email }) => ({
    written_at: written_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    ...email,
  }));
}

async function lettersOf(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ sent_at: Date }>`
    select l.kind, l.how, l.sent_at, e.to_address as to, l.content from customer_letters l left join emails e on e.id = l.email_id
    where l.customer_id = any(${ids}::bigint[]) order by l.id`.execute(db);
  return rows.map(letter => ({ ...letter, sent_at: letter.sent_at.toISOString() }));
}

/** A note on a quote is about the customer to whom the quote was made out when it was written. */
async function notesOf(
  db: Reader,
  ids: readonly number[],
  may: { readonly sales: boolean; readonly quotes: boolean },
) {
  const { rows } = await sql<Written>`
    select record_type as "on", created_at as written_at, body as note from record_notes
    where customer_id = any(${ids}::bigint[])
      or (${may.quotes} and (select r.customer_id from quote_revisions r where r.quote_id = record_notes.quote_id
        and (r.revision = 1 or r.saved_at <= record_notes.created_at) order by r.revision desc limit 1) = any(${ids}::bigint[]))
      or (${may.sales} and sale_id in (select id from sales where customer_id = any(${ids}::bigint[]))) order by id`.execute(
    db,
  );
  return rows.map(note => ({ ...note, written_at: note.written_at.toISOString() }));
}

/** The files attached to the record and to their invoices, which can be downloaded there. */
async function attachmentsOf(db: Reader, ids: readonly number[], may: { readonly sales: boolean }) {
  const { rows } = await sql<{ on: string; file_name: string; added_at: Date }>`
    select case when f.customer_id is not null then 'customer' else s.number end as "on", f.file_name, f.added_at
    from record_files f left join sales s on s.id = f.sale_id
    where f.customer_id = any(${ids}::bigint[]) or (${may.sales} and s.customer_id = any(${ids}::bigint[])) order by f.id`.execute(
    db,
  );
  return rows.map(file => ({ ...file, added_at: file.added_at.toISOString() }));
}

/** The record in API terms, without technical fields. */
function asSent(customer: Customer): unknown {
  const { version: _version, ...facts } = z.encode(customers.update.reply, customer);
  return facts;
}
