import * as z from 'zod';
import { id } from '#domain/kernel/fields';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';

export const makeExport = job('make-export', z.object({ export_id: id }), 'exports');
export const sweepExports = job('tend-exports', z.object({}));

export const addExportJob = (tx: Tx, exportId: number): Promise<void> =>
  addJob(tx, makeExport, { export_id: exportId }, { key: `export ${exportId}` });
