import type { ReactNode } from 'react';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import type { Quantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import { Card } from '../card';
import type { Column } from '../table/data-table';
import { LongTable } from '../table/long-table';
import { Money } from '../money';
import './document-page.css';

/** A line of a document as it was priced. */
export type PricedLine = {
  readonly line_number: number;
  readonly product: { readonly sku: string };
  readonly description: string;
  readonly unit: string;
  readonly quantity: Quantity;
  readonly unit_price: Pence;
  readonly price_reason: string | null;
  readonly line_discount: Pence;
  readonly discount_reason: string | null;
  readonly cart_discount: Pence;
  readonly vat_code: string;
  readonly vat_percent: number;
  readonly net: Pence;
  readonly gross: Pence;
  readonly note: string | null;
};

/** The totals below the lines. */
type Totals = {
  readonly net: Pence;
  readonly gross: Pence;
  readonly cart_discount: Pence;
  readonly discount_reason: string | null;
  readonly by_rate: readonly {
    readonly vat_code: string;
    readonly vat_percent: number;
    readonly vat: Pence;
  }[];
};

type Props<Line extends PricedLine> = {
  lines: readonly Line[];
  totals: Totals;
  empty: string;
  /** Extra columns of a feature. */
  more?: readonly Column<Line>[];
};

/** Lines with prices and VAT rates, and their totals. */
export const PricedLines = <Line extends PricedLine>({ lines, totals, empty, more = [] }: Props<Line>) => (
  <Card title="Lines" flush>
    <LongTable
      label="Lines"
      rows={lines}
      rowKey={line => line.line_number}
      columns={[...columns, ...more]}
      empty={empty}
    />
    <dl className="document-sums">
      {sumsOf(totals).map(([label, pence]) => (
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

const sumsOf = (totals: Totals): [string, number][] => [
  ...(totals.cart_discount > 0
    ? [[`${totals.discount_reason ?? 'Discount'} on all lines`, 0 - totals.cart_discount] as [string, number]]
    : []),
  ['Net', totals.net],
  ...totals.by_rate.map(({ vat_code, vat_percent, vat }): [string, number] => [
    `VAT ${vat_code} ${formatPercent(vat_percent)}`,
    vat,
  ]),
  ['Total', totals.gross],
];

const figures = (children: ReactNode, title?: string | null) => (
  <span className="figures" title={title ?? undefined}>
    {children}
  </span>
);

const columns: readonly Column<PricedLine>[] = [
  {
    header: 'Item',
    cell: line => (
      <div className="document-item">
        <span>{line.description}</span>
        <span className="document-aside">
          {[line.product.sku, line.note, line.price_reason].filter(Boolean).join(' · ')}
        </span>
      </div>
    ),
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => figures(quantityWords(line.quantity, line.unit)),
  },
  { header: 'Price', align: 'end', cell: line => <Money pence={line.unit_price} /> },
  {
    header: 'Discount',
    align: 'end',
    cell: line =>
      figures(
        line.line_discount + line.cart_discount === 0
          ? '—'
          : formatPounds(line.line_discount + line.cart_discount),
        line.discount_reason,
      ),
  },
  {
    header: 'VAT',
    align: 'end',
    cell: line => figures(`${line.vat_code} ${formatPercent(line.vat_percent)}`),
  },
  { header: 'Net', align: 'end', cell: line => <Money pence={line.net} /> },
  { header: 'Gross', align: 'end', cell: line => <Money pence={line.gross} /> },
];
