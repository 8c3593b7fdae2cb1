import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type ImportDetail, imports, type StagedRow } from '#domain/imports/import.contract';
import type { ImportField } from '#domain/imports/import-kinds';
import { nameRow } from '#domain/imports/row-place';
import { countOf } from '#domain/kernel/count-of';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { Column } from '../../ui/table/data-table';
import { readDay } from './read-day';
import { RowNumber, rowNumberWidth } from './row-number';

type Terms = {
  readonly imported: ImportDetail;
  readonly fields: readonly ImportField[];
  readonly canCorrect: boolean;
  readonly canSkip: boolean;
  /** Whether fields without a column change too. */
  readonly changesMore: boolean;
  readonly onCorrected: () => void;
};

/** The mapped fields of the rows. A rejected cell can be corrected in place. */
export function rowColumns(terms: Terms): Column<StagedRow>[] {
  const { imported, fields, canCorrect, canSkip, changesMore } = terms;
  const mapped = fields.filter(({ name }) => name in imported.mapping);
  return [
    {
      header: 'Row',
      width: rowNumberWidth(imported),
      cell: ({ row_number }) => <RowNumber files={imported.files} row={row_number} />,
    },
    ...mapped.map(field => ({
      header: field.label,
      cell: (row: StagedRow) => <Cell {...terms} row={row} field={field} />,
    })),
    ...(changesMore
      ? [
          {
            header: 'Also changes',
            cell: (row: StagedRow) => <OtherChanges imported={imported} row={row} />,
          },
        ]
      : []),
    ...(canCorrect
      ? [
          {
            header: 'Also',
            cell: (row: StagedRow) => <OtherErrors {...terms} row={row} />,
          },
        ]
      : []),
    ...(canSkip
      ? [
          {
            header: 'Skip row',
            align: 'end' as const,
            width: '110px',
            cell: (row: StagedRow) => <SkipToggle {...terms} row={row} />,
          },
        ]
      : []),
  ];
}

type CellProps = Terms & { readonly row: StagedRow; readonly field: ImportField };

function Cell({ row, field, canCorrect, ...terms }: CellProps) {
  const error = row.errors.find(issue => issue.field === field.name);
  const isCorrected = row.corrected.includes(field.name);
  const text = row.values[field.name] ?? '';
  const change = row.changes.find(({ field: name }) => name === field.name);
  if (change) return <Change {...change} />;
  if (!canCorrect || row.is_left_out || (!error && !isCorrected))
    return (
      <span className="import-cell">
        {text}
        {field.isDate && <ReadDay text={text} />}
      </span>
    );
  return <Correction {...terms} canCorrect row={row} field={field} message={error?.message} />;
}

/** Beside the cell, unless it is written that way. */
function ReadDay({ text }: { text: string }) {
  const day = readDay(text);
  return day !== null && day !== text.trim() ? <span className="import-hint"> {day}</span> : null;
}

/** The value before and after the import. */
const Change = ({ before, after }: { before: string; after: string }) => (
  <span className="import-cell import-change">
    <del>{before || 'blank'}</del> <span aria-hidden>→</span> <ins>{after || 'blank'}</ins>
  </span>
);

/** The changes of this row to fields without a column. */
export const otherChangesOf = ({ mapping }: Pick<ImportDetail, 'mapping'>, { changes }: StagedRow) =>
  changes.filter(({ field }) => !(field in mapping));

const OtherChanges = ({ imported, row }: Pick<CellProps, 'imported' | 'row'>) => (
  <div className="import-others">
    {otherChangesOf(imported, row).map(change => (
      <div key={change.field}>
        <span className="import-hint">{change.label}</span> <Change {...change} />
      </div>
    ))}
  </div>
);

function Correction({
  row,
  field,
  imported,
  message,
  onCorrected,
}: CellProps & { message: string | undefined }) {
  const before = row.values[field.name] ?? '';
  // Untouched, it follows the row, which may be corrected from another one.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? before;
  const saved = useRef<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The text it had, and the other rows rejected for that. */
  const [alike, setAlike] = useState<{ readonly text: string; readonly rows: number } | null>(null);
  const isCorrected = row.corrected.includes(field.name);
  const save = async (replaces?: string) => {
    // Leaving the field after Enter saves nothing again.
    if ((text === before || text === saved.current) && replaces === undefined) return;
    saved.current = text;
    try {
      const corrected = await request(imports.correct, {
        params: { id: imported.id, row: row.row_number },
        body: { values: { [field.name]: text }, ...(replaces === undefined ? {} : { replaces }) },
        shownInPlace: true,
      });
      setProblem(null);
      setAlike(replaces === undefined ? { text: before, rows: corrected.alike } : null);
      onCorrected();
    } catch (error) {
      saved.current = null;
      setProblem(messageOf(error, 'The cell could not be saved. Try again.'));
    }
  };
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
  };
  return (
    <>
      <TextInput
        className="import-correction"
        size="xs"
        aria-label={`${field.label} of ${nameRow(imported.files, row.row_number, 'row')}`}
        value={text}
        error={problem ?? (isCorrected ? undefined : message)}
        description={isCorrected && !problem ? 'Corrected. Check again.' : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={saveOnEnter}
      />
      {alike !== null && alike.rows > 0 && (
        <Button
          className="import-alike"
          size="compact-xs"
          variant="default"
          onClick={() => void save(alike.text)}
        >
          {`Replace ${alike.text === '' ? 'the blank' : `“${alike.text}”`} in ${countOf(alike.rows, 'other row')} too`}
        </Button>
      )}
    </>
  );
}

/** Errors of the row as a whole and of fields without a column. */
function OtherErrors({ row, ...terms }: Terms & { row: StagedRow }) {
  const { imported, fields } = terms;
  const others = row.errors.filter(({ field }) => field === null || !(field in imported.mapping));
  if (others.length === 0 || row.is_left_out) return null;
  return (
    <div className="import-others">
      {others.map(({ field: name, message }) => {
        const field = fields.find(candidate => candidate.name === name);
        return field ? (
          <div key={message}>
            <span className="import-hint">{field.label}</span>
            <Correction {...terms} row={row} field={field} message={message} />
          </div>
        ) : (
          <p key={message} className="import-reason">
            {message}
          </p>
        );
      })}
    </div>
  );
}

function SkipToggle({ row, imported, onCorrected }: Terms & { row: StagedRow }) {
  const toggle = async () => {
    await request(imports.correct, {
      params: { id: imported.id, row: row.row_number },
      body: { is_left_out: !row.is_left_out },
    }).catch(() => undefined);
    onCorrected();
  };
  return (
    <Button
      size="xs"
      variant={row.is_left_out ? 'light' : 'subtle'}
      color="gray"
      aria-pressed={row.is_left_out}
      aria-label={`Skip ${nameRow(imported.files, row.row_number, 'row')}`}
      onClick={() => void toggle()}
    >
      {row.is_left_out ? 'Skipped' : 'Skip row'}
    </Button>
  );
}
