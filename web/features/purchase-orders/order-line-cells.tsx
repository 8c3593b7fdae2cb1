import { NativeSelect, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { QuantityInput, UnitCostInput } from '../../ui/form/figure-inputs';
import { RowAction } from '../../ui/table/row-action';
import { LineAccountSelect } from '../supplier-documents';
import type { LineWork, NextCell } from './line-work';
import { type LineValues, typedDiscount } from './order-form-values';
import { dataPath } from './product-look-up';

export type VatChoices = readonly { value: string; label: string }[];

/** What each cell of a line gets, besides its value. */
export type CellProps = { lineKey: string; index: number; work: LineWork; error?: ReactNode };
type ValueProps = CellProps & { value: string };

export const lineName = (index: number): string => `line ${index + 1}`;
export const pathOf = (index: number, field: string): object => dataPath(`lines.${index}.${field}`);

/** Enter leads on; with Ctrl it saves the order. */
export const onEnter =
  ({ lineKey, work }: CellProps, cell: NextCell) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    work.next(lineKey, cell);
  };

export const CodeCell = memo(function CodeCell(props: ValueProps) {
  const { lineKey, index, work, value, error } = props;
  return (
    <TextInput
      aria-label={`Their code for ${lineName(index)}`}
      maxLength={60}
      value={value}
      error={error}
      {...pathOf(index, 'supplier_code')}
      onKeyDown={onEnter(props, 'quantity')}
      onChange={event => work.change(lineKey, { supplier_code: event.currentTarget.value })}
    />
  );
});

export const QuantityCell = memo(function QuantityCell(
  props: ValueProps & { received: string; warning: string | null },
) {
  const { lineKey, index, work, value, error, received, warning } = props;
  return (
    <>
      <QuantityInput
        aria-label={`Quantity of ${lineName(index)}`}
        data-cell="quantity"
        value={value}
        error={error}
        {...pathOf(index, 'quantity')}
        title={received && `${received} received`}
        onFocus={event => event.currentTarget.select()}
        onKeyDown={onEnter(props, 'unit_price')}
        onChange={quantity => work.change(lineKey, { quantity })}
      />
      {warning && (
        <span className="line-warning" role="status">
          {warning}
        </span>
      )}
    </>
  );
});

export const PriceCell = memo(function PriceCell(props: ValueProps) {
  const { lineKey, index, work, value, error } = props;
  return (
    <UnitCostInput
      aria-label={`Price of ${lineName(index)}`}
      data-cell="unit_price"
      value={value}
      error={error}
      {...pathOf(index, 'unit_price')}
      onFocus={event => event.currentTarget.select()}
      onKeyDown={onEnter(props, 'next line')}
      onChange={unit_price => work.change(lineKey, { unit_price })}
    />
  );
});

export const DiscountCell = memo(function DiscountCell(props: ValueProps) {
  const { lineKey, index, work, value, error } = props;
  return (
    <TextInput
      aria-label={`Discount of ${lineName(index)}`}
      classNames={{ input: 'figures' }}
      placeholder="5% or 1.00"
      autoComplete="off"
      value={value}
      error={error}
      {...pathOf(index, 'discount_amount')}
      onKeyDown={onEnter(props, 'next line')}
      onChange={event => work.change(lineKey, { discount: event.currentTarget.value })}
      onBlur={() =>
        typedDiscount(value) !== value && work.change(lineKey, { discount: typedDiscount(value) })
      }
    />
  );
});

export const VatCell = memo(function VatCell(props: ValueProps & { choices: VatChoices }) {
  const { lineKey, index, work, value, error, choices } = props;
  return (
    <NativeSelect
      aria-label={`VAT of ${lineName(index)}`}
      data={[...choices]}
      value={value}
      error={error}
      onKeyDown={onEnter(props, 'next line')}
      onChange={event =>
        work.change(lineKey, { vat_code: event.currentTarget.value as LineValues['vat_code'] })
      }
    />
  );
});

/** For a line without a product. */
export const AccountCell = memo(function AccountCell({ lineKey, index, work, value, error }: ValueProps) {
  return (
    <LineAccountSelect
      aria-label={`Account of ${lineName(index)}`}
      mt={4}
      value={value}
      error={error}
      {...pathOf(index, 'account')}
      onChange={event => work.change(lineKey, { account: event.currentTarget.value })}
    />
  );
});

export const RemoveCell = memo(function RemoveCell({ lineKey, index, work }: CellProps) {
  return <RowAction icon={X} label="Remove" of={lineName(index)} onClick={() => work.remove(lineKey)} />;
});
