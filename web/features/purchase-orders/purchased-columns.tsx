import { PackageCheck, Tags, Undo2 } from 'lucide-react';
import { formatQuantity } from '#domain/kernel/quantity';
import type {
  PurchasedLine,
  PurchasedTotals,
  purchased,
} from '#domain/purchase-orders/purchased-line.contract';
import { useAccess } from '../../platform/access';
import { Badge } from '../../ui/badge';
import type { Column, Columns } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { Money, Sum } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { UnitPrice } from '../../ui/unit-price';
import { OrderBadge } from './order-badges';
import { OrderLink, SupplierLink } from './order-link';
import './purchase-orders.css';

type Action = false | ((line: PurchasedLine) => void);
export type PurchasedRowActions = { onReceive: Action; onReturn: Action; onLabels: Action };
type Terms = PurchasedRowActions & {
  /** Whether the user can open the orders of the lines. */
  canOpen: boolean;
};

/** The columns of the purchased items list, with their totals. */
export const purchasedColumns = (
  { canOpen, ...actions }: Terms,
  totals: PurchasedTotals | undefined,
): Columns<typeof purchased.list> => [
  { header: 'Item', sort: 'description', width: '20%', cell: line => <Item line={line} />, foot: 'Total' },
  {
    header: 'PO Number, supplier',
    minWidth: '184px',
    opens: canOpen,
    cell: line => (
      <div className="order-number">
        <span className="order-and-state">
          <OrderLink id={line.purchase_order_id}>{line.po_number}</OrderLink>
          <OrderBadge status={line.order_status} />
        </span>
        <SupplierLink supplier={line.supplier} />
      </div>
    ),
  },
  { header: 'Ordered On', kind: 'date', sort: 'order_date', cell: line => <Day date={line.order_date} /> },
  {
    header: 'Expected',
    kind: 'date',
    sort: 'expected_delivery_date',
    cell: line => (
      <div className="order-number">
        <Day date={line.expected_delivery_date} />
        {line.is_late && <Badge tone="danger">Late</Badge>}
      </div>
    ),
  },
  figure('Ordered', line => line.ordered),
  {
    header: 'Received',
    align: 'end',
    cell: line =>
      line.received === 0 ? (
        '—'
      ) : (
        <div className="order-came">
          <Figure quantity={line.received} />
          {line.last_received_on && (
            <span className="order-aside">
              <Day date={line.last_received_on} />
            </span>
          )}
        </div>
      ),
  },
  figure('Outstanding', line => line.outstanding),
  figure('Billed', line => line.billed),
  ...costColumns(totals),
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '110px',
    cell: line => <RowActions line={line} {...actions} />,
  },
];

const costColumns = (totals: PurchasedTotals | undefined): Columns<typeof purchased.list> => [
  {
    header: 'Net',
    phone: 'figure',
    align: 'end',
    cell: line => (
      <div className="order-came">
        <Money pence={line.net} />
        <span className="order-aside">
          at <UnitPrice cost={line.unit_price} />
        </span>
      </div>
    ),
    foot: <Sum pence={totals?.net} />,
  },
  {
    header: 'Landed cost',
    hidden: true,
    align: 'end',
    cell: line => (line.landed_cost === 0 ? '—' : <Money pence={line.landed_cost} />),
    foot: <Sum pence={totals?.landed_cost} />,
  },
];

const figure = (header: string, amountOf: (line: PurchasedLine) => number): Column<PurchasedLine> => ({
  header,
  align: 'end',
  minWidth: '76px',
  cell: line => (amountOf(line) === 0 ? '—' : <Figure quantity={amountOf(line)} />),
});

const Figure = ({ quantity }: { quantity: number }) => (
  <span className="figures">{formatQuantity(quantity)}</span>
);

function Item({ line }: { line: PurchasedLine }) {
  const { can } = useAccess();
  return (
    <div className="order-number">
      {line.product && can('view_product') ? (
        <TextLink to="/products/$id" params={{ id: String(line.product.id) }}>
          {line.description}
        </TextLink>
      ) : (
        <span>{line.description}</span>
      )}
      <span className="order-aside">{[line.product?.sku, line.unit].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

const RowActions = ({
  line,
  onReceive,
  onReturn,
  onLabels,
}: { line: PurchasedLine } & PurchasedRowActions) => {
  const name = `${line.description}, ${line.po_number}`;
  return (
    <span className="row-actions">
      {onReceive && line.outstanding > 0 && (
        <RowAction icon={PackageCheck} label="Receive" of={name} onClick={() => onReceive(line)} />
      )}
      {onReturn && line.received > line.returned && (
        <RowAction icon={Undo2} label="Return" of={name} onClick={() => onReturn(line)} />
      )}
      {onLabels && line.product && (
        <RowAction icon={Tags} label="Print labels for" of={name} onClick={() => onLabels(line)} />
      )}
    </span>
  );
};
