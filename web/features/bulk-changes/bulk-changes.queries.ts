import { type BulkChangeDetail, bulkChanges, isUnderWay } from '#domain/bulk-changes/bulk-change.contract';
import type { QuerySent } from '#domain/kernel/call';
import { asOf, pageQuery, previousWhileLoading, recordQuery } from '../../platform/queries';

const refetchMs = 400;

export const bulkChangePage = pageQuery(bulkChanges.list);

export const bulkChangeById = recordQuery(bulkChanges.get);

/** How often a change is refetched: only while it is under way. */
export const whileUnderWay = (query: { state: { data?: BulkChangeDetail | undefined } }): number | false =>
  query.state.data && isUnderWay(query.state.data.state) ? refetchMs : false;

/** The records of a change, which are out of date once its state has changed. */
export const recordsOfChange = (
  { id, state, changed_count, refused_count, undone_count }: BulkChangeDetail,
  query: QuerySent<typeof bulkChanges.records>,
) =>
  asOf(
    previousWhileLoading(bulkChanges.records, { params: { id }, query }),
    state,
    changed_count,
    refused_count,
    undone_count,
  );
