import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type ReportName, type SavedReport, savedReports } from '#domain/reports/saved-report.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { toast } from '../../platform/notices';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { useReload } from '../../platform/reload';

type Values = { as: string; name: string; is_shared: boolean };
type Props = {
  report: ReportName;
  params: Readonly<Record<string, string>>;
  /** Saved reports that can be replaced. */
  own: readonly SavedReport[];
  onClose: () => void;
};

const shareWords = 'Visible to everyone who can open this report';

/** Saves the parameters of a report under a new name, or replaces a saved one. */
export function SaveReportDialog({ report, params, own, onClose }: Props) {
  const reload = useReload(savedReports.list);
  const replaced = ({ as }: Values) => own.find(({ id }) => String(id) === as);
  const bodyOf = ({ name, is_shared }: Values) => ({ report, name, is_shared, params: { ...params } });
  const form = useContractForm<Values, SavedReport>({
    schema: z.preprocess(values => bodyOf(values as Values), savedReports.create.body),
    initial: { as: '', name: '', is_shared: false },
    send: (values, idempotencyKey) => {
      const { report: _report, ...body } = bodyOf(values);
      const before = replaced(values);
      return before
        ? request(savedReports.update, {
            params: { id: before.id },
            body: { ...body, version: before.version },
            shownInPlace: true,
          })
        : request(savedReports.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true });
    },
    onDone: ({ name }) => {
      reload(() => toast.success(`“${name}” saved.`));
      onClose();
    },
    failure: 'The report could not be saved.',
  });
  const choose = (as: string) => {
    const before = replaced({ ...form.form.values, as });
    form.form.setValues({ as, name: before?.name ?? '', is_shared: before?.is_shared ?? false });
  };
  return (
    <FormDialog title="Save these filters" form={form} submitLabel="Save" onClose={onClose}>
      {own.length > 0 && (
        <NativeSelect
          label="Save as"
          value={form.form.values.as}
          onChange={event => choose(event.currentTarget.value)}
          data={[
            { value: '', label: 'New saved report' },
            ...own.map(({ id, name }) => ({ value: String(id), label: `Replace “${name}”` })),
          ]}
        />
      )}
      <NameFields form={form.form} />
    </FormDialog>
  );
}

/** Renames or shares a saved report. */
export function RenameReportDialog({ saved, onClose }: { saved: SavedReport; onClose: () => void }) {
  const reload = useReload(savedReports.list);
  const form = useContractForm<Omit<Values, 'as'> & { version: number }, SavedReport>({
    schema: savedReports.update.body,
    initial: { name: saved.name, is_shared: saved.is_shared, version: saved.version },
    send: body => request(savedReports.update, { params: { id: saved.id }, body, shownInPlace: true }),
    onDone: ({ name }) => {
      reload(() => toast.success(`“${name}” saved.`));
      onClose();
    },
    failure: 'The change could not be saved.',
  });
  return (
    <FormDialog title={`Change “${saved.name}”`} form={form} submitLabel="Save" onClose={onClose}>
      <NameFields form={form.form} />
    </FormDialog>
  );
}

type Fields = {
  getInputProps: (field: 'name' | 'is_shared', how?: { type: 'checkbox' }) => object;
};

const NameFields = ({ form }: { form: Fields }) => {
  const canShare = useAccess().can('create_note');
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={80}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {canShare && (
        <Checkbox
          label="Share with others"
          description={shareWords}
          {...form.getInputProps('is_shared', { type: 'checkbox' })}
        />
      )}
    </>
  );
};
