import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import type { Tx } from '../../../platform/database/open-database';
import { preparedStatement, unawaitedStatement } from '../../../platform/database/prepared-statement';
import { ask, type Question } from '../../../platform/database/send-together';

/** A line of a goods receipt, with its billed and unbilled parts. */
export type ReceivedLine = {
  readonly id: number;
  readonly purchase_order_line_id: number;
  readonly product_id: number | null;
  readonly is_stock: boolean;
  readonly description: string;
  readonly received_on: CalendarDate;
  readonly quantity: Quantity;
  readonly stock_quantity: Quantity;
  /** Excluding VAT. */
  readonly value: Pence;
  /** As on its bill; before the first one, as ordered (rule V1). */
  readonly vat_code: string;
  readonly vat_rate: number;
  unbilled_quantity: Quantity;
  unbilled_value: Pence;
  /** VAT that is part of the cost because the company cannot recover it (rule V2), for the unbilled part. */
  unbilled_vat_in_cost: Pence;
  billed_quantity: Quantity;
  billed_net: Pence;
  billed_vat: Pence;
  /** The part of the billed VAT that was posted as input VAT. */
  billed_vat_recovered: Pence;
  /** The part of the billed net that VAT returns include (rule V24). */
  billed_net_in_returns: Pence;
};

/** Part of a receipt in the product's own unit. */
export const stockOf = (receipt: ReceivedLine, quantity: Quantity): Quantity =>
  toQuantity(Number((BigInt(receipt.stock_quantity) * BigInt(quantity)) / BigInt(receipt.quantity)));

type Row = Omit<ReceivedLine, 'quantity' | 'stock_quantity' | 'unbilled_quantity' | 'billed_quantity'> &
  Record<'quantity' | 'stock_quantity' | 'unbilled_quantity' | 'billed_quantity', string>;

/** The goods receipts of an order, oldest first, guarded by the order's lock. */
export const findReceivedLines = (tx: Tx, orderId: number, noteId?: number): Promise<ReceivedLine[]> =>
  ask(tx, findingReceivedLines(orderId, noteId));

/** The same, to be sent with other statements. */
export const findingReceivedLines = (orderId: number, noteId?: number): Question<Row, ReceivedLine[]> => ({
  statement: sql<Row>`${preparedStatement}
    select g.id, g.purchase_order_line_id, g.product_id, g.is_stock, l.description, n.business_date as received_on, g.quantity::text, g.stock_quantity::text,
      g.value_pence as value, coalesce(billed.vat_code, l.vat_code) as vat_code,
      (coalesce(billed.vat_percent, l.vat_percent) * 100)::integer as vat_rate, g.unbilled_quantity::text,
      g.unbilled_pence as unbilled_value, g.unbilled_vat_in_cost_pence as unbilled_vat_in_cost, g.billed_quantity::text,
      g.billed_net_pence as billed_net, g.billed_vat_pence as billed_vat, g.billed_vat_recovered_pence as billed_vat_recovered,
      g.billed_net_in_returns_pence as billed_net_in_returns
    from goods_received_lines g join purchase_order_lines l on l.id = g.purchase_order_line_id
      join goods_received_notes n on n.id = g.goods_received_note_id
      left join lateral (
        select b.vat_code, b.vat_percent from supplier_bill_receipts r join supplier_bills s on s.id = r.supplier_bill_id
          join supplier_bill_lines b on b.supplier_bill_id = s.id and b.purchase_order_line_id = l.id
        where r.goods_received_line_id = g.id and s.reversed_at is null order by s.id limit 1) billed on true
    where l.purchase_order_id = ${orderId} and g.goods_received_note_id = coalesce(${noteId ?? null}::bigint, g.goods_received_note_id)
    order by g.id`,
  answer: rows =>
    rows.map(row => ({
      ...row,
      quantity: quantityFromText(row.quantity),
      stock_quantity: quantityFromText(row.stock_quantity),
      unbilled_quantity: quantityFromText(row.unbilled_quantity),
      billed_quantity: quantityFromText(row.billed_quantity),
    })),
});

/** Updates billed and unbilled parts in one statement. */
export async function storeReceivedLines(tx: Tx, lines: readonly ReceivedLine[]): Promise<void> {
  const rows = lines.map(line => ({
    id: line.id,
    unbilled_quantity: textFromQuantity(line.unbilled_quantity),
    unbilled_pence: line.unbilled_value,
    unbilled_vat_in_cost_pence: line.unbilled_vat_in_cost,
    billed_quantity: textFromQuantity(line.billed_quantity),
    billed_net_pence: line.billed_net,
    billed_vat_pence: line.billed_vat,
    billed_vat_recovered_pence: line.billed_vat_recovered,
    billed_net_in_returns_pence: line.billed_net_in_returns,
  }));
  await sql`${unawaitedStatement}
    update goods_received_lines g set unbilled_quantity = row.unbilled_quantity, unbilled_pence = row.unbilled_pence,
      unbilled_vat_in_cost_pence = row.unbilled_vat_in_cost_pence, billed_quantity = row.billed_quantity,
      billed_net_pence = row.billed_net_pence, billed_vat_pence = row.billed_vat_pence,
      billed_vat_recovered_pence = row.billed_vat_recovered_pence, billed_net_in_returns_pence = row.billed_net_in_returns_pence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, unbilled_quantity numeric, unbilled_pence bigint,
      unbilled_vat_in_cost_pence bigint, billed_quantity numeric, billed_net_pence bigint, billed_vat_pence bigint,
      billed_vat_recovered_pence bigint, billed_net_in_returns_pence bigint)
    where g.id = row.id`.execute(tx);
}
