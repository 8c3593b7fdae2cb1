import { Modal, TextInput } from '@mantine/core';
import { journals } from '#domain/journals/journal.contract';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/dated-fields';
import { Form, useContractForm } from '../../ui/form';

type Props = { journal: { id: number }; onClose: () => void; onDone: (reversalId: number) => void };

/** Posts the mirror of a journal; both stay. */
export function ReverseDialog({ journal, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: journals.reverse.body,
    initial: { business_date: today(), date_reason: '', reason: '' },
    send: (body, idempotencyKey) =>
      request(journals.reverse, { params: { id: journal.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: reversal => onDone(reversal.id),
    failure: 'The journal was not reversed.',
  });
  return (
    <Modal opened onClose={onClose} title={`Reverse journal ${journal.id}`}>
      <Form form={form} submitLabel="Reverse" onCancel={onClose}>
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
