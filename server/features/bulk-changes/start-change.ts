import type { BulkChangeDetail } from '#domain/bulk-changes/bulk-change.contract';
import { canUndo } from '#domain/bulk-changes/bulk-change.rules';
import { recordAudit } from '../../kernel/audit';
import type { AnyBulkList } from '../../kernel/bulk-changes';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
import { addBulkJob } from './bulk-jobs';
import { insertChange, lockChange, startUndoing } from './bulk-changes.queries';
import { bulkLists, ensureCanChangeMany, ensureMayChange } from './bulk-lists';
import { getChange } from './get-change';
import { findRecords, hashOf } from './preview-change';

type Requested = {
  readonly filter: unknown;
  readonly change: unknown;
  readonly hash: string;
};

/**
 * Stores the records of the filter and their versions, and starts changing them. 409 if they or the change are no longer
 * those of the preview.
 */
export async function startChange(
  ctx: WriteContext,
  list: AnyBulkList,
  { filter, change, hash }: Requested,
): Promise<BulkChangeDetail> {
  ensureMayChange(ctx.actor, list, change);
  await list.ensureValid?.(ctx.tx, change);
  const found = await findRecords(ctx, list, filter);
  if (hashOf(found, change) !== hash)
    throw conflict(
      'The change or the selected records are no longer those of the preview. Preview the change again.',
    );
  const id = await insertChange(
    ctx.tx,
    { list: list.name, filter: storedFilter(filter), change, hash, found },
    { now: ctx.now, userId: ctx.actor.id },
  );
  await addBulkJob(ctx.tx, id);
  const detail = await getChange(ctx.tx, ctx.actor, id);
  noteStep(ctx, detail, 'started');
  return detail;
}

/** Starts restoring the earlier values. 409 if there is nothing to undo, or if it is already being undone. */
export async function undoChange(ctx: WriteContext, id: number): Promise<BulkChangeDetail> {
  const stored = ensureFound(await lockChange(ctx.tx, id), 'Bulk change');
  ensureCanChangeMany(ctx.actor, stored.list);
  ensureMayChange(ctx.actor, bulkLists[stored.list], stored.change);
  ensure(canUndo(stored));
  await startUndoing(ctx.tx, id, ctx.actor.id, ctx.now);
  await addBulkJob(ctx.tx, id);
  const detail = await getChange(ctx.tx, ctx.actor, id);
  noteStep(ctx, detail, 'undone');
  return detail;
}

const noteStep = (
  ctx: WriteContext,
  { id, summary, list, row_count }: BulkChangeDetail,
  action: string,
): void =>
  recordAudit(ctx, {
    action,
    recordType: 'bulk_change',
    recordId: id,
    recordName: summary,
    after: { list, records: row_count },
  });

const notStored = new Set(['search', 'sort_by', 'sort_order']);

/** What narrows the list, as in its address, but for the search, which may be the name of a customer erased later. */
const storedFilter = (filter: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(filter)).flatMap(([name, value]) => {
      const text: unknown = Array.isArray(value) ? value.join(',') : value;
      return typeof text !== 'string' || notStored.has(name) ? [] : [[name, text]];
    }),
  );
