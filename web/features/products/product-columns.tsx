import { Pencil, Printer } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import { vatCodeNames } from '#domain/kernel/vat';
import type { ProductRow, products } from '#domain/products/product.contract';
import { productStatusNames, stockStateNames } from '#domain/products/product.status';
import { Badge } from '../../ui/badge';
import type { Column, Columns } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { AverageCost } from '../../ui/unit-price';
import { productTones, stockTones } from './product-words';
import './product-columns.css';

type Action = false | ((product: ProductRow) => void);
type Terms = {
  withCost: boolean;
  /** Selects rows. */
  choice: Column<ProductRow>;
  onEdit: Action;
  onLabels: Action;
};

/** The columns of the product list. Cost and margin only with `view_cost`. */
export const productColumns = (terms: Terms): Columns<typeof products.list> => [
  terms.choice,
  {
    header: 'Product',
    minWidth: '140px',
    sort: 'name',
    edit: ['name'],
    cell: product => <NameAndCategory product={product} />,
  },
  {
    header: 'SKU',
    kind: 'code',
    phone: 'detail',
    sort: 'sku',
    edit: ['sku'],
    cell: product => <span className="figures">{product.sku}</span>,
  },
  {
    header: 'Price',
    lines: 2,
    phone: 'figure',
    sort: 'price',
    align: 'end',
    edit: ['price'],
    cell: product => (
      <span className="two-lines">
        <Money pence={product.price_inc_vat} />
        <span className="aside figures">{formatPounds(product.price_ex_vat)} exc. VAT</span>
      </span>
    ),
  },
  ...(terms.withCost ? costColumns : []),
  ...furtherColumns,
  {
    header: 'Stock',
    phone: 'detail',
    align: 'end',
    copy: product => textFromQuantity(product.quantity),
    cell: product => (
      <span className="two-lines">
        <span className="figures">{quantityWords(product.quantity, product.unit.name)}</span>
        <Badge tone={stockTones[product.stock_state]}>{stockStateNames[product.stock_state]}</Badge>
      </span>
    ),
  },
  {
    header: 'Status',
    kind: 'status',
    phone: 'detail',
    width: '110px',
    edit: ['status'],
    cell: product => <Badge tone={productTones[product.status]}>{productStatusNames[product.status]}</Badge>,
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '96px',
    cell: product => <Actions product={product} {...terms} />,
  },
];

type ActionsProps = Pick<Terms, 'onEdit' | 'onLabels'> & { product: ProductRow };

const Actions = ({ product, onEdit, onLabels }: ActionsProps) => (
  <span className="row-actions">
    {onEdit && <RowAction icon={Pencil} label="Edit" of={product.name} onClick={() => onEdit(product)} />}
    {onLabels && (
      <RowAction
        icon={Printer}
        label="Print labels for"
        of={product.name}
        onClick={() => onLabels(product)}
      />
    )}
  </span>
);

/** Shown when they are chosen. */
const furtherColumns: Columns<typeof products.list> = [
  { header: 'Category', hidden: true, cell: ({ category }) => category?.name ?? '—' },
  { header: 'Sub-category', hidden: true, cell: product => product.sub_category?.name ?? '—' },
  { header: 'Brand', hidden: true, cell: ({ brand }) => brand?.name ?? '—' },
  { header: 'VAT code', hidden: true, kind: 'code', cell: product => vatCodeNames[product.vat_code] },
  {
    header: 'Reorder level',
    hidden: true,
    align: 'end',
    cell: product => (
      <span className="figures">
        {product.reorder_level === null ? '—' : formatQuantity(product.reorder_level)}
      </span>
    ),
  },
  {
    header: 'Created',
    hidden: true,
    kind: 'date',
    sort: 'created_at',
    cell: product => <Moment at={product.created_at} />,
  },
];

const costColumns: readonly Column<ProductRow>[] = [
  {
    header: 'Cost',
    align: 'end',
    cell: ({ average_cost }) => <AverageCost cost={average_cost} />,
  },
  {
    header: 'Margin',
    align: 'end',
    cell: ({ margin_percent }) => (
      <span className="figures">{margin_percent == null ? '—' : `${margin_percent.replace('-', '−')}%`}</span>
    ),
  },
];

const NameAndCategory = ({ product }: { product: ProductRow }) => (
  <span className="two-lines">
    <TextLink to="/products/$id" params={{ id: String(product.id) }} fw={560}>
      {product.name}
    </TextLink>
    <span className="aside">
      {[product.category?.name, product.sub_category?.name, product.brand?.name].filter(Boolean).join(' · ')}
    </span>
  </span>
);
