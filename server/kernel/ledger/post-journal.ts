import { type RawBuilder, sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';
import { partyColumns } from '../parties/party';
import type { Journal, JournalLine } from './journal';
import { ensureSafeHolds } from './safe';
import { preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { insertedId } from '../../platform/database/inserted-id';

/**
 * Posts one balanced journal in the caller's transaction (rule L1). Zero lines are dropped; if none are
 * left, nothing is posted and the result is null. The database refuses unbalanced journals, locked days, and
 * control accounts without a party. Throws if the lines do not balance, which is a programming error.
 */
export async function postJournal(ctx: WriteContext, journal: Journal): Promise<{ id: number } | null> {
  const lines = await linesToPost(ctx, journal);
  if (lines.length === 0) return null;
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    with journal as (
      insert into journals (${columns}) values (${valuesOf(ctx, journal)}) returning id, business_date
    ), lines as (${linesToInsert(lines)}), vat as (${vatEntriesToInsert(journal.vat ?? [])})
    select id from journal`.execute(ctx.tx);
  return { id: insertedId(rows) };
}

/** The same under an id reserved before, so that no one waits for it. */
export async function postJournalAs(
  ctx: WriteContext,
  id: number,
  journal: Journal,
): Promise<{ id: number } | null> {
  const lines = await linesToPost(ctx, journal);
  if (lines.length === 0) return null;
  await sql`${unawaitedStatement}
    with journal as (
      insert into journals (id, ${columns}) overriding system value values (${id}, ${valuesOf(ctx, journal)})
      returning id, business_date
    ), lines as (${linesToInsert(lines)}) ${vatEntriesToInsert(journal.vat ?? [])}`.execute(ctx.tx);
  return { id };
}

async function linesToPost(ctx: WriteContext, journal: Journal): Promise<readonly JournalLine[]> {
  const lines = journal.lines.filter(line => line.debit !== 0 || line.credit !== 0);
  if (lines.length === 0) return [];
  ensureBalanced(journal, lines);
  await ensureSafeHolds(ctx.tx, journal);
  return lines;
}

const columns = sql`business_date, kind, narrative, document_type, document_id, document_number, reason, posted_by, posted_at`;

const valuesOf = (ctx: WriteContext, { businessDate, kind, narrative, document, reason }: Journal) =>
  sql`${businessDate}, ${kind}, ${narrative}, ${document.type}, ${document.id}, ${document.number}, ${reason ?? null},
    ${ctx.actor.id}, ${ctx.now}`;

/**
 * Posts a journal that must have lines above zero: its caller has refused a document worth nothing, and stores
 * the journal's id. Throws if nothing was posted, which is a programming error.
 */
export async function postRequiredJournal(ctx: WriteContext, journal: Journal): Promise<{ id: number }> {
  const posted = await postJournal(ctx, journal);
  if (!posted) throw new Error(`The ${journal.kind} journal “${journal.narrative}” has only lines of zero`);
  return posted;
}

export function ensureBalanced(journal: Journal, lines: readonly JournalLine[]): void {
  const difference = lines.reduce((sum, line) => sum + line.debit - line.credit, 0);
  if (difference !== 0)
    throw new Error(
      `The ${journal.kind} journal does not balance by ${difference} pence: ${JSON.stringify(lines)}`,
    );
}

/** A line of a journal as it is stored, numbered from one. */
export const lineRow = (line: JournalLine, index: number) => ({
  line_number: index + 1,
  account_code: line.account,
  debit_pence: line.debit,
  credit_pence: line.credit,
  ...partyColumns(line.party),
  vat_code: line.vatCode ?? null,
  description: line.description ?? null,
});

/** The lines of the journal in the same statement, to save round trips. */
function linesToInsert(lines: readonly JournalLine[]): RawBuilder<unknown> {
  const rows = lines.map(lineRow);
  return sql`
    insert into journal_lines (journal_id, business_date, line_number, account_code, debit_pence, credit_pence,
      supplier_id, customer_id, vat_code, description)
    select journal.id, journal.business_date, line_number, account_code, debit_pence, credit_pence, supplier_id, customer_id, vat_code,
      description
    from journal, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (line_number integer, account_code text,
      debit_pence bigint, credit_pence bigint, supplier_id bigint, customer_id bigint, vat_code text, description text)`;
}

function vatEntriesToInsert(entries: NonNullable<Journal['vat']>): RawBuilder<unknown> {
  const rows = entries.map(entry => ({
    direction: entry.direction,
    tax_point: entry.taxPoint,
    vat_code: entry.code,
    rate_hundredths: entry.rate,
    net_pence: entry.net,
    vat_pence: entry.vat,
  }));
  return sql`
    insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
    select journal.id, direction, tax_point, vat_code, rate_hundredths / 100.0, net_pence, vat_pence
    from journal, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (direction text, tax_point date, vat_code text,
      rate_hundredths integer, net_pence bigint, vat_pence bigint)`;
}
