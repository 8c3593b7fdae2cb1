import * as z from 'zod';
import { id } from '#domain/kernel/fields';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';

export const workOnBulkChange = job('work-on-bulk-change', z.object({ change_id: id }), 'long');
export const sweepBulkChanges = job('sweep-bulk-changes', z.object({}));
export const forgetBulkChanges = job('forget-bulk-changes', z.object({}));

/** Queues the next batches of a change; a waiting job for it is replaced. */
export const addBulkJob = (tx: Tx, changeId: number): Promise<void> =>
  addJob(tx, workOnBulkChange, { change_id: changeId }, { key: `bulk change ${changeId}` });
