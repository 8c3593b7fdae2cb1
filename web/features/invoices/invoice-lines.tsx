import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { formatQuantity } from '#domain/kernel/quantity';
import type { SaleDetail, SaleLine } from '#domain/sales/sale.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { LongTable } from '../../ui/long-table';
import { Money } from '../../ui/money';

/** What was sold, at which price and rate, and what of it can still come back. */
export const InvoiceLines = ({ sale }: { sale: SaleDetail }) => (
  <Card title="Lines" flush>
    <LongTable
      label="Lines"
      rows={sale.lines}
      rowKey={line => line.line_number}
      columns={columnsOf(sale)}
      empty="This sale has no lines."
    />
    <dl className="invoice-sums">
      {sumsOf(sale).map(([label, pence]) => (
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

const sumsOf = (sale: SaleDetail): [string, number][] => [
  ...(sale.cart_discount > 0
    ? [[`${sale.discount_reason ?? 'Discount'}, off all`, 0 - sale.cart_discount] as [string, number]]
    : []),
  ['Net', sale.net],
  ...sale.by_rate.map(({ vat_code, vat_percent, vat }): [string, number] => [
    `VAT ${vat_code} ${formatPercent(vat_percent)}`,
    vat,
  ]),
  ['Total', sale.gross],
];

const columnsOf = (sale: SaleDetail): readonly Column<SaleLine>[] => [
  {
    header: 'Item',
    cell: line => (
      <div className="invoice-item">
        <span>{line.description}</span>
        <span className="invoice-aside">
          {[line.product.sku, line.note, line.price_reason].filter(Boolean).join(' · ')}
        </span>
      </div>
    ),
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => (
      <span className="figures">
        {formatQuantity(line.quantity)} {line.unit}
      </span>
    ),
  },
  { header: 'Price', align: 'end', cell: line => <Money pence={line.unit_price} /> },
  {
    header: 'Discount',
    align: 'end',
    cell: line => (
      <span className="figures" title={line.discount_reason ?? undefined}>
        {line.line_discount + line.cart_discount === 0
          ? '—'
          : formatPounds(line.line_discount + line.cart_discount)}
      </span>
    ),
  },
  {
    header: 'VAT',
    align: 'end',
    cell: line => (
      <span className="figures">
        {line.vat_code} {formatPercent(line.vat_percent)}
      </span>
    ),
  },
  { header: 'Net', align: 'end', cell: line => <Money pence={line.net} /> },
  { header: 'Gross', align: 'end', cell: line => <Money pence={line.gross} /> },
  ...(sale.lines.some(line => line.cost !== undefined)
    ? [
        {
          header: 'Cost',
          align: 'end',
          cell: line => <Money pence={line.cost ?? 0} />,
        } satisfies Column<SaleLine>,
      ]
    : []),
  {
    header: 'Refundable',
    align: 'end',
    cell: line => (
      <span className="figures">
        {line.refundable_quantity === line.quantity ? 'All' : formatQuantity(line.refundable_quantity)}
      </span>
    ),
  },
];
