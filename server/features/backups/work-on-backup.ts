import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { id as rowId } from '#domain/kernel/fields';
import { writeAudits } from '../../kernel/audit';
import { lockBackups, rehearseRestore, writeBackup } from '../../kernel/backups';
import { sweepScratch, withSession } from '../../platform/database/databases';
import { inTransaction } from '../../platform/database/transaction';
import { sqlState } from '../../platform/database/database-errors';
import { defaultReserveBytes, freeBytes, leaveRoom } from '../../platform/files/free-space';
import { anonymousActor } from '../../platform/http/context';
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
      // On a full disk, part of a backup is in the way. Where it cannot be removed, the failure is recorded all the same.
      await removeUnfinished(place.folder).catch((left: unknown) =>
        parts.log.error({ err: left }, 'part of a backup could not be removed'),
      );
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
    onProgress: showing(db, id, { stopping: place.stopping, folder: place.folder }),
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
    await ensureRoomToTest(place);
    const show = showing(db, id, { stopping: place.stopping, folder: place.databaseFolder });
    let read = 0;
    const onRead = (bytes: number) => show((read += bytes), 2 * size);
    reasons.push(...(await rehearseRestore(place.server, path, { invariants, clock, onRead })));
  }
  const milliseconds = Math.round(performance.now() - from);
  await recordCheckResult(db, id, { reasons, milliseconds, at: clock() });
}

/** A test restore takes as much again as the database; the disk of the embedded one must not be filled by it. */
async function ensureRoomToTest({ databaseFolder, server }: BackupParts['place']): Promise<void> {
  if (databaseFolder === undefined) return;
  const { rows } = await withSession(server.connection, session =>
    session.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes'),
  );
  if ((await freeBytes(databaseFolder)) < Number(rows[0]?.bytes ?? 0) + defaultReserveBytes)
    throw new NotTested(`There is not enough free space in ${databaseFolder} to restore it as a test.`);
}

class NotTested extends Error {}

const showEveryMs = 700;

type Watched = {
  readonly stopping: AbortSignal | undefined;
  /** Where the work writes: it ends before the disk is full. */
  readonly folder: string | undefined;
};

/** Records progress from time to time and aborts when the server stops, or little room is left. */
function showing(db: BackupParts['db'], id: number, { stopping, folder }: Watched) {
  let shownAt = -Infinity;
  return (done: number, total: number): void => {
    if (stopping?.aborted) throw new Stopped();
    const now = performance.now();
    if (now - shownAt < showEveryMs) return;
    shownAt = now;
    if (folder !== undefined) leaveRoom(folder);
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
  if (error instanceof NotTested) return error.message;
  log.error({ err: error }, 'a backup failed');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlState(error) === '53100')
    return `The disk is full. Free up space for ${place.folder}.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `The server account cannot write to the folder ${place.folder}.`;
  if (sqlState(error) === insufficientPrivilege)
    return 'The role in DATABASE_URL cannot create databases. Run: alter role … createdb.';
  return 'Something went wrong on the server. See the server log.';
}

const failedRetentionMs = 30 * 24 * 3600_000;

/** What the schedule does by itself, for the audit log. */
export const byCounterfoil = (now: Date) => ({
  actor: { ...anonymousActor, name: 'Counterfoil' },
  now,
  requestId: '',
  address: '',
});

/** Removes the backups beyond the schedule. Each is in the audit log, as when a user deletes one. */
export async function deleteExpired({ db, place, clock }: BackupParts): Promise<void> {
  const { keep } = await getPlan(db);
  for (const { id, file_name } of await listExpired(
    db,
    keep,
    new Date(clock().getTime() - failedRetentionMs),
  )) {
    await removeFile(place.folder, file_name);
    await inTransaction(db, async tx => {
      await deleteBackup(tx, id);
      await writeAudits(tx, byCounterfoil(clock()), [
        { action: 'deleted', recordType: 'backup', recordId: id, recordName: file_name },
      ]);
    });
  }
}
