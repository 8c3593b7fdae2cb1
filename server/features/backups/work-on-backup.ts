import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { id as rowId } from '#domain/kernel/fields';
import { lockBackups, rehearseRestore, writeBackup } from '../../kernel/backups';
import { sweepScratch, withSession } from '../../platform/database/databases';
import { sqlState } from '../../platform/database/transaction';
import { job } from '../../platform/jobs/job';
import {
  finishFile,
  openFolder,
  removeFile,
  removeUnfinished,
  sumOfFile,
  unfinishedPath,
} from './backup-files';
import type { BackupParts } from './backup-parts';
import {
  startWork,
  deleteBackup,
  listExpired,
  recordFailure,
  recordProgress,
  recordCheckResult,
  recordWritten,
  type StoredBackup,
} from './backups.queries';
import { getPlan } from './plan';

export const workOnBackup = job('work-on-backup', z.object({ backup_id: rowId }), 'long');

/** Makes a waiting backup and test-restores it. An existing one is only verified. */
export async function runBackup(parts: BackupParts, backupId: number): Promise<void> {
  const { db, place, clock } = parts;
  await withSession(place.server.connection, async session => {
    await lockBackups(session);
    const backup = await startWork(db, backupId);
    if (!backup) return;
    try {
      await openFolder(place.folder);
      await removeUnfinished(place.folder);
      await sweepScratch(place.server);
      const sha256 = backup.bytes === null ? await make(parts, backup) : backup.sha256;
      await check(parts, backup, sha256);
    } catch (error) {
      await recordFailure(db, backupId, reasonOf(parts, error), clock());
    }
  });
  await deleteExpired(parts);
}

async function make(
  { db, place, files, clock }: BackupParts,
  { id, file_name }: StoredBackup,
): Promise<string> {
  const takenAt = clock();
  const written = await writeBackup(unfinishedPath(place.folder, file_name), {
    connection: place.server.connection,
    files,
    version: place.version,
    takenAt,
    onProgress: showing(db, id, place.stopping),
  });
  await finishFile(place.folder, file_name);
  await recordWritten(db, id, written, { version: place.version, takenAt });
  return written.sha256;
}

async function check(
  { db, place, invariants, clock }: BackupParts,
  { id, file_name }: StoredBackup,
  sha256: string | null,
): Promise<void> {
  const from = performance.now();
  const path = join(place.folder, file_name);
  const reasons: string[] = [];
  const sum = await sumOfFile(path);
  if (sum === undefined) reasons.push('The file is no longer in the backup folder.');
  else {
    if (sha256 !== null && sum !== sha256)
      reasons.push('The file has changed since it was written: its checksum does not match.');
    const { size } = await stat(path);
    const show = showing(db, id, place.stopping);
    let read = 0;
    const onRead = (bytes: number) => show((read += bytes), 2 * size);
    reasons.push(...(await rehearseRestore(place.server, path, { invariants, clock, onRead })));
  }
  const milliseconds = Math.round(performance.now() - from);
  await recordCheckResult(db, id, { reasons, milliseconds, at: clock() });
}

const showEveryMs = 700;

/** Records progress from time to time and aborts when the server stops. */
function showing(db: BackupParts['db'], id: number, stopping: AbortSignal | undefined) {
  let shownAt = 0;
  return (done: number, total: number): void => {
    if (stopping?.aborted) throw new Stopped();
    const now = performance.now();
    if (now - shownAt < showEveryMs) return;
    shownAt = now;
    // Progress is only shown; a lost database fails the work itself.
    recordProgress(db, id, done, total).catch(() => undefined);
  };
}

class Stopped extends Error {}

export const stoppedReason = 'The server stopped before it was finished.';
const insufficientPrivilege = '42501';

/** Why a backup failed, in plain words. */
function reasonOf({ log, place }: BackupParts, error: unknown): string {
  if (error instanceof Stopped || place.stopping?.aborted) return stoppedReason;
  log.error({ err: error }, 'a backup failed');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlState(error) === '53100')
    return `The disk is full. Free up space for ${place.folder}.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `The server account cannot write to the folder ${place.folder}.`;
  if (sqlState(error) === insufficientPrivilege)
    return 'The backup could not be verified: the role in DATABASE_URL cannot create databases. Run: alter role … createdb.';
  return 'Something went wrong on the server. See the server log.';
}

const failedRetentionMs = 30 * 24 * 3600_000;

/** Removes the backups beyond the schedule. */
export async function deleteExpired({ db, place, clock }: BackupParts): Promise<void> {
  const { keep } = await getPlan(db);
  for (const { id, file_name } of await listExpired(
    db,
    keep,
    new Date(clock().getTime() - failedRetentionMs),
  )) {
    await removeFile(place.folder, file_name);
    await deleteBackup(db, id);
  }
}
