import { creditPart, owedPart, type Pence, toPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { OrderRow } from '#domain/purchase-orders/purchase-order.contract';
import { hasOutstanding, hasPaidStatus } from '#domain/purchase-orders/purchase-order.status';
import type { PurchasedLine } from '#domain/purchase-orders/purchased-line.contract';
import type { Column } from '../../platform/spreadsheets/column';

/** The export columns of the purchase order list. */
export const orderExportColumns: readonly Column<OrderRow>[] = [
  { header: 'PO Number', kind: 'text', width: 12, value: o => o.po_number },
  { header: 'Supplier', kind: 'text', width: 30, value: o => o.supplier.name },
  { header: 'Order Date', kind: 'date', width: 12, value: o => o.order_date },
  { header: 'Expected Delivery', kind: 'date', width: 16, value: o => o.expected_delivery_date },
  { header: 'Reference', kind: 'text', width: 18, value: o => o.reference },
  { header: 'Status', kind: 'text', width: 12, value: o => o.status },
  {
    header: 'Payment Status',
    kind: 'text',
    width: 14,
    value: o => (hasPaidStatus(o.status) ? o.paid_status : null),
  },
  { header: 'Total', kind: 'money', width: 14, value: o => o.total_amount },
  { header: 'Credited', kind: 'money', width: 14, value: o => o.credited_amount },
  { header: 'Paid', kind: 'money', width: 14, value: o => o.paid_amount },
  {
    header: 'Outstanding',
    kind: 'money',
    width: 14,
    value: o => (hasOutstanding(o.status) ? owedPart(o.outstanding_amount) : null),
  },
  {
    header: 'In credit',
    kind: 'money',
    width: 14,
    value: o => (hasOutstanding(o.status) ? creditPart(o.outstanding_amount) : null),
  },
  { header: 'Created By', kind: 'text', width: 20, value: o => o.creator.name },
];

type Total = { readonly total: { readonly net: Pence; readonly landed_cost: Pence } };
type Exported = PurchasedLine | Total;

/** The lines and then their total, because the file is read without its page. */
export async function* withTotal(lines: AsyncIterable<PurchasedLine>): AsyncIterable<Exported> {
  let [net, landed] = [0, 0];
  for await (const line of lines) {
    net += line.net;
    landed += line.landed_cost;
    yield line;
  }
  yield { total: { net: toPence(net), landed_cost: toPence(landed) } };
}

const isTotal = (row: Exported): row is Total => 'total' in row;
/** A value of a line; blank on the total row. */
const line =
  <Value>(valueOf: (line: PurchasedLine) => Value) =>
  (row: Exported): Value | null =>
    isTotal(row) ? null : valueOf(row);

/** The export columns of the purchased items list. */
export const purchasedExportColumns: readonly Column<Exported>[] = [
  { header: 'PO Number', kind: 'text', width: 12, value: row => (isTotal(row) ? 'Total' : row.po_number) },
  { header: 'Supplier', kind: 'text', width: 30, value: line(l => l.supplier.name) },
  { header: 'SKU', kind: 'text', width: 14, value: line(l => l.product?.sku ?? null) },
  { header: 'Description', kind: 'text', width: 36, value: line(l => l.description) },
  { header: 'Unit', kind: 'text', width: 12, value: line(l => l.unit) },
  { header: 'Ordered', kind: 'quantity', width: 10, value: line(l => textFromQuantity(l.ordered)) },
  { header: 'Received', kind: 'quantity', width: 10, value: line(l => textFromQuantity(l.received)) },
  { header: 'Outstanding', kind: 'quantity', width: 12, value: line(l => textFromQuantity(l.outstanding)) },
  { header: 'Billed', kind: 'quantity', width: 10, value: line(l => textFromQuantity(l.billed)) },
  { header: 'Returned', kind: 'quantity', width: 10, value: line(l => textFromQuantity(l.returned)) },
  { header: 'Unit Price', kind: 'unit cost', width: 12, value: line(l => l.unit_price) },
  { header: 'Net', kind: 'money', width: 14, value: row => (isTotal(row) ? row.total.net : row.net) },
  {
    header: 'Landed Cost',
    kind: 'money',
    width: 14,
    value: row => (isTotal(row) ? row.total.landed_cost : row.landed_cost),
  },
  { header: 'Order Date', kind: 'date', width: 12, value: line(l => l.order_date) },
  { header: 'Expected Delivery', kind: 'date', width: 16, value: line(l => l.expected_delivery_date) },
  { header: 'Last Received', kind: 'date', width: 14, value: line(l => l.last_received_on) },
];
