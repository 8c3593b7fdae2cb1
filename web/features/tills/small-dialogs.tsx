import { Modal, TextInput } from '@mantine/core';
import * as z from 'zod';
import { approvals } from '#domain/tills/cashier.contract';
import { type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { varianceWords } from '#domain/tills/variance-words';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { FormDialog, ReasonField } from '../../ui/form-dialog';
import { PinField } from './pin-field';
import { useCashiers } from './use-cashiers';

type Props = { session: TillSessionDetail; onClose: () => void; onDone: (message: string) => void };

/** Records a drawer opening without a sale. */
export function DrawerDialog({ session, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: tills.openDrawer.body,
    initial: { reason: '' },
    send: (body, idempotencyKey) =>
      request(tills.openDrawer, { params: { id: session.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('Drawer opening recorded.'),
    failure: 'The drawer opening could not be recorded.',
  });
  return (
    <FormDialog title="Open drawer (no sale)" form={form} submitLabel="Open drawer" onClose={onClose}>
      <ReasonField form={form.form} maxLength={200} />
    </FormDialog>
  );
}

/** Approves the variance of a till that someone else closed. */
export function ApproveDialog({ session, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: tills.approve.body,
    initial: { note: '' },
    send: (body, idempotencyKey) =>
      request(tills.approve, { params: { id: session.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('Variance approved.'),
    failure: 'The variance could not be approved.',
  });
  return (
    <FormDialog title="Approve variance" form={form} submitLabel="Approve" onClose={onClose}>
      <DifferenceNote session={session} />
      <TextInput label="Note" maxLength={300} data-autofocus {...form.form.getInputProps('note')} />
    </FormDialog>
  );
}

type ByPin = { user_id: string; pin: string; note: string };

/** Approves the variance by the PIN of someone else at the till. */
export function ApproveByPinDialog({ session, onClose, onDone }: Props) {
  const people = useCashiers();
  const able = (people.data?.data ?? []).filter(
    person => person.may_approve_differences && session.approvers.includes(person.id),
  );
  const bodyOf = ({ user_id, ...typed }: ByPin) =>
    ({ ...typed, user_id: Number(user_id || able[0]?.id) }) as never;
  const form = useContractForm<ByPin, { approved_by: string }>({
    schema: z.preprocess(values => bodyOf(values as ByPin), approvals.difference.body),
    initial: { user_id: '', pin: '', note: '' },
    send: (values, idempotencyKey) =>
      request(approvals.difference, {
        params: { id: session.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ approved_by }) => onDone(`${approved_by} approved the variance.`),
    failure: 'The variance could not be approved.',
  });
  const { values, setFieldValue, getInputProps } = form.form;
  return (
    <Modal opened onClose={onClose} title="Approve variance by PIN">
      {people.isSuccess && able.length === 0 ? (
        <p className="dialog-note" role="status">
          No one with a till PIN has permission to approve this. Anyone who does can set a PIN on their
          profile page.
        </p>
      ) : (
        <Form isDocument={false} form={form} submitLabel="Approve" onCancel={onClose}>
          <DifferenceNote session={session} />
          <PinField
            label="Approver"
            people={able}
            userId={Number(values.user_id || able[0]?.id)}
            onChoose={id => setFieldValue('user_id', String(id))}
            pin={values.pin}
            onPin={pin => setFieldValue('pin', pin)}
          />
          <TextInput label="Note" maxLength={300} {...getInputProps('note')} />
        </Form>
      )}
    </Modal>
  );
}

const DifferenceNote = ({ session }: Pick<Props, 'session'>) => (
  <p className="dialog-note">
    {session.z_number}: {varianceWords(session.difference ?? 0)}, closed by {session.closed_by}.
    {session.difference_reason && ` Reason: ${session.difference_reason}`}
  </p>
);
