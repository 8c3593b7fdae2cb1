import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { unitName } from '#domain/kernel/unit-words';
import type { LineValues, UnitChoice } from './order-form-values';
import { withoutProduct } from './line-of-product';
import { type CellProps, lineName, onEnter, pathOf } from './order-line-cells';
import { ProductLookUp } from './product-look-up';

type NameProps = {
  line: Pick<LineValues, 'description' | 'product'>;
  error?: ReactNode;
  children?: ReactNode;
};

export const ProductName = ({ line, error, children }: NameProps) => (
  <div className="line-product">
    <span className="line-product-name">
      {line.description || line.product?.name}
      <span className="order-aside">{line.product?.sku}</span>
      {error && <span className="line-error">{error}</span>}
    </span>
    {children}
  </div>
);

type ItemProps = CellProps & {
  text: string;
  product: LineValues['product'];
  canChange: boolean;
  supplierId: number | null;
};

/** The product with its SKU; without one, the text, which may become a product or stay free text. */
export const ItemCell = memo(function ItemCell(props: ItemProps) {
  const { lineKey, index, work, error, text, product, canChange, supplierId } = props;
  if (product) {
    return (
      <ProductName line={{ description: text, product }} error={error}>
        {canChange && (
          <CloseButton
            size="sm"
            aria-label={`Change the item of ${lineName(index)}`}
            onClick={() => work.change(lineKey, { ...withoutProduct, description: '' })}
          />
        )}
      </ProductName>
    );
  }
  return (
    <ProductLookUp
      label={`Item of ${lineName(index)}`}
      path={`lines.${index}.description`}
      placeholder="Name, SKU, barcode or free text"
      error={error}
      text={text}
      onText={description => work.change(lineKey, { description })}
      supplierId={supplierId}
      onPlainText={() => work.next(lineKey, 'quantity')}
      onChoose={found => work.choose(lineKey, found)}
    />
  );
});

type UnitProps = CellProps & {
  unit: string;
  factor: string;
  units: readonly UnitChoice[];
  hasProduct: boolean;
};

export const UnitCell = memo(function UnitCell(props: UnitProps) {
  const { lineKey, index, work, error, unit, factor, units, hasProduct } = props;
  const label = `Unit of ${lineName(index)}`;
  if (units.length > 1) {
    return (
      <NativeSelect
        aria-label={label}
        value={factor}
        error={error}
        data={units.map(choice => ({ value: choice.factor, label: unitName(choice.unit, choice.factor) }))}
        onChange={event => {
          const chosen = units.find(choice => choice.factor === event.currentTarget.value);
          if (chosen) work.chooseUnit(lineKey, chosen);
        }}
      />
    );
  }
  if (hasProduct) return <span className="line-unit">{unitName(unit, factor)}</span>;
  return (
    <TextInput
      aria-label={label}
      placeholder="Each"
      maxLength={40}
      value={unit}
      error={error}
      {...pathOf(index, 'unit')}
      onKeyDown={onEnter(props, 'quantity')}
      onChange={event => work.change(lineKey, { unit: event.currentTarget.value })}
    />
  );
});
