import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAdministrator } from '#domain/kernel/access';
import { nextMoment } from '#domain/settings/backup-schedule';
import type { BackupsPage } from '#domain/settings/backups.contract';
import { recordAudit } from '../../kernel/audit';
import type { Recovery } from '../../platform/database/recovery';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { Tx } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { conflict, ensureFound, notFound } from '../../platform/http/refusal';
import { FileReply, StoredFileReply } from '../../platform/http/route';
import { addJob } from '../../platform/jobs/add-job';
import { fileNameFor, listFiles, removeFile } from './backup-files';
import {
  addBackup,
  deleteBackup,
  findInstalledSince,
  findLastGood,
  listBackups,
  listFileNames,
  lockBackup,
  recordWaiting,
  type StoredBackup,
} from './backups.queries';
import type { BackupPlace } from './backup-parts';
import { describeFolder } from './disk-of-backups';
import { getPlan } from './plan';
import { workOnBackup } from './work-on-backup';

const overdueMs = 2 * 24 * 3600_000;

/** The backups, their results, and whether a verified one exists. */
export async function getBackups(
  { db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>,
  place: BackupPlace,
): Promise<BackupsPage> {
  const { folder, recovery } = place;
  const rows = await listBackups(db);
  // Below, the folder is said to be out of reach.
  const files = new Set(await listFiles(folder).catch(() => []));
  const lastGood = await findLastGood(db);
  const plan = await getPlan(db);
  const waitsSince = lastGood?.taken_at ?? (await findInstalledSince(db));
  return {
    data: rows.map(row => ({
      ...row,
      is_gone: row.state === 'kept' && !files.has(row.file_name),
      is_last_good: row.id === lastGood?.id,
    })),
    place: isAdministrator(actor)
      ? await describeFolder(place, { wasUsed: rows.some(({ state }) => state === 'kept') })
      : null,
    next_at: plan.is_on ? nextMoment(now, plan.hour) : null,
    last_good_at: lastGood?.taken_at ?? null,
    is_overdue: plan.is_on && waitsSince !== null && now.getTime() - waitsSince.getTime() > overdueMs,
    recovery: recovery ? await describeRecovery(recovery) : null,
  };
}

async function describeRecovery(recovery: Recovery): Promise<BackupsPage['recovery']> {
  const { isOn, from, until, failing } = await recovery.state();
  return {
    is_on: isOn,
    from,
    to: until,
    failing_since: failing?.since ?? null,
    failing_reason: failing?.reason ?? null,
  };
}

const oneRuns = () =>
  conflict('A backup is being made or verified. Wait until it is finished, then try again.');

async function alone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Two at once may collide on the file name.
    const constraint = violatedConstraint(error) ?? '';
    throw ['backups_one_at_a_time', 'backups_file_is_taken'].includes(constraint) ? oneRuns() : error;
  }
}

const addWork = (tx: Tx, id: number) => addJob(tx, workOnBackup, { backup_id: id }, { maxAttempts: 1 });

/** Requests a backup, which a job makes. 409 while another one is running. */
export async function startBackup(ctx: WriteContext): Promise<{ message: string }> {
  const taken = await listFileNames(ctx.tx);
  const file_name = fileNameFor(ctx.now, name => taken.has(name));
  const request = { origin: 'asked', asked_by: ctx.actor.id, scheduled_for: null } as const;
  const id = await alone(() => addBackup(ctx.tx, { ...request, file_name, requested_at: ctx.now }));
  await addWork(ctx.tx, id);
  note(ctx, 'started', { id, file_name });
  return { message: 'Backup started.' };
}

/** Requests verification of a backup. */
export async function verifyBackup(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const backup = await lockIdle(ctx, id);
  if (backup.state === 'failed') throw conflict('This backup failed, so it cannot be verified.');
  await alone(() => recordWaiting(ctx.tx, id, ctx.now));
  await addWork(ctx.tx, id);
  note(ctx, 'verified', backup);
  return { message: 'Verification started.' };
}

async function lockIdle(ctx: WriteContext, id: number): Promise<StoredBackup> {
  const backup = ensureFound(await lockBackup(ctx.tx, id), 'Backup');
  if (backup.state !== 'kept' && backup.state !== 'failed') throw oneRuns();
  return backup;
}

/** Records who downloads a backup, or the rest of one. */
export async function takeBackup(ctx: WriteContext, id: number): Promise<StoredBackup> {
  const backup = ensureFound(await lockBackup(ctx.tx, id), 'Backup');
  // One that is being verified can be read meanwhile.
  if (backup.state === 'writing' || backup.bytes === null) throw oneRuns();
  if (backup.state === 'failed') throw conflict('This backup failed, so it cannot be downloaded.');
  note(ctx, 'downloaded', backup);
  return backup;
}

/** The file. A download that was cut off goes on where it ended if the hash of the whole is known (F64). */
export async function sendBackup(
  { folder }: BackupPlace,
  { file_name, sha256 }: StoredBackup,
): Promise<FileReply | StoredFileReply> {
  const path = join(folder, file_name);
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound('The file of this backup was') : error;
  });
  const contentType = 'application/gzip';
  if (sha256 === null) return new FileReply(file_name, contentType, createReadStream(path));
  return new StoredFileReply({
    fileName: file_name,
    contentType,
    sha256,
    bytes: size,
    read: range => createReadStream(path, range),
  });
}

/** Deletes a backup with its file. 409 for the last verified one, unless confirmed. */
export async function removeBackup(
  ctx: WriteContext,
  { folder }: BackupPlace,
  id: number,
  evenTheLast: boolean,
): Promise<{ message: string }> {
  const backup = await lockIdle(ctx, id);
  const lastGood = await findLastGood(ctx.tx);
  if (lastGood?.id === id && !evenTheLast)
    throw conflict('This is your newest verified backup. Confirm to delete it anyway.');
  await deleteBackup(ctx.tx, id);
  note(ctx, 'deleted', backup);
  // Deletes the file after its row is gone; a file that stays is listed again.
  ctx.afterCommit(() => void removeFile(folder, backup.file_name).catch(() => undefined));
  return { message: 'Deleted successfully!' };
}

function note(
  ctx: WriteContext,
  action: string,
  { id, file_name }: Pick<StoredBackup, 'id' | 'file_name'>,
): void {
  recordAudit(ctx, { action, recordType: 'backup', recordId: id, recordName: file_name });
}
