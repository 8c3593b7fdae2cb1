import { quantityWords } from '#domain/kernel/unit-words';
import type { ProductDetail } from '#domain/products/product.contract';
import { costKindNames, stockStateNames } from '#domain/products/product.status';
import { Badge } from '../../ui/badge';
import { Money } from '../../ui/money';
import { type Tile, Tiles } from '../../ui/tiles';
import { AverageCost } from '../../ui/unit-price';
import { stockTones } from './product-words';
import './product-detail.css';

/** The main figures of a product; cost, value and margin with `view_cost`. */
export function ProductFigures({ product }: { product: ProductDetail }) {
  const { stock_value, average_cost, cost_kind, margin_percent, stock_state } = product;
  const tiles: Tile[] = [
    { label: 'Price including VAT', value: <Money pence={product.price_inc_vat} /> },
    { label: 'Price excluding VAT', value: <Money pence={product.price_ex_vat} /> },
    {
      label: 'In stock',
      value: (
        <span className="stock-figure">
          {quantityWords(product.quantity, product.unit.name)}
          <Badge tone={stockTones[stock_state]}>{stockStateNames[stock_state]}</Badge>
        </span>
      ),
    },
    ...(average_cost === undefined
      ? []
      : [{ label: costKindNames[cost_kind ?? 'average'], value: <AverageCost cost={average_cost} /> }]),
    ...(stock_value === undefined ? [] : [{ label: 'Stock value', value: <Money pence={stock_value} /> }]),
    ...(margin_percent === undefined
      ? []
      : [{ label: 'Margin', value: margin_percent === null ? '—' : `${margin_percent.replace('-', '−')}%` }]),
  ];
  return (
    <div className="product-figures">
      <Tiles tiles={tiles} />
    </div>
  );
}
