import { sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Statement } from '#domain/wallet/wallet.contract';
import { documentLink, isJournalValid } from '../../kernel/ledger';
import { type Party, partyColumn } from '../../kernel/parties';
import type { Reader } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import { findParty } from './find-party';

type Period = { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined };
type Sums = { before: Pence; within: Pence; entries: number };

const signed = sql`case side when 'debit' then amount_pence else -amount_pence end`;
/** Documents undone with their import, and their reversals, are on no statement: both have the same date. */
const isItemValid = isJournalValid(sql`party_items.journal_id`);
// More than a screen or a printed statement can use. The number left out is always shown.
const maxEntries = 5000;
const maxOpenItems = 1000;

/**
 * A party's ledger over a period (rule W3): the opening balance, each entry with the balance after it, and
 * what is open today. The closing balance includes entries that are left out. 404 if there is no such party.
 */
export async function findStatement(
  db: Reader,
  party: Party,
  { from, to }: Period,
  now: Date,
): Promise<Statement> {
  const facts = await findParty(db, party);
  const start = from ?? null;
  const day = londonDate(now);
  // From a later day on, there is only the balance so far.
  const end = to ?? (start !== null && start > day ? start : day);
  if (start !== null && start > end) throw invalid({ from: 'The first day must be on or before the last.' });
  const { rows: sums } = await sql<Sums>`
    select coalesce(sum(${signed}) filter (where business_date < ${start}::date), 0)::bigint as before,
      coalesce(sum(${signed}) filter (where ${start}::date is null or business_date >= ${start}::date), 0)::bigint as within,
      count(*) filter (where ${start}::date is null or business_date >= ${start}::date) as entries
    from party_items where ${partyColumn(party)} = ${party.id} and business_date <= ${end} and ${isItemValid}`.execute(
    db,
  );
  const { before, within, entries: count } = sums[0] ?? { before: 0, within: 0, entries: 0 };
  const [entries, openItems, { open_count: openCount, ...today }] = await Promise.all([
    findEntries(db, party, { from: start, to: end, opening: before }),
    findOpenItems(db, party),
    findToday(db, party, day),
  ]);
  return {
    party: facts,
    from: start,
    to: end,
    opening_balance: toPence(before),
    closing_balance: toPence(before + within),
    today,
    entries,
    entries_left_out: count - entries.length,
    open_items: openItems,
    open_items_left_out: Math.max(0, openCount - openItems.length),
  };
}

const payment = sql`
  case when i.document_type = 'customer_payment' and i.kind <> 'reversal' then
    (select jsonb_build_object('id', p.id, 'status', p.status, 'method', p.method)
      from customer_payments p where p.id = i.document_id) end`;

const writeOff = sql`
  case when i.kind = 'write_off' then (select jsonb_build_object('id', w.id, 'remaining', w.amount_pence
      - coalesce((select sum(r.amount_pence) from wallet_adjustments r where r.reverses_id = w.id), 0))
    from wallet_adjustments w where w.id = i.document_id and i.document_type = 'wallet_adjustment') end`;

async function findEntries(
  db: Reader,
  party: Party,
  { from, to, opening }: { from: CalendarDate | null; to: CalendarDate; opening: number },
): Promise<Statement['entries']> {
  const { rows } = await sql<Statement['entries'][number]>`
    select i.id, i.business_date, i.kind, i.description, i.document_number, i.journal_id,
      ${documentLink(sql`i.document_type`, sql`i.document_id`)} as link, ${payment} as payment, ${writeOff} as write_off,
      case side when 'debit' then amount_pence else 0 end as debit, case side when 'credit' then amount_pence else 0 end as credit,
      (${opening}::bigint + sum(${signed}) over (order by business_date, id))::bigint as balance
    from party_items i
    where ${partyColumn(party)} = ${party.id} and business_date <= ${to} and (${from}::date is null or business_date >= ${from}::date)
      and ${isJournalValid(sql`i.journal_id`)}
    order by business_date, id limit ${sql.lit(maxEntries)}`.execute(db);
  return rows;
}

/** With the number and date of the document that an item comes from, also after merges (decision 098). */
async function findOpenItems(db: Reader, party: Party): Promise<Statement['open_items']> {
  const { rows } = await sql<Statement['open_items'][number]>`
    select i.id, i.side, i.kind, i.description, o.document_number, o.business_date, i.due_on, i.amount_pence as amount,
      i.amount_pence - i.allocated_pence as open, ${documentLink(sql`o.document_type`, sql`o.document_id`)} as link
    from (select * from party_items where ${partyColumn(party)} = ${party.id} and allocated_pence < amount_pence) i
      join party_items o on o.id = coalesce(i.origin_item_id, i.id)
    order by coalesce(i.due_on, i.business_date), i.id limit ${sql.lit(maxOpenItems)}`.execute(db);
  return rows;
}

type Today = Statement['today'] & { readonly open_count: number };

/** Open items as of today: a customer's debits are to be paid, a supplier's credits (rule W4). */
async function findToday(db: Reader, party: Party, today: CalendarDate): Promise<Today> {
  const owed = party.kind === 'customer' ? 'debit' : 'credit';
  const open = sql`amount_pence - allocated_pence`;
  const { rows } = await sql<Today>`
    select coalesce((select balance_pence from party_balances where ${partyColumn(party)} = ${party.id}), 0)::bigint as balance,
      coalesce(sum(${open}) filter (where side = ${owed}), 0)::bigint as outstanding,
      coalesce(sum(${open}) filter (where side = ${owed} and coalesce(due_on, business_date) <= ${today}), 0)::bigint as due,
      coalesce(sum(${open}) filter (where side = ${owed} and coalesce(due_on, business_date) < ${today}), 0)::bigint as overdue,
      coalesce(sum(${open}) filter (where side <> ${owed}), 0)::bigint as unallocated, count(*)::integer as open_count
    from party_items where ${partyColumn(party)} = ${party.id} and allocated_pence < amount_pence`.execute(
    db,
  );
  return rows[0] as Today;
}
