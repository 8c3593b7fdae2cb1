import { TextInput } from '@mantine/core';
import * as z from 'zod';
import { type TillDevice, tillDevices } from '#domain/pos/till-device.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';

type Props = { device: TillDevice; onClose: () => void; onSaved: () => void };

/** Names a till device. */
export function DeviceDialog({ device, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: tillDevices.rename.body,
    initial: valuesOf(device),
    send: body => request(tillDevices.rename, { params: { id: device.id }, body, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The device could not be renamed.',
    valuesOfCurrent: row => valuesOf(z.decode(tillDevices.rename.reply, row as never)),
  });
  return (
    <FormDialog title={`Rename ${device.name}`} form={form} submitLabel="Save" onClose={onClose}>
      <TextInput
        label="Name"
        description="Where it is, such as Front counter."
        required
        maxLength={60}
        data-autofocus
        {...form.form.getInputProps('name')}
      />
    </FormDialog>
  );
}

const valuesOf = ({ name, version }: TillDevice) => ({ name, version });
