import { type CustomerDetail, customers } from '#domain/customers/customer.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form';
import { FormDialog, ReasonField } from '../../ui/form-dialog';
import './customers.css';

type Props = { customer: CustomerDetail; onClose: () => void; onDone: (message: string) => void };

/** Asks for a reason and erases the personal data of the customer. */
export function EraseDialog({ customer, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: customers.erase.body,
    initial: { reason: '', version: customer.version },
    send: (body, idempotencyKey) =>
      request(customers.erase, { params: { id: customer.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('Personal data erased.'),
    failure: 'The personal data could not be erased.',
    enteredHere: ['reason'],
  });
  const merged = customer.merged_from.length;
  return (
    <FormDialog
      title={`Erase ${customer.name}`}
      size="lg"
      note={
        <>
          Name, addresses, phone, email, tax numbers, consent, tags, notes and attachments are erased
          {merged > 0 && `, and those of customers merged into this one (${merged})`}. The record stays for
          the books as “Erased customer {customer.id}”, and attachments of invoices stay with them. This
          cannot be undone.
        </>
      }
      form={form}
      submitLabel="Erase for good"
      onClose={onClose}
    >
      <ReasonField form={form.form} description="This reason is permanent. Do not enter personal details" />
    </FormDialog>
  );
}
