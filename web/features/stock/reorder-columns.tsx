import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatUnitCost } from '#domain/kernel/unit-cost';
import { formatQuantity } from '#domain/kernel/quantity';
import { quantityWords, unitName } from '#domain/kernel/unit-words';
import { isBelowMinimum, leadTimeOf } from '#domain/stock/reorder';
import type { ReorderRow, reorder } from '#domain/stock/reorder.contract';
import type { Column, Columns } from '../../ui/table/data-table';
import { counted } from '../../ui/counted';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { SupplierPicker } from '../suppliers';
import { ProductLink } from './product-link';
import { type Picks, quantityRead, sourceOf } from './reorder-picks';
import './reorder.css';

/** The columns of the reorder list: the figures, then the buyer's choices. */
export const reorderColumns = (picks: Picks, choice: Column<ReorderRow>): Columns<typeof reorder.list> => [
  choice,
  { header: 'Product', minWidth: '140px', sort: 'name', cell: row => <ProductLink product={row} /> },
  {
    header: 'On hand',
    align: 'end',
    cell: row => <Figure main={quantityWords(row.on_hand, row.unit)}>{comingWords(row)}</Figure>,
  },
  {
    header: 'Reorder level',
    align: 'end',
    cell: row => (
      <span className="figures">{row.reorder_level === null ? '—' : formatQuantity(row.reorder_level)}</span>
    ),
  },
  {
    header: 'Days left',
    phone: 'figure',
    sort: 'days_left',
    align: 'end',
    cell: row => (
      <Figure main={row.days_left === null ? '—' : row.days_left.toLocaleString('en-GB')}>
        {row.demand > 0 ? `${formatQuantity(row.demand_per_day)} a day` : 'No demand'}
      </Figure>
    ),
    phoneCell: row => daysLeftWords(row.days_left),
  },
  {
    header: 'Supplier',
    phone: 'line',
    lines: 3,
    width: '240px',
    cell: row => <SupplierCell row={row} picks={picks} />,
  },
  { header: 'Order', width: '176px', phone: 'line', cell: row => <OrderCell row={row} picks={picks} /> },
];

const Figure = ({ main, children }: { main: string; children: string | null }) => (
  <span className="reorder-figure figures">
    <span>{main}</span>
    {children && <span className="aside">{children}</span>}
  </span>
);

const daysLeftWords = (days: number | null) =>
  days === null ? 'No demand' : `${counted(days)} ${days === 1 ? 'day' : 'days'} left`;

/** "24 on order, 12 in drafts" */
function comingWords({ on_order, in_drafts }: ReorderRow): string | null {
  const words = [
    on_order > 0 && `${formatQuantity(on_order)} on order`,
    in_drafts > 0 && `${formatQuantity(in_drafts)} in drafts`,
  ].filter(Boolean);
  return words.length === 0 ? null : words.join(', ');
}

type CellProps = { row: ReorderRow; picks: Picks };
const other = 'other';

function SupplierCell({ row, picks }: CellProps) {
  const pick = picks.pickOf(row);
  const [isOther, setOther] = useState(false);
  const isKnown = pick.supplier === null || sourceOf(pick) !== undefined;
  const name = `Supplier of ${row.name}`;
  return (
    <div className="reorder-cell">
      {row.suppliers.length === 0 || isOther || !isKnown ? (
        <SupplierPicker
          aria-label={name}
          placeholder="Choose a supplier"
          size="xs"
          autoFocus={isOther}
          chosen={pick.supplier}
          error={pick.errors.supplier}
          onChange={supplier => {
            setOther(supplier === null && row.suppliers.length === 0);
            picks.setSupplier(row, supplier && { id: supplier.id, name: supplier.name });
          }}
        />
      ) : (
        <NativeSelect
          aria-label={name}
          size="xs"
          value={pick.supplier?.id ?? ''}
          error={pick.errors.supplier}
          data={[
            ...(pick.supplier === null ? [{ value: '', label: 'Choose a supplier' }] : []),
            ...row.suppliers.map(({ id, name: label }) => ({ value: String(id), label })),
            { value: other, label: 'Another supplier…' },
          ]}
          onChange={event => {
            const { value } = event.currentTarget;
            if (value === other) setOther(true);
            else picks.setSupplier(row, row.suppliers.find(({ id }) => String(id) === value) ?? null);
          }}
        />
      )}
      <span className="aside">{termsWords(row, picks)}</span>
    </div>
  );
}

/** "5 days, at least 2, last £13.00", or "21 days measured" where no lead time is entered. */
function termsWords(row: ReorderRow, picks: Picks): string {
  const pick = picks.pickOf(row);
  if (pick.supplier === null) return '';
  const source = sourceOf(pick);
  const { days, basis } = leadTimeOf(source);
  const price = source?.last_price;
  return [
    `${days} ${days === 1 ? 'day' : 'days'}${basis === 'entered' ? '' : ` ${basis}`}`,
    source?.minimum && `at least ${formatQuantity(source.minimum)}`,
    price != null && `last ${formatUnitCost(price)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function OrderCell({ row, picks }: CellProps) {
  const pick = picks.pickOf(row);
  const text = picks.quantityOf(pick);
  const quantity = quantityRead(text);
  const minimum = sourceOf(pick)?.minimum ?? null;
  return (
    <div className="reorder-cell">
      <span className="reorder-order">
        <QuantityInput
          aria-label={`Quantity to order: ${row.name}`}
          size="xs"
          value={text}
          error={pick.errors.quantity !== undefined}
          onFocus={event => event.currentTarget.select()}
          onChange={typed => picks.setQuantity(row, typed)}
        />
        <span className="aside">{unitName(row.buying_unit, formatQuantity(row.buying_factor))}</span>
      </span>
      {pick.errors.quantity ? (
        <span className="reorder-problem">{pick.errors.quantity}</span>
      ) : (
        quantity !== null &&
        isBelowMinimum(quantity, minimum) && (
          <span className="reorder-warning">
            The minimum order from {pick.supplier?.name} is {formatQuantity(minimum ?? 0)}.
          </span>
        )
      )}
    </div>
  );
}
