import { bulkListNames } from '#domain/bulk-changes/bulk-change.contract';
import { writeAudits } from '../../kernel/audit';
import { type BulkRecord, type BulkValues, changedValues, fieldsSetSince } from '../../kernel/bulk-changes';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { contextWithoutRequest, type WriteContext } from '../../platform/http/context';
import { isTransient } from '../../platform/http/error-reply';
import { handles } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { findActor } from '../session';
import { addBulkJob, forgetBulkChanges, sweepBulkChanges, workOnBulkChange } from './bulk-jobs';
import {
  deleteOld,
  finishStep,
  lockChange,
  nextRecords,
  type RecordResult,
  refuseRest,
  type StoredChange,
  type StoredRecord,
  storeResults,
  takeSilent,
} from './bulk-changes.queries';
import { bulkLists, canChangeMany } from './bulk-lists';
import { refusalIfNotWritten } from './refusal-if-not-written';

type Parts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

const recordsAtATime = 100;
/** Afterwards the rest is queued again, so that the server can stop in between. */
const maxMsOfOneJob = 5_000;
/** After this long without a batch, the process is presumed dead. */
const silenceMs = 60_000;
const keptDays = 90;

/** Works on a change, batch by batch, each in its own transaction. After a crash it continues with the next batch. */
async function work({ db, clock, log }: Parts, id: number): Promise<void> {
  const until = Date.now() + maxMsOfOneJob;
  try {
    while (await inTransaction(db, tx => workOnBatch(tx, id, clock())))
      if (Date.now() > until) return await inTransaction(db, tx => addBulkJob(tx, id));
  } catch (error) {
    // The queue retries.
    if (isTransient(error)) throw error;
    log.error({ err: error, bulkChange: id }, 'a bulk change failed');
    await inTransaction(db, tx =>
      stop(tx, id, 'Something went wrong on the server. The remaining records were not processed.', clock()),
    );
  }
}

/** Changes or restores the next records; false when none are left. */
export async function workOnBatch(tx: Tx, id: number, now: Date): Promise<boolean> {
  const stored = await lockChange(tx, id);
  if (!stored || (stored.state !== 'running' && stored.state !== 'undoing')) return false;
  const records = await nextRecords(
    tx,
    id,
    stored.state === 'running' ? 'pending' : 'changed',
    bulkLists[stored.list].oneAtATime ? 1 : recordsAtATime,
  );
  if (records.length === 0) {
    await finishStep(tx, stored, now);
    return false;
  }
  const actor = await findActor(tx, stored.asked_by);
  if (
    !actor ||
    !canChangeMany(actor, stored.list) ||
    bulkLists[stored.list].whyForbidden?.(actor, stored.change)
  ) {
    await stop(tx, id, lostRights(stored), now);
    return false;
  }
  const ctx = contextWithoutRequest(tx, actor, now);
  await storeResults(tx, id, await resultsOf(ctx, stored, records), now);
  await writeAudits(tx, ctx, ctx.audits);
  return true;
}

const lostRights = ({ list }: StoredChange): string =>
  `The user who asked for this no longer has permission to change ${bulkListNames[list].toLowerCase()}.`;

/** Ends the step; the records that are left get the reason. */
async function stop(tx: Tx, id: number, reason: string, now: Date): Promise<void> {
  const stored = await lockChange(tx, id);
  if (!stored || (stored.state !== 'running' && stored.state !== 'undoing')) return;
  await refuseRest(tx, stored, reason);
  await finishStep(tx, stored, now);
}

async function resultsOf(
  ctx: WriteContext,
  stored: StoredChange,
  records: readonly StoredRecord[],
): Promise<RecordResult[]> {
  const list = bulkLists[stored.list];
  const locked = await list.lock(
    ctx.tx,
    records.map(({ record_id }) => record_id),
  );
  const rows = new Map(locked.map((row: BulkRecord) => [row.id, row]));
  const results: RecordResult[] = [];
  for (const record of records) {
    const row = rows.get(record.record_id);
    const one = stored.state === 'running' ? changeOne : undoOne;
    results.push({ record_id: record.record_id, ...(await one(ctx, stored, record, row)) });
  }
  return results;
}

type Result = Omit<RecordResult, 'record_id'>;
type One = (
  ctx: WriteContext,
  stored: StoredChange,
  record: StoredRecord,
  row: BulkRecord | undefined,
) => Promise<Result>;

const changeOne: One = async (ctx, { list: name, change }, { record_version }, row) => {
  const list = bulkLists[name];
  if (!row) return { outcome: 'refused', reason: 'It was deleted in the meantime.' };
  if (row.version !== record_version)
    return { outcome: 'refused', reason: 'Someone else changed it after you confirmed.' };
  const next: BulkValues = list.apply(row, change);
  const values = changedValues(row.values, next, list.meaning);
  if (!values) return { outcome: 'unchanged' };
  const reason =
    list.refusal(row, next) ?? (await refusalIfNotWritten(ctx, () => list.write(ctx, row, next)));
  return reason === null ? { outcome: 'changed', ...values } : { outcome: 'refused', reason };
};

const undoOne: One = async (ctx, { list: name }, { before, after }, row) => {
  const list = bulkLists[name];
  if (!row || !before || !after) return { outcome: 'kept', reason: 'It was deleted in the meantime.' };
  if (fieldsSetSince(row.values, after).length > 0)
    return { outcome: 'kept', reason: 'It has been changed since. It keeps its new values.' };
  const next = { ...row.values, ...before };
  const reason =
    list.refusal(row, next, true) ?? (await refusalIfNotWritten(ctx, () => list.write(ctx, row, next)));
  return reason === null ? { outcome: 'undone' } : { outcome: 'kept', reason };
};

/** Resumes changes whose process died. */
const sweep = ({ db, clock }: Parts): Promise<void> =>
  inTransaction(db, async tx => {
    const now = clock();
    for (const id of await takeSilent(tx, new Date(now.getTime() - silenceMs), now)) await addBulkJob(tx, id);
  });

export const bulkChangeJobs = (parts: Parts): Pick<JobsOptions, 'handlers' | 'periodic'> => ({
  handlers: [
    handles(workOnBulkChange, ({ change_id }) => work(parts, change_id)),
    handles(sweepBulkChanges, () => sweep(parts)),
    handles(forgetBulkChanges, () =>
      deleteOld(parts.db, new Date(parts.clock().getTime() - keptDays * 24 * 3600_000)),
    ),
  ],
  periodic: [
    { match: '* * * * *', job: sweepBulkChanges },
    { match: '33 3 * * *', job: forgetBulkChanges },
  ],
});
