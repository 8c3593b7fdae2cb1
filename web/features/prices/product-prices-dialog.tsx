import { Button, NativeSelect } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import * as z from 'zod';
import { formatPounds } from '#domain/kernel/money';
import { type ProductPrices, productPricesCalls } from '#domain/pricing/product-prices.contract';
import type { ProductDetail } from '#domain/products/product.contract';
import { request } from '../../platform/api';
import { MoneyInput, QuantityInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { RowAction } from '../../ui/table/row-action';
import {
  blankLine,
  bodyOf,
  priceLineRules,
  pricesForm,
  type PricesValues,
  valuesOf,
} from './product-prices-values';
import { usePriceGroups } from './use-price-groups';
import './prices.css';

type Props = { product: ProductDetail; prices: ProductPrices; onClose: () => void; onSaved: () => void };

/** The group prices and quantity breaks of a product in one grid. */
export function ProductPricesDialog({ product, prices, onClose, onSaved }: Props) {
  const grid = useRef<HTMLFieldSetElement>(null);
  const groups = useGroupNames(prices);
  const form = useContractForm<PricesValues, ProductPrices>({
    schema: pricesForm,
    initial: withLine(valuesOf(prices)),
    lineFields: { lines: priceLineRules(id => groups.get(id) ?? everyone) },
    send: values =>
      request(productPricesCalls.save, {
        params: { id: product.id },
        body: bodyOf(values),
        shownInPlace: true,
      }),
    onDone: onSaved,
    failure: 'The prices could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(productPricesCalls.save.reply, row as never)),
  });
  const { form: fields } = form;
  const add = () => {
    fields.insertListItem('lines', blankLine());
    const place = fields.values.lines.length;
    requestAnimationFrame(() => grid.current?.querySelectorAll('select')[place]?.focus());
  };
  return (
    <GuardedDialog onClose={onClose} title={`Prices for ${product.name}`} size="lg">
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <p className="price-note">
          The list price is {formatPounds(prices.price)}{' '}
          {prices.price_includes_vat ? 'including VAT' : 'excluding VAT'}, and so are these. Customers get the
          lowest price that applies to them.
        </p>
        <fieldset className="price-lines" ref={grid} aria-label="Prices">
          <div className="price-line price-line-heads" aria-hidden>
            <span>For</span>
            <span>From quantity</span>
            <span>Unit price</span>
          </div>
          {fields.values.lines.map(({ key }, index) => (
            <LineFields key={key} index={index} form={fields} groups={groups} />
          ))}
        </fieldset>
        <div>
          <Button variant="default" size="xs" leftSection={<Plus size={14} />} onClick={add}>
            Add price
          </Button>
        </div>
      </Form>
    </GuardedDialog>
  );
}

type Fields = ReturnType<typeof useContractForm<PricesValues, unknown>>['form'];

const everyone = 'All customers';

/** The names of the groups to choose from, by id. A group that is now inactive keeps its prices. */
function useGroupNames({ group_prices, breaks }: ProductPrices): ReadonlyMap<string, string> {
  const active = usePriceGroups() ?? [];
  const own = [...group_prices, ...breaks].flatMap(({ group }) => group ?? []);
  return new Map([...own, ...active].map(({ id, name }) => [String(id), name]));
}

/** There is always a line to type in. */
const withLine = (values: PricesValues): PricesValues =>
  values.lines.length === 0 ? { ...values, lines: [blankLine()] } : values;

type FieldProps = { index: number; form: Fields; groups: ReadonlyMap<string, string> };

function LineFields({ index, form, groups }: FieldProps) {
  const ofLine = `of line ${index + 1}`;
  const group = form.getInputProps(`lines.${index}.group`);
  return (
    <div className="price-line">
      <NativeSelect
        aria-label={`Customers ${ofLine}`}
        data={[{ value: '', label: everyone }, ...Array.from(groups, ([value, label]) => ({ value, label }))]}
        {...group}
        onChange={event => {
          group.onChange(event);
          // The quantity may only have been required because no group was chosen.
          form.clearFieldError(`lines.${index}.from_quantity`);
        }}
      />
      <QuantityInput
        aria-label={`From quantity ${ofLine}`}
        placeholder="Any"
        {...form.getInputProps(`lines.${index}.from_quantity`)}
      />
      <MoneyInput aria-label={`Price ${ofLine}`} {...form.getInputProps(`lines.${index}.unit_price`)} />
      <RowAction
        icon={X}
        label="Remove"
        of={`line ${index + 1}`}
        onClick={() => form.removeListItem('lines', index)}
      />
    </div>
  );
}
