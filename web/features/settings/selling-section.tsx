import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { poundsFromPence } from '#domain/kernel/money';
import {
  belowCost,
  belowCostNames,
  type SellingSettings,
  sellingSettings,
} from '#domain/tills/selling-settings.contract';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form } from '../../ui/form/form';
import { typedPounds } from '../../ui/form/typed-figures';
import { SettingCard } from './setting-card';
import { decodedBy, useSettingForm } from './use-setting-form';

/** The rules of selling for the whole shop. */
export const SellingSection = () => (
  <SettingCard
    title="Selling"
    about="Tills pick up changes within a minute. Completed sales and closed sessions do not change."
    get={sellingSettings.get}
    save={sellingSettings.update}
    recordedAs="Selling"
  >
    {({ setting, onSaved }) => <SellingForm settings={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = {
  discount_limit: string;
  below_cost: SellingSettings['below_cost'];
  blind_count: boolean;
  variance_limit: string;
  paid_out_limit: string;
  held_days: string;
  till_keep_days: string;
  desk_price_mode: SellingSettings['desk_price_mode'];
  version: number;
};
type Props = { settings: SellingSettings; onSaved: (saved: SellingSettings) => void };

function SellingForm({ settings, onSaved }: Props) {
  const form = useSettingForm(sellingSettings.update, {
    setting: settings,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The rules could not be saved.',
    currentOf: decodedBy(sellingSettings.update),
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <TextInput
          label="Discount allowed without approval (%)"
          description="Larger discounts on a line or basket, or on both together, need approval."
          inputMode="decimal"
          classNames={{ input: 'figures' }}
          {...field('discount_limit')}
        />
        <NativeSelect
          label="Sales below cost"
          description="What happens when an item is sold for less than it cost."
          data={belowCost.options.map(value => ({ value, label: belowCostNames[value] }))}
          {...field('below_cost')}
        />
        <MoneyInput
          label="Variance allowed without approval"
          description="A larger variance needs approval by a different person."
          {...field('variance_limit')}
        />
        <MoneyInput
          label="Cash paid out without approval"
          description="What one user may pay out of tills in a day. Above it, a user with permission to pay out cash approves by PIN. Leave blank for no limit."
          {...field('paid_out_limit')}
        />
        <TextInput
          label="Days to keep held sales"
          description="Held sales older than this are voided overnight."
          inputMode="numeric"
          classNames={{ input: 'figures' }}
          {...field('held_days')}
        />
        <TextInput
          label="Days a till keeps its data"
          description="Products, customers and baskets are removed from a till that has not reached the server for longer. Unsent sales stay. Without https a till keeps only unsent sales, unencrypted."
          inputMode="numeric"
          classNames={{ input: 'figures' }}
          {...field('till_keep_days')}
        />
        <NativeSelect
          label="Prices at the sales desk"
          description="The default for new sales. You can change each one."
          data={[
            { value: 'inclusive', label: 'Including VAT' },
            { value: 'exclusive', label: 'Excluding VAT' },
          ]}
          {...field('desk_price_mode')}
        />
        <Checkbox
          className="form-wide"
          label="Blind count"
          description="The expected cash is shown only after the till is counted."
          {...form.form.getInputProps('blind_count', { type: 'checkbox' })}
        />
      </div>
    </Form>
  );
}

const valuesOf = (settings: SellingSettings): Values => ({
  discount_limit: String(settings.discount_limit / 100),
  below_cost: settings.below_cost,
  blind_count: settings.blind_count,
  variance_limit: poundsFromPence(settings.variance_limit),
  paid_out_limit: settings.paid_out_limit === null ? '' : poundsFromPence(settings.paid_out_limit),
  held_days: String(settings.held_days),
  till_keep_days: String(settings.till_keep_days),
  desk_price_mode: settings.desk_price_mode,
  version: settings.version,
});

const bodyOf = (values: Values) => ({
  ...values,
  discount_limit: values.discount_limit.replace('%', '').trim(),
  variance_limit: typedPounds(values.variance_limit),
  paid_out_limit: values.paid_out_limit.trim() === '' ? null : typedPounds(values.paid_out_limit),
  held_days: Number(values.held_days),
  till_keep_days: Number(values.till_keep_days),
});
