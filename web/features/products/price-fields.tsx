import { NativeSelect } from '@mantine/core';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { millionthsOf, type UnitCost, unitCost } from '#domain/kernel/unit-cost';
import { formatPercent } from '#domain/kernel/percent';
import { type VatRate, vatCodeNames } from '#domain/kernel/vat';
import type { ProductDetail } from '#domain/products/product.contract';
import { bothPrices, marginOf } from '#domain/products/product.price';
import { costKindNames } from '#domain/products/product.status';
import { MoneyInput, UnitCostInput } from '../../ui/form/figure-inputs';
import type { ContractForm } from '../../ui/form/form';
import { Card } from '../../ui/card';
import { parsePounds, typedUnitCost } from '../../ui/form/typed-figures';
import { useProductChoices } from './product-choices';
import type { ProductFormValues } from './product-form-values';

type Props = { form: ContractForm<ProductFormValues>; product: ProductDetail | null };

/** The selling price with and without VAT, and with `view_cost` the cost and the margin. */
export function PriceFields({ form: { form }, product }: Props) {
  const choices = useProductChoices();
  // A company that is not registered sells without VAT (rule V2).
  const rates = choices?.charges_vat ? choices.vat_rates : [];
  const { values } = form;
  const rate = choices && (rates.find(({ code }) => code === values.vat_code)?.rate ?? 0);
  return (
    <Card title="Price">
      <div className="form-columns">
        <MoneyInput label="Selling price" required {...form.getInputProps('price')} />
        <NativeSelect
          label="The price is"
          data={[
            { value: 'inclusive', label: 'Including VAT' },
            { value: 'exclusive', label: 'Excluding VAT' },
          ]}
          error={form.errors.price_includes_vat}
          value={values.price_includes_vat ? 'inclusive' : 'exclusive'}
          onChange={event =>
            form.setFieldValue('price_includes_vat', event.currentTarget.value === 'inclusive')
          }
        />
        <NativeSelect
          label="VAT code"
          description="The rate it is sold at"
          data={Object.entries(vatCodeNames).map(([code, name]) => {
            const current = rates.find(entry => entry.code === code);
            return { value: code, label: current?.rate ? `${name} (${formatPercent(current.rate)})` : name };
          })}
          {...form.getInputProps('vat_code')}
        />
        {values.standard_cost !== undefined && (
          <UnitCostInput
            label="Standard cost"
            description="Excluding VAT, until goods arrive"
            {...form.getInputProps('standard_cost')}
          />
        )}
        <GrossAndNetPrice values={values} rate={rate} product={product} />
      </div>
    </Card>
  );
}

const costTyped = (text: string): UnitCost | null => {
  const parsed = unitCost.safeDecode(typedUnitCost(text));
  return parsed.success ? parsed.data : null;
};

const penceTyped = (text: string): Pence | null => {
  const pence = parsePounds(text);
  return pence !== null && pence >= 0 ? pence : null;
};

function GrossAndNetPrice({
  values,
  rate,
  product,
}: {
  values: ProductFormValues;
  /** Undefined until the rates are loaded. */
  rate: VatRate | undefined;
  product: ProductDetail | null;
}) {
  const price = penceTyped(values.price);
  if (price === null)
    return <p className="price-both-ways form-wide">Enter a price to see it with and without VAT.</p>;
  const both = rate === undefined ? undefined : bothPrices(price, values.price_includes_vat, rate);
  const typedCost = values.standard_cost === undefined ? null : costTyped(values.standard_cost);
  // A ten-thousandth of a penny is a hundred millionths of one.
  const margin = typedCost === null || !both ? null : marginOf(both.exVat, millionthsOf(typedCost) * 100n);
  return (
    <dl className="price-both-ways form-wide" aria-live="polite">
      <Figure name="Including VAT" value={both ? formatPounds(both.incVat) : '…'} />
      <Figure name="Excluding VAT" value={both ? formatPounds(both.exVat) : '…'} />
      {margin !== null && <Figure name="Margin at standard cost" value={formatPercent(margin)} />}
      {product?.margin_percent != null && product.cost_kind && product.cost_kind !== 'standard' && (
        <Figure
          name={`Margin at ${costKindNames[product.cost_kind].toLowerCase()}, as saved`}
          value={`${product.margin_percent.replace('-', '−')}%`}
        />
      )}
    </dl>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figures">{value}</dd>
  </div>
);
