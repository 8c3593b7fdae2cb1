import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf, type MasterFormValues } from './master-form-values';
import type { Master, MasterScreen } from './master-screen';
import { activeCategories } from './masters.queries';

type Props = {
  screen: MasterScreen;
  master: Master | null;
  onClose: () => void;
  onSaved: () => void | Promise<void>;
};

/** Adds a master record, or edits the one given (M-07, M-12). */
export function MasterDialog({ screen, master, onClose, onSaved }: Props) {
  const { calls, one, hasCategory, isCounted } = screen;
  const form = useContractForm<MasterFormValues, Master>({
    schema: master ? calls.update.body : calls.create.body,
    initial: formValuesOf(master, screen),
    send: (values, idempotencyKey) => {
      const body = bodyOf(values);
      return master
        ? request(calls.update, { params: { id: master.id }, body, shownInPlace: true })
        : request(calls.create, { body, idempotencyKey, shownInPlace: true });
    },
    onDone: onSaved,
    failure: { specified: 'Error' },
  });
  const { getInputProps } = form.form;
  return (
    <GuardedDialog onClose={onClose} title={`${master ? 'Edit' : 'Add'} ${one}`}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        {hasCategory && (
          <CategorySelect
            current={master}
            field={getInputProps('category_id')}
            onChange={id => form.form.setFieldValue('category_id', id)}
          />
        )}
        <TextInput
          label="Name"
          required
          maxLength={100}
          {...(hasCategory ? {} : { 'data-autofocus': true })}
          {...getInputProps('name')}
        />
        {isCounted && (
          <Checkbox
            label="Whole numbers only"
            description="Tills, orders and stock refuse quantities such as 2.5 of products in this unit."
            {...getInputProps('is_whole', { type: 'checkbox' })}
          />
        )}
        <NativeSelect label="Status" data={statusOptions} {...getInputProps('status')} />
      </Form>
    </GuardedDialog>
  );
}

type SelectProps = {
  current: Master | null;
  field: { value?: number; error?: React.ReactNode };
  onChange: (id: number | undefined) => void;
};

/** Active categories to choose from; the record's own stays listed after it is deactivated. */
function CategorySelect({ current, field, onChange }: SelectProps) {
  const { data } = useQuery(activeCategories);
  const active = data?.data.map(category => ({ value: String(category.id), label: category.name })) ?? [];
  const own =
    current && 'category' in current
      ? [{ value: String(current.category.id), label: current.category.name }]
      : [];
  const missing = own.filter(option => !active.some(({ value }) => value === option.value));
  return (
    <NativeSelect
      label="Category"
      required
      data-autofocus
      data={[{ value: '', label: 'Select Category' }, ...missing, ...active]}
      value={field.value === undefined ? '' : String(field.value)}
      error={field.error}
      onChange={event =>
        onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))
      }
    />
  );
}
