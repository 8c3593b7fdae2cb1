import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Supplier, suppliers } from '#domain/suppliers/supplier.contract';
import { request } from '../../platform/api';
import { EmailInput, PhoneInput } from '../../ui/form/contact-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf, type SupplierFormValues } from './supplier-form-values';

type Props = {
  supplier: Supplier | null;
  onClose: () => void;
  onSaved: (saved: Supplier) => void | Promise<void>;
  /** Shows the fields disabled, with a Close button only. */
  viewOnly?: boolean;
};

/** Adds a supplier, or edits or shows the one given (SL-06). */
export function SupplierDialog({ supplier, onClose, onSaved, viewOnly = false }: Props) {
  const form = useContractForm<SupplierFormValues, Supplier>({
    schema: supplier ? suppliers.update.body : suppliers.create.body,
    initial: formValuesOf(supplier),
    send: (values, idempotencyKey) => {
      const body = bodyOf(values);
      return supplier
        ? request(suppliers.update, { params: { id: supplier.id }, body, shownInPlace: true })
        : request(suppliers.create, { body, idempotencyKey, shownInPlace: true });
    },
    onDone: onSaved,
    failure: 'Error',
  });
  const title = viewOnly ? 'Supplier' : supplier ? 'Edit Supplier' : 'Add Supplier';
  const fields = <Fields field={form.form.getInputProps} disabled={viewOnly} />;
  return (
    <GuardedDialog onClose={onClose} title={title} size="lg">
      {viewOnly ? (
        <div className="form">
          {fields}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </div>
      ) : (
        <Form form={form} submitLabel="Save" onCancel={onClose}>
          {fields}
        </Form>
      )}
    </GuardedDialog>
  );
}

type FieldProps = { field: (name: string) => object; disabled: boolean };

const Fields = ({ field, disabled }: FieldProps) => (
  <div className="form-columns">
    <TextInput
      className="form-wide"
      label="Name"
      required
      maxLength={200}
      data-autofocus
      disabled={disabled}
      {...field('name')}
    />
    <EmailInput disabled={disabled} {...field('email')} />
    <PhoneInput disabled={disabled} {...field('phone')} />
    <TextInput
      className="form-wide"
      label="Contact Person"
      maxLength={200}
      disabled={disabled}
      {...field('contact_person')}
    />
    <Textarea
      className="form-wide"
      label="Address"
      rows={3}
      maxLength={1000}
      disabled={disabled}
      {...field('address')}
    />
    <NativeSelect label="Status" data={statusOptions} disabled={disabled} {...field('status')} />
  </div>
);
