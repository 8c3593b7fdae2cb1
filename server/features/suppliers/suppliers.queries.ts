import { type RawBuilder, sql } from 'kysely';
import type { RecordStatus } from '#domain/kernel/fields';
import type { SortOrder } from '#domain/kernel/list-query';
import { paymentActions } from '#domain/payments/payment.rules';
import type {
  PurchaseOrderRow,
  Supplier,
  SupplierRow,
  SupplierTotals,
  TransactionRow,
} from '#domain/suppliers/supplier.contract';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader, Tx } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { orderFigures, paymentFigures } from './supplier-figures';

export type SupplierFilter = {
  readonly search?: string | undefined;
  readonly status?: RecordStatus | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'name' | 'created_at' | 'owed';
  readonly sort_order: SortOrder;
};

export type SupplierValues = Pick<
  Supplier,
  'name' | 'email' | 'phone' | 'contact_person' | 'address' | 'status'
>;

const columns = sql`s.id, s.name, s.email, s.phone, s.contact_person, s.address, s.status, s.version, s.created_at, s.updated_at`;

const conditions = (filter: Omit<SupplierFilter, 'sort_by' | 'sort_order'>): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && sql`s.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.status && sql`s.status = ${filter.status}`,
    filter.ids !== undefined && isAmong(sql`s.id`, idsIn(filter.ids)),
  );

/** What is owed needs permission to see the ledger, because sorting by it also reveals it. */
export type SupplierVisibility = { readonly withOwed: boolean };

/** The ledger's balance, which is ours to pay below zero (rule W1). A supplier without items has no row. */
const balances = sql`left join party_balances b on b.supplier_id = s.id`;
const owed = sql`coalesce(-b.balance_pence, 0)::bigint`;

const order = (filter: SupplierFilter) =>
  inOrder({ name: sql`s.name`, created_at: sql`s.created_at`, owed }, filter, sql`s.id`);

/**
 * Suppliers with their figures (rules P6-P10). The page is cut first; the figures are then totalled for its
 * rows only, each from one index, never by joining orders with payments.
 */
const withFigures = (
  filter: SupplierFilter,
  { withOwed }: SupplierVisibility,
  limit: RawBuilder<unknown>,
) => sql<SupplierRow>`
  select ${columns}, s.payment_terms_days, s.vat_number, o.total_purchase_orders, o.total_purchase_amount, p.total_paid_amount,
    o.total_purchase_amount - p.total_paid_amount as outstanding_amount, o.last_purchase_date
    ${withOwed ? sql`, ${owed} as owed_amount` : sql``}
  from (select s.* from suppliers s ${filter.sort_by === 'owed' ? balances : sql``} ${conditions(filter)}
    ${order(filter)} ${limit}) s
  ${withOwed ? balances : sql``}
  cross join lateral ${orderFigures(sql`s.id`)} o
  cross join lateral ${paymentFigures(sql`s.id`)} p
  ${order(filter)}`;

export async function listSuppliers(
  db: Reader,
  query: SupplierFilter & { page: number; per_page: number },
  visibility: SupplierVisibility,
) {
  return askPage(db, query, {
    rows: asked => withFigures(asked, visibility, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from suppliers s ${conditions(query)}`,
  });
}

/** Totals of the suppliers that match the filter (rules P8-P10, W1). */
export async function totalSuppliers(
  db: Reader,
  filter: Omit<SupplierFilter, 'sort_by' | 'sort_order'>,
  { withOwed }: SupplierVisibility,
): Promise<SupplierTotals> {
  const { rows } = await sql<SupplierTotals>`
    select coalesce(sum(o.total_purchase_amount), 0)::bigint as total_purchase_amount,
      coalesce(sum(p.total_paid_amount), 0)::bigint as total_paid_amount,
      coalesce(sum(o.total_purchase_amount - p.total_paid_amount), 0)::bigint as outstanding_amount
      ${withOwed ? sql`, coalesce(sum(${owed}), 0)::bigint as owed_amount` : sql``}
    from (select * from suppliers s ${conditions(filter)}) s
    ${withOwed ? balances : sql``}
    cross join lateral ${orderFigures(sql`s.id`)} o cross join lateral ${paymentFigures(sql`s.id`)} p`.execute(
    db,
  );
  return onlyRow(rows);
}

/** All suppliers that match the filter, with figures, in order and in batches. */
export const streamSuppliers = (
  db: Reader,
  filter: SupplierFilter,
  visibility: SupplierVisibility,
): AsyncIterable<SupplierRow> => streamRows<SupplierRow>(db, withFigures(filter, visibility, sql``));

/** All suppliers that match the filter, by id. */
export async function findSuppliersForChange(db: Reader, filter: SupplierFilter) {
  const { rows } = await sql<{ id: number; version: number }>`
    select s.id, s.version from suppliers s ${conditions(filter)} order by s.id`.execute(db);
  return rows;
}

export async function findSupplier(db: Reader, id: number): Promise<Supplier | undefined> {
  const { rows } =
    await sql<Supplier>`${preparedStatement} select ${columns} from suppliers s where s.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

export async function lockSupplier(tx: Tx, id: number): Promise<Supplier | undefined> {
  const { rows } =
    await sql<Supplier>`select ${columns} from suppliers s where s.id = ${id} for update`.execute(tx);
  return rows[0];
}

/** A supplier's orders, newest first, with the amount paid (rule P4). */
export async function listOrdersOf(db: Reader, supplierId: number): Promise<PurchaseOrderRow[]> {
  const { rows } = await sql<PurchaseOrderRow>`${preparedStatement}
    select po.id, po.po_number, po.order_date, po.expected_delivery_date, po.total_pence as total_amount,
      paid.amount as paid_amount, po.status, jsonb_build_object('name', u.name) as creator,
      case when po.status in ('sent', 'received', 'completed') and po.owed_pence - po.credited_pence - paid.amount <= 0
        then 'paid' else 'remaining' end as paid_status
    from purchase_orders po
    join users u on u.id = po.created_by
    cross join lateral (
      select coalesce(sum(case pay.direction when 'out' then a.amount_pence else -a.amount_pence end), 0)::bigint as amount
      from payment_allocations a join payments pay on pay.id = a.payment_id and pay.status = 'completed'
      where a.purchase_order_id = po.id) paid
    where po.supplier_id = ${supplierId}
    order by po.order_date desc, po.id desc`.execute(db);
  return rows;
}

/** The payments to and refunds from a supplier, newest first; a refund's amount is negative. */
export async function listTransactionsOf(db: Reader, supplierId: number): Promise<TransactionRow[]> {
  const { rows } = await sql<Omit<TransactionRow, 'can'>>`${preparedStatement}
    select pay.id, pay.number, pay.direction, pay.payment_date, orders.po_number, pay.method as payment_method, pay.status, pay.reference_number, pay.notes,
      case pay.direction when 'out' then pay.amount_pence else -pay.amount_pence end as amount
    from payments pay cross join lateral (
      select string_agg(po.po_number, ', ' order by po.id) as po_number
      from payment_allocations a join purchase_orders po on po.id = a.purchase_order_id where a.payment_id = pay.id) orders
    where pay.supplier_id = ${supplierId}
    order by pay.payment_date desc, pay.id desc`.execute(db);
  return rows.map(row => ({ ...row, can: paymentActions(row) }));
}

export async function insertSupplier(tx: Tx, values: SupplierValues, now: Date): Promise<Supplier> {
  const { rows } = await sql<Supplier>`
    insert into suppliers as s (name, email, phone, contact_person, address, status, created_at, updated_at)
    values (${values.name}, ${values.email}, ${values.phone}, ${values.contact_person}, ${values.address}, ${values.status}, ${now}, ${now})
    returning ${columns}`.execute(tx);
  return rows[0] as Supplier;
}

export async function updateSupplier(
  tx: Tx,
  id: number,
  values: SupplierValues,
  now: Date,
): Promise<Supplier> {
  const { rows } = await sql<Supplier>`
    update suppliers as s set name = ${values.name}, email = ${values.email}, phone = ${values.phone},
      contact_person = ${values.contact_person}, address = ${values.address}, status = ${values.status},
      version = version + 1, updated_at = ${now}
    where s.id = ${id} returning ${columns}`.execute(tx);
  return rows[0] as Supplier;
}

export async function deleteSupplier(tx: Tx, id: number): Promise<void> {
  await sql`delete from suppliers where id = ${id}`.execute(tx);
}

export type DocumentCounts = {
  readonly orders: number;
  readonly bills: number;
  readonly payments: number;
  readonly expenses: number;
  readonly openings: number;
};

/** How many documents prevent a supplier's deletion (rule P12). */
export async function countDocuments(tx: Tx, id: number): Promise<DocumentCounts> {
  const { rows } = await sql<DocumentCounts>`
    select (select count(*) from purchase_orders where supplier_id = ${id}) as orders,
      (select count(*) from supplier_bills where supplier_id = ${id})
        + (select count(*) from supplier_credits where supplier_id = ${id}) as bills,
      (select count(*) from payments where supplier_id = ${id}) as payments,
      (select count(*) from expenses where supplier_id = ${id}) as expenses,
      (select count(*) from opening_invoices where supplier_id = ${id}) as openings`.execute(tx);
  return rows[0] ?? { orders: 0, bills: 0, payments: 0, expenses: 0, openings: 0 };
}
