import { sampleData } from '#domain/get-started/sample-data.contract';
import { isAllowed } from '#domain/kernel/access';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { londonInstant } from '#domain/kernel/london-clock';
import { requirePresent } from '#domain/kernel/require-present';
import { asActor } from '../../kernel/audit';
import { findPostingDay } from '../../kernel/books-day';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { isTransient } from '../../platform/http/error-reply';
import { conflict, Refusal } from '../../platform/http/refusal';
import { handles } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { announce } from '../../platform/live/announce';
import { findActor } from '../session';
import {
  finishSample,
  lockSample,
  stopSample,
  type StoredSample,
  storeStep,
  takeSilentSample,
} from './sample-data.queries';
import { addSampleJob, sweepSampleData, workOnSampleData } from './sample-job';
import type { SampleStep } from './sample-step';
import { sampleSteps } from './sample-steps';

type Parts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

/** Afterwards the rest is queued again, so that the server can stop in between. */
const maxMsOfOneJob = 5_000;
/** After this long without a step, the process is presumed dead. */
const silenceMs = 60_000;

/** Adds the sample step by step, each in a transaction of its own. After a crash it continues with the next one. */
async function work({ db, clock, log }: Parts): Promise<void> {
  const until = Date.now() + maxMsOfOneJob;
  try {
    while (await inTransaction(db, tx => takeSampleStep(tx, clock())))
      if (Date.now() > until) return await inTransaction(db, addSampleJob);
  } catch (error) {
    // The queue retries.
    if (isTransient(error)) throw error;
    log.error({ err: error }, 'adding the sample data failed');
    const problem = error instanceof Refusal ? error.message : 'Something went wrong on the server.';
    await inTransaction(db, tx => stopSample(tx, problem));
  }
}

/** Takes the next step, and counts it in the same transaction. False when there is nothing left to do. */
export async function takeSampleStep(tx: Tx, now: Date): Promise<boolean> {
  const sample = await lockSample(tx);
  if (!sample || sample.finished_at || sample.problem !== null) return false;
  const step = sampleSteps[sample.steps_done];
  if (!step) {
    await finishSample(tx, now);
    await announce(tx, { topic: 'records' });
    return false;
  }
  const actor = await findActor(tx, sample.started_by);
  if (!actor || !isAllowed(sampleData.add.access, actor))
    throw conflict('The user who started this no longer has permission to change settings.');
  const at = await instantOf(tx, sample, step, now);
  const idOf = (name: string) => requirePresent(sample.made[name], `The ${name} of the sample data`);
  const add = async (ctx: Parameters<SampleStep['add']>[0]) => storeStep(tx, await step.add(ctx, idOf), now);
  await asActor(tx, actor, at, add, now);
  return true;
}

/** When a step is dated: on its day, or on the first open day after it (rules D5, D7), and never in the future. */
async function instantOf(
  tx: Tx,
  { started_at }: StoredSample,
  { daysAgo }: SampleStep,
  now: Date,
): Promise<Date> {
  if (daysAgo === null) return now;
  const today = londonDate(now);
  const day = await findPostingDay(tx, addDays(londonDate(started_at), -daysAgo), today);
  if (!day) throw conflict('The books were closed while the sample data was being added.');
  return day.on === today ? now : duringOpeningHours(day.on);
}

const duringOpeningHours = (day: CalendarDate): Date =>
  requirePresent(londonInstant(`${day}T11:00`), 'The morning of a day');

/** Continues after a process has died. */
const sweep = ({ db, clock }: Parts): Promise<void> =>
  inTransaction(db, async tx => {
    const now = clock();
    if (await takeSilentSample(tx, new Date(now.getTime() - silenceMs), now)) await addSampleJob(tx);
  });

export const sampleDataJobs = (parts: Parts): Pick<JobsOptions, 'handlers' | 'periodic'> => ({
  handlers: [handles(workOnSampleData, () => work(parts)), handles(sweepSampleData, () => sweep(parts))],
  periodic: [{ match: '* * * * *', job: sweepSampleData }],
});
