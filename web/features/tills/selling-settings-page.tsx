import { Checkbox, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { poundsFromPence } from '#domain/kernel/money';
import {
  belowCost,
  belowCostNames,
  type SellingSettings,
  sellingSettings,
} from '#domain/tills/selling-settings.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useReload } from '../../platform/list-page-query';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { MoneyInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { typedPounds } from '../../ui/typed-figures';

type Values = {
  discount_limit: string;
  below_cost: SellingSettings['below_cost'];
  blind_count: boolean;
  variance_limit: string;
  held_days: string;
  receipt_footer: string;
  version: number;
};

/** What the shop decides once about selling. */
export function SellingSettingsPage() {
  usePageTitle('Rules of selling');
  const notices = useNotice();
  const settings = useQuery({
    queryKey: [sellingSettings.get.path],
    queryFn: () => request(sellingSettings.get),
  });
  return (
    <>
      <PageHeader title="Rules of selling" />
      <NoticeAlert notices={notices} />
      <Card>
        {settings.data ? (
          <SettingsForm
            key={settings.data.version}
            settings={settings.data}
            onSaved={() => notices.succeeded('Saved successfully!')}
          />
        ) : (
          <Skeleton height={360} />
        )}
      </Card>
    </>
  );
}

function SettingsForm({ settings, onSaved }: { settings: SellingSettings; onSaved: () => void }) {
  const reload = useReload('/selling-settings');
  const { mayCall } = useAccess();
  const form = useContractForm<Values, SellingSettings>({
    schema: z.preprocess(values => bodyOf(values as Values), sellingSettings.update.body),
    initial: valuesOf(settings),
    send: values => request(sellingSettings.update, { body: bodyOf(values), shownInPlace: true }),
    onDone: () => {
      onSaved();
      reload();
    },
    failure: 'The rules could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(sellingSettings.update.reply, row as never)),
  });
  const field = form.form.getInputProps;
  const isReadOnly = !mayCall(sellingSettings.update);
  return (
    <fieldset className="till-rules" disabled={isReadOnly} aria-label="Rules of selling">
      <Form form={form} submitLabel="Save">
        <div className="form-columns">
          <TextInput
            label="Discount without approval, in percent"
            description="More off a line or a basket asks for the right to give more."
            inputMode="decimal"
            classNames={{ input: 'figures' }}
            {...field('discount_limit')}
          />
          <NativeSelect
            label="Below cost"
            description="What happens when a line is sold below what it costs."
            data={belowCost.options.map(value => ({ value, label: belowCostNames[value] }))}
            {...field('below_cost')}
          />
          <MoneyInput
            label="Difference without approval"
            description="A till that differs by more is approved by somebody else."
            {...field('variance_limit')}
          />
          <TextInput
            label="Days that held baskets are kept"
            description="After that they are voided in the night."
            inputMode="numeric"
            classNames={{ input: 'figures' }}
            {...field('held_days')}
          />
          <Checkbox
            className="form-wide"
            label="Blind count"
            description="Whoever counts a drawer is told what should be in it only when the count is in."
            {...form.form.getInputProps('blind_count', { type: 'checkbox' })}
          />
          <Textarea
            className="form-wide"
            label="At the foot of receipts"
            maxLength={500}
            autosize
            minRows={2}
            {...field('receipt_footer')}
          />
        </div>
      </Form>
    </fieldset>
  );
}

const valuesOf = (settings: SellingSettings): Values => ({
  discount_limit: String(settings.discount_limit / 100),
  below_cost: settings.below_cost,
  blind_count: settings.blind_count,
  variance_limit: poundsFromPence(settings.variance_limit),
  held_days: String(settings.held_days),
  receipt_footer: settings.receipt_footer ?? '',
  version: settings.version,
});

const bodyOf = (values: Values) => ({
  ...values,
  discount_limit: values.discount_limit.replace('%', '').trim(),
  variance_limit: typedPounds(values.variance_limit),
  held_days: Number(values.held_days),
});
