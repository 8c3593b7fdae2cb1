import { Modal, NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { request } from '../../platform/api';
import { leaving } from '../../platform/unsaved';
import { Form, useContractForm } from '../../ui/form';
import { statusOptions } from '../../ui/status-options';
import { percentTyped, typedPercent } from './percent-field';

type Values = { name: string; percent_off: string; status: PriceGroup['status']; version?: number };
type Props = { group: PriceGroup | null; onClose: () => void; onSaved: () => void };

/** Adds or edits a price group. */
export function PriceGroupDialog({ group, onClose, onSaved }: Props) {
  const form = useContractForm<Values, PriceGroup>({
    schema: z.preprocess(values => bodyOf(values as Values), priceGroups.update.body),
    initial: group ? valuesOf(group) : { name: '', percent_off: '', status: 'active' },
    send: (values, idempotencyKey) =>
      group
        ? request(priceGroups.update, { params: { id: group.id }, body: bodyOf(values), shownInPlace: true })
        : request(priceGroups.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The price group could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(priceGroups.update.reply, row as never)),
  });
  const field = form.form.getInputProps;
  return (
    <Modal opened onClose={() => leaving(onClose)} title={group ? `Edit ${group.name}` : 'Add price group'}>
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
    </Modal>
  );
}

const valuesOf = ({ name, percent_off, status, version }: PriceGroup): Values => ({
  name,
  percent_off: percentTyped(percent_off),
  status,
  version,
});

const bodyOf = (values: Values) => ({ ...values, percent_off: typedPercent(values.percent_off) || '0' });
