import { formatUnitCost } from '#domain/kernel/unit-cost';
import { formatQuantity } from '#domain/kernel/quantity';
import { quantityWords, unitName } from '#domain/kernel/unit-words';
import { vatCodeNames } from '#domain/kernel/vat';
import type { ProductDetail } from '#domain/products/product.contract';
import { isGtin } from '#domain/products/barcode';
import { productStatusNames, stockPolicyNames } from '#domain/products/product.status';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { productTones } from './product-words';

/** The product's details. */
export function ProductInformation({ product }: { product: ProductDetail }) {
  const { unit, buying_unit, reorder_level, reorder_quantity } = product;
  const facts: Fact[] = [
    {
      label: 'Status',
      value: <Badge tone={productTones[product.status]}>{productStatusNames[product.status]}</Badge>,
    },
    {
      label: 'Category',
      value: [product.category?.name, product.sub_category?.name].filter(Boolean).join(' · '),
    },
    { label: 'Brand', value: product.brand?.name ?? null },
    { label: 'Unit', value: unit.name },
    {
      label: 'Bought in',
      value: buying_unit
        ? unitName(buying_unit.name, quantityWords(product.buying_factor, unit.name))
        : 'The same unit',
    },
    { label: 'VAT', value: `${vatCodeNames[product.vat_code]}, ${product.vat_percent}%` },
    ...(product.is_stocked
      ? [
          { label: 'Reorder level', value: reorder_level === null ? null : formatQuantity(reorder_level) },
          {
            label: 'Reorder quantity',
            value: reorder_quantity === null ? null : formatQuantity(reorder_quantity),
          },
          { label: 'If stock runs out', value: stockPolicyNames[product.stock_policy] },
        ]
      : [{ label: 'Stock', value: 'Not tracked for this product' }]),
    ...(product.standard_cost === undefined
      ? []
      : [
          {
            label: 'Standard cost',
            value: product.standard_cost === null ? null : formatUnitCost(product.standard_cost),
          },
        ]),
    { label: 'Added', value: <Moment at={product.created_at} /> },
    { label: 'Last changed', value: <Moment at={product.updated_at} /> },
    ...(product.notes ? [{ label: 'Notes', value: product.notes }] : []),
  ];
  return (
    <Card title="Product information">
      <FactList facts={facts} />
    </Card>
  );
}

type Barcode = ProductDetail['barcodes'][number];

export const ProductBarcodes = ({ product }: { product: ProductDetail }) => (
  <Card title="Barcodes" flush>
    <LongTable
      label="Barcodes"
      rows={product.barcodes}
      rowKey={barcode => barcode.id}
      columns={barcodeColumns(product.unit.name)}
      empty="No barcodes yet. Edit the product to add one."
    />
  </Card>
);

const barcodeColumns = (unit: string): readonly Column<Barcode>[] => [
  { header: 'Barcode', cell: ({ code }) => <span className="figures">{code}</span> },
  { header: 'Kind', kind: 'code', cell: ({ code }) => (isGtin(code) ? 'GTIN' : 'Internal') },
  {
    header: 'Units per scan',
    align: 'end',
    cell: ({ factor }) => <span className="figures">{quantityWords(factor, unit)}</span>,
  },
];

type PriceChange = ProductDetail['price_changes'][number];

/** The price history, newest first. */
export const ProductPrices = ({ product }: { product: ProductDetail }) => (
  <Card title="Price history" flush>
    <LongTable
      label="Price history"
      rows={product.price_changes}
      rowKey={change => `${change.changed_at.getTime()} ${change.price_group} ${change.from_quantity}`}
      columns={priceColumns}
      empty="The price has never changed."
    />
    {product.price_changes_total > product.price_changes.length && (
      <p className="aside">
        Showing the latest {product.price_changes.length.toLocaleString('en-GB')} of{' '}
        {product.price_changes_total.toLocaleString('en-GB')} changes. Earlier ones are in its history.
      </p>
    )}
  </Card>
);

/** The customers a price applies to. */
function customersOfPrice({ price_group, from_quantity }: PriceChange): string {
  const who = price_group ?? 'All customers';
  return from_quantity === null ? who : `${who}, from ${formatQuantity(from_quantity)}`;
}

const priceColumns: readonly Column<PriceChange>[] = [
  { header: 'Since', cell: change => <Moment at={change.changed_at} /> },
  {
    header: 'Price',
    align: 'end',
    cell: change => (change.price === null ? '—' : <Money pence={change.price} />),
  },
  { header: 'For', cell: change => customersOfPrice(change) },
  {
    header: 'VAT',
    cell: change => `${change.vat_code}, ${change.price_includes_vat ? 'included' : 'excluded'}`,
  },
  { header: 'Changed by', kind: 'person', cell: change => change.changed_by },
];
