import { Modal, TextInput } from '@mantine/core';
import { type CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { DateInput } from '../../ui/date-input';

type Props = { count: CountDetail; onClose: () => void; onDone: () => void };

/** The posting date of the variances, and the note. */
export function CountEditDialog({ count, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: stockCounts.update.body,
    initial: { business_date: count.business_date, note: count.note ?? '', version: count.version },
    send: (body, idempotencyKey) =>
      request(stockCounts.update, { params: { id: count.id }, body, idempotencyKey, shownInPlace: true }),
    onDone,
    failure: 'The stocktake could not be saved.',
  });
  const { getInputProps } = form.form;
  return (
    <Modal opened onClose={() => form.busy || onClose()} title={`Edit ${count.number}`}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <DateInput label="Date of the count" required {...getInputProps('business_date')} />
        <TextInput label="Note" maxLength={300} data-autofocus {...getInputProps('note')} />
      </Form>
    </Modal>
  );
}
