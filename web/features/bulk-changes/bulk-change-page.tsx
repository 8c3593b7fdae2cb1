import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type BulkChangeDetail,
  bulkChanges,
  bulkListNames,
  type BulkListName,
  bulkOutcomeNames,
  type BulkRecordRow,
  bulkStateNames,
  isUnderWay,
} from '#domain/bulk-changes/bulk-change.contract';
import { countOf } from '#domain/kernel/count-of';
import { readKey } from '../../platform/queries';
import { everything, useReload } from '../../platform/reload';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { FactList } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { usePageTitle } from '../../platform/page-title';
import { BulkChangeProgress } from './bulk-change-progress';
import { bulkChangeById, recordsOfChange, whileUnderWay } from './bulk-changes.queries';
import { RecordsByResult } from './records-by-result';
import { stateTones } from './state-tones';
import { ValueChanges } from './value-changes';
import './bulk-changes.css';

/** A bulk change: its progress, its records with their results, and Undo. */
export const BulkChangePage = () => (
  <RecordOrReason
    record={bulkChangeById}
    noun="bulk change"
    title="Bulk change"
    back={<BackButton to="/bulk-changes">Back</BackButton>}
  >
    {change => <OneChange loaded={change} />}
  </RecordOrReason>
);

function OneChange({ loaded }: { loaded: BulkChangeDetail }) {
  const { data: change = loaded } = useQuery({
    ...bulkChangeById(loaded.id),
    refetchInterval: whileUnderWay,
  });
  const queries = useQueryClient();
  usePageTitle(change.summary);
  useReloadWhenEnded(change);
  const take = (next: BulkChangeDetail) => {
    queries.setQueryData(bulkChangeById(next.id).queryKey, next);
    void queries.invalidateQueries({ queryKey: readKey(bulkChanges.list) });
  };
  return (
    <>
      <PageHeader
        title={change.summary}
        detail={
          <>
            {bulkListNames[change.list]}, {countOf(change.row_count, 'record')}{' '}
            <Badge tone={stateTones[change.state]}>{bulkStateNames[change.state]}</Badge>
          </>
        }
        actions={<BackButton to="/bulk-changes">Back</BackButton>}
      />
      <Card title="Progress">
        <BulkChangeProgress change={change} onChange={take} />
      </Card>
      <Card title="Details">
        <FactList facts={factsOf(change)} />
      </Card>
      <RecordsByResult
        results={bulkOutcomeNames}
        recordsOf={asked => recordsOfChange(change, asked)}
        columns={columnsOf(change.list)}
      />
    </>
  );
}

/** The lists and records show what the change, or its undo, wrote once it has ended. */
function useReloadWhenEnded({ state }: BulkChangeDetail): void {
  const reload = useRef(useReload(everything));
  const known = useRef(state);
  useEffect(() => {
    if (state !== known.current && !isUnderWay(state)) reload.current();
    known.current = state;
  }, [state]);
}

const factsOf = (change: BulkChangeDetail) => [
  { label: 'Started by', value: change.created_by },
  { label: 'Started', value: <Moment at={change.created_at} /> },
  { label: 'Finished', value: change.finished_at && <Moment at={change.finished_at} /> },
  { label: 'Undone', value: change.undone_at && <Moment at={change.undone_at} /> },
  { label: 'Selection', value: selectionWords(change) },
];

/** What was selected, with the start of its hash, which the preview showed. */
function selectionWords({ filter, hash, row_count }: BulkChangeDetail): string {
  const how = filter.ids === undefined ? 'all results of a list' : 'selected one by one';
  return `${countOf(row_count, 'record')}, ${how} (${hash.slice(0, 8)})`;
}

const columnsOf = (list: BulkListName): readonly Column<BulkRecordRow>[] => [
  { header: 'Name', cell: row => <NameOf list={list} row={row} /> },
  { header: 'Result', kind: 'status', cell: row => bulkOutcomeNames[row.outcome] },
  { header: 'Change', cell: row => <ValueChanges changes={row.changes} /> },
  { header: 'Reason', cell: row => row.reason ?? '—' },
];

function NameOf({ list, row: { record_id, name } }: { list: BulkListName; row: BulkRecordRow }) {
  if (name === null) return 'Deleted';
  const address = addresses[list];
  if (address === undefined) return name;
  return (
    <TextLink to={address} params={{ id: String(record_id) }}>
      {name}
    </TextLink>
  );
}

/** The pages of the records; those of the other lists have none of their own. */
const addresses: {
  readonly [List in BulkListName]?: '/products/$id' | '/customers/view/$id' | '/suppliers/$id';
} = {
  products: '/products/$id',
  customers: '/customers/view/$id',
  suppliers: '/suppliers/$id',
};
