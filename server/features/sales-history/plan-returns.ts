import { sql } from 'kysely';
import { type Quantity, quantityFromText, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { reasonWithoutOriginal } from '#domain/sales-history/history-line';
import { matchReturns, type Original } from '#domain/sales-history/match-returns';
import type { ImportContext } from '../../kernel/imports';
import { listDocuments, listLines } from './history-lines.queries';

/**
 * Skips lines that an earlier import posted, so that importing a file twice changes nothing. A known number with other
 * lines is a different document, and is listed.
 */
export async function skipPosted(ctx: ImportContext): Promise<void> {
  const { tx, importId } = ctx;
  const { rows } = await sql<{ number_key: string }>`
    select d.number_key from sales_history_documents d
    join sales_history_documents p on p.number_key = d.number_key and p.import_id <> d.import_id
    where d.import_id = ${importId} and exists (select from sales_history_lines l
      where l.import_id = p.import_id and l.number_key = p.number_key and l.outcome = 'posted')
    group by d.number_key having not bool_or(p.content_hash = d.content_hash)`.execute(tx);
  await listDocuments(
    ctx,
    rows.map(row => row.number_key),
    'other_contents',
  );
  await sql`
    update sales_history_lines l set outcome = 'already'
    from sales_history_lines p
    where l.import_id = ${importId} and l.outcome = 'planned' and p.number_key = l.number_key and p.ordinal = l.ordinal
      and p.outcome = 'posted'`.execute(tx);
}

type Row = {
  readonly row_number: number;
  readonly number_key: string;
  readonly ordinal: number;
  readonly same: string;
  readonly sku: string;
  readonly sold_at: Date;
  readonly quantity: string;
};

const same = sql`lower(d.customer_number) || chr(31) || lower(l.sku) || chr(31) || l.price_millipence`;

/** Matches returns to their sales (rule V13), in this file and in earlier imports. */
export async function planReturns(ctx: ImportContext): Promise<void> {
  const returns = await findReturns(ctx);
  if (returns.length === 0) return;
  const named = returns.filter(({ same: key }) => key !== null);
  const matches = matchReturns(
    (await findSold(ctx)).map(line => ({
      key: line.number_key,
      ordinal: line.ordinal,
      same: line.same,
      at: line.sold_at.getTime(),
      remaining: quantityFromText(line.quantity),
    })),
    named.map(line => ({
      row: line.row_number,
      same: line.same,
      at: line.sold_at.getTime(),
      quantity: piecesOf(line),
    })),
  );
  await storeMatches(ctx, matches);
  await listLines(
    ctx,
    returns
      .filter(({ row_number }) => !matches.has(row_number))
      .map(({ row_number, sku }) => ({ row: row_number, reason: reasonWithoutOriginal(sku) })),
  );
}

const piecesOf = ({ quantity }: Row): Quantity => toQuantity(Math.abs(quantityFromText(quantity)));

async function findReturns({ tx, importId }: ImportContext): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.row_number, l.number_key, l.ordinal, ${same} as same, l.sku, d.sold_at, l.quantity::text
    from sales_history_lines l join sales_history_documents d using (import_id, number_key)
    where l.import_id = ${importId} and l.treatment = 'return' and l.outcome = 'planned' order by l.row_number`.execute(
    tx,
  );
  return rows;
}

/** The candidate lines: same customer, product and price, with the quantity not yet returned. */
async function findSold({ tx, importId }: ImportContext): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with wanted as materialized (
      select distinct lower(d.customer_number) as customer, lower(l.sku) as sku, l.price_millipence as price
      from sales_history_lines l join sales_history_documents d using (import_id, number_key)
      where l.import_id = ${importId} and l.treatment = 'return' and l.outcome = 'planned' and d.customer_number is not null)
    select l.row_number, l.number_key, l.ordinal, ${same} as same, l.sku, d.sold_at,
      (l.quantity - coalesce(s.refunded_quantity, 0))::text as quantity
    from sales_history_lines l join sales_history_documents d using (import_id, number_key)
    join wanted w on w.customer = lower(d.customer_number) and w.sku = lower(l.sku) and w.price = l.price_millipence
    left join sale_lines s on l.outcome = 'posted' and s.sale_id = l.document_id and s.line_number = l.document_line
    where l.treatment in ('sale', 'charge', 'given')
      and ((l.import_id = ${importId} and l.outcome = 'planned') or l.outcome = 'posted')`.execute(tx);
  return rows;
}

async function storeMatches(
  { tx, importId }: ImportContext,
  matches: ReadonlyMap<number, readonly Original[]>,
): Promise<void> {
  const rows = Array.from(matches, ([row, originals]) => ({
    row,
    originals: originals.map(original => ({ ...original, quantity: textFromQuantity(original.quantity) })),
  }));
  await sql`
    update sales_history_lines l set originals = new.originals
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (row integer, originals jsonb)
    where l.import_id = ${importId} and l.row_number = new.row`.execute(tx);
}
