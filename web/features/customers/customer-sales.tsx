import { useQuery } from '@tanstack/react-query';
import {
  type CustomerSale,
  customerSales,
  maxSalesShown,
  type TypicalProduct,
} from '#domain/customers/customer-trade.contract';
import { formatQuantity } from '#domain/kernel/quantity';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { MoreLink, PageLink } from '../../ui/page-link';
import { InvoiceLink, InvoiceOutstanding, paymentCell, SaleBadge } from '../invoices';
import { salesOfCustomer } from './customers.queries';

/**
 * What a customer buys, with permission to see sales: figures, the latest invoices, and frequent products.
 */
export function CustomerSales({ customerId }: { customerId: number }) {
  const enabled = useAccess().canCall(customerSales);
  const page = useQuery({ ...salesOfCustomer(customerId), enabled });
  const { data } = page;
  if (!data && page.isError)
    return (
      <Card title="Sales">
        <LoadFailure page={page} />
      </Card>
    );
  if (!enabled || !data) return null;
  return (
    <>
      <Card title="Sales" flush>
        {data.sales > 0 && (
          <div className="card-body">
            <Tiles
              tiles={[
                { label: 'Sales', value: data.sales.toLocaleString('en-GB') },
                { label: 'Bought', value: <Money pence={data.gross} /> },
                { label: 'Refunded', value: <Money pence={data.refunded} /> },
                { label: 'Last bought', value: <Day date={data.last_sale} /> },
              ]}
            />
          </div>
        )}
        <LongTable
          label="Sales"
          rows={data.latest}
          rowKey={sale => sale.id}
          columns={saleColumns}
          empty="No sales yet."
        />
        {data.latest.length === maxSalesShown && (
          <p className="customer-more">
            <MoreLink to="/sales/invoices" search={{ customer_id: String(customerId) }}>
              Show all sales
            </MoreLink>
          </p>
        )}
      </Card>
      {data.usual.length > 0 && (
        <Card title="Usually buys" flush>
          <LongTable
            label="Usually buys"
            rows={data.usual}
            rowKey={({ product }) => product.id}
            columns={defaultColumns}
            empty=""
          />
        </Card>
      )}
    </>
  );
}

const saleColumns: readonly Column<CustomerSale>[] = [
  { header: 'Invoice', cell: sale => <InvoiceLink sale={sale} /> },
  { header: 'Date', kind: 'date', cell: sale => <Day date={sale.business_date} /> },
  { header: 'Total', align: 'end', cell: sale => <Money pence={sale.gross} /> },
  {
    header: 'Refunded',
    align: 'end',
    cell: sale => (sale.refunded === 0 ? '—' : <Money pence={sale.refunded} />),
  },
  {
    header: 'Outstanding',
    align: 'end',
    cell: sale => <InvoiceOutstanding sale={sale} />,
  },
  { header: 'Payment', kind: 'code', cell: paymentCell },
  { header: 'Status', kind: 'status', cell: sale => <SaleBadge status={sale.status} /> },
];

const defaultColumns: readonly Column<TypicalProduct>[] = [
  {
    header: 'Product',
    minWidth: '140px',
    cell: ({ product }) => <PageLink to={`/products/${product.id}`}>{product.name}</PageLink>,
  },
  { header: 'SKU', kind: 'code', cell: ({ product }) => <span className="figures">{product.sku}</span> },
  { header: 'Times', align: 'end', cell: row => <span className="figures">{row.times}</span> },
  {
    header: 'Quantity',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.quantity)}</span>,
  },
  { header: 'Last bought', kind: 'date', cell: row => <Day date={row.last_bought} /> },
];
