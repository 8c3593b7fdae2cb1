import { sql } from 'kysely';
import type { Approval } from '#domain/approvals/approval.rules';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Discount } from '#domain/kernel/line-amounts';
import { type Pence, toPence } from '#domain/kernel/money';
import { type Quantity, quantityFromText } from '#domain/kernel/quantity';
import type { UnitCost } from '#domain/kernel/unit-cost';
import type { VatCode } from '#domain/kernel/vat';
import type { OrderState } from '#domain/purchase-orders/purchase-order.rules';
import type { OrderLineTerms } from '#domain/purchase-orders/purchase-order.totals';
import type { PurchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import type { Reader, Tx } from '../../../platform/database/open-database';
import { askTogether, type Question } from '../../../platform/database/send-together';
import { unitCostText } from '../../../platform/database/unit-cost-text';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import { ensureFound } from '../../../platform/http/refusal';

/** A stored order line. Quantities are in the order's unit; `factor` converts to the product's. */
export type StoredLine = {
  readonly id: number;
  readonly line_number: number;
  readonly product: { id: number; sku: string; name: string } | null;
  /** Whether the received quantity goes into stock. */
  readonly is_stock: boolean;
  readonly description: string;
  readonly supplier_code: string | null;
  readonly unit: string;
  readonly factor: Quantity;
  readonly quantity: Quantity;
  readonly unit_price: UnitCost;
  readonly discount_hundredths: number | null;
  readonly discount_pence: Pence | null;
  readonly vat_code: VatCode;
  readonly vat_rate: number;
  readonly account: string | null;
  readonly net: Pence;
  readonly vat: Pence;
  readonly gross: Pence;
  readonly received: Quantity;
  readonly tolerated: Quantity;
  readonly billed: Quantity;
  readonly returned: Quantity;
  readonly received_net: Pence;
  readonly is_closed: boolean;
};

export type StoredOrder = {
  readonly id: number;
  readonly po_number: string;
  readonly supplier_id: number;
  readonly supplier_name: string;
  readonly supplier_email: string | null;
  readonly supplier_address: string | null;
  readonly supplier_contact: string | null;
  readonly supplier_is_active: boolean;
  readonly terms_days: number;
  readonly order_date: CalendarDate;
  readonly expected_delivery_date: CalendarDate | null;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly status: PurchaseOrderStatus;
  readonly revision: number;
  readonly net: Pence;
  readonly vat: Pence;
  readonly total: Pence;
  /** The total of its bills, plus what is not yet billed at order prices (rule P4). */
  readonly owed: Pence;
  readonly credited: Pence;
  readonly paid: Pence;
  readonly created_by: number;
  readonly creator_name: string;
  readonly creator_email: string;
  /** Everyone who saved it after it was created. */
  readonly editors: readonly number[];
  readonly approvals: readonly (Approval & { readonly by: string })[];
  readonly approval_asked_at: Date | null;
  readonly approval_asked_by: number | null;
  readonly approval_asker: string | null;
  readonly waiting: StoredWaitingRevision | null;
  readonly sent_at: Date | null;
  readonly cancel_reason: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly lines: readonly StoredLine[];
};

/** A revision waiting for approval, without its content. */
export type StoredWaitingRevision = {
  readonly total: Pence;
  readonly reason: string | null;
  readonly asked_by: number;
  /** Everyone who entered it while it waited. */
  readonly editors: readonly number[];
  readonly asker_name: string;
  readonly asked_at: string;
  readonly lines: readonly {
    readonly description: string;
    readonly unit: string;
    readonly quantity: Quantity;
    readonly unit_price: UnitCost;
    readonly gross: Pence;
  }[];
};

/** The amount outstanding on an order (rule P4); below zero the supplier owes us. */
export const outstandingOf = (order: StoredOrder): Pence => toPence(order.owed - order.credited - order.paid);

/** The amount paid on an order: completed payments allocated to it, less completed refunds (rule P4). */
export const paidOf = (orderId: ReturnType<typeof sql>) => sql<Pence>`(
  select coalesce(sum(case pay.direction when 'out' then a.amount_pence else -a.amount_pence end), 0)::bigint
  from payment_allocations a join payments pay on pay.id = a.payment_id and pay.status = 'completed'
  where a.purchase_order_id = ${orderId})`;

/** The approvals of an order, oldest first. */
export const approvalsOf = (orderId: ReturnType<typeof sql>) => sql<StoredOrder['approvals']>`
  coalesce((select jsonb_agg(jsonb_build_object('upTo', d.up_to_pence, 'party', d.party_id, 'by', a.name) order by d.id)
    from document_approvals d join users a on a.id = d.approved_by
    where d.document_type = 'purchase_order' and d.document_id = ${orderId}), '[]')`;

type Head = Omit<StoredOrder, 'lines'>;

/** For an order with its lines: asked with whatever else is read of it. */
export const findingOrder = (id: number) => [findingHead(id), findingLines(id)] as const;

/** The answers of `findingOrder`. */
export const orderOf = (head: Head | undefined, lines: readonly StoredLine[]): StoredOrder | undefined =>
  head && { ...head, lines };

export async function findOrder(db: Reader, id: number): Promise<StoredOrder | undefined> {
  return orderOf(...(await askTogether(db, findingOrder(id))));
}

/** Locks an order until the commit; every change to it takes this lock first. 404 when it is gone. */
export async function lockOrder(tx: Tx, id: number): Promise<StoredOrder> {
  const [, head, lines] = await askTogether(tx, [lockingOrder(id), ...findingOrder(id)]);
  return ensureFound(orderOf(head, lines), 'Purchase order');
}

const lockingOrder = (id: number): Question<unknown, void> => ({
  statement: sql`${preparedStatement} select from purchase_orders where id = ${id} for update`,
  answer: () => undefined,
});

const findingHead = (id: number): Question<Head, Head | undefined> => ({
  statement: sql<Head>`${preparedStatement}
    select po.id, po.po_number, po.supplier_id, s.name as supplier_name, s.email as supplier_email, s.address as supplier_address,
      s.contact_person as supplier_contact,
      s.status = 'active' as supplier_is_active, s.payment_terms_days as terms_days, po.order_date,
      po.expected_delivery_date, po.reference, po.notes, po.status, po.revision, po.net_pence as net, po.vat_pence as vat,
      po.total_pence as total, po.owed_pence as owed, po.credited_pence as credited, ${paidOf(sql`po.id`)} as paid, po.created_by,
      u.name as creator_name, u.email as creator_email, to_jsonb(po.editors) as editors, po.approval_asked_at, po.approval_asked_by, asker.name as approval_asker, po.sent_at, po.cancel_reason,
      po.version, po.created_at, po.updated_at,
      ${approvalsOf(sql`po.id`)} as approvals,
      (select jsonb_build_object('total', w.total_pence, 'reason', w.reason, 'asked_by', w.asked_by, 'editors', w.editors, 'asker_name', a.name,
          'asked_at', w.asked_at, 'lines', w.lines)
        from purchase_order_waiting_revisions w join users a on a.id = w.asked_by where w.purchase_order_id = po.id) as waiting
    from purchase_orders po join suppliers s on s.id = po.supplier_id join users u on u.id = po.created_by
      left join users asker on asker.id = po.approval_asked_by
    where po.id = ${id}`,
  answer: ([order]) => order,
});

type LineRow = Omit<StoredLine, 'factor' | 'quantity' | 'received' | 'tolerated' | 'billed' | 'returned'> &
  Record<'factor' | 'quantity' | 'received' | 'tolerated' | 'billed' | 'returned', string>;

const findingLines = (orderId: number): Question<LineRow, StoredLine[]> => ({
  statement: sql<LineRow>`${preparedStatement}
    select l.id, l.line_number,
      case when p.id is not null then jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) end as product,
      coalesce(p.is_stocked, false) as is_stock, l.description, l.supplier_code, l.unit, l.factor::text, l.quantity::text,
      ${unitCostText(sql`l.unit_price`)} as unit_price, l.discount_hundredths, l.discount_pence, l.vat_code, l.account_code as account,
      (l.vat_percent * 100)::integer as vat_rate, l.net_pence as net, l.vat_pence as vat, l.gross_pence as gross,
      l.received::text, l.tolerated::text, l.billed::text, l.returned::text, l.received_net_pence as received_net, l.is_closed
    from purchase_order_lines l left join products p on p.id = l.product_id
    where l.purchase_order_id = ${orderId} order by l.line_number`,
  answer: rows =>
    rows.map(row => ({
      ...row,
      factor: quantityFromText(row.factor),
      quantity: quantityFromText(row.quantity),
      received: quantityFromText(row.received),
      tolerated: quantityFromText(row.tolerated),
      billed: quantityFromText(row.billed),
      returned: quantityFromText(row.returned),
    })),
});

/** The values a line's amounts are calculated from. */
export const termsOf = (line: StoredLine): OrderLineTerms => ({
  quantity: line.quantity,
  unitPrice: line.unit_price,
  discount: discountOf(line),
  rate: line.vat_rate,
});

const discountOf = ({ discount_hundredths, discount_pence }: StoredLine): Discount | null => {
  if (discount_hundredths !== null) return { kind: 'percent', hundredths: discount_hundredths };
  return discount_pence === null ? null : { kind: 'amount', pence: discount_pence };
};

/** The user who requested the approval; they can withdraw it. */
export const requesterOf = (order: StoredOrder): number | null =>
  order.waiting?.asked_by ?? order.approval_asked_by;

/** The order as the rules take it. */
export const stateOf = (order: StoredOrder): OrderState => ({
  number: order.po_number,
  status: order.status,
  total: toPence(order.total),
  supplierId: order.supplier_id,
  enteredBy: [order.created_by, ...order.editors],
  approvals: order.approvals,
  isApprovalAsked: order.approval_asked_at !== null,
  waiting: order.waiting && { total: toPence(order.waiting.total), enteredBy: order.waiting.editors },
  paid: toPence(order.paid),
  supplierIsActive: order.supplier_is_active,
  lines: order.lines.map(line => ({
    id: line.id,
    name: line.description,
    quantity: line.quantity,
    received: line.received,
    billed: line.billed,
    isClosed: line.is_closed,
  })),
});
