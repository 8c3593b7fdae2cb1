import { bulkEmailKindNames } from '#domain/bulk-emails/bulk-email.contract';
import { writeAudits } from '../../kernel/audit';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import type { FileStore } from '../../platform/files/file-store';
import type { Actor } from '../../platform/http/actor';
import { contextWithoutRequest } from '../../platform/http/context';
import { isTransient, refusalFrom } from '../../platform/http/error-reply';
import { Refusal } from '../../platform/http/refusal';
import { handles } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { PdfFailed } from '../../platform/pdf/pdf-failed';
import { refusalIfNotWritten } from '../bulk-changes';
import { findActor } from '../session';
import { assessRecords, noAddress } from './assess-records';
import { addBulkEmailJob, forgetBulkEmails, sweepBulkEmails, workOnBulkEmail } from './bulk-email-jobs';
import { bulkMailings, canEmailMany } from './bulk-email-kinds';
import {
  deleteOld,
  endBulkEmail,
  findNext,
  finishBulkEmail,
  isWaiting,
  lockBulkEmail,
  type NextEmail,
  pauseUntil,
  storeLeftOut,
  storeQueued,
  takeSilent,
  touch,
} from './bulk-emails.queries';

type Parts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

/** Afterwards the rest is queued again, so that the server can stop in between. */
const maxMsOfOneJob = 5_000;
/** After this long without an email or a pause, the process is presumed dead. */
const silenceMs = 120_000;
const keptDays = 90;

/** Queues email after email, each in its own transaction. After a crash it continues with the next one. */
async function work(parts: Parts, id: number): Promise<void> {
  const { db, clock, log } = parts;
  const until = Date.now() + maxMsOfOneJob;
  try {
    for (;;) {
      const pause = await pauseUntil(db, clock());
      if (pause || Date.now() > until) return await goOn(parts, id, pause);
      if (!(await emailNext(parts, id))) return;
    }
  } catch (error) {
    // The queue retries.
    if (isTransient(error)) throw error;
    log.error({ err: error, bulkEmail: id }, 'a bulk email failed');
    await inTransaction(db, tx =>
      stop(tx, id, 'Something went wrong on the server. The rest was not sent.', clock()),
    );
  }
}

/** Goes on in another job, later if as many emails as allowed were queued within a minute. */
const goOn = ({ db, clock }: Parts, id: number, at?: Date): Promise<void> =>
  inTransaction(db, async tx => {
    const next = await findNext(tx, id);
    if (!next) return;
    if (next.record_id === null) return finishBulkEmail(tx, id, clock());
    await touch(tx, id, clock());
    await addBulkEmailJob(tx, id, at);
  });

/** This document cannot be drawn, however often it is tried. */
const isUndrawable = (error: unknown): boolean =>
  error instanceof PdfFailed && (error.reason === 'failed' || error.reason === 'too slow');

/** Emails the next record, or leaves it out; false when none is left. */
export async function emailNext(parts: Parts, id: number): Promise<boolean> {
  const { db, clock } = parts;
  const next = await findNext(db, id);
  if (!next) return false;
  const { record_id: recordId } = next;
  if (recordId === null) {
    await inTransaction(db, tx => finishBulkEmail(tx, id, clock()));
    return false;
  }
  const actor = await findActor(db, next.user_id);
  if (!actor || !canEmailMany(actor, next.kind)) {
    await inTransaction(db, tx => stop(tx, id, lostRights(next), clock()));
    return false;
  }
  const email = await prepare(parts, actor, next, recordId);
  await inTransaction(db, tx => settle(tx, { id, recordId, actor, email, now: clock() }));
  return true;
}

const lostRights = ({ kind }: NextEmail): string =>
  `The user who started this no longer has permission to email ${bulkEmailKindNames[kind].toLowerCase()}.`;

type ReadyEmail = { readonly kind: NextEmail['kind']; readonly prepared: unknown };
type Prepared = ReadyEmail | { readonly leftOut: string };

/** Draws the document before any lock is taken. A fault in one record concerns this record only. */
async function prepare(
  { db, files, clock, log }: Parts,
  actor: Actor,
  { kind, options, subject, message }: NextEmail,
  recordId: number,
): Promise<Prepared> {
  const mailing = bulkMailings[kind];
  const now = clock();
  const [record] = await assessRecords(db, mailing, [recordId], { options, now });
  if (!record) return { leftOut: 'It was deleted in the meantime.' };
  if (record.leftOut !== null || record.email === null) return { leftOut: record.leftOut ?? noAddress };
  try {
    const { id, email } = record;
    const prepared = await mailing.prepare(
      { db, files, actor, now },
      { id, email },
      { subject, message, options },
    );
    return { kind, prepared };
  } catch (error) {
    if (isTransient(error) && !isUndrawable(error)) throw error;
    if (!(error instanceof Refusal)) log.error({ err: error, recordId }, 'a bulk email skipped a record');
    return { leftOut: refusalFrom(error).message };
  }
}

type Settled = {
  readonly id: number;
  readonly recordId: number;
  readonly actor: Actor;
  readonly email: Prepared;
  readonly now: Date;
};

/** Queues the email and records that it was, together; neither if it was stopped or done by another job. */
async function settle(tx: Tx, { id, recordId, actor, email, now }: Settled): Promise<void> {
  const stored = await lockBulkEmail(tx, id);
  if (stored?.state !== 'running' || !(await isWaiting(tx, id, recordId))) return;
  if ('leftOut' in email) return storeLeftOut(tx, id, { recordId, reason: email.leftOut, now });
  const ctx = contextWithoutRequest(tx, actor, now);
  const reason = await refusalIfNotWritten(ctx, async () => {
    const { email_id: emailId } = await bulkMailings[email.kind].queue(ctx, email.prepared);
    await storeQueued(tx, id, { recordId, emailId, now });
  });
  if (reason !== null) await storeLeftOut(tx, id, { recordId, reason, now });
  await writeAudits(tx, ctx, ctx.audits);
}

/** Ends it early; the records that are left get the reason. */
async function stop(tx: Tx, id: number, reason: string, now: Date): Promise<void> {
  const stored = await lockBulkEmail(tx, id);
  if (stored?.state === 'running') await endBulkEmail(tx, id, { reason, problem: reason, now });
}

/** Resumes bulk emails whose process died. */
const sweep = ({ db, clock }: Parts): Promise<void> =>
  inTransaction(db, async tx => {
    const now = clock();
    for (const id of await takeSilent(tx, new Date(now.getTime() - silenceMs), now))
      await addBulkEmailJob(tx, id);
  });

export const bulkEmailJobs = (parts: Parts): Pick<JobsOptions, 'handlers' | 'periodic'> => ({
  handlers: [
    handles(workOnBulkEmail, ({ bulk_email_id }) => work(parts, bulk_email_id)),
    handles(sweepBulkEmails, () => sweep(parts)),
    handles(forgetBulkEmails, () =>
      deleteOld(parts.db, new Date(parts.clock().getTime() - keptDays * 24 * 3600_000)),
    ),
  ],
  periodic: [
    { match: '* * * * *', job: sweepBulkEmails },
    { match: '39 3 * * *', job: forgetBulkEmails },
  ],
});
