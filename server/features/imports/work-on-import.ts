import { sql } from 'kysely';
import { cancelledBy } from '../../platform/database/cancellation';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { isTransient, refusalFrom } from '../../platform/http/error-reply';
import { Refusal } from '../../platform/http/refusal';
import { handles, type Attempt } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { UnreadableTable } from '../../platform/spreadsheets/read';
import { type ImportKind, importTerms } from '#domain/imports/import-kinds';
import { checkRows, KindBusy } from './check-rows';
import { commitRows } from './commit-rows';
import { addImportJob, pruneImports, sweepImports, workOnImport } from './import-jobs';
import { checkHistory, commitHistory } from './history-steps';
import { failStep, findImport, showAlive, showProgress } from './imports.queries';
import { pruneRows } from './prune-rows';
import { readFiles } from './read-files';
import { isWorking, stateAfter, type WorkingState } from './state-after';
import { undoHistory } from './undo-history';
import { undoRows } from './undo-rows';

export type ImportParts = {
  readonly db: Database;
  readonly files: { readonly path: (sha256: string) => string };
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

type Step = (parts: ImportParts, id: number, stopping?: AbortSignal) => Promise<void>;

const steps: Readonly<Record<WorkingState, Step>> = {
  reading: ({ db, files }, id) => readFiles(db, files, id),
  checking: ({ db, clock }, id) => checkRows(db, id, clock()),
  committing: ({ db, clock }, id) => commitRows(db, id, clock()),
  undoing: ({ db, clock }, id) => undoRows(db, id, clock()),
};

const historySteps: typeof steps = {
  ...steps,
  checking: ({ db, clock }, id) => checkHistory(db, id, clock()),
  committing: ({ db, clock }, id, stopping) => commitHistory(db, id, clock, stopping),
  undoing: ({ db, clock }, id, stopping) => undoHistory(db, id, clock, stopping),
};

/** Whether a step is done in batches, each of which is kept: it ends after one of them. Any other is begun again. */
const isInBatches = (kind: ImportKind, state: WorkingState): boolean =>
  importTerms[kind].isHistory === true && (state === 'committing' || state === 'undoing');

/**
 * Runs the current step of an import. A step is one transaction, so it can be retried. The queue retries transient
 * faults; after any other, or after the last attempt, the import returns to a state from which a user can retry it. When
 * the server stops, the step ends, and goes on after the next start.
 */
async function doStep(parts: ImportParts, id: number, { isLast, stopping }: Attempt): Promise<void> {
  const found = await findImport(parts.db, id);
  if (!found) return;
  const { state, kind } = found;
  if (!isWorking(state)) return;
  const step = (importTerms[kind].isHistory ? historySteps : steps)[state];
  const heart = setInterval(() => void showAlive(parts.db, id).catch(() => undefined), heartbeatMs);
  try {
    await cancelledBy(isInBatches(kind, state) ? undefined : stopping, () => step(parts, id, stopping));
  } catch (error) {
    // Nothing is wrong with the import; it stays at this step.
    if (stopping?.aborted) throw error;
    if (error instanceof KindBusy) return waitForOthers(parts, id);
    if (isTransient(error) && !isLast) {
      // The sweep treats a silent import as abandoned; the pause before a retry is shorter.
      await showAlive(parts.db, id).catch(() => undefined);
      throw error;
    }
    const { back, isPartly } = stateAfter(state, (await findImport(parts.db, id)) ?? found);
    await failStep(parts.db, id, state, back, reasonOf(parts, id, error, isPartly));
  } finally {
    clearInterval(heart);
  }
}

const waitMs = 2_000;

/** Retries later and sends heartbeats until then. */
async function waitForOthers({ db }: ImportParts, id: number): Promise<void> {
  await showProgress(db, id, 0);
  // The queue uses the real clock.
  await inTransaction(db, tx => addImportJob(tx, id, new Date(Date.now() + waitMs)));
}

function reasonOf({ log }: ImportParts, id: number, error: unknown, isPartly: boolean): string {
  if (error instanceof Refusal || error instanceof UnreadableTable) return error.message;
  const refusal = refusalFrom(error);
  if (refusal.code !== 'failed')
    return `${refusal.message} ${isPartly ? 'Work done so far is kept. Continue when this is resolved.' : 'Nothing was changed.'}`;
  log.error({ err: error, import: id }, 'an import step failed');
  return isPartly
    ? 'Something went wrong on the server. Work done so far is kept. Try to continue.'
    : 'Something went wrong on the server. Nothing was changed. Try again.';
}

const heartbeatMs = 15_000;
/**
 * The heartbeat timeout (F65): after this long, by the database's clock, the process is presumed dead. The clocks of
 * processes may be wrong.
 */
const silenceS = 60;
const discardedAfterDays = 14;

/** Cleans up after killed processes and abandoned imports. */
async function sweepOnce({ db }: ImportParts): Promise<void> {
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ id: number }>`
      update imports set alive_at = now() where alive_at < now() - make_interval(secs => ${silenceS})
        and state in ('reading', 'checking', 'committing', 'undoing') returning id`.execute(tx);
    for (const { id } of rows) await addImportJob(tx, id);
  });
  await sql`delete from imports where state in ('mapping', 'checked', 'failed')
    and alive_at < now() - make_interval(days => ${discardedAfterDays})`.execute(db);
}

export const importJobs = (parts: ImportParts): Pick<JobsOptions, 'handlers' | 'periodic'> => ({
  handlers: [
    handles(workOnImport, ({ import_id }, attempt) => doStep(parts, import_id, attempt)),
    handles(sweepImports, () => sweepOnce(parts)),
    handles(pruneImports, () => pruneRows(parts.db, parts.clock())),
  ],
  periodic: [
    { match: '* * * * *', job: sweepImports },
    { match: '29 3 * * *', job: pruneImports },
  ],
});
