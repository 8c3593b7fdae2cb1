import { Modal, TextInput } from '@mantine/core';
import { type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { differenceWords } from './till-badges';

type Props = { session: TillSessionDetail; onClose: () => void; onDone: (message: string) => void };

/** Writes down that the drawer is opened without a sale. */
export function DrawerModal({ session, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: tills.openDrawer.body,
    initial: { reason: '' },
    send: (body, idempotencyKey) =>
      request(tills.openDrawer, { params: { id: session.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('The drawer opening is recorded.'),
    failure: 'The drawer opening could not be recorded.',
  });
  return (
    <Modal opened onClose={onClose} title="Open the drawer without a sale">
      <Form form={form} submitLabel="Open the drawer" onCancel={onClose}>
        <TextInput
          label="Reason"
          required
          maxLength={200}
          data-autofocus
          {...form.form.getInputProps('reason')}
        />
      </Form>
    </Modal>
  );
}

/** Somebody's yes to the difference of a till that another closed. */
export function ApproveModal({ session, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: tills.approve.body,
    initial: { note: '' },
    send: (body, idempotencyKey) =>
      request(tills.approve, { params: { id: session.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('The difference is approved.'),
    failure: 'The difference could not be approved.',
  });
  return (
    <Modal opened onClose={onClose} title="Approve the difference">
      <Form form={form} submitLabel="Approve" onCancel={onClose}>
        <p className="dialog-note">
          {session.z_number}: {differenceWords(session.difference ?? 0)}, closed by {session.closed_by}.
          {session.difference_reason && ` They said: ${session.difference_reason}`}
        </p>
        <TextInput label="Note" maxLength={300} data-autofocus {...form.form.getInputProps('note')} />
      </Form>
    </Modal>
  );
}
