import { sql } from 'kysely';
import { salesAccounts } from '#domain/accounting/profit-parts';
import type { ReplyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText } from '#domain/kernel/quantity';
import type { ReverseCharge } from '#domain/purchase-orders/reverse-charge';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { systemAccounts } from '../../kernel/ledger';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader, Tx } from '../../platform/database/open-database';
import { containing } from '../../platform/database/page-of';
import { anyOf, preparedStatement } from '../../platform/database/prepared-statement';
import { lacksVatNumber } from './bills/vat-without-number';

const { tillCash, pettyCash, bank, undepositedCheques, cardClearing, otherClearing, businessCreditCard } =
  systemAccounts;

/**
 * Excludes money accounts, which supplier documents never post to, and suspense, which belongs to opening
 * balances.
 */
export const accountsOfMoney: readonly string[] = [
  tillCash,
  pettyCash,
  bank,
  undepositedCheques,
  cardClearing,
  otherClearing,
  businessCreditCard,
  systemAccounts.openingSuspense,
];

export async function listAccounts(db: Reader): Promise<ReplyOf<typeof supplierDocuments.accounts>['data']> {
  return db
    .selectFrom('accounts')
    .select(['code', 'name'])
    .where('status', '=', 'active')
    .where('is_control', '=', false)
    .where('code', 'not in', [...accountsOfMoney, ...salesAccounts])
    .orderBy('code')
    .execute();
}

type OpenBills = ReplyOf<typeof supplierDocuments.openBills>;

type BillsFilter = {
  readonly text?: string | undefined;
  /** A bill that is listed first, whatever the text. */
  readonly billId?: number | undefined;
};

/** A supplier's bills that are not reversed, with the ledger item `i` of each. */
const billsOf = (supplierId: number, { text = '', billId }: BillsFilter) => {
  const wanted = containing(text.normalize('NFC').trim().toLowerCase());
  return sql`
  supplier_bills b join suppliers s on s.id = b.supplier_id left join purchase_orders po on po.id = b.purchase_order_id
  left join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind in ('bill', 'opening')
  where b.supplier_id = ${supplierId} and b.reversed_at is null and b.gross_pence > 0
    and (b.id = ${billId ?? null}::bigint or lower(b.supplier_bill_number) like ${wanted} or lower(b.number) like ${wanted}
      or lower(po.po_number) like ${wanted})`;
};

const openPence = sql`coalesce(i.amount_pence - i.allocated_pence, 0)`;

/**
 * A supplier's bills that are not reversed: open ones, earliest due first, then the latest settled, which can still be
 * credited.
 */
export async function listBillsOf(
  db: Reader,
  supplierId: number,
  filter: BillsFilter,
): Promise<OpenBills['data']> {
  const { rows } = await sql<OpenBills['data'][number]>`
    select b.id, b.number, b.kind, b.supplier_bill_number, po.po_number, b.bill_date, b.due_on, b.reverse_charge,
      b.gross_pence as gross, ${openPence} as outstanding, ${lacksVatNumber} as lacks_vat_number
    from ${billsOf(supplierId, filter)}
    order by b.id is distinct from ${filter.billId ?? null}::bigint, ${openPence} = 0, case when ${openPence} > 0 then b.due_on end, case when ${openPence} > 0 then b.id end,
      b.bill_date desc, b.id desc limit 200`.execute(db);
  return rows;
}

/** Whether a supplier's VAT number is known; true if there is no such supplier. */
export async function hasVatNumber(db: Reader, supplierId: number): Promise<boolean> {
  const supplier = await db
    .selectFrom('suppliers')
    .select('vat_number')
    .where('id', '=', supplierId)
    .executeTakeFirst();
  return supplier?.vat_number !== null;
}

/** How many bills {@link listBillsOf} would list without its limit, and what is outstanding on them. */
export async function totalBillsOf(
  db: Reader,
  supplierId: number,
  filter: BillsFilter,
): Promise<Pick<OpenBills, 'total' | 'outstanding'>> {
  const { rows } = await sql<Pick<OpenBills, 'total' | 'outstanding'>>`
    select count(*)::integer as total, coalesce(sum(${openPence}), 0)::bigint as outstanding
    from ${billsOf(supplierId, filter)}`.execute(db);
  return onlyRow(rows);
}

type DefaultLine = OpenBills['default_line'];

/** The first line of a supplier's latest bill without an order, if its account can still be used. */
export async function findDefaultLine(db: Reader, supplierId: number): Promise<DefaultLine> {
  const { rows } = await sql<NonNullable<DefaultLine>>`
    select line.description, line.account_code as account, line.vat_code
    from supplier_bills bill join supplier_bill_lines line on line.supplier_bill_id = bill.id
      join accounts account on account.code = line.account_code
    where bill.supplier_id = ${supplierId} and bill.kind = 'direct' and bill.reversed_at is null and account.status = 'active'
      and account.code <> all(${[...salesAccounts]})
    order by bill.id desc, line.line_number limit 1`.execute(db);
  return rows[0] ?? null;
}

export type CreditableBill = {
  readonly id: number;
  readonly supplier_id: number;
  readonly supplier_bill_number: string;
  readonly purchase_order_id: number | null;
  readonly kind: string;
  readonly reverse_charge: ReverseCharge | null;
  readonly gross: Pence;
  readonly credited: Pence;
  /** The part of it by credit notes for an amount; the rest is by returns of goods. */
  readonly credited_by_notes: Pence;
  readonly bill_date: CalendarDate;
  readonly posted_on: CalendarDate | null;
  readonly reversed_at: Date | null;
};

/**
 * What returns of goods have credited on a bill `b`, by its receipts; a receipt on several bills counts on each by
 * what was billed.
 */
const creditedByReturns = sql`coalesce((
    select sum(trunc(returned.amount * (r.net_pence + r.vat_pence) / nullif(returned.billed, 0))) from supplier_bill_receipts r
    cross join lateral (
      select sum(l.credit_net_pence + l.credit_vat_pence) as amount,
        (select sum(o.net_pence + o.vat_pence) from supplier_bill_receipts o join supplier_bills ob on ob.id = o.supplier_bill_id
          where o.goods_received_line_id = r.goods_received_line_id and ob.reversed_at is null) as billed
      from supplier_return_lines l where l.goods_received_line_id = r.goods_received_line_id) returned
    where r.supplier_bill_id = b.id), 0)`;

/** The bills a credit note names, with what other credit notes and returns of goods have already credited. */
export async function findCreditable(tx: Tx, ids: readonly number[]): Promise<Map<number, CreditableBill>> {
  const { rows } = await sql<CreditableBill>`${preparedStatement}
    select b.id, b.supplier_id, b.supplier_bill_number, b.purchase_order_id, b.kind, b.reverse_charge, b.gross_pence as gross, b.reversed_at,
      b.bill_date, (select i.business_date from party_items i
        where i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind in ('bill', 'opening')) as posted_on,
      notes.amount as credited_by_notes, notes.amount + ${creditedByReturns}::bigint as credited
    from supplier_bills b cross join lateral (
      select coalesce(sum(c.amount_pence), 0)::bigint as amount
      from supplier_credit_bills c join supplier_credits s on s.id = c.supplier_credit_id
      where c.supplier_bill_id = b.id and s.reversed_at is null) notes
    where b.id = ${anyOf(ids)}`.execute(tx);
  return new Map(rows.map(row => [row.id, row]));
}

/** Our number of the credit note for an amount that records the supplier's; null if there is none. */
export async function findCreditByTheirs(tx: Tx, supplierId: number, theirs: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select number from supplier_credits where supplier_id = ${supplierId}
      and lower(supplier_credit_number) = lower(${theirs}) and reversed_at is null`.execute(tx);
  return rows[0]?.number ?? null;
}

/** Our number of the return that was credited by the supplier's credit note; null if there is none. */
export async function findReturnByTheirs(tx: Tx, supplierId: number, theirs: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select r.number from supplier_returns r join purchase_orders po on po.id = r.purchase_order_id
    where po.supplier_id = ${supplierId} and lower(r.supplier_credit_number) = lower(${theirs})
      and r.credit_number is not null limit 1`.execute(tx);
  return rows[0]?.number ?? null;
}

export type BilledGoods = {
  readonly receiptLineId: number;
  readonly productId: number;
  readonly stock: Quantity;
  readonly net: Pence;
  readonly receivedOn: CalendarDate;
};

/** The goods of bills by receipt, with their billed cost. */
export async function findBilledGoods(tx: Tx, billIds: readonly number[]): Promise<BilledGoods[]> {
  const { rows } = await sql<{
    id: number;
    product_id: number;
    stock: string;
    net: Pence;
    received_on: CalendarDate;
  }>`${preparedStatement}
    select g.id, g.product_id, trunc(g.stock_quantity * r.quantity / g.quantity, 3)::text as stock, r.net_pence as net,
      n.business_date as received_on
    from supplier_bill_receipts r join goods_received_lines g on g.id = r.goods_received_line_id and g.is_stock
      join goods_received_notes n on n.id = g.goods_received_note_id
    where r.supplier_bill_id = ${anyOf(billIds)} order by r.supplier_bill_id, g.id`.execute(tx);
  return rows.map(row => ({
    receiptLineId: row.id,
    productId: row.product_id,
    stock: quantityFromText(row.stock),
    net: row.net,
    receivedOn: row.received_on,
  }));
}
