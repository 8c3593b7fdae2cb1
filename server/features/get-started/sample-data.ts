import type { SampleData, sampleData } from '#domain/get-started/sample-data.contract';
import type { BodyOf } from '#domain/kernel/call';
import { recordAudit } from '../../kernel/audit';
import { locks } from '../../kernel/locks';
import { takeLock } from '../../platform/database/advisory-lock';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { announce } from '../../platform/live/announce';
import { eraseCustomersAgain } from '../customers';
import { eraseEmployeesAgain } from '../employees';
import { hasOwnDocuments, removalRefusalOf } from './constraints';
import {
  countJournals,
  emptySample,
  findSample,
  findTradedBy,
  hasTraded,
  insertSample,
  listPutBackErased,
  lockSample,
} from './sample-data.queries';
import { addSampleJob } from './sample-job';
import { sampleSteps } from './sample-steps';

export async function showSampleData(db: Reader): Promise<SampleData> {
  const sample = await findSample(db);
  const tradedBy = sample ? await findTradedBy(db) : null;
  return {
    state: !sample ? 'none' : sample.problem ? 'failed' : sample.finished_at ? 'present' : 'adding',
    refusal: !sample && (await hasTraded(db)) ? hasOwnDocuments : null,
    done: sample?.steps_done ?? 0,
    total: sampleSteps.length,
    started_at: sample?.started_at ?? null,
    started_by: sample?.name ?? null,
    journals: sample ? await countJournals(db) : 0,
    problem: sample?.problem ?? null,
    removal_refusal: tradedBy && removalRefusalOf(tradedBy),
  };
}

/**
 * Marks the business as trying things out, keeps a copy of what it has entered, and queues the job that adds the sample.
 * 409 if it is marked already, or has begun to trade (decision 110).
 */
export async function startSampleData(ctx: WriteContext): Promise<SampleData> {
  await takeLock(ctx.tx, locks.sampleData);
  const { started_by, refusal } = await showSampleData(ctx.tx);
  if (started_by !== null)
    throw conflict(`${started_by} has already added the sample data. Reload the page.`);
  if (refusal !== null) throw conflict(refusal);
  await insertSample(ctx.tx, ctx.actor.id, ctx.now);
  await addSampleJob(ctx.tx);
  noteStep(ctx, 'added');
  return showSampleData(ctx.tx);
}

/**
 * Puts the books back to what they were before the sample data, with all that was entered since, in one transaction.
 * 409 if there is none, if it is still being added, if the business may have traded since, or if something was posted
 * since the user was shown the number.
 */
export async function removeSampleData(
  ctx: WriteContext,
  { journals }: BodyOf<typeof sampleData.remove>,
): Promise<SampleData> {
  const sample = await lockSample(ctx.tx);
  if (!sample) throw conflict('There is no sample data. It was removed in the meantime.');
  if (sample.finished_at === null && sample.problem === null)
    throw conflict('The sample data is still being added. Wait until it is complete.');
  const tradedBy = await findTradedBy(ctx.tx);
  if (tradedBy) throw conflict(removalRefusalOf(tradedBy));
  if (!(await emptySample(ctx.tx, journals)))
    throw conflict(
      'Something was posted in the meantime, so nothing was removed. Check what would be removed, then try again.',
    );
  await eraseAgain(ctx);
  noteStep(ctx, 'removed');
  await announce(ctx.tx, { topic: 'records' });
  return showSampleData(ctx.tx);
}

/** Erases again whoever was put back as they were before they were erased (rule K7). */
async function eraseAgain(ctx: WriteContext): Promise<void> {
  const { customers, employees } = await listPutBackErased(ctx.tx);
  await eraseCustomersAgain(ctx, customers);
  await eraseEmployeesAgain(ctx, employees, 'Erased before the sample data was removed');
}

const noteStep = (ctx: WriteContext, action: string): void =>
  recordAudit(ctx, { action, recordType: 'setting', recordId: null, recordName: 'Sample data' });
