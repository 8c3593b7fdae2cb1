import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { type ImportField, importTerms } from '#domain/imports/import-kinds';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { readDay } from './read-day';
import { RowOptions } from './row-options';
import type { Options } from './import-options';
import { Problem, type StepProps } from './step';

type FileColumn = { readonly index: number; readonly header: string; readonly examples: readonly string[] };

/** Maps columns to fields and sets the import options. */
export function MappingStep({ imported, onChange }: StepProps) {
  const { id, kind, version } = imported;
  const [fields, setFields] = useState(() => fieldByColumn(imported));
  const [options, setOptions] = useState<Options>(imported.options);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const mapping = Object.fromEntries([...fields].map(([column, field]) => [field, column]));
  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      onChange(
        await request(imports.check, {
          params: { id },
          body: { mapping, ...options, version },
          shownInPlace: true,
        }),
      );
    } catch (error) {
      setProblem(messageOf(error, 'The rows could not be checked. Try again.'));
      setBusy(false);
    }
  };
  // A field mapped to another column is removed from its previous column.
  const assign = (column: number, field: string) =>
    setFields(
      new Map([
        ...[...fields].filter(([at, name]) => at !== column && name !== field),
        ...(field ? [[column, field] as const] : []),
      ]),
    );
  return (
    <form noValidate onKeyDown={event => enterToNextField(event, true)} onSubmit={event => void check(event)}>
      {problem && <Problem text={problem} />}
      <Card title="Columns of the file" flush>
        <DataTable
          label="Columns of the file"
          rows={columnsOf(imported)}
          rowKey={column => column.index}
          columns={tableColumns(importTerms[kind].fields, fields, assign)}
        />
      </Card>
      <RowOptions
        {...{ kind, options, mapping }}
        onChange={setOptions}
        proposedCutOver={imported.history?.proposed_cut_over}
      />
      <div className="import-actions import-next">
        <Button type="submit" loading={busy}>
          Check the rows
        </Button>
        <span className="import-words">This checks the import. Nothing is changed yet.</span>
      </div>
    </form>
  );
}

const fieldByColumn = ({ mapping }: ImportDetail) =>
  new Map(Object.entries(mapping).map(([field, column]) => [column, field]));

const columnsOf = ({ headers, samples }: ImportDetail): FileColumn[] =>
  headers.map((header, index) => ({
    index,
    header: header || `Column ${index + 1}`,
    examples: [...new Set(samples.map(row => row[index] ?? '').filter(cell => cell.trim() !== ''))].slice(
      0,
      3,
    ),
  }));

function tableColumns(
  all: readonly ImportField[],
  chosen: ReadonlyMap<number, string>,
  assign: (column: number, field: string) => void,
): Column<FileColumn>[] {
  const dates = new Set(all.filter(({ isDate }) => isDate).map(({ name }) => name));
  return [
    { header: 'Column', width: '26%', cell: ({ header }) => <strong>{header}</strong> },
    {
      header: 'Examples',
      cell: ({ index, examples }) => (
        <Examples texts={examples} isDate={dates.has(chosen.get(index) ?? '')} />
      ),
    },
    {
      header: 'Import as',
      width: '30%',
      cell: ({ index, header }) => <FieldSelect {...{ index, header, all, chosen, assign }} />,
    },
  ];
}

/** The first values of a column; below them, for a date, the days they are read as. */
function Examples({ texts, isDate }: { texts: readonly string[]; isDate: boolean }) {
  const days = isDate ? texts.flatMap(text => readDay(text) ?? []) : [];
  return (
    <>
      <span className="import-examples">{texts.length > 0 ? texts.join(' · ') : 'all blank'}</span>
      {days.length > 0 && <div className="import-hint">Read as {days.join(' · ')}</div>}
    </>
  );
}

type SelectProps = {
  index: number;
  header: string;
  all: readonly ImportField[];
  chosen: ReadonlyMap<number, string>;
  assign: (column: number, field: string) => void;
};

function FieldSelect({ index, header, all, chosen, assign }: SelectProps) {
  const { canAny } = useAccess();
  const mine = all.filter(({ needs }) => needs === undefined || canAny(...needs));
  return (
    <NativeSelect
      aria-label={`Import ${header} as`}
      value={chosen.get(index) ?? ''}
      onChange={event => assign(index, event.currentTarget.value)}
      data={[
        { value: '', label: 'Skip this column' },
        ...mine.map(({ name, label }) => ({ value: name, label })),
      ]}
    />
  );
}
