import * as z from 'zod';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';

export const workOnSampleData = job('work-on-sample-data', z.object({}), 'long');
export const sweepSampleData = job('sweep-sample-data', z.object({}));

/** Queues the next steps; a waiting job is replaced. */
export const addSampleJob = (tx: Tx): Promise<void> =>
  addJob(tx, workOnSampleData, {}, { key: 'sample data' });
