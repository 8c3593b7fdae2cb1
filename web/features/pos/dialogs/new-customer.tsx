import { TextInput } from '@mantine/core';
import { customers, customerWrite } from '#domain/customers/customer.contract';
import type { TillCustomer } from '#domain/pos/pos.contract';
import { request } from '../../../platform/api';
import { Form, useContractForm } from '../../../ui/form/form';
import { noteCustomer } from '../device/customers';
import { useTill } from '../till-context';
import { TillDialog } from './till-dialog';

type Props = { name: string; onBack: () => void; onAdded: (customer: TillCustomer) => void };

/** Adds a customer quickly: only the name is required. */
export function NewCustomer({ name, onBack, onAdded }: Props) {
  const till = useTill();
  const form = useContractForm({
    schema: customerWrite,
    initial: { name, phone: '', email: '', billing_postcode: '', vat_number: '' },
    // The customer is for the basket that is open now.
    send: (values, idempotencyKey) =>
      till.store.whileSending(() =>
        request(customers.create, { body: values, idempotencyKey, shownInPlace: true }),
      ),
    onDone: added => {
      const customer: TillCustomer = {
        id: added.id,
        number: added.number,
        name: added.name,
        phone: added.phone,
        postcode: added.billing_postcode,
        delivery_address: added.delivery_address ?? added.billing_address,
        delivery_country: added.delivery_country ?? added.country,
        price_group_id: null,
        has_credit: added.credit_limit !== null,
        payment_terms_days: added.payment_terms_days,
      };
      noteCustomer(customer);
      onAdded(customer);
    },
    failure: 'The customer could not be added.',
    isKept: true,
  });
  const { getInputProps } = form.form;
  return (
    <TillDialog onClose={till.close} title="Add customer" size={460}>
      <Form form={form} submitLabel="Add customer" onCancel={onBack}>
        <TextInput
          label="Name"
          required
          size="md"
          maxLength={200}
          data-autofocus
          {...getInputProps('name')}
        />
        <TextInput label="Phone" type="tel" size="md" maxLength={40} {...getInputProps('phone')} />
        <TextInput label="Email" type="email" size="md" maxLength={254} {...getInputProps('email')} />
        <TextInput label="Postcode" size="md" maxLength={10} {...getInputProps('billing_postcode')} />
      </Form>
    </TillDialog>
  );
}
