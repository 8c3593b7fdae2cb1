import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { adjustmentReasonNames } from '#domain/stock/adjustment-reason';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { everything } from '../../platform/reload';
import { Card } from '../../ui/card';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { type ContractForm, Form } from '../../ui/form/form';
import { BackButton } from '../../ui/page-link';
import { PageHeader } from '../../ui/page-header';
import { useDocumentForm } from '../../ui/lines/use-document-form';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { useApproval } from '../tills';
import { AdjustmentLines } from './adjustment-lines';
import {
  type AdjustmentLine,
  type AdjustmentValues,
  blankAdjustment,
  blankLine,
  sentOf,
  under,
} from './adjustment-values';
import './stock.css';

const reasonsFor = (withCost: boolean) =>
  Object.entries(adjustmentReasonNames)
    .filter(([value]) => value !== 'write_down' || withCost)
    .map(([value, label]) => ({ value, label }));

const ownUseHelp =
  'If you reclaimed the VAT on these goods, you owe VAT on their cost: also post a VAT adjustment with the reason “Goods for own use”.';

const adjustmentForm = z.preprocess(
  values => sentOf(values as AdjustmentValues),
  stockAdjustments.create.body,
);

type Posted = { id: number; number: string };

/** Adjusts stock: products with quantities, and the reason. Posts at once. */
export function AdjustmentCreatePage() {
  usePageTitle('Adjust Stock');
  const afterSave = useSavedRecord<Posted>({
    read: everything,
    list: '/stock/adjustments',
    page: ({ id }) => `/stock/adjustments/${id}`,
    words: ({ number }) => `${number} posted.`,
  });
  const approval = useApproval();
  const document = useDocumentForm<AdjustmentValues, AdjustmentLine, Posted>({
    draft: { of: 'stock-adjustment', id: 'new' },
    record: () => blankAdjustment(today()),
    blankLine,
    schema: adjustmentForm,
    send: (values, idempotencyKey) =>
      approval.withApproval(values.client_id, approvals =>
        request(stockAdjustments.create, {
          body: { ...sentOf(values), approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: afterSave.onSaved,
    failure: 'The adjustment was not posted.',
  });
  const { form, lines, autosave } = document;
  return (
    <>
      <PageHeader
        title="Adjust Stock"
        actions={<BackButton to="/stock/adjustments">Back to List</BackButton>}
      />
      <Form isDocument form={form} submitLabel="Post" onCancel={afterSave.toList}>
        <DraftAlerts {...document} />
        <HeadFields form={form.form} />
        <AdjustmentLines form={form} lines={lines} kept={autosave.kept} />
      </Form>
      {approval.dialog}
    </>
  );
}

function HeadFields({ form }: Pick<ContractForm<AdjustmentValues>, 'form'>) {
  const { can } = useAccess();
  return (
    <Card title="Adjustment">
      <div className="form-columns">
        <NativeSelect
          label="Reason"
          description={form.values.reason === 'own_use' ? ownUseHelp : undefined}
          required
          data={reasonsFor(can('view_cost'))}
          {...form.getInputProps('reason')}
          onChange={event => form.setValues(under(event.currentTarget.value, form.getValues()))}
        />
        <TextInput label="Note" maxLength={300} {...form.getInputProps('note')} />
        <DatedFields form={form} name="business_date" label="Date" />
      </div>
    </Card>
  );
}
