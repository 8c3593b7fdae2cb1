import { sql } from 'kysely';
import { countOf } from '#domain/kernel/count-of';
import { quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import { type CellError, type ImportedRow, tidyName } from '../../kernel/imports';
import type { Tx } from '../../platform/database/open-database';

type Supplier = { readonly id: number; readonly name: string };
/** With the number of units in its buying unit. */
type Product = { readonly id: number; readonly sku: string; readonly factor: string };
type Values = ImportedRow['values'];

/** What the rows of a price list refer to, by text in lower case. */
export type PriceRowRecords = {
  readonly suppliers: ReadonlyMap<string, readonly Supplier[]>;
  readonly bySku: ReadonlyMap<string, readonly Product[]>;
  /** By supplier and its code. */
  readonly byCode: ReadonlyMap<string, readonly Product[]>;
};

const keyOf = (text: string | undefined) => tidyName(text).toLowerCase();
const codeKey = (supplierId: number, code: string) => `${supplierId} ${code}`;

export async function findPriceRowRecords(tx: Tx, rows: readonly ImportedRow[]): Promise<PriceRowRecords> {
  const textsOf = (field: string) => [
    ...new Set(rows.map(({ values }) => keyOf(values[field])).filter(text => text !== '')),
  ];
  const suppliers = await sql<Supplier & { key: string }>`
    select s.id, s.name, lower(s.name) as key from suppliers s where lower(s.name) = any(${textsOf('supplier')}::text[])
    order by s.id`.execute(tx);
  const products = await sql<Product & { key: string }>`
    select p.id, p.sku, p.buying_factor::text as factor, lower(p.sku) as key from products p
    where lower(p.sku) = any(${textsOf('sku')}::text[])`.execute(tx);
  const codes = textsOf('supplier_code');
  // As the price list shows them: a product's own code, or else what was entered on orders.
  const coded = await sql<Product & { supplier_id: number; key: string }>`
    with entered as (
      select product_id, supplier_id, lower(supplier_code) as key from supplier_products
      where lower(supplier_code) = any(${codes}::text[])
    ), ordered as (
      select distinct l.product_id, o.supplier_id, lower(l.supplier_code) as key
      from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
      where lower(l.supplier_code) = any(${codes}::text[]) and l.supplier_code is not null and l.product_id is not null
        and o.status in ('sent', 'received', 'completed')
        and not exists (select from supplier_products own where own.supplier_id = o.supplier_id
          and own.product_id = l.product_id and own.supplier_code is not null)
    )
    select p.id, p.sku, p.buying_factor::text as factor, c.supplier_id, c.key
    from (select * from entered union all select * from ordered
      where not exists (select from entered where entered.supplier_id = ordered.supplier_id and entered.key = ordered.key)) c
    join products p on p.id = c.product_id order by p.id`.execute(tx);
  return {
    suppliers: grouped(suppliers.rows, ({ key }) => key),
    bySku: grouped(products.rows.map(tidy), ({ key }) => key),
    byCode: grouped(coded.rows.map(tidy), ({ supplier_id: id, key }) => codeKey(id, key)),
  };
}

const tidy = <Row extends Product>(row: Row): Row => ({
  ...row,
  factor: textFromQuantity(quantityFromText(row.factor)),
});

function grouped<Row>(rows: readonly Row[], keyFor: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyFor(row), [...(groups.get(keyFor(row)) ?? []), row]);
  return groups;
}

/** The supplier of a row; undefined with an error of its cell. */
export function supplierOf(
  { supplier }: Values,
  { suppliers }: PriceRowRecords,
  errors: CellError[],
): Supplier | undefined {
  const found = suppliers.get(keyOf(supplier)) ?? [];
  if (found.length === 1) return found[0];
  errors.push({
    field: 'supplier',
    message:
      supplier === undefined
        ? 'Enter the name of a supplier.'
        : found.length === 0
          ? `There is no supplier called ${supplier}. Add it first, or correct the name.`
          : `${countOf(found.length, 'supplier')} are called ${supplier}. Rename them first, or skip this row.`,
  });
  return undefined;
}

/** The product of a row, by its SKU, else by the code that the supplier has for it already. */
export function productOf(
  { sku, supplier_code: code }: Values,
  supplier: Supplier,
  { bySku, byCode }: PriceRowRecords,
  errors: CellError[],
): Product | undefined {
  const found = sku === undefined ? byCode.get(codeKey(supplier.id, keyOf(code))) : bySku.get(keyOf(sku));
  if (found?.length === 1) return found[0];
  const field = sku === undefined && code !== undefined ? 'supplier_code' : 'sku';
  errors.push({ field, message: whyNoProduct({ sku, code }, supplier, found?.length ?? 0) });
  return undefined;
}

function whyNoProduct(
  { sku, code }: { sku: string | undefined; code: string | undefined },
  { name }: Supplier,
  found: number,
): string {
  if (sku !== undefined) return `There is no product with the SKU ${sku}.`;
  if (code === undefined) return 'Enter the SKU of a product, or the supplier’s code for it.';
  return found === 0
    ? `No product has the code ${code} at ${name} yet. Enter its SKU.`
    : `${countOf(found, 'product')} have the code ${code} at ${name}. Enter the SKU.`;
}
