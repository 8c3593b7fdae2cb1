import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Quantity, quantityFromText } from '#domain/kernel/quantity';
import type { SettledLine, WorkbenchFilter } from '#domain/sales-history/workbench.contract';
import type { ImportContext } from '../../kernel/imports';
import { containing, isAmongWords, pageFrom, pageLimit } from '../../platform/database/page-of';
import type { Reader } from '../../platform/database/open-database';
import { exactPounds } from './exact-pounds';

/** A listed line that is not settled yet. */
export type OpenLine = {
  readonly row: number;
  readonly key: string;
  readonly ordinal: number;
  readonly sku: string;
  readonly description: string;
  readonly quantity: Quantity;
  readonly price_millipence: number;
  readonly amount_micropence: string;
  readonly code_treatment: string | null;
  readonly number: string;
  /** Null for a row whose cells cannot be read. */
  readonly business_date: CalendarDate | null;
  readonly sold_at: Date | null;
  readonly customer_number: string | null;
  readonly content_hash: string | null;
  readonly is_returned_elsewhere: boolean;
};

/** Without the original sale, VAT is credited only where another system returned it, and for a discount (rule V13). */
export const canReverseVat = ({ is_returned_elsewhere, code_treatment }: OpenLine): boolean =>
  is_returned_elsewhere || code_treatment === 'discount';

const fits = ({ rows, reasons, search }: WorkbenchFilter) =>
  sql.join(
    [
      sql`true`,
      ...(rows ? [sql`l.row_number = any(${rows}::integer[])`] : []),
      ...(reasons ? [isAmongWords(sql`l.reason`, reasons)] : []),
      ...(search
        ? [
            sql`lower(l.sku || ' ' || l.description || ' ' || coalesce(d.number, l.number_key)) like ${containing(search.toLowerCase())}`,
          ]
        : []),
    ],
    sql` and `,
  );

const open = (importId: number, filter: WorkbenchFilter) => sql`
  from sales_history_lines l left join sales_history_documents d using (import_id, number_key)
  where l.import_id = ${importId} and l.outcome = 'listed' and l.settled_by is null and ${fits(filter)}`;

/** The next lines in file order, and their total number. */
export async function nextOpenLines(
  { tx, importId }: ImportContext,
  { filter }: { readonly filter: WorkbenchFilter },
  limit: number,
): Promise<{ lines: OpenLine[]; remaining: number }> {
  const { rows } = await sql<Omit<OpenLine, 'quantity'> & { quantity: string; remaining: number }>`
    select l.row_number as row, l.number_key as key, l.ordinal, l.sku, l.description, l.quantity::text, l.price_millipence,
      l.amount_micropence::text, l.code_treatment, coalesce(d.number, l.number_key) as number, d.business_date, d.sold_at,
      d.customer_number, d.content_hash, count(*) over () as remaining,
      coalesce(d.business_date <= (select vat_cut_over from imports where id = ${importId}), false) as is_returned_elsewhere
    ${open(importId, filter)} order by l.row_number limit ${limit}`.execute(tx);
  return {
    lines: rows.map(({ remaining: _all, ...row }) => ({ ...row, quantity: quantityFromText(row.quantity) })),
    remaining: rows[0]?.remaining ?? 0,
  };
}

/** Settles lines as never to be posted. */
export async function skipLines(
  { tx, importId, actor, now }: ImportContext,
  lines: readonly OpenLine[],
  note: string,
): Promise<void> {
  await sql`
    update sales_history_lines set listed_reason = reason, listed_message = message, reason = 'skipped', message = ${note},
      settled_by = ${actor.id}, settled_at = ${now}
    where import_id = ${importId} and outcome = 'listed' and row_number = any(${lines.map(({ row }) => row)}::integer[])`.execute(
    tx,
  );
}

export type SettledRow = {
  readonly row: number;
  readonly document_type: 'credit_note' | 'journal' | null;
  readonly document_id: number | null;
};

/** Settled lines with everything posted together with them, because a document is undone as a whole. */
export async function lockSettled(
  { tx, importId }: ImportContext,
  rows: readonly number[],
): Promise<SettledRow[]> {
  const { rows: found } = await sql<SettledRow>`
    select o.row_number as row, o.document_type, o.document_id from sales_history_lines o
    where o.import_id = ${importId} and o.settled_by is not null and (o.row_number = any(${[...rows]}::integer[])
      or exists (select from sales_history_lines l where l.import_id = ${importId} and l.row_number = any(${[...rows]}::integer[])
        and l.document_type = o.document_type and l.document_id = o.document_id and l.settled_by is not null))
    order by o.row_number for update of o`.execute(tx);
  return found;
}

/** Lists the lines again, for their original reason. */
export async function listAgain({ tx, importId }: ImportContext, rows: readonly number[]): Promise<void> {
  await sql`
    update sales_history_lines set outcome = 'listed', treatment = null, account_code = null, reason = listed_reason,
      message = listed_message, listed_reason = null, listed_message = null, settled_by = null, settled_at = null,
      document_type = null, document_id = null, document_line = null, posted_pence = null
    where import_id = ${importId} and row_number = any(${[...rows]}::integer[])`.execute(tx);
  await sql`
    update import_rows r set outcome = 'rejected', errors = jsonb_build_array(jsonb_build_object('field', null, 'message', l.message))
    from sales_history_lines l where l.import_id = ${importId} and l.row_number = any(${[...rows]}::integer[])
      and r.import_id = l.import_id and r.row_number = l.row_number`.execute(tx);
}

/** Settled lines, latest first. */
export async function listSettled(
  db: Reader,
  importId: number,
  query: { readonly page: number; readonly per_page: number },
) {
  const [{ rows }, count] = await Promise.all([
    sql<SettledLine>`
      select l.row_number, coalesce(d.number, l.number_key) as number, l.sku, l.description, l.amount_micropence::text as amount,
        l.listed_reason, coalesce(l.treatment, 'skip') as action, coalesce(n.number, l.account_code) as posted_to,
        '/journals/' || coalesce(j.id, case l.document_type when 'journal' then l.document_id end) as journal_link,
        u.name as settled_by, to_char(l.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as settled_at
      from sales_history_lines l left join sales_history_documents d using (import_id, number_key)
      join users u on u.id = l.settled_by
      left join credit_notes n on l.document_type = 'credit_note' and n.id = l.document_id
      left join journals j on l.document_type = 'credit_note' and j.document_type = 'credit_note' and j.document_id = n.id
      where l.import_id = ${importId} and l.settled_by is not null
      order by l.settled_at desc, l.row_number ${pageLimit(query)}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from sales_history_lines where import_id = ${importId} and settled_by is not null`.execute(
      db,
    ),
  ]);
  return pageFrom(
    query,
    count.rows[0]?.total ?? 0,
    rows.map(row => ({ ...row, amount: exactPounds(BigInt(row.amount)) })),
  );
}
