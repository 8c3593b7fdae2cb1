import { Modal, TextInput } from '@mantine/core';
import { imports } from '#domain/imports/import.contract';
import type { SettledLine } from '#domain/sales-history/workbench.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';

type Props = { importId: number; line: SettledLine; onClose: () => void; onDone: () => void };

/** Undoes the settlement of a line. The reason is kept with the reversal and in the audit log. */
export function UndoSettlementDialog({ importId, line, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: imports.unsettle.body.pick({ reason: true }),
    initial: { reason: '' },
    send: ({ reason }, idempotencyKey) =>
      request(imports.unsettle, {
        params: { id: importId },
        body: { rows: [line.row_number], reason },
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone,
    failure: 'The settlement could not be undone. Try again.',
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Undo settlement of row ${line.row_number.toLocaleString('en-GB')}`}
    >
      <Form form={form} submitLabel="Undo settlement" onCancel={onClose}>
        <p className="dialog-note">{`All settled lines of document ${line.number} are undone together.`}</p>
        <TextInput
          label="Reason"
          required
          maxLength={300}
          data-autofocus
          {...form.form.getInputProps('reason')}
        />
      </Form>
    </Modal>
  );
}
