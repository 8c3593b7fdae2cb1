import { capitalise } from '#domain/kernel/capitalise';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { no, yes } from '#domain/kernel/rule-result';
import { countOf } from '#domain/kernel/count-of';
import {
  type ImportDetail,
  imports,
  masterNames,
  type RowsToShow,
  rowsToShow,
} from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { newIdempotencyKey, request } from '../../platform/api';
import { ActionButton } from '../../ui/action-button';
import { Card } from '../../ui/card';
import { DataTable } from '../../ui/table/data-table';
import { useFailedWrite } from '../../ui/form/use-failed-write';
import { Tiles } from '../../ui/tiles';
import { Problem, type StepProps } from './step';
import { LinePages } from './line-pages';
import { outcomeWords } from './import-words';
import { rowsOf } from './imports.queries';
import { RejectsButton } from './rejects-button';
import { otherChangesOf, rowColumns } from './row-columns';

type Props = StepProps & {
  /** Called after a cell was corrected, when the check is out of date. */
  readonly onCorrected: () => void;
  readonly onRemap: () => void;
};

/** The result of the check. Rejected cells can be corrected here and valid rows imported. */
export function CheckedStep({ imported, onChange, onCorrected, onRemap }: Props) {
  const { counts, id, version } = imported;
  const [problem, setProblem] = useState<string | null>(null);
  const failed = useFailedWrite(setProblem);
  const [busy, setBusy] = useState<'check' | 'commit' | null>(null);
  const run = async (step: 'check' | 'commit', send: () => Promise<ImportDetail>) => {
    if (busy) return;
    setBusy(step);
    setProblem(null);
    try {
      onChange(await send());
    } catch (error) {
      failed(error, 'Something went wrong. Try again.');
      setBusy(null);
    }
  };
  const check = () =>
    run('check', () =>
      request(imports.check, {
        params: { id },
        body: { mapping: imported.mapping, ...imported.options },
        shownInPlace: true,
      }),
    );
  const commit = () =>
    run('commit', () =>
      request(imports.commit, {
        params: { id },
        body: { without_rejected: counts.rejected > 0, version },
        idempotencyKey: newIdempotencyKey(),
        shownInPlace: true,
      }),
    );
  const toImport = counts.new + counts.changed;
  return (
    <>
      {problem && <Problem text={problem} />}
      <Card>
        <Tiles tiles={tilesOf(imported)} />
        <p className="import-words import-verdict" role="status">
          {checkSummary(imported)}
        </p>
        <NewMasters imported={imported} />
        <div className="import-actions">
          <ActionButton
            can={imported.is_stale || toImport === 0 ? no(checkSummary(imported)) : yes}
            loading={busy === 'commit'}
            onClick={() => void commit()}
          >
            {`Import ${countOf(toImport, 'row')}`}
          </ActionButton>
          <Button
            variant={imported.is_stale ? 'filled' : 'default'}
            loading={busy === 'check'}
            onClick={() => void check()}
          >
            Check again
          </Button>
          <Button variant="default" onClick={onRemap}>
            Change columns
          </Button>
          {counts.rejected > 0 && <RejectsButton imported={imported} />}
        </div>
      </Card>
      <Rows imported={imported} onCorrected={onCorrected} />
    </>
  );
}

/** Lists new master data, so that misspelt names are noticed before they become records. */
function NewMasters({ imported: { new_masters } }: { imported: ImportDetail }) {
  if (new_masters.length === 0) return null;
  const kinds = [...new Set(new_masters.map(({ kind }) => kind))];
  return (
    <div className="import-new-masters">
      <p className="import-words">
        {`${countOf(new_masters.length, 'new name')} will be added to master data. Check the spelling first.`}
      </p>
      <ul>
        {kinds.map(kind => (
          <li key={kind}>
            {`${capitalise(masterNames[kind])}: ${new_masters
              .filter(master => master.kind === kind)
              .map(({ name }) => name)
              .join(', ')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

const tilesOf = ({ counts, skipped_count }: ImportDetail) =>
  [
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Unchanged', counts.unchanged],
    ...(counts.repeated > 0 ? [['Duplicates', counts.repeated] as const] : []),
    ['Rejected', counts.rejected],
    ...(skipped_count > 0 ? [['Skipped', skipped_count] as const] : []),
  ].map(([label, value]) => ({ label: String(label), value: value?.toLocaleString('en-GB') }));

function checkSummary({ counts, is_stale, row_count, skipped_count }: ImportDetail): string {
  if (is_stale) return 'Rows were corrected. Check again before you import.';
  if (skipped_count === row_count) return 'All rows are skipped. There is nothing to import.';
  if (counts.new + counts.changed === 0)
    return counts.rejected > 0
      ? 'There is nothing to import yet. Correct the rejected rows, or change the columns.'
      : 'All records in this file already exist and are unchanged.';
  if (counts.rejected === 0) return 'All rows can be imported.';
  return `${countOf(counts.rejected, 'row')} cannot be imported. Correct them below, or import without them.`;
}

function Rows({ imported, onCorrected }: { imported: ImportDetail; onCorrected: () => void }) {
  const { counts, kind, skipped_count } = imported;
  const countsToShow = { ...counts, skipped: skipped_count };
  const there = rowsToShow.options.filter(shown => countsToShow[shown] > 0);
  const first: RowsToShow = counts.rejected > 0 ? 'rejected' : (there[0] ?? 'new');
  const [outcome, setOutcome] = useState(first);
  const [page, setPage] = useState(1);
  const query = { outcome, page: String(page) };
  const rows = useQuery(rowsOf(imported, query));
  const corrected = () => {
    onCorrected();
    void rows.refetch();
  };
  return (
    <Card
      title="Rows"
      flush
      actions={
        <div className="import-outcomes" role="group" aria-label="Rows to show">
          {there.map(name => (
            <Button
              key={name}
              size="xs"
              variant={name === outcome ? 'light' : 'subtle'}
              color={name === outcome ? undefined : 'gray'}
              aria-pressed={name === outcome}
              onClick={() => {
                setOutcome(name);
                setPage(1);
              }}
            >
              {`${outcomeWords[name]} ${countsToShow[name].toLocaleString('en-GB')}`}
            </Button>
          ))}
        </div>
      }
    >
      <DataTable
        label={`${outcomeWords[outcome]} rows`}
        rows={rows.data?.data}
        load={rows}
        rowKey={row => row.row_number}
        isStale={rows.isPlaceholderData}
        columns={rowColumns({
          imported,
          fields: importTerms[kind].fields,
          changesMore: rows.data?.data.some(row => otherChangesOf(imported, row).length > 0) ?? false,
          canCorrect: outcome === 'rejected',
          canSkip: outcome === 'rejected' || outcome === 'skipped',
          onCorrected: corrected,
        })}
      />
      <LinePages label="Pages of rows" page={page} found={rows.data} onChange={setPage} />
    </Card>
  );
}
