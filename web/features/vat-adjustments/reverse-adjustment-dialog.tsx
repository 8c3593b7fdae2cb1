import { Modal, TextInput } from '@mantine/core';
import { type VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/dated-fields';
import { Form, useContractForm } from '../../ui/form';

type Props = { adjustment: VatAdjustment; onClose: () => void; onDone: () => void };

/** Reverses an adjustment; both stay. */
export function ReverseAdjustmentDialog({ adjustment: { id, number, vat_return }, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: vatAdjustments.reverse.body,
    initial: { business_date: today(), date_reason: '', reason: '' },
    send: (body, idempotencyKey) =>
      request(vatAdjustments.reverse, { params: { id }, body, idempotencyKey, shownInPlace: true }),
    onDone,
    failure: 'The VAT adjustment could not be reversed.',
  });
  return (
    <Modal opened onClose={() => form.busy || onClose()} title={`Reverse ${number}`}>
      <Form form={form} submitLabel="Reverse" onCancel={onClose}>
        <p className="vat-adjustment-note-plain">
          {vat_return?.is_filed
            ? 'Its VAT return has been filed and does not change. The reversal goes into the open return.'
            : 'The reversal changes the boxes back by the same amounts, on the date below.'}
        </p>
        <TextInput
          label="Reason"
          required
          maxLength={300}
          data-autofocus
          {...form.form.getInputProps('reason')}
        />
        <DatedFields form={form.form} name="business_date" label="Date" />
      </Form>
    </Modal>
  );
}
