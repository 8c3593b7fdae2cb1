import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { formatDate } from '#domain/kernel/dates';
import { formatQuantity } from '#domain/kernel/quantity';
import { formatUnitCost } from '#domain/kernel/unit-cost';
import { quantityWords, unitName } from '#domain/kernel/unit-words';
import { priceTrend } from '#domain/suppliers/price-trend';
import { products } from '#domain/products/product.contract';
import { type SupplierPrice, supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { RowAction } from '../../ui/table/row-action';
import { UnitPrice } from '../../ui/unit-price';
import { PriceLine } from './price-line';
import { AddPriceDialog, SupplierPriceDialog } from './lazy-price-dialogs';
import './supplier-columns.css';
import './supplier-prices.css';
import { pricesOfSupplier } from './suppliers-details.queries';

/** A supplier's products: their codes and terms, agreed and last prices, and trends. */
export function SupplierPrices({ supplierId }: { supplierId: number }) {
  const { canCall } = useAccess();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const [edited, setEdited] = useState<SupplierPrice | null>(null);
  const [isAdding, setAdding] = useState(false);
  const page = useQuery(pricesOfSupplier(supplierId, search));
  if (!page.data && !page.isError) return null;
  const { data, total } = page.data ?? { data: [], total: 0 };
  const canAdd = canCall(supplierPrices.save) && canCall(products.search);
  return (
    <Card
      title="Price List"
      flush
      actions={
        <Group gap={8}>
          <SearchPrices text={text} onText={setText} />
          {canAdd && <AddPrice onClick={() => setAdding(true)} />}
        </Group>
      }
    >
      {page.data ? (
        <LongTable
          label="Price list"
          rows={data}
          rowKey={row => row.product.id}
          columns={columnsWith(canCall(supplierPrices.save) && setEdited)}
          empty={
            search === ''
              ? 'No products yet. Add one, or place an order with this supplier.'
              : 'No products match this search.'
          }
        />
      ) : (
        <LoadFailure page={page} />
      )}
      {total > data.length && (
        <p className="prices-more">
          Showing the first {data.length} of {total.toLocaleString('en-GB')} products. Search to find others.
        </p>
      )}
      {isAdding && (
        <AddPriceDialog
          onClose={() => setAdding(false)}
          onChoose={price => {
            setAdding(false);
            setEdited(data.find(({ product }) => product.id === price.product.id) ?? price);
          }}
        />
      )}
      {edited && (
        <SupplierPriceDialog
          supplierId={supplierId}
          price={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void page.refetch();
          }}
        />
      )}
    </Card>
  );
}

const AddPrice = ({ onClick }: { onClick: () => void }) => (
  <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={onClick}>
    Add product
  </Button>
);

const SearchPrices = ({ text, onText }: { text: string; onText: (text: string) => void }) => (
  <TextInput
    size="xs"
    aria-label="Search the price list"
    placeholder="Product, SKU or their code"
    maxLength={200}
    leftSection={<Search size={14} aria-hidden />}
    value={text}
    onChange={event => onText(event.currentTarget.value)}
  />
);

const columnsWith = (onEdit: false | ((price: SupplierPrice) => void)): readonly Column<SupplierPrice>[] => [
  {
    header: 'Product',
    minWidth: '140px',
    cell: ({ product }) => (
      <div className="supplier-name">
        <span>{product.name}</span>
        <span className="supplier-aside">{product.sku}</span>
      </div>
    ),
  },
  { header: 'Their code', kind: 'code', cell: row => row.supplier_code ?? '—' },
  {
    header: 'Pack',
    cell: row => unitName(row.unit, formatQuantity(row.factor)),
  },
  {
    header: 'Minimum',
    align: 'end',
    cell: row => <span className="figures">{minimumWords(row)}</span>,
  },
  { header: 'Lead time', align: 'end', cell: row => <span className="figures">{leadTime(row)}</span> },
  {
    header: 'Price',
    align: 'end',
    cell: row => <Price row={row} />,
  },
  { header: 'Trend', cell: row => <Trend row={row} /> },
  { header: 'Last ordered', kind: 'date', cell: row => <Day date={row.last_ordered_on} /> },
  ...(onEdit
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          cell: (row: SupplierPrice) => (
            <RowAction
              icon={Pencil}
              label="Edit terms of"
              of={row.product.name}
              onClick={() => onEdit(row)}
            />
          ),
        },
      ]
    : []),
];

/** What orders propose; below it what was agreed, which may be for another pack, or apply later. */
const Price = ({ row: { last_price, agreed_price, ...row } }: { row: SupplierPrice }) => (
  <div className="supplier-price">
    <span>{last_price === null ? '—' : <UnitPrice cost={last_price} />}</span>
    {agreed_price !== null && (
      <span className="supplier-aside">
        Agreed: {formatUnitCost(agreed_price)} ({unitName(row.buying_unit, formatQuantity(row.buying_factor))}
        ) from {row.agreed_from && formatDate(row.agreed_from)}
      </span>
    )}
  </div>
);

/** In the buying unit, which need not be the pack of the last order. */
const minimumWords = ({ minimum, buying_unit, buying_factor }: SupplierPrice): string =>
  minimum === null ? '—' : quantityWords(minimum, unitName(buying_unit, formatQuantity(buying_factor)));

const days = (count: number) => countOf(count, 'day');

function leadTime({ lead_time_days, measured_lead_days }: SupplierPrice): string {
  if (lead_time_days !== null) return days(lead_time_days);
  return measured_lead_days === null ? '—' : `about ${days(measured_lead_days)}`;
}

function Trend({ row: { prices } }: { row: SupplierPrice }) {
  const trend = priceTrend(prices);
  if (trend === null) return '—';
  const percent = `${(Math.abs(trend) / 100).toFixed(1)}%`;
  const [sign, words] = trend === 0 ? ['', 'unchanged'] : trend > 0 ? ['▲ ', 'higher'] : ['▼ ', 'lower'];
  const history = prices.map(({ on, price }) => `${formatDate(on)}: ${formatUnitCost(price)}`).join('\n');
  return (
    <span className="price-trend figures" title={history}>
      <PriceLine prices={prices} />
      <span aria-hidden>{sign}</span>
      {trend === 0 ? words : `${percent} ${words}`}
    </span>
  );
}
