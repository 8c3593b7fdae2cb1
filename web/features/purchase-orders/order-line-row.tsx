import { memo, type ReactNode } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { unitName } from '#domain/kernel/unit-words';
import { type LineStore, useLine } from '../../ui/lines/line-store';
import { amountsOf, type VatRates } from './line-amounts';
import type { LineWork } from './line-work';
import type { LineValues } from './order-form-values';
import {
  AccountCell,
  CodeCell,
  DiscountCell,
  PriceCell,
  QuantityCell,
  RemoveCell,
  VatCell,
  type VatChoices,
} from './order-line-cells';
import { ItemCell, ProductName, UnitCell } from './order-line-item';
import { type RowsInView, rowIndexOf, useRowInView } from './rows-in-view';
import './purchase-orders.css';

export type LineErrors = Readonly<Record<string, ReactNode>>;
export const noErrors: LineErrors = {};

/** What all rows of an order share. */
export type Sheet = {
  readonly lines: LineStore<LineValues>;
  readonly rates: VatRates;
  readonly vatChoices: VatChoices;
  readonly supplierId: number | null;
  /** A warning about the quantity. */
  readonly minimumOf: (line: LineValues) => string | null;
  readonly rows: RowsInView;
  readonly work: LineWork;
};

type RowProps = {
  lineKey: string;
  index: number;
  /** Whether the row needs input fields wherever the page is scrolled to. */
  isNeeded: boolean;
  errors: LineErrors;
  sheet: Sheet;
};

/**
 * One order line, which renders only when it changes: typing in line five hundred is as fast as in the first. Far
 * outside the screen it is the same text without fields.
 */
export const OrderLineRow = memo(function OrderLineRow(props: RowProps) {
  const { lineKey, index, isNeeded, errors, sheet } = props;
  const line = useLine(sheet.lines, lineKey);
  const hasFields = useRowInView(sheet.rows, lineKey, isNeeded);
  if (!line) return null;
  const net = amountsOf(line, sheet.rates)?.net ?? null;
  const netText = net === null ? '—' : formatPounds(net);
  return hasFields ? (
    <FieldRow line={line} index={index} errors={errors} sheet={sheet} net={netText} />
  ) : (
    <PlainRow line={line} index={index} vatChoices={sheet.vatChoices} net={netText} />
  );
});

type FieldRowProps = { line: LineValues; index: number; errors: LineErrors; sheet: Sheet; net: string };

const isFreeText = (line: LineValues) => line.product === null && line.description.trim() !== '';

/** Each cell renders only when its own value or error changes. */
function FieldRow({ line, index, errors, sheet, net }: FieldRowProps) {
  const cell = { lineKey: line.key, index, work: sheet.work };
  return (
    <tr aria-rowindex={rowIndexOf(index)}>
      <td className="line-number figures">{index + 1}</td>
      <td data-label="Item">
        <ItemCell
          {...cell}
          text={line.description}
          product={line.product}
          canChange={line.received === ''}
          supplierId={sheet.supplierId}
          error={errors.description ?? errors.product_id}
        />
        {isFreeText(line) && <AccountCell {...cell} value={line.account} error={errors.account} />}
      </td>
      <td data-label="Their code">
        <CodeCell {...cell} value={line.supplier_code} error={errors.supplier_code} />
      </td>
      <td data-label="Unit">
        <UnitCell
          {...cell}
          unit={line.unit}
          factor={line.factor}
          units={line.units}
          hasProduct={line.product !== null}
          error={errors.unit ?? errors.factor}
        />
      </td>
      <td data-label="Quantity">
        <QuantityCell
          {...cell}
          value={line.quantity}
          received={line.received}
          warning={sheet.minimumOf(line)}
          error={errors.quantity}
        />
      </td>
      <td data-label="Price">
        <PriceCell {...cell} value={line.unit_price} error={errors.unit_price} />
      </td>
      <td data-label="Discount">
        <DiscountCell
          {...cell}
          value={line.discount}
          error={errors.discount_percent ?? errors.discount_amount}
        />
      </td>
      <td data-label="VAT">
        <VatCell {...cell} value={line.vat_code} choices={sheet.vatChoices} error={errors.vat_code} />
      </td>
      <td data-label="Net" className="line-net figures">
        {net}
      </td>
      <td className="line-remove">
        <RemoveCell {...cell} />
      </td>
    </tr>
  );
}

type PlainRowProps = {
  line: LineValues;
  index: number;
  vatChoices: VatChoices;
  net: string;
};

/** A line far outside the screen: as few elements as will do, because there may be hundreds. */
const PlainRow = ({ line, index, vatChoices, net }: PlainRowProps) => (
  <tr
    className="line-plain"
    aria-rowindex={rowIndexOf(index)}
    data-free-text={isFreeText(line) || undefined}
    data-received={line.received !== '' || undefined}
  >
    <td className="line-number figures">{index + 1}</td>
    {line.product ? (
      <td data-label="Item">
        <ProductName line={line} />
      </td>
    ) : (
      textCell('Item', line.description)
    )}
    {textCell('Their code', line.supplier_code)}
    {textCell('Unit', unitName(line.unit, line.factor))}
    {textCell('Quantity', line.quantity)}
    {textCell('Price', line.unit_price && `£${line.unit_price}`)}
    {textCell('Discount', line.discount)}
    {textCell('VAT', vatChoices.find(({ value }) => value === line.vat_code)?.label)}
    <td data-label="Net" className="line-net">
      {net}
    </td>
    <td className="line-remove" aria-hidden />
  </tr>
);

const textCell = (label: string, text: ReactNode) => (
  <td data-label={label} className="line-text">
    {text}
  </td>
);
