import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatQuantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import {
  productActivity,
  type ProductMovement,
  type ProductPurchase,
  type ProductSale,
} from '#domain/products/product-activity.contract';
import type { ProductDetail } from '#domain/products/product.contract';
import { purchaseOrderStatusNames } from '#domain/purchase-orders/purchase-order.status';
import { movementKindNames } from '#domain/stock/movement-kind';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { MoreLink, PageLink } from '../../ui/page-link';
import { UnitPrice } from '../../ui/unit-price';
import { movementsOfProduct, purchasesOfProduct, salesOfProduct } from './products.queries';

type Props = { product: ProductDetail };

/** A product's stock movements, newest first, for users who can see stock. */
export function ProductMovements({ product: { id } }: Props) {
  const { can, canCall } = useAccess();
  const enabled = canCall(productActivity.movements);
  const page = useQuery({ ...movementsOfProduct(id), enabled });
  if (!enabled) return null;
  return (
    <Activity
      title="Stock movements"
      page={page}
      columns={can('view_cost') ? [...movementColumns, ...movementValues] : movementColumns}
      empty="No stock movements yet. Stock is added when goods are received, counted or adjusted."
      all={
        <TextLink to="/stock/movements" search={{ product_id: String(id) }} size="sm">
          Show all movements
        </TextLink>
      }
    />
  );
}

/** A product's purchases, newest first, for users who can see orders. */
export function ProductPurchases({ product: { id } }: Props) {
  const { can, canCall } = useAccess();
  const enabled = canCall(productActivity.purchases);
  const page = useQuery({ ...purchasesOfProduct(id), enabled });
  if (!enabled) return null;
  return (
    <Activity
      title="Purchases"
      page={page}
      columns={can('view_cost') ? [...purchaseColumns, ...purchasePrices] : purchaseColumns}
      empty="No purchases yet."
      all={
        can('view_purchasedorder') && (
          <TextLink to="/purchases/purchased" search={{ product_id: String(id) }} size="sm">
            Show all purchases
          </TextLink>
        )
      }
    />
  );
}

/** A product's sales, newest first, for users who can see sales. */
export function ProductSales({ product: { id } }: Props) {
  const { canCall } = useAccess();
  const enabled = canCall(productActivity.sales);
  const page = useQuery({ ...salesOfProduct(id), enabled });
  if (!enabled) return null;
  return (
    <Activity
      title="Sales"
      page={page}
      columns={saleColumns}
      empty="No sales yet."
      all={
        <MoreLink to="/sales/invoices" search={{ product_id: String(id) }}>
          Show all sales
        </MoreLink>
      }
    />
  );
}

const saleColumns: readonly Column<ProductSale>[] = [
  {
    header: 'Invoice',
    cell: ({ sale }) => (
      <TextLink to="/sales/invoices/$id" params={{ id: String(sale.id) }} className="figures">
        {sale.number}
      </TextLink>
    ),
  },
  { header: 'Date', kind: 'date', cell: row => <Day date={row.business_date} /> },
  { header: 'Customer', minWidth: '140px', cell: row => row.customer.name },
  {
    header: 'Quantity',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.quantity)}</span>,
  },
  {
    header: 'Returned',
    align: 'end',
    cell: row => <span className="figures">{row.refunded === 0 ? '—' : formatQuantity(row.refunded)}</span>,
  },
  { header: 'Price', align: 'end', cell: row => <Money pence={row.unit_price} /> },
  { header: 'Total', align: 'end', cell: row => <Money pence={row.gross} /> },
];

type ActivityProps<Row> = {
  title: string;
  page: UseQueryResult<{ data: Row[]; total: number }>;
  columns: readonly Column<Row>[];
  empty: string;
  /** Links to the full list. */
  all: ReactNode;
};

const Activity = <Row extends { id: number }>({ title, page, columns, empty, all }: ActivityProps<Row>) => (
  <Card title={title} flush>
    {page.isError ? (
      <LoadFailure page={page} />
    ) : page.data ? (
      <>
        <LongTable
          label={title}
          rows={page.data.data}
          rowKey={row => row.id}
          columns={columns}
          empty={empty}
        />
        {page.data.total > page.data.data.length && (
          <Note>
            Showing the latest {page.data.data.length} of {page.data.total.toLocaleString('en-GB')}. {all}
          </Note>
        )}
      </>
    ) : (
      <DataTable label={title} rows={undefined} rowKey={() => ''} columns={columns} />
    )}
  </Card>
);

const Note = ({ children }: { children: ReactNode }) => <p className="activity-note">{children}</p>;

const signed = (quantity: number) => `${quantity > 0 ? '+' : ''}${formatQuantity(quantity)}`;

const movementColumns: readonly Column<ProductMovement>[] = [
  { header: 'Date', kind: 'date', cell: row => <Day date={row.business_date} /> },
  { header: 'Kind', kind: 'code', cell: row => movementKindNames[row.kind] },
  { header: 'Document', cell: row => <span className="figures">{row.document_number ?? '—'}</span> },
  { header: 'Reason', cell: row => row.reason ?? '—' },
  { header: 'By', kind: 'person', cell: row => row.posted_by },
  { header: 'Quantity', align: 'end', cell: row => <span className="figures">{signed(row.quantity)}</span> },
  {
    header: 'Balance',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.quantity_after)}</span>,
  },
];

const movementValues: readonly Column<ProductMovement>[] = [
  { header: 'Value', align: 'end', cell: row => <Money pence={row.value ?? 0} /> },
  { header: 'Stock value', align: 'end', cell: row => <Money pence={row.value_after ?? 0} /> },
];

const purchaseColumns: readonly Column<ProductPurchase>[] = [
  {
    header: 'PO number',
    kind: 'code',
    cell: row => (
      <TextLink to="/purchases/$id" params={{ id: String(row.order_id) }} className="figures">
        {row.po_number}
      </TextLink>
    ),
  },
  { header: 'Ordered', cell: row => <Day date={row.order_date} /> },
  {
    header: 'Supplier',
    minWidth: '140px',
    cell: row => <PageLink to={`/suppliers/${row.supplier.id}`}>{row.supplier.name}</PageLink>,
  },
  { header: 'Status', kind: 'status', cell: row => purchaseOrderStatusNames[row.status] },
  {
    header: 'Quantity',
    align: 'end',
    cell: row => <span className="figures">{quantityWords(row.quantity, row.unit)}</span>,
  },
  {
    header: 'Received',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.received)}</span>,
  },
];

const purchasePrices: readonly Column<ProductPurchase>[] = [
  {
    header: 'Unit price',
    align: 'end',
    cell: row => (row.unit_price === undefined ? '—' : <UnitPrice cost={row.unit_price} />),
  },
];
