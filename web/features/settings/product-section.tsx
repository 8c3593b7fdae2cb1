import { NativeSelect } from '@mantine/core';
import * as z from 'zod';
import { type StockPolicy, stockPolicyNames } from '#domain/products/product.status';
import { type NewProductSettings, newProductSettings } from '#domain/settings/new-products.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { SettingCard } from './setting-card';

/** Defaults for products added on screen. */
export const ProductSection = () => (
  <SettingCard
    title="New products"
    about="Default values for new products. You can change them for each product. Existing products do not change."
    get={newProductSettings.get}
    save={newProductSettings.save}
  >
    {({ setting, onSaved }) => <ProductStartForm start={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = { price_mode: 'with' | 'before'; stock_policy: StockPolicy; version: number };
type Props = { start: NewProductSettings; onSaved: (saved: NewProductSettings) => void };

const policies = Object.entries(stockPolicyNames).map(([value, label]) => ({ value, label }));

function ProductStartForm({ start, onSaved }: Props) {
  const form = useContractForm<Values, NewProductSettings>({
    schema: z.preprocess(values => bodyOf(values as Values), newProductSettings.save.body),
    initial: valuesOf(start),
    send: values => request(newProductSettings.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The setting could not be saved.',
    valuesOfCurrent: row => valuesOf(row as NewProductSettings),
  });
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <NativeSelect
          label="Prices are entered"
          data={[
            { value: 'with', label: 'Including VAT' },
            { value: 'before', label: 'Excluding VAT' },
          ]}
          {...form.form.getInputProps('price_mode')}
        />
        <NativeSelect
          label="If stock runs out"
          data={policies}
          {...form.form.getInputProps('stock_policy')}
        />
      </div>
    </Form>
  );
}

const valuesOf = ({ price_includes_vat, stock_policy, version }: NewProductSettings): Values => ({
  price_mode: price_includes_vat ? 'with' : 'before',
  stock_policy,
  version,
});
const bodyOf = ({ price_mode, ...rest }: Values) => ({ ...rest, price_includes_vat: price_mode === 'with' });
