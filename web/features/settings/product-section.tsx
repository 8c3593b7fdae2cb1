import { NativeSelect } from '@mantine/core';
import type { BodySent } from '#domain/kernel/call';
import { textFromQuantity } from '#domain/kernel/quantity';
import { vatCodeNames } from '#domain/kernel/vat';
import { productChoices } from '#domain/products/product-choices.contract';
import { type StockPolicy, stockPolicyNames } from '#domain/products/product.status';
import { type NewProductSettings, newProductSettings } from '#domain/settings/new-products.contract';
import { useAccess } from '../../platform/access';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { Form } from '../../ui/form/form';
import { typedQuantity } from '../../ui/form/typed-figures';
import { optionsOf, useProductChoices } from '../products';
import { SettingCard } from './setting-card';
import { decodedBy, useSettingForm } from './use-setting-form';

/** Defaults for products added on screen. */
export const ProductSection = () => (
  <SettingCard
    title="New products"
    about="Default values for new products. You can change them for each product. Existing products do not change."
    get={newProductSettings.get}
    save={newProductSettings.save}
    recordedAs="New products"
  >
    {({ setting, onSaved }) => <ProductStartForm start={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = {
  price_mode: 'with' | 'before';
  vat_code: string;
  unit_id: string;
  stock_policy: StockPolicy;
  reorder_level: string;
  reorder_quantity: string;
  version: number;
};
type Props = { start: NewProductSettings; onSaved: (saved: NewProductSettings) => void };

const policies = Object.entries(stockPolicyNames).map(([value, label]) => ({ value, label }));
const vatCodes = Object.entries(vatCodeNames).map(([value, label]) => ({ value, label }));

function ProductStartForm({ start, onSaved }: Props) {
  const canSeeUnits = useAccess().canCall(productChoices);
  const choices = useProductChoices(canSeeUnits);
  const form = useSettingForm(newProductSettings.save, {
    setting: start,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The setting could not be saved.',
    currentOf: decodedBy(newProductSettings.save),
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <NativeSelect
          label="Prices are entered"
          data={[
            { value: 'with', label: 'Including VAT' },
            { value: 'before', label: 'Excluding VAT' },
          ]}
          {...field('price_mode')}
        />
        <NativeSelect label="VAT code" data={vatCodes} {...field('vat_code')} />
        {canSeeUnits && (
          <NativeSelect
            label="Unit"
            data={optionsOf(choices?.units, form.form.values.unit_id, 'Choose for each product')}
            {...field('unit_id')}
          />
        )}
        <NativeSelect label="If stock runs out" data={policies} {...field('stock_policy')} />
        <QuantityInput
          label="Reorder level"
          description="Stock is low at or below this"
          {...field('reorder_level')}
        />
        <QuantityInput
          label="Reorder quantity"
          description="How many to order when stock is low"
          {...field('reorder_quantity')}
        />
      </div>
    </Form>
  );
}

const quantityText = (quantity: number | null) => (quantity === null ? '' : textFromQuantity(quantity));
const valuesOf = (settings: NewProductSettings): Values => ({
  price_mode: settings.price_includes_vat ? 'with' : 'before',
  vat_code: settings.vat_code,
  unit_id: settings.unit_id === null ? '' : String(settings.unit_id),
  stock_policy: settings.stock_policy,
  reorder_level: quantityText(settings.reorder_level),
  reorder_quantity: quantityText(settings.reorder_quantity),
  version: settings.version,
});
const quantityOf = (text: string) => (text.trim() === '' ? null : typedQuantity(text));
const bodyOf = ({ price_mode, unit_id, reorder_level, reorder_quantity, ...rest }: Values) =>
  ({
    ...rest,
    price_includes_vat: price_mode === 'with',
    unit_id: unit_id === '' ? null : Number(unit_id),
    reorder_level: quantityOf(reorder_level),
    reorder_quantity: quantityOf(reorder_quantity),
  }) as BodySent<typeof newProductSettings.save>;
