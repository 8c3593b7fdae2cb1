import type { AnyBulkCalls, BulkChangeDetail, BulkPreview } from '#domain/bulk-changes/bulk-change.contract';
import { workOnBatch } from '../../server/features/bulk-changes/work-on-change';
import type { Database } from '../../server/platform/database/open-database';
import { inTransaction } from '../../server/platform/database/transaction';
import type { Caller } from './test-app';

type Words = Readonly<Record<string, unknown>>;

/** What a change would do. */
export async function previewOf(
  { call }: Caller,
  calls: AnyBulkCalls,
  filter: Words,
  change: Words,
): Promise<BulkPreview> {
  const { status, reply, refusal } = await call(calls.preview, { body: { filter, change } });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** Confirms a change as previewed. The job is not run. */
export async function startChange(
  caller: Caller,
  calls: AnyBulkCalls,
  filter: Words,
  change: Words,
): Promise<BulkChangeDetail> {
  const { hash } = await previewOf(caller, calls, filter, change);
  const { status, reply, refusal } = await caller.call(calls.start, { body: { filter, change, hash } });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** Runs one batch of a change, as its job does; false when none is left. */
export const workOnce = (db: Database, id: number, now = new Date()): Promise<boolean> =>
  inTransaction(db, tx => workOnBatch(tx, id, now));

/** Runs all batches of a change. */
export async function workOff(db: Database, id: number, now = new Date()): Promise<void> {
  for (;;) if (!(await workOnce(db, id, now))) return;
}
