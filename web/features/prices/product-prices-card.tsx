import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatQuantity } from '#domain/kernel/quantity';
import { type ProductPrices, productPricesCalls } from '#domain/pricing/product-prices.contract';
import type { ProductDetail } from '#domain/products/product.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { everything, useReload } from '../../platform/reload';
import { PricePreview } from './price-preview';
import { ProductPricesDialog } from './lazy-dialogs';
import './prices.css';
import { pricesOfProduct } from './prices.queries';

/** A product's group prices and quantity breaks, with a price preview. */
export function ProductPricesCard({ product }: { product: ProductDetail }) {
  const { canCall } = useAccess();
  const reload = useReload(everything);
  const [editing, setEditing] = useState(false);
  const enabled = canCall(productPricesCalls.get);
  const page = useQuery({ ...pricesOfProduct(product.id), enabled });
  if (!enabled) return null;
  return (
    <Card
      title="Prices"
      flush
      actions={
        canCall(productPricesCalls.save) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Pencil size={14} />}
            disabled={!page.data}
            onClick={() => setEditing(true)}
          >
            Edit prices
          </Button>
        )
      }
    >
      <div className="price-card">
        <div className="price-table">
          <LongTable
            label="Prices"
            rows={page.data && pricesOf(page.data)}
            load={page}
            rowKey={row => `${row.who} ${row.from ?? ''}`}
            columns={columns}
            empty="Every customer pays the list price, for any quantity."
          />
        </div>
        <PricePreview productId={product.id} unit={product.unit.name} />
      </div>
      {editing && page.data && (
        <ProductPricesDialog
          product={product}
          prices={page.data}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            reload();
          }}
        />
      )}
    </Card>
  );
}

type Row = { readonly who: string; readonly from: number | null; readonly price: number };

const pricesOf = ({ group_prices, breaks }: ProductPrices): Row[] => [
  ...group_prices.map(({ group, unit_price }) => ({ who: group.name, from: null, price: unit_price })),
  ...breaks.map(({ group, from_quantity, unit_price }) => ({
    who: group?.name ?? 'All customers',
    from: from_quantity,
    price: unit_price,
  })),
];

const columns: readonly Column<Row>[] = [
  { header: 'For', cell: row => row.who },
  {
    header: 'From quantity',
    align: 'end',
    cell: row => <span className="figures">{row.from === null ? 'Any' : formatQuantity(row.from)}</span>,
  },
  { header: 'Unit price', align: 'end', cell: row => <Money pence={row.price} /> },
];
