import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import * as z from 'zod';
import { adjustmentReason, adjustmentReasonNames, chargesItself } from '#domain/vat-returns/vat-adjustment';
import { type VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { reasonHelp } from '#domain/vat-returns/vat-adjustment-words';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { everything } from '../../platform/reload';
import { AccountSelect } from '../accounting';
import { AdjustmentPreviewCard } from './adjustment-preview';
import { type AdjustmentValues, fieldsOf, sentOf } from './adjustment-values';
import './vat-adjustments.css';

const adjustmentForm = z.preprocess(values => sentOf(values as AdjustmentValues), vatAdjustments.create.body);

const initial: Omit<AdjustmentValues, 'business_date'> = {
  reason: 'bad_debt_relief',
  date_reason: '',
  description: '',
  box_1: '',
  box_4: '',
  box_6: '',
  box_7: '',
  net: '',
  account: '',
};

/** Posts a VAT adjustment, with a preview of each box of the return. */
export function VatAdjustmentCreatePage() {
  usePageTitle('New VAT Adjustment');
  const afterSave = useSavedRecord<VatAdjustment>({
    read: everything,
    list: '/vat-adjustments',
    page: ({ id }) => `/vat-adjustments/${id}`,
    words: ({ number }) => `${number} posted.`,
  });
  const form = useContractForm<AdjustmentValues, VatAdjustment>({
    schema: adjustmentForm,
    initial: { ...initial, business_date: today() },
    send: (values, idempotencyKey) =>
      request(vatAdjustments.create, { body: sentOf(values), idempotencyKey, shownInPlace: true }),
    onDone: afterSave.onSaved,
    failure: 'The VAT adjustment could not be posted.',
  });
  const { form: fields } = form;
  const { reason } = fields.values;
  return (
    <>
      <PageHeader
        title="New VAT Adjustment"
        actions={<BackButton to="/vat-adjustments">Back to List</BackButton>}
      />
      <div className="vat-adjustment-columns">
        <Card title="Adjustment">
          <Form isDocument form={form} submitLabel="Post adjustment" onCancel={afterSave.toList}>
            <NativeSelect
              label="Reason"
              description={reasonHelp[reason]}
              data={adjustmentReason.options.map(value => ({ value, label: adjustmentReasonNames[value] }))}
              {...fields.getInputProps('reason')}
            />
            <div className="form-columns">
              <DatedFields form={fields} name="business_date" label="Date" />
            </div>
            <div className="vat-adjustment-figures">
              {fieldsOf[reason].map(({ name, label, help }) => (
                <MoneyInput key={name} label={label} description={help} {...fields.getInputProps(name)} />
              ))}
            </div>
            {!chargesItself(reason) && (
              <AccountSelect
                label="Balancing account"
                description={accountHelp(reason)}
                accepts={account => !account.is_control}
                {...fields.getInputProps('account')}
              />
            )}
            <Description {...fields.getInputProps('description')} />
          </Form>
        </Card>
        <AdjustmentPreviewCard values={fields.values} />
      </div>
    </>
  );
}

const Description = (props: TextInputProps) => (
  <TextInput
    label="Description"
    description="What it is and where the figures come from. Your accountant and HMRC may read this."
    required
    maxLength={300}
    {...props}
  />
);

function accountHelp(reason: AdjustmentValues['reason']): string {
  if (reason === 'bad_debt_relief') return 'Usually 6800 Bad debts, where the loss was written off.';
  if (reason === 'unpaid_bills')
    return 'Usually an asset account of your own, for example “VAT on unpaid bills”. Paying the bill clears it.';
  if (reason === 'own_use')
    return 'Usually your drawings account, or 5100, where the cost of the goods was posted.';
  return 'The account for the cost or income of this VAT. Ask your accountant if unsure.';
}
