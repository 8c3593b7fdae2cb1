import { type CustomerDetail, customers } from '#domain/customers/customer.contract';
import { request } from '../../platform/api';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';

type Props = { customer: CustomerDetail; onClose: () => void; onDone: (message: string) => void };

/** Asks for a reason and erases the personal data of the customer. */
export function EraseDialog({ customer, onClose, onDone }: Props) {
  const merged = customer.merged_from.length;
  return (
    <ReasonDialog
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
      description="This reason is permanent. Do not enter personal details"
      submitLabel="Erase for good"
      isDestructive
      schema={customers.erase.body}
      version={customer.version}
      send={(body, idempotencyKey) =>
        request(customers.erase, { params: { id: customer.id }, body, idempotencyKey, shownInPlace: true })
      }
      onDone={() => onDone('Personal data erased.')}
      failure="The personal data could not be erased."
      onClose={onClose}
    />
  );
}
