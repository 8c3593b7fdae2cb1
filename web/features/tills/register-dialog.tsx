import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type RegisterRow, registers } from '#domain/tills/till.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { statusOptions } from '../../ui/filters/status-options';
import { papers, valuesOf } from './register-values';

type Props = { register: RegisterRow | null; onClose: () => void; onSaved: () => void };

/** Adds or edits a register. */
export function RegisterDialog({ register, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: registers.update.body,
    initial: register
      ? valuesOf(register)
      : { name: '', code: '', paper: '80mm' as const, status: 'active' as const },
    send: (body, idempotencyKey) =>
      register
        ? request(registers.update, { params: { id: register.id }, body, shownInPlace: true })
        : request(registers.create, { body, idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The register could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(registers.update.reply, row as never)),
  });
  const field = form.form.getInputProps;
  const isNumbered = (register?.last_z_number ?? 0) > 0;
  return (
    <GuardedDialog onClose={onClose} title={register ? `Edit ${register.name}` : 'Add register'}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <TextInput label="Name" required maxLength={60} data-autofocus {...field('name')} />
        <TextInput
          label="Code"
          required
          maxLength={6}
          readOnly={isNumbered}
          description={
            isNumbered
              ? 'This code is part of its Z report numbers, so it cannot change.'
              : 'Used in Z report numbers, such as Z-T1-00001.'
          }
          classNames={{ input: 'figures' }}
          {...field('code')}
        />
        <NativeSelect label="Receipts" data={papers} {...field('paper')} />
        <NativeSelect label="Status" data={statusOptions} {...field('status')} />
      </Form>
    </GuardedDialog>
  );
}
