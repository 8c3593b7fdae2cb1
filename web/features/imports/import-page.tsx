import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { type ImportDetail, importStateNames, imports, isUnderWay } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { LinkButton } from '../../ui/links';
import { NoticeAlert, type Notices, removeAfterConfirming, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { ShownTogether } from '../../ui/shown-together';
import { isReadBy } from '../../platform/reload';
import { readKey } from '../../platform/queries';
import { RecordActivity } from '../notes';
import { CheckedStep } from './checked-step';
import { DoneStep } from './done-step';
import { HistoryStep } from './history-step';
import { ImportProgress } from './import-progress';
import { ImportSteps, stepOf } from './import-steps';
import { stateTones } from './import-words';
import { allRowsOf, importById } from './imports.queries';
import { MappingStep } from './mapping-step';
import { SheetChoice } from './sheet-choice';
import { Problem, type StepProps } from './step';

const refetchMs = 400;
/** After a pause the current batch still finishes. */
const whilePausedMs = 2_000;

/** An import at its current step. */
export function ImportPage() {
  const id = Number(useParams({ strict: false }).id);
  const queries = useQueryClient();
  const page = useQuery({
    ...importById(Number.isSafeInteger(id) && id > 0 ? id : undefined),
    refetchInterval: query => intervalOf(query.state.data?.state),
  });
  usePageTitle(page.data?.file_name ?? 'Import');
  const state = page.data?.state;
  useEffect(() => {
    // Data that other pages have fetched is out of date.
    if (state === 'done' || state === 'undone')
      void queries.invalidateQueries({ predicate: query => !isReadBy(query, imports.get) });
  }, [state, queries]);
  if (page.error || !(id > 0)) return <NoSuchImport error={page.error} />;
  if (!page.data) return <Skeleton height={320} radius={8} />;
  const take = (imported: ImportDetail) => {
    queries.setQueryData(importById(id).queryKey, imported);
    // Rows of the previous check are out of date.
    queries.removeQueries({ queryKey: allRowsOf(id).queryKey });
    void queries.invalidateQueries({ queryKey: readKey(imports.list) });
  };
  return <OneImport imported={page.data} onChange={take} onStale={() => void page.refetch()} />;
}

function intervalOf(state: ImportDetail['state'] | undefined): number | false {
  if (state === 'paused' || state === 'undo_stopped') return whilePausedMs;
  return state !== undefined && isUnderWay(state) ? refetchMs : false;
}

/** Deletes an import and goes to the list, which says so, because this page is left. */
function useDiscard(id: number, notices: Notices): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () =>
    void removeAfterConfirming(notices, {
      question: 'Discard this import?',
      send: () => request(imports.discard, { params: { id }, shownInPlace: true }),
      failure: 'Error',
      onDone: () => {
        toast.success('Import discarded.');
        void queries.invalidateQueries({ queryKey: readKey(imports.list) });
        void navigate({ to: '/imports' });
      },
    });
}

function OneImport({ imported, onChange, onStale }: StepProps & { onStale: () => void }) {
  const { state, kind, row_count, file_name, files, created_by } = imported;
  const isHistory = importTerms[kind].isHistory === true;
  const [remapping, setRemapping] = useState(false);
  const notices = useNotice();
  const discard = useDiscard(imported.id, notices);
  const maps = state === 'mapping' || (state === 'checked' && remapping);
  const change = (next: ImportDetail) => {
    setRemapping(false);
    onChange(next);
  };
  return (
    <>
      <PageHeader
        title={file_name}
        detail={
          <>
            {importTerms[kind].many}, {countOf(row_count, 'row')}
            {files.length > 1 && ` in ${files.length} files`}, uploaded by {created_by}{' '}
            <Badge tone={stateTones[state]}>{importStateNames[state]}</Badge>
          </>
        }
        actions={
          <>
            <ActionButton variant="default" can={imported.can.discard} onClick={discard}>
              Discard
            </ActionButton>
            <BackToList />
          </>
        }
      />
      <ImportSteps at={maps ? 'columns' : stepOf[state]} />
      <NoticeAlert notices={notices} />
      {files.length > 1 && <FileNames files={files} />}
      {imported.problem && !isUnderWay(state) && <Problem text={imported.problem} />}
      <ShownTogether>
        {showsRows(imported) && <ImportProgress imported={imported} />}
        {(maps || state === 'failed') && <SheetChoice imported={imported} onChange={change} />}
        {maps && <MappingStep key={imported.version} imported={imported} onChange={change} />}
        {isHistory && !remapping && historyStates.has(state) && (
          <HistoryStep imported={imported} onChange={change} onRemap={() => setRemapping(true)} />
        )}
        {!isHistory && state === 'checked' && !remapping && (
          <CheckedStep
            imported={imported}
            onChange={change}
            onCorrected={onStale}
            onRemap={() => setRemapping(true)}
          />
        )}
        {!isHistory && (state === 'done' || state === 'undone') && (
          <DoneStep imported={imported} onChange={change} />
        )}
        {state === 'failed' && (
          <Card>
            <LinkButton to="/imports/new" search={{ kind }}>
              Upload another file
            </LinkButton>
          </Card>
        )}
        <RecordActivity recordType="import" recordId={imported.id} />
      </ShownTogether>
    </>
  );
}

/** Several files are read one after another, as one table. */
const FileNames = ({ files }: Pick<ImportDetail, 'files'>) => (
  <p className="import-words import-files">Files: {files.map(({ file_name }) => file_name).join(', ')}</p>
);

/** The history step shows its own progress. */
const showsRows = ({ kind, state }: ImportDetail) =>
  isUnderWay(state) && !(importTerms[kind].isHistory && historyStates.has(state));

const historyStates: ReadonlySet<ImportDetail['state']> = new Set([
  'checked',
  'committing',
  'paused',
  'done',
  'undoing',
  'undo_stopped',
  'undone',
]);

const BackToList = () => <BackButton to="/imports">Imports</BackButton>;

const NoSuchImport = ({ error }: { error: unknown }) => (
  <>
    <PageHeader title="Import" actions={<BackToList />} />
    <Problem
      text={error instanceof ApiError && error.status !== 404 ? error.message : 'This import does not exist.'}
    />
  </>
);
