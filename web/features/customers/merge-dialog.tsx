import { useState } from 'react';
import { type Customer, type CustomerChoice, customers } from '#domain/customers/customer.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { CustomerPicker } from './customer-picker';
import './customers.css';

type Props = { customer: Customer; onClose: () => void; onDone: (message: string) => void };

/** Merges a duplicate into the customer. */
export function MergeDialog({ customer, onClose, onDone }: Props) {
  const [other, setOther] = useState<CustomerChoice | null>(null);
  const form = useContractForm<{ other_id: number | null; version: number }, Customer>({
    schema: customers.merge.body,
    initial: { other_id: null, version: customer.version },
    send: (body, idempotencyKey) =>
      request(customers.merge, {
        params: { id: customer.id },
        body,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`${other?.name ?? 'The duplicate'} merged into ${customer.name}.`),
    failure: 'The customers could not be merged.',
    valuesOfCurrent: row => ({
      other_id: other?.id ?? null,
      version: (row as { version: number }).version,
    }),
  });
  return (
    <FormDialog
      title={`Merge a duplicate into ${customer.name}`}
      size="lg"
      note={`${customer.name} (${customer.number}) is kept, with its terms and credit. Missing details, tags and notes are added from the duplicate, which becomes an inactive record that points here. This cannot be undone.`}
      form={form}
      submitLabel="Merge for good"
      onClose={onClose}
    >
      <CustomerPicker
        label="Duplicate"
        placeholder="Find by name, email, phone, number, postcode"
        required
        data-autofocus
        chosen={other}
        error={form.form.errors.other_id}
        offers={({ id, is_walk_in }) => id !== customer.id && !is_walk_in}
        onChange={chosen => {
          setOther(chosen);
          form.form.setFieldValue('other_id', chosen?.id ?? null);
        }}
      />
    </FormDialog>
  );
}
