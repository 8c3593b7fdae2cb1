import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatPounds } from '#domain/kernel/money';
import { unitName } from '#domain/kernel/unit-words';
import { QuantityInput, UnitCostInput } from '../../ui/figure-inputs';
import { RowAction } from '../../ui/row-action';
import { LineAccountSelect } from '../supplier-documents';
import { lineOf } from './line-of-product';
import { X } from 'lucide-react';
import { isSameLine, type LineValues, typedDiscount } from './order-form-values';
import { dataPath, ProductLookUp } from './product-look-up';
import './purchase-orders.css';

export type LineErrors = Readonly<Record<string, ReactNode>>;

export type LineRowProps = {
  index: number;
  line: LineValues;
  errors: LineErrors;
  /** The line total excluding VAT; null while the line is incomplete. */
  net: number | null;
  /** A warning about the quantity. */
  warning: string | null;
  /** Whether the row has input fields; otherwise the same text without them. */
  hasFields: boolean;
  /** The ref of a row without fields. */
  watch: (row: HTMLTableRowElement | null) => void;
  /** The path of the line among the form's fields. */
  path: string;
  supplierId: number | null;
  vatChoices: readonly { value: string; label: string }[];
  onChange: (index: number, change: Partial<LineValues>) => void;
  onRemove: (index: number) => void;
  /** Moves to another cell of the line, or to the next line. */
  onNext: (index: number, cell: 'quantity' | 'unit_price' | 'next line') => void;
};

/**
 * One order line. It renders only when it changes, so that typing in line five hundred is as fast as in the
 * first.
 */
export const OrderLineRow = memo(
  (props: LineRowProps) => (props.hasFields ? <Row {...props} /> : <PlainRow {...props} />),
  (before, after) =>
    isSameLine(before.line, after.line) &&
    JSON.stringify(before.errors) === JSON.stringify(after.errors) &&
    (Object.keys(after) as (keyof LineRowProps)[]).every(
      name => name === 'line' || name === 'errors' || name.startsWith('on') || before[name] === after[name],
    ),
);

/** A line far outside the screen. */
const PlainRow = ({ index, line, net, vatChoices, watch }: LineRowProps) => (
  <tr ref={watch} data-key={line.key}>
    <td className="line-number figures">{index + 1}</td>
    <td data-label="Item">{line.product ? <ProductName line={line} /> : <Text>{line.description}</Text>}</td>
    <td data-label="Their code">
      <Text>{line.supplier_code}</Text>
    </td>
    <td data-label="Unit">
      <Text>{unitName(line.unit, line.factor)}</Text>
    </td>
    <td data-label="Quantity">
      <Text>{line.quantity}</Text>
    </td>
    <td data-label="Price">
      <Text>{line.unit_price && `£${line.unit_price}`}</Text>
    </td>
    <td data-label="Discount">
      <Text>{line.discount}</Text>
    </td>
    <td data-label="VAT">
      <Text>{vatChoices.find(({ value }) => value === line.vat_code)?.label}</Text>
    </td>
    <td data-label="Net" className="line-net figures">
      {net === null ? '—' : formatPounds(net)}
    </td>
    <td className="line-remove" aria-hidden />
  </tr>
);

const Text = ({ children }: { children: ReactNode }) => <span className="line-text figures">{children}</span>;

function Row(props: LineRowProps) {
  const { index, line, errors, net, path, onChange, onRemove, onNext } = props;
  const name = `line ${index + 1}`;
  const set = (change: Partial<LineValues>) => onChange(index, change);
  const at = (field: string) => dataPath(`${path}.${field}`);
  const next = (cell: Parameters<typeof onNext>[1]) => (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onNext(index, cell);
  };
  return (
    <tr>
      <td className="line-number figures">{index + 1}</td>
      <td data-label="Item">
        <ItemCell {...props} />
        {line.product === null && line.description.trim() !== '' && (
          <LineAccountSelect
            aria-label={`Account of ${name}`}
            mt={4}
            value={line.account}
            error={errors.account}
            {...at('account')}
            onChange={event => set({ account: event.currentTarget.value })}
          />
        )}
      </td>
      <td data-label="Their code">
        <TextInput
          aria-label={`Their code for ${name}`}
          maxLength={60}
          value={line.supplier_code}
          error={errors.supplier_code}
          {...at('supplier_code')}
          onKeyDown={next('quantity')}
          onChange={event => set({ supplier_code: event.currentTarget.value })}
        />
      </td>
      <td data-label="Unit">
        <UnitCell {...props} />
      </td>
      <FigureCells {...props} set={set} next={next} at={at} />
      <td data-label="Net" className="line-net figures">
        {net === null ? '—' : formatPounds(net)}
      </td>
      <td className="line-remove">
        <RowAction icon={X} label="Remove" of={name} onClick={() => onRemove(index)} />
      </td>
    </tr>
  );
}

type CellProps = LineRowProps & {
  set: (change: Partial<LineValues>) => void;
  next: (cell: Parameters<LineRowProps['onNext']>[1]) => (event: React.KeyboardEvent) => void;
  at: (field: string) => object;
};

function FigureCells({ index, line, errors, warning, vatChoices, set, next, at }: CellProps) {
  const name = `line ${index + 1}`;
  return (
    <>
      <td data-label="Quantity">
        <QuantityInput
          aria-label={`Quantity of ${name}`}
          data-cell="quantity"
          value={line.quantity}
          error={errors.quantity}
          {...at('quantity')}
          title={line.received && `${line.received} received`}
          onFocus={event => event.currentTarget.select()}
          onKeyDown={next('unit_price')}
          onChange={quantity => set({ quantity })}
        />
        {warning && (
          <span className="line-warning" role="status">
            {warning}
          </span>
        )}
      </td>
      <td data-label="Price">
        <UnitCostInput
          aria-label={`Price of ${name}`}
          data-cell="unit_price"
          value={line.unit_price}
          error={errors.unit_price}
          {...at('unit_price')}
          onFocus={event => event.currentTarget.select()}
          onKeyDown={next('next line')}
          onChange={unit_price => set({ unit_price })}
        />
      </td>
      <td data-label="Discount">
        <TextInput
          aria-label={`Discount of ${name}`}
          classNames={{ input: 'figures' }}
          placeholder="5% or 1.00"
          autoComplete="off"
          value={line.discount}
          error={errors.discount_percent ?? errors.discount_amount}
          {...at('discount_amount')}
          onKeyDown={next('next line')}
          onChange={event => set({ discount: event.currentTarget.value })}
          onBlur={() =>
            typedDiscount(line.discount) !== line.discount && set({ discount: typedDiscount(line.discount) })
          }
        />
      </td>
      <td data-label="VAT">
        <NativeSelect
          aria-label={`VAT of ${name}`}
          data={[...vatChoices]}
          value={line.vat_code}
          error={errors.vat_code}
          onKeyDown={next('next line')}
          onChange={event => set({ vat_code: event.currentTarget.value as LineValues['vat_code'] })}
        />
      </td>
    </>
  );
}

type NameProps = { line: LineValues; error?: ReactNode; children?: ReactNode };

const ProductName = ({ line, error, children }: NameProps) => (
  <div className="line-product">
    <span className="line-product-name">
      {line.description || line.product?.name}
      <span className="order-aside">{line.product?.sku}</span>
      {error && <span className="line-error">{error}</span>}
    </span>
    {children}
  </div>
);

/** The product with its SKU; without one, the text, which may become a product or stay free text. */
function ItemCell({ index, line, errors, path, supplierId, onChange, onNext }: LineRowProps) {
  const error = errors.description ?? errors.product_id;
  if (line.product) {
    return (
      <ProductName line={line} error={error}>
        {line.received === '' && (
          <CloseButton
            size="sm"
            aria-label={`Change the item of line ${index + 1}`}
            onClick={() =>
              onChange(index, { product: null, description: '', units: [], unit: '', factor: '' })
            }
          />
        )}
      </ProductName>
    );
  }
  return (
    <ProductLookUp
      label={`Item of line ${index + 1}`}
      path={`${path}.description`}
      placeholder="Name, SKU, barcode or free text"
      error={error}
      text={line.description}
      onText={description => onChange(index, { description })}
      supplierId={supplierId}
      onPlainText={() => onNext(index, 'quantity')}
      onChoose={product => {
        flushSync(() => onChange(index, lineOf(product, line)));
        onNext(index, 'quantity');
      }}
    />
  );
}

function UnitCell({ index, line, errors, path, onChange, onNext }: LineRowProps) {
  const label = `Unit of line ${index + 1}`;
  if (line.units.length > 1) {
    return (
      <NativeSelect
        aria-label={label}
        value={line.factor}
        error={errors.unit ?? errors.factor}
        data={line.units.map(({ unit, factor }) => ({ value: factor, label: unitName(unit, factor) }))}
        onChange={event => {
          const chosen = line.units.find(({ factor }) => factor === event.currentTarget.value);
          if (chosen) onChange(index, chosen);
        }}
      />
    );
  }
  if (line.product) return <span className="line-unit">{unitName(line.unit, line.factor)}</span>;
  return (
    <TextInput
      aria-label={label}
      placeholder="Each"
      maxLength={40}
      value={line.unit}
      error={errors.unit ?? errors.factor}
      {...dataPath(`${path}.unit`)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onNext(index, 'quantity');
      }}
      onChange={event => onChange(index, { unit: event.currentTarget.value })}
    />
  );
}
