import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf, type PriceGroupFormValues } from './price-group-form-values';

type Props = { group: PriceGroup | null; onClose: () => void; onSaved: () => void | Promise<void> };

/** Adds or edits a price group. */
export function PriceGroupDialog({ group, onClose, onSaved }: Props) {
  const form = useContractForm<PriceGroupFormValues, PriceGroup>({
    schema: z.preprocess(values => bodyOf(values as PriceGroupFormValues), priceGroups.update.body),
    initial: group ? formValuesOf(group) : { name: '', percent_off: '', status: 'active' },
    send: (values, idempotencyKey) =>
      group
        ? request(priceGroups.update, { params: { id: group.id }, body: bodyOf(values), shownInPlace: true })
        : request(priceGroups.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The price group could not be saved.',
    valuesOfCurrent: row => formValuesOf(z.decode(priceGroups.update.reply, row as never)),
  });
  const field = form.form.getInputProps;
  return (
    <GuardedDialog onClose={onClose} title={group ? `Edit ${group.name}` : 'Add price group'}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <TextInput label="Name" required maxLength={100} data-autofocus {...field('name')} />
        <TextInput
          label="Percentage off the list price"
          description="For products without their own price in this group. Leave blank for no discount"
          inputMode="decimal"
          autoComplete="off"
          rightSection={<span aria-hidden>%</span>}
          classNames={{ input: 'figures' }}
          {...field('percent_off')}
        />
        <NativeSelect label="Status" data={statusOptions} {...field('status')} />
      </Form>
    </GuardedDialog>
  );
}
