import { TextInput } from '@mantine/core';
import { type CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { DateInput } from '../../ui/dates/date-input';

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
    <FormDialog title={`Edit ${count.number}`} form={form} submitLabel="Save" onClose={onClose}>
      <DateInput label="Date of the count" required {...getInputProps('business_date')} />
      <TextInput label="Note" maxLength={300} data-autofocus {...getInputProps('note')} />
    </FormDialog>
  );
}
