import { sql } from 'kysely';
import { formatPounds, maxPence, type Pence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import { productBulk, type ProductBulkChange } from '#domain/products/product-bulk.contract';
import { priceMovedBy } from '#domain/products/product.price';
import { recordEdit } from '../../kernel/audit';
import { type BulkList, type BulkRecord, type BulkValues, changedValues } from '../../kernel/bulk-changes';
import { fractionKeepsUnit } from '../../kernel/stock';
import type { Reader, Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import { findProductsForChange } from './products.queries';

type Values = BulkValues & { readonly price_pence: number; readonly category_id: number | null };
type Row = Omit<BulkRecord, 'values'> & {
  readonly quantity: string;
  readonly has_fraction: boolean;
  /** The units that are counted. */
  readonly whole_units: readonly number[];
  readonly values: Values;
};

/** How many products are changed at once. */
export const productBulkList: BulkList<
  typeof productBulk.start.body.shape.filter,
  typeof productBulk.start.body.shape.change,
  Row
> = {
  name: 'products',
  calls: productBulk,
  find: findProductsForChange,
  load: (db, ids) => loadRows(db, ids),
  async lock(tx, ids) {
    await sql`select from products where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx);
    return loadRows(tx, ids);
  },
  ensureValid,
  // £10 with VAT is another price from £10 without.
  meaning: { price_pence: ['price_includes_vat'] },
  apply: ({ values }, change) => ({ ...values, ...withoutUndefined(newValues(values, change)) }),
  refusal,
  async write(ctx, { id, name, values }, next) {
    const changed = changedValues(values, next);
    await ctx.tx
      .updateTable('products')
      .set({ ...changed?.after, version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id)
      .execute();
    if (next.price_pence !== values.price_pence || next.vat_code !== values.vat_code)
      await sql`
        insert into product_price_changes (product_id, price_pence, price_includes_vat, vat_code, changed_by, changed_at)
        select id, price_pence, price_includes_vat, vat_code, ${ctx.actor.id}, ${ctx.now} from products where id = ${id}`.execute(
        ctx.tx,
      );
    recordEdit(ctx, { type: 'product', id, name }, values, next);
  },
  facts,
};

async function loadRows(db: Reader, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.version, p.name, s.quantity::text, s.quantity <> trunc(s.quantity) as has_fraction,
      (select coalesce(jsonb_agg(id), '[]') from units where is_whole) as whole_units,
      jsonb_build_object('status', p.status, 'category_id', p.category_id,
      'sub_category_id', p.sub_category_id, 'brand_id', p.brand_id, 'vat_code', p.vat_code, 'price_pence', p.price_pence,
      'price_includes_vat', p.price_includes_vat, 'unit_id', p.unit_id, 'stock_policy', p.stock_policy,
      'reorder_level', trim_scale(p.reorder_level)::text, 'reorder_quantity', trim_scale(p.reorder_quantity)::text) as values
    from products p join stock_pools s on s.product_id = p.id where p.id = any(${[...ids]}::bigint[]) order by p.id`.execute(
    db,
  );
  return rows;
}

async function ensureValid(tx: Tx, change: ProductBulkChange): Promise<void> {
  const { category_id, sub_category_id, brand_id, unit_id } = change;
  if (category_id != null) {
    const { rows } = await sql`select from categories where id = ${category_id}`.execute(tx);
    if (rows.length === 0)
      throw invalid({ 'change.category_id': 'This category no longer exists. Choose another.' });
  }
  if (sub_category_id != null) {
    const { rows } =
      await sql`select from sub_categories where id = ${sub_category_id} and category_id = ${category_id}`.execute(
        tx,
      );
    if (rows.length === 0)
      throw invalid({ 'change.sub_category_id': 'Choose a sub-category of the chosen category.' });
  }
  if (unit_id !== undefined) {
    const { rows } = await sql`select from units where id = ${unit_id}`.execute(tx);
    if (rows.length === 0) throw invalid({ 'change.unit_id': 'This unit no longer exists. Choose another.' });
  }
  if (brand_id != null) {
    const { rows } = await sql`select from brands where id = ${brand_id}`.execute(tx);
    if (rows.length === 0)
      throw invalid({ 'change.brand_id': 'This brand no longer exists. Choose another.' });
  }
}

function newValues(values: Values, change: ProductBulkChange): Readonly<Record<string, unknown>> {
  const { category_id, sub_category_id, reorder_level, reorder_quantity } = change;
  // A sub-category belongs to one category.
  const isMoved = category_id !== undefined && category_id !== values.category_id;
  return {
    status: change.status,
    category_id,
    sub_category_id: sub_category_id === undefined && isMoved ? null : sub_category_id,
    brand_id: change.brand_id,
    unit_id: change.unit_id,
    stock_policy: change.stock_policy,
    vat_code: change.vat_code,
    price_pence: newPrice(values.price_pence as Pence, change),
    reorder_level: reorder_level == null ? reorder_level : textFromQuantity(reorder_level),
    reorder_quantity: reorder_quantity == null ? reorder_quantity : textFromQuantity(reorder_quantity),
  };
}

const newPrice = (price: Pence, { price_percent, price_amount }: ProductBulkChange): number | undefined =>
  price_percent !== undefined
    ? priceMovedBy(price, hundredthsOf(price_percent))
    : price_amount === undefined
      ? undefined
      : price + price_amount;

/** `"2.5"` percent → 250 hundredths. */
const hundredthsOf = (percent: string): number => {
  const [whole = '0', decimals = ''] = percent.replace('-', '').split('.');
  const size = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return percent.startsWith('-') ? 0 - size : size;
};

const withoutUndefined = (values: Readonly<Record<string, unknown>>): BulkValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as BulkValues;

/** The rules of editing and archiving one product (rule P12). */
function refusal(row: Row, next: BulkValues, isUndo = false): string | null {
  const { values, quantity } = row;
  if (values.status === 'archived' && next.status === 'archived')
    return 'It is archived. Restore it before you change it.';
  if (next.status === 'archived' && values.status !== 'archived' && Number(quantity) !== 0)
    return 'It still has stock. Bring it to zero before you archive it.';
  if (row.has_fraction && next.unit_id !== values.unit_id && row.whole_units.includes(Number(next.unit_id)))
    return fractionKeepsUnit;
  if (values.stock_policy === 'allow' && next.stock_policy !== 'allow' && Number(quantity) < 0)
    return 'Its stock is below zero. Receive or count it before you block this.';
  if (Number(next.price_pence) < 0) return 'The price would fall below zero.';
  // A price that was zero before may stay so, or become so again.
  if (!isUndo && Number(next.price_pence) === 0 && values.price_pence !== 0)
    return 'The price would become zero. Set it on the product page if it is free.';
  if (Number(next.price_pence) > maxPence) return `The price would be above ${formatPounds(maxPence)}.`;
  return null;
}

function facts(change: ProductBulkChange): Readonly<Record<string, unknown>> {
  const { status, category_id, sub_category_id, brand_id, unit_id, vat_code, stock_policy } = change;
  const { price_percent, price_amount } = change;
  return {
    ...(status ? { status } : {}),
    ...(category_id === null ? { Category: 'none' } : { category_id }),
    ...(sub_category_id === null ? { 'Sub-category': 'none' } : { sub_category_id }),
    ...(brand_id === null ? { Brand: 'none' } : { brand_id }),
    unit_id,
    ...(vat_code ? { vat_code } : {}),
    ...(stock_policy ? { stock_policy } : {}),
    ...(price_percent === undefined ? {} : { Prices: `${signed(price_percent)}%` }),
    ...(price_amount === undefined ? {} : { Prices: signed(formatPounds(price_amount)) }),
    ...reorderFact('Reorder level', change.reorder_level),
    ...reorderFact('Reorder quantity', change.reorder_quantity),
  };
}

const signed = (text: string) => (/^[-−]/.test(text) ? text.replace('-', '−') : `+${text}`);
const reorderFact = (label: string, quantity: number | null | undefined) =>
  quantity === undefined ? {} : { [label]: quantity === null ? 'none' : textFromQuantity(quantity) };
