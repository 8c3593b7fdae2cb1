import * as z from 'zod';
import { id } from '#domain/kernel/fields';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';

export const workOnBulkEmail = job('work-on-bulk-email', z.object({ bulk_email_id: id }), 'long');
export const sweepBulkEmails = job('sweep-bulk-emails', z.object({}));
export const forgetBulkEmails = job('forget-bulk-emails', z.object({}));

/** Queues the work on the next records; a waiting job for the same bulk email is replaced. */
export const addBulkEmailJob = (tx: Tx, bulkEmailId: number, runAt?: Date): Promise<void> =>
  addJob(
    tx,
    workOnBulkEmail,
    { bulk_email_id: bulkEmailId },
    { key: `bulk email ${bulkEmailId}`, ...(runAt ? { runAt } : {}) },
  );
