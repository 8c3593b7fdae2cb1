import { sql } from 'kysely';
import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostText } from '../../platform/database/unit-cost-text';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import {
  maxActivity,
  type ProductMovement,
  type ProductPurchase,
  type ProductSale,
} from '#domain/products/product-activity.contract';
import type { Reader } from '../../platform/database/open-database';
import { notFound } from '../../platform/http/refusal';

type Latest<Row> = { data: Row[]; total: number };

/** A product's latest movements, newest first. Their value only with `withCost`. */
export async function listProductMovements(
  db: Reader,
  id: number,
  withCost: boolean,
): Promise<Latest<ProductMovement>> {
  type Row = Omit<ProductMovement, 'quantity' | 'quantity_after' | 'value' | 'value_after'> & {
    quantity: string;
    quantity_after: string;
    value: Pence;
    value_after: Pence;
  };
  await ensureProduct(db, id);
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select m.id, m.business_date, m.posted_at, u.name as posted_by, m.kind, m.document_number, m.reason,
        m.quantity::text, m.quantity_after::text, m.value_pence as value, m.value_after_pence as value_after
      from stock_movements m join users u on u.id = m.posted_by
      where m.product_id = ${id} order by m.id desc limit ${sql.lit(maxActivity)}`.execute(db),
    countOf(db, sql`stock_movements where product_id = ${id}`),
  ]);
  const data = rows.map(({ value, value_after, ...row }) => ({
    ...row,
    quantity: quantityFromText(row.quantity),
    quantity_after: quantityFromText(row.quantity_after),
    ...(withCost ? { value, value_after } : {}),
  }));
  return { data, total };
}

/** A product's latest order lines, newest first. Their price only with `withCost`. */
export async function listProductPurchases(
  db: Reader,
  id: number,
  withCost: boolean,
): Promise<Latest<ProductPurchase>> {
  type Row = Omit<ProductPurchase, 'quantity' | 'received' | 'unit_price'> & {
    quantity: string;
    received: string;
    unit_price: UnitCost;
  };
  await ensureProduct(db, id);
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select l.id, o.id as order_id, o.po_number, o.order_date, jsonb_build_object('id', s.id, 'name', s.name) as supplier,
        o.status, l.unit, l.quantity::text, l.received::text,
        ${unitCostText(sql`l.unit_price`)} as unit_price
      from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id join suppliers s on s.id = o.supplier_id
      where l.product_id = ${id} order by l.id desc limit ${sql.lit(maxActivity)}`.execute(db),
    countOf(db, sql`purchase_order_lines where product_id = ${id}`),
  ]);
  const data = rows.map(({ unit_price, ...row }) => ({
    ...row,
    quantity: quantityFromText(row.quantity),
    received: quantityFromText(row.received),
    ...(withCost ? { unit_price } : {}),
  }));
  return { data, total };
}

/** A product's latest sales, newest first. */
export async function listProductSales(db: Reader, id: number): Promise<Latest<ProductSale>> {
  type Row = Omit<ProductSale, 'quantity' | 'refunded'> & { quantity: string; refunded: string };
  await ensureProduct(db, id);
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select l.sale_id * 1000 + l.line_number as id, jsonb_build_object('id', s.id, 'number', s.number) as sale, s.business_date,
        jsonb_build_object('id', s.customer_id, 'name', s.customer_name) as customer, l.quantity::text,
        l.refunded_quantity::text as refunded, l.unit_price_pence as unit_price, l.gross_pence as gross
      from sale_lines l join sales s on s.id = l.sale_id
      where l.product_id = ${id} and s.status <> 'undone' order by l.sale_id desc, l.line_number limit ${sql.lit(maxActivity)}`.execute(
      db,
    ),
    countOf(
      db,
      sql`sale_lines l join sales s on s.id = l.sale_id where l.product_id = ${id} and s.status <> 'undone'`,
    ),
  ]);
  const data = rows.map(row => ({
    ...row,
    quantity: quantityFromText(row.quantity),
    refunded: quantityFromText(row.refunded),
  }));
  return { data, total };
}

async function countOf(db: Reader, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  return rows[0]?.total ?? 0;
}

async function ensureProduct(db: Reader, id: number): Promise<void> {
  const { rows } = await sql`select from products where id = ${id}`.execute(db);
  if (rows.length === 0) throw notFound('Product');
}
