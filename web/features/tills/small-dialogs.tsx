import { Modal, TextInput } from '@mantine/core';
import * as z from 'zod';
import { approvals } from '#domain/tills/cashier.contract';
import { type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { sessionVarianceWords } from '#domain/tills/method-counts';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';
import { PinField } from './pin-field';
import { TouchKeypad } from './touch-keypad';
import { usePinHolders } from './use-pin-holders';

type Props = { session: TillSessionDetail; onClose: () => void; onDone: (message: string) => void };

/** Records a drawer opening without a sale. */
export const DrawerDialog = ({ session, onClose, onDone }: Props) => (
  <ReasonDialog
    title="Open drawer (no sale)"
    submitLabel="Open drawer"
    maxLength={200}
    schema={tills.openDrawer.body}
    send={(body, idempotencyKey) =>
      request(tills.openDrawer, { params: { id: session.id }, body, idempotencyKey, shownInPlace: true })
    }
    onDone={() => onDone('Drawer opening recorded.')}
    failure="The drawer opening could not be recorded."
    onClose={onClose}
  />
);

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

const { pin: typedPin, note: typedNote } = approvals.difference.body.shape;
type ByPin = { user_id: number | null; pin: string; note: string };

/** Approves the variance by the PIN of someone else at the till. */
export function ApproveByPinDialog({ session, onClose, onDone }: Props) {
  const { people, isKnown, chosenOrFirst } = usePinHolders(
    person => person.may_approve_differences && session.approvers.includes(person.id),
  );
  const form = useContractForm<ByPin, { approved_by: string }>({
    schema: z.looseObject({ pin: typedPin, note: typedNote }),
    initial: { user_id: null, pin: '', note: '' },
    send: async (values, idempotencyKey) =>
      request(approvals.difference, {
        params: { id: session.id },
        body: { ...values, user_id: await chosenOrFirst(values.user_id) },
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ approved_by }) => onDone(`${approved_by} approved the variance.`),
    failure: 'The variance could not be approved.',
  });
  const { values, setFieldValue, getInputProps } = form.form;
  return (
    <Modal opened onClose={onClose} title="Approve variance by PIN">
      {isKnown && people.length === 0 ? (
        <p className="dialog-note" role="status">
          No one with a till PIN has permission to approve this. Anyone who does can set a PIN on their
          profile page.
        </p>
      ) : (
        <Form isDocument={false} form={form} submitLabel="Approve" onCancel={onClose}>
          <DifferenceNote session={session} />
          <PinField
            label="Approver"
            people={people}
            userId={values.user_id ?? people[0]?.id ?? null}
            onChoose={id => setFieldValue('user_id', id)}
            pin={values.pin}
            onPin={pin => setFieldValue('pin', pin)}
          />
          <TextInput label="Note" maxLength={300} {...getInputProps('note')} />
          <TouchKeypad />
        </Form>
      )}
    </Modal>
  );
}

const DifferenceNote = ({ session }: Pick<Props, 'session'>) => (
  <p className="dialog-note">
    {session.z_number}: {sessionVarianceWords(session.difference ?? 0, session.methods)}, closed by{' '}
    {session.closed_by}.{session.difference_reason && ` Reason: ${session.difference_reason}`}
  </p>
);
