import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { numbering, type NumberingRow } from '#domain/settings/number-series.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { toast } from '../../platform/notices';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { RowAction } from '../../ui/table/row-action';
import { useReload } from '../../platform/reload';
import { LoadedOr } from './setting-card';
import { SettingChanges } from './setting-changes';
import { documentNumbers, ofSettings } from './settings.queries';

/** Number series of documents (rule V22). */
export function NumbersSection() {
  const [edited, setEdited] = useState<NumberingRow | null>(null);
  const { canCall } = useAccess();
  const reload = useReload(...ofSettings);
  const page = useQuery(documentNumbers);
  const canEdit = canCall(numbering.save);
  return (
    <Card title="Document numbers" flush>
      <p className="setting-about setting-about-flush">
        Numbers run in sequence without gaps. A new prefix or a higher number applies to new documents only.
      </p>
      <LoadedOr page={page}>
        {({ data }) => (
          <DataTable
            label="Document numbers"
            rows={data}
            rowKey={row => row.series}
            columns={canEdit ? [...columns, actions(setEdited)] : columns}
            {...(canEdit ? { onOpen: setEdited } : {})}
          />
        )}
      </LoadedOr>
      <SettingChanges setting="Numbering" title="Document numbers" isFlush />
      {edited && (
        <NumberingDialog
          row={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            reload(() => toast.success('Saved successfully!'));
          }}
        />
      )}
    </Card>
  );
}

const columns: readonly Column<NumberingRow>[] = [
  { header: 'Documents', cell: row => row.name },
  { header: 'Next number', kind: 'code', cell: row => <span className="figures">{row.example}</span> },
  {
    header: 'Skipped',
    align: 'end',
    cell: row => (
      <span className="figures">{row.passed_over === 0 ? '—' : row.passed_over.toLocaleString('en-GB')}</span>
    ),
  },
];

const actions = (onEdit: (row: NumberingRow) => void): Column<NumberingRow> => ({
  header: 'Actions',
  kind: 'actions',
  width: '90px',
  align: 'end',
  cell: row => <RowAction icon={Pencil} label="Edit" of={row.name} onClick={() => onEdit(row)} />,
});

type Values = { series: string; prefix: string; next_number: string; version: number };

type DialogProps = { row: NumberingRow; onClose: () => void; onSaved: () => void };

function NumberingDialog({ row, onClose, onSaved }: DialogProps) {
  const form = useContractForm<Values, NumberingRow>({
    schema: z.preprocess(values => bodyOf(values as Values), numbering.save.body),
    initial: valuesOf(row),
    send: values => request(numbering.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The numbers could not be saved.',
    valuesOfCurrent: current => valuesOf(current as NumberingRow),
  });
  const { values, getInputProps: field } = form.form;
  const passed = Number(values.next_number) - row.next_number;
  return (
    <GuardedDialog onClose={onClose} title={`Numbering: ${row.name.toLowerCase()}`}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <div className="form-columns">
          <TextInput
            label="Prefix"
            required
            maxLength={10}
            data-autofocus
            classNames={{ input: 'figures' }}
            {...field('prefix')}
          />
          <TextInput
            label="Next number"
            required
            inputMode="numeric"
            maxLength={9}
            classNames={{ input: 'figures' }}
            {...field('next_number')}
          />
        </div>
        <p className="setting-about" role="status">
          The next number is{' '}
          <b className="figures">
            {values.prefix.trim().toUpperCase()}
            {values.next_number.trim().padStart(5, '0')}
          </b>
          .
          {passed > 0 &&
            ` ${passed.toLocaleString('en-GB')} ${passed === 1 ? 'number is' : 'numbers are'} skipped and will never be used.`}
        </p>
      </Form>
    </GuardedDialog>
  );
}

const valuesOf = ({ series, prefix, next_number, version }: NumberingRow): Values => ({
  series,
  prefix,
  next_number: String(next_number),
  version,
});
const bodyOf = ({ next_number, ...rest }: Values) => ({ ...rest, next_number: Number(next_number) });
