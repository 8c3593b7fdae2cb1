import * as z from 'zod';
import { id } from '#domain/kernel/fields';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';

export const workOnImport = job('work-on-import', z.object({ import_id: id }), 'long');
export const sweepImports = job('sweep-imports', z.object({}));
export const pruneImports = job('prune-imports', z.object({}));

/** Queues the next step of an import, as given by its state. */
export const addImportJob = (tx: Tx, importId: number, runAt?: Date): Promise<void> =>
  addJob(
    tx,
    workOnImport,
    { import_id: importId },
    { key: `import ${importId}`, ...(runAt ? { runAt } : {}) },
  );
