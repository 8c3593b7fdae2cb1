import { formatPounds } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { unitName } from '#domain/kernel/unit-words';
import type { OrderDetail, OrderLine } from '#domain/purchase-orders/purchase-order.contract';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { UnitPrice } from '../../ui/unit-price';
import { rateText } from '../supplier-documents';

/** The lines with received, billed and returned quantities, and the totals. */
export const OrderLines = ({ order }: { order: OrderDetail }) => (
  <Card title="Lines" flush>
    <LongTable
      label="Lines"
      rows={order.lines}
      rowKey={line => line.id}
      columns={columns}
      empty="This order has no lines yet."
    />
    <dl className="order-sums">
      {(
        [
          ['Net', order.total_net],
          ['VAT', order.total_vat],
          ['Total', order.total_amount],
        ] as const
      ).map(([label, pence]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money pence={pence} />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
);

const figure = (header: string, amountOf: (line: OrderLine) => number): Column<OrderLine> => ({
  header,
  align: 'end',
  cell: line => (
    <span className="figures">{amountOf(line) === 0 ? '—' : formatQuantity(amountOf(line))}</span>
  ),
});

const columns: readonly Column<OrderLine>[] = [
  {
    header: 'Item',
    cell: line => (
      <div className="order-number">
        <span>{line.description}</span>
        <span className="order-aside">
          {[
            line.product?.sku,
            line.supplier_code && `supplier code ${line.supplier_code}`,
            line.account && `account ${line.account}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
    ),
  },
  {
    header: 'Unit',
    cell: line => unitName(line.unit, formatQuantity(line.factor)),
  },
  { header: 'Price', align: 'end', cell: line => <UnitPrice cost={line.unit_price} /> },
  { header: 'Discount', align: 'end', cell: line => <span className="figures">{discountOf(line)}</span> },
  {
    header: 'VAT',
    align: 'end',
    cell: line => (
      <span className="figures">
        {line.vat_code} {rateText(line.vat_percent)}
      </span>
    ),
  },
  { header: 'Net', align: 'end', cell: line => <Money pence={line.net} /> },
  figure('Ordered', line => line.quantity),
  figure('Received', line => line.received),
  figure('Billed', line => line.billed),
  figure('Returned', line => line.returned),
  {
    header: 'Outstanding',
    align: 'end',
    cell: line =>
      line.is_closed ? (
        <Badge tone="secondary">Closed short</Badge>
      ) : (
        <span className="figures">{line.outstanding === 0 ? '—' : formatQuantity(line.outstanding)}</span>
      ),
  },
];

function discountOf({ discount_percent, discount_amount }: OrderLine): string {
  if (discount_percent !== null) return rateText(discount_percent);
  return discount_amount === null ? '—' : formatPounds(discount_amount);
}
