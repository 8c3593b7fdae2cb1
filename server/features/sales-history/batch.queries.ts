import { sql } from 'kysely';
import type { CountryCode } from '#domain/countries/country';
import { groupBy } from '#domain/kernel/group-by';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Quantity, quantityFromText } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { HistoryTreatment } from '#domain/sales-history/treatment';
import type { ImportContext } from '../../kernel/imports';
import { lockRemaining } from '../../kernel/parties';
import type { SaleCustomer } from '../sales';
import { markReturnedElsewhere } from './cut-over';

/** A line that is to be posted. */
export type LineOfBatch = {
  readonly row: number;
  readonly key: string;
  readonly ordinal: number;
  readonly sku: string;
  readonly description: string;
  readonly quantity: Quantity;
  readonly price_millipence: number;
  readonly treatment: HistoryTreatment;
  readonly account_code: string | null;
  readonly amount_micropence: string;
  readonly originals:
    | readonly { readonly key: string; readonly ordinal: number; readonly quantity: string }[]
    | null;
};

export type DocumentOfBatch = {
  readonly position: number;
  readonly number: string;
  readonly key: string;
  readonly sold_at: Date;
  readonly business_date: CalendarDate;
  readonly customer_number: string | null;
  /** As the file has it. */
  readonly country: string | null;
  readonly content_hash: string;
  readonly lines: readonly LineOfBatch[];
};

/** The next documents with lines to post, oldest first, with their lines in file order. */
export async function nextDocuments(
  { tx, importId }: ImportContext,
  after: number,
  limit: number,
): Promise<DocumentOfBatch[]> {
  const { rows: documents } = await sql<Omit<DocumentOfBatch, 'lines'>>`
    select d.position, d.number, d.number_key as key, d.sold_at, d.business_date, d.customer_number, d.country, d.content_hash
    from sales_history_documents d
    where d.import_id = ${importId} and d.position > ${after} and exists (select from sales_history_lines l
      where l.import_id = ${importId} and l.number_key = d.number_key and l.outcome = 'planned')
    order by d.position limit ${limit}`.execute(tx);
  if (documents.length === 0) return [];
  const { rows: lines } = await sql<Omit<LineOfBatch, 'quantity'> & { quantity: string }>`
    select row_number as row, number_key as key, ordinal, sku, description, quantity::text, price_millipence, treatment, account_code,
      amount_micropence::text, originals
    from sales_history_lines
    where import_id = ${importId} and number_key = any(${documents.map(({ key }) => key)}::text[]) and outcome = 'planned'
    order by number_key, ordinal`.execute(tx);
  const byKey = groupBy(lines, ({ key }) => key);
  return documents.map(document => ({
    ...document,
    lines: (byKey.get(document.key) ?? []).map(line => ({
      ...line,
      quantity: quantityFromText(line.quantity),
    })),
  }));
}

export type HistoryProduct = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  readonly vat_code: VatCode;
  readonly is_stocked: boolean;
};

/** By code in lower case. */
export async function findProducts(
  { tx }: ImportContext,
  skus: readonly string[],
): Promise<Map<string, HistoryProduct>> {
  const { rows } = await sql<HistoryProduct>`
    select p.id, p.sku, p.name, u.name as unit, p.vat_code, p.is_stocked from products p join units u on u.id = p.unit_id
    where lower(p.sku) = any(${[...new Set(skus)]}::text[])`.execute(tx);
  return new Map(rows.map(row => [row.sku.toLowerCase(), row]));
}

export type HistoryCustomer = SaleCustomer & {
  readonly payment_terms_days: number;
  readonly delivery_country: CountryCode;
};

/** By number in lower case; null stands for the walk-in customer. A merged customer is the one it was merged into. */
export async function findCustomers(
  { tx }: ImportContext,
  numbers: readonly string[],
): Promise<Map<string | null, HistoryCustomer>> {
  const { rows } = await sql<HistoryCustomer & { number: string | null }>`
    select h.number, c.id, c.name, nullif(concat_ws(E'\n', c.billing_address, c.billing_postcode), '') as address,
      c.vat_number, c.is_walk_in, c.payment_terms_days, coalesce(c.delivery_country, c.country) as delivery_country
    from sales_history_customers h join customers m on m.id = h.customer_id
    join customers c on c.id = coalesce(m.merged_into_id, m.id)
    where h.number = any(${[...new Set(numbers)]}::text[])
    union all
    select null, c.id, c.name, null, c.vat_number, true, 0, coalesce(c.delivery_country, c.country) from customers c where c.is_walk_in`.execute(
    tx,
  );
  return new Map(rows.map(row => [row.number, row]));
}

/** Locks the customers with these numbers in id order, so that none is merged or erased before the commit. */
export async function lockCustomersOf({ tx }: ImportContext, numbers: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct coalesce(c.merged_into_id, c.id) as id
    from sales_history_customers h join customers c on c.id = h.customer_id
    where h.number = any(${[...new Set(numbers)]}::text[]) order by 1`.execute(tx);
  for (const { id } of rows) await lockRemaining(tx, id);
}

export type OriginalLine = {
  readonly key: string;
  readonly ordinal: number;
  readonly saleId: number;
  readonly line: number;
};

/** The posted sales that lines return from. A missing one was not posted. */
export async function findOriginals(
  { tx }: ImportContext,
  keys: readonly { readonly key: string; readonly ordinal: number }[],
): Promise<OriginalLine[]> {
  const { rows } = await sql<OriginalLine>`
    select l.number_key as key, l.ordinal, l.document_id as "saleId", l.document_line as line
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (key text, ordinal integer)
    join sales_history_lines l on l.number_key = wanted.key and l.ordinal = wanted.ordinal and l.outcome = 'posted'
    where l.document_type = 'sale'`.execute(tx);
  return rows;
}

/** Locks the posted sales that these lines return from, in id order. */
export async function lockOriginals(ctx: ImportContext, lines: readonly LineOfBatch[]): Promise<void> {
  const keys = lines.flatMap(({ originals }) => originals ?? []);
  if (keys.length === 0) return;
  const ids = (await findOriginals(ctx, keys)).map(({ saleId }) => saleId);
  await sql`select from sales where id = any(${ids}::bigint[]) order by id for update`.execute(ctx.tx);
  // Also locks their imports, which refunds lock before numbers and stock.
  await sql`
    select from imports where state <> 'committing' and id in (select import_id from sales_history_posted
      where document_type = 'sale' and document_id = any(${ids}::bigint[])) order by id for share`.execute(
    ctx.tx,
  );
}

/** Locks the number series of a batch, as every posting does before it locks stock. */
export async function lockSeries({ tx }: ImportContext): Promise<void> {
  await sql`select from number_series where series in ('ADJ', 'CN', 'INV') order by series for update`.execute(
    tx,
  );
}

export type PostedLine = {
  readonly row: number;
  readonly type: 'sale' | 'credit_note' | 'stock_adjustment' | 'journal';
  readonly id: number;
  readonly line: number;
  /** Including or excluding VAT, as the file states. */
  readonly pence: number;
};

export async function storePosted(
  ctx: ImportContext,
  lines: readonly PostedLine[],
  documents: readonly { readonly type: string; readonly id: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  const { tx, importId } = ctx;
  await sql`
    update sales_history_lines l set outcome = 'posted', document_type = new.type, document_id = new.id,
      document_line = new.line, posted_pence = new.pence
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as new (row integer, type text, id bigint, line integer, pence bigint)
    where l.import_id = ${importId} and l.row_number = new.row`.execute(tx);
  await sql`
    insert into sales_history_posted (import_id, document_type, document_id)
    select ${importId}, type, id from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as document (type text, id bigint)`.execute(
    tx,
  );
  await markReturnedElsewhere(ctx, importId, documents);
}
