import { sql } from 'kysely';
import * as z from 'zod';
import { plainDate } from '#domain/imports/british-forms';
import { londonDate } from '#domain/kernel/dates';
import { quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import { millionthsOf, type UnitCost } from '#domain/kernel/unit-cost';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import {
  type CellError,
  type ImportContext,
  type ImportedRow,
  type Importer,
  plainImporter,
  type PlainTerms,
  type PreparedRow,
  readUnitCost,
  type StoredPlain,
  storedOf,
} from '../../kernel/imports';
import { unitCostText } from '../../platform/database/unit-cost-text';
import { findPriceRowRecords, productOf, type PriceRowRecords, supplierOf } from './price-row-records';

const columns = {
  supplier_id: 'bigint',
  product_id: 'bigint',
  supplier_code: 'text',
  agreed_cost: 'numeric',
  agreed_cost_factor: 'numeric',
  agreed_cost_from: 'date',
  minimum: 'numeric',
  lead_time_days: 'bigint',
} as const;

const fields = supplierPrices.save.body.shape;

/** The checks of the form. What the file says of a price is apart from what is stored, which it may differ from. */
const schema = z
  .strictObject({
    name: z.string(),
    today: z.string(),
    supplier_id: z.int(),
    product_id: z.int(),
    supplier_code: fields.supplier_code,
    agreed_cost: fields.agreed_price,
    agreed_cost_factor: z.string().nullish(),
    agreed_cost_from: z.string().nullish(),
    entered_cost: fields.agreed_price,
    entered_factor: z.string().nullish(),
    entered_from: fields.agreed_from,
    minimum: fields.minimum,
    lead_time_days: fields.lead_time_days,
  })
  .superRefine(({ agreed_cost, entered_cost, entered_from }, context) => {
    if ((entered_cost ?? agreed_cost) == null && entered_from != null)
      context.addIssue({
        code: 'custom',
        path: ['entered_cost'],
        message: 'Enter the price that applies from that day.',
      });
  })
  .transform(({ today, minimum, entered_cost, entered_factor, entered_from, ...stored }) => ({
    ...stored,
    ...(entered_cost == null ? {} : { agreed_cost: entered_cost, agreed_cost_factor: entered_factor }),
    agreed_cost_from:
      entered_from ?? (isOther(entered_cost, entered_factor, stored) ? today : stored.agreed_cost_from),
    minimum: minimum == null ? null : textFromQuantity(minimum),
  }));

type StoredPrice = {
  readonly agreed_cost?: UnitCost | null | undefined;
  readonly agreed_cost_factor?: string | null | undefined;
};

/** Whether a file changes the price, which then applies at once if it gives no day (decision 209). */
const isOther = (
  cost: UnitCost | null | undefined,
  factor: string | null | undefined,
  { agreed_cost: before, agreed_cost_factor: factorBefore }: StoredPrice,
): boolean =>
  cost != null && (before == null || millionthsOf(cost) !== millionthsOf(before) || factor !== factorBefore);

async function prepare(ctx: ImportContext, rows: readonly ImportedRow[]): Promise<PreparedRow[]> {
  const records = await findPriceRowRecords(ctx.tx, rows);
  const today = londonDate(ctx.now);
  return rows.map(row => prepared(row, records, today));
}

function prepared({ number, values }: ImportedRow, records: PriceRowRecords, today: string): PreparedRow {
  const errors: CellError[] = [];
  const supplier = supplierOf(values, records, errors);
  const product = supplier && productOf(values, supplier, records, errors);
  const read: Record<string, unknown> = { today };
  if (supplier && product) {
    read.name = `${supplier.name}: ${product.sku}`;
    read.supplier_id = supplier.id;
    read.product_id = product.id;
  }
  const { supplier_code, agreed_cost, agreed_cost_from, minimum, lead_time_days } = values;
  if (supplier_code !== undefined) read.supplier_code = supplier_code;
  if (agreed_cost !== undefined) {
    const cost = readUnitCost(agreed_cost);
    if ('problem' in cost) errors.push({ field: 'agreed_cost', message: cost.problem });
    else {
      read.entered_cost = cost.value;
      read.entered_factor = product?.factor;
    }
  }
  if (agreed_cost_from !== undefined) {
    const date = plainDate(agreed_cost_from.trim());
    if (date === null)
      errors.push({ field: 'agreed_cost_from', message: 'Enter a date, such as 21/11/2026.' });
    else read.entered_from = date.day;
  }
  if (minimum !== undefined) read.minimum = minimum.replaceAll(/\s|(?<=\d),(?=\d{3}(?!\d))/g, '');
  if (lead_time_days !== undefined) {
    if (/^\d{1,3}$/.test(lead_time_days)) read.lead_time_days = Number(lead_time_days);
    else errors.push({ field: 'lead_time_days', message: 'Enter a whole number of days, such as 14.' });
  }
  return { number, values: read, errors };
}

type Row = { n: number; id: number; version: number; agreed_cost: UnitCost | null } & Record<
  'agreed_cost_factor' | 'minimum' | 'supplier_code' | 'agreed_cost_from',
  string | null
> &
  Record<'supplier_id' | 'product_id', number> & { lead_time_days: number | null };

const withoutZeros = (quantity: string | null) =>
  quantity === null ? null : textFromQuantity(quantityFromText(quantity));

async function find(
  { tx }: ImportContext,
  rows: readonly PreparedRow[],
): Promise<Map<number, StoredPlain[]>> {
  const pairs = rows
    .filter(({ values }) => values.product_id !== undefined)
    .map(({ number, values: { supplier_id, product_id } }) => ({ n: number, supplier_id, product_id }));
  const { rows: found } = await sql<Row>`
    select wanted.n, sp.id, sp.version, sp.supplier_id, sp.product_id, sp.supplier_code,
      ${unitCostText<UnitCost | null>(sql`sp.agreed_cost`)} as agreed_cost, sp.agreed_cost_factor::text, sp.agreed_cost_from,
      sp.minimum::text, sp.lead_time_days
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as wanted (n integer, supplier_id bigint, product_id bigint)
    join supplier_products sp using (supplier_id, product_id)
    order by sp.id for no key update of sp`.execute(tx);
  return new Map(
    found.map(({ n, ...row }) => {
      const factor = withoutZeros(row.agreed_cost_factor);
      return [
        n,
        [storedOf(terms, { ...row, agreed_cost_factor: factor, minimum: withoutZeros(row.minimum) })],
      ];
    }),
  );
}

const terms: PlainTerms = {
  table: 'supplier_products',
  columns,
  recordType: 'supplier_price',
  // As the form records it. A row added by the import may be gone again, and one changed names only what changed.
  audited: {
    type: 'supplier',
    id: sql`coalesce((after ->> 'supplier_id')::bigint, (select supplier_id from supplier_products where id = import_rows.record_id))`,
  },
  noun: 'price',
  schema,
  fieldOf: { entered_cost: 'agreed_cost', entered_from: 'agreed_cost_from' },
  prepare,
  find,
  keysOf: ({ supplier_id, product_id }) => [`${String(supplier_id)} ${String(product_id)}`],
};

/** Imports suppliers' price lists, matched by supplier and product. */
export const supplierPriceImporter: Importer = plainImporter(terms);
