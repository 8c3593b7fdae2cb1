import { formatPercent } from '#domain/kernel/percent';
import { formatQuantity } from '#domain/kernel/quantity';
import type { SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { PageLink } from '../../ui/page-link';
import { VatNumberNote } from '../supplier-documents';
import './supplier-bills.css';

type Line = SupplierBillDetail['lines'][number];

/** The lines of a bill with their VAT, and its totals. */
export const BillLines = ({ bill }: { bill: SupplierBillDetail }) => (
  <Card title="Lines" flush>
    <LongTable
      label="Lines"
      rows={bill.lines}
      rowKey={line => line.line_number}
      columns={columnsOf(bill)}
      empty="This bill was entered as an opening balance, without lines."
    />
    <VatNumberNote bills={[bill]} />
  </Card>
);

const columnsOf = (bill: SupplierBillDetail): Column<Line>[] => [
  {
    header: 'Item',
    minWidth: '160px',
    cell: line => (
      <span className="bill-lines">
        {line.product ? (
          <PageLink to={`/products/${line.product.id}`}>{line.description}</PageLink>
        ) : (
          <span>{line.description}</span>
        )}
        <span className="bill-aside">
          {line.product?.sku ?? (line.account && `${line.account.code} ${line.account.name}`)}
        </span>
      </span>
    ),
    foot: 'Total',
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => (
      <span className="figures">{line.quantity === null ? '—' : formatQuantity(line.quantity)}</span>
    ),
  },
  {
    header: 'VAT code',
    kind: 'code',
    cell: line => (
      <span className="figures">
        {line.vat_code} {formatPercent(line.vat_percent)}
      </span>
    ),
  },
  { header: 'Net', align: 'end', cell: line => <Money pence={line.net} />, foot: <Money pence={bill.net} /> },
  { header: 'VAT', align: 'end', cell: line => <Money pence={line.vat} />, foot: <Money pence={bill.vat} /> },
  {
    header: 'Total',
    align: 'end',
    cell: line => <Money pence={line.net + line.vat} />,
    foot: <Money pence={bill.gross} />,
  },
];
