import { Checkbox, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type ListView, listViews } from '#domain/list-views/list-view.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import type { ListState } from '../../platform/list-state';
import { toast } from '../../platform/notices';
import { useReload } from '../../platform/reload';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';

type Values = { name: string; is_shared: boolean; version?: number };
type Props = {
  list: ListState;
  /** The view to rename or share; null to save the list as it is now under a new name. */
  view: ListView | null;
  onClose: () => void;
};

/** Saves what a list shows under a name, or renames and shares a saved view. */
export function SaveViewDialog({ list, view, onClose }: Props) {
  const reload = useReload(listViews.list);
  const canShare = useAccess().can('create_note') || view?.is_shared === true;
  const bodyOf = ({ name, is_shared }: Values) => ({
    list: list.name,
    name,
    is_shared,
    params: { ...list.params },
  });
  const form = useContractForm<Values, ListView>({
    schema: z.preprocess(values => bodyOf(values as Values), listViews.create.body),
    initial: {
      name: view?.name ?? '',
      is_shared: view?.is_shared ?? false,
      ...(view && { version: view.version }),
    },
    send: (values, idempotencyKey) =>
      view
        ? request(listViews.update, { params: { id: view.id }, body: values, shownInPlace: true })
        : request(listViews.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: saved => {
      reload(() => toast.success(`“${saved.name}” is saved.`));
      if (!view) list.openView(String(saved.id), saved.params, { replace: true });
      onClose();
    },
    failure: 'The view could not be saved.',
  });
  return (
    <GuardedDialog onClose={onClose} title={view ? `Change “${view.name}”` : 'Save this view'}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <TextInput
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.form.getInputProps('name')}
        />
        {canShare && (
          <Checkbox
            label="Share with others"
            description="Visible to everyone who can open this list"
            {...form.form.getInputProps('is_shared', { type: 'checkbox' })}
          />
        )}
      </Form>
    </GuardedDialog>
  );
}
