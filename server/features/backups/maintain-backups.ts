import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import { dueDay } from '#domain/settings/backup-schedule';
import { writeAudits } from '../../kernel/audit';
import { BackupRefused, readBackupHead, unlessBackupRuns } from '../../kernel/backups';
import { sweepScratch } from '../../platform/database/databases';
import { inTransaction } from '../../platform/database/transaction';
import { violatedConstraint } from '../../platform/database/database-errors';
import { addJob } from '../../platform/jobs/add-job';
import { handles, job } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { fileNameFor, listFiles, removeUnfinished } from './backup-files';
import type { BackupParts } from './backup-parts';
import {
  addBackup,
  addFound,
  findInstalledSince,
  listAtWork,
  listFileNames,
  listAttempts,
  recordFailure,
} from './backups.queries';
import { recoveryJobs } from './maintain-recovery';
import { getPlan } from './plan';
import { byCounterfoil, runBackup, stoppedReason, workOnBackup } from './work-on-backup';

const maintainBackups = job('tend-backups', z.object({}));

/** Longer than a job waits in the queue. */
const waitsAtMostMs = 10 * 60_000;

/** Runs every minute: cleans up after killed processes, lists found files and follows the schedule. */
export async function maintainOnce(parts: BackupParts): Promise<void> {
  await tidy(parts);
  await listFoundBackups(parts);
  await startDue(parts);
}

/** Work whose session is gone has ended. Its result is recorded and partial files removed. */
async function tidy({ db, place, clock }: BackupParts): Promise<void> {
  const waitingBefore = () => new Date(clock().getTime() - waitsAtMostMs);
  if ((await listAtWork(db, waitingBefore())).length === 0) return;
  await unlessBackupRuns(db, async () => {
    const interrupted = await listAtWork(db, waitingBefore());
    for (const id of interrupted) await recordFailure(db, id, stoppedReason, clock());
    if (interrupted.length === 0) return;
    await removeUnfinished(place.folder);
    await sweepScratch(place.server);
  });
}

/** Files of another installation, or from before a restore. */
async function listFoundBackups({ db, place }: BackupParts): Promise<void> {
  const files = await listFiles(place.folder);
  if (files.length === 0) return;
  const existing = await listFileNames(db);
  for (const name of files.filter(
    file => !existing.has(file) && /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,150}$/.test(file),
  )) {
    const path = join(place.folder, name);
    const { size, mtime } = await stat(path);
    const found = { file_name: name, bytes: size };
    try {
      const { taken_at, version, migrations } = await readBackupHead(path);
      const schema_step = migrations.at(-1) ?? null;
      await addFound(db, {
        ...found,
        taken_at: new Date(taken_at),
        schema_step,
        product_version: version,
        reasons: [],
      });
    } catch (error) {
      if (!(error instanceof BackupRefused)) throw error;
      const unread = { schema_step: null, product_version: null, reasons: [error.message] };
      await addFound(db, { ...found, ...unread, taken_at: mtime });
    }
  }
}

async function startDue({ db, clock }: BackupParts): Promise<void> {
  const now = clock();
  const plan = await getPlan(db);
  if (!plan.is_on) return;
  const tries = await listAttempts(db, londonDate(now));
  const day = dueDay(now, plan.hour, tries, await findInstalledSince(db));
  if (day === null) return;
  try {
    await inTransaction(db, async tx => {
      const taken = await listFileNames(tx);
      const file_name = fileNameFor(now, name => taken.has(name));
      const row = {
        file_name,
        origin: 'scheduled',
        asked_by: null,
        scheduled_for: day,
        requested_at: now,
      } as const;
      const id = await addBackup(tx, row);
      await addJob(tx, workOnBackup, { backup_id: id }, { maxAttempts: 1 });
      await writeAudits(tx, byCounterfoil(now), [
        { action: 'started', recordType: 'backup', recordId: id, recordName: file_name },
      ]);
    });
  } catch (error) {
    // A backup is running; try again in a minute.
    if (!violatedConstraint(error)?.startsWith('backups_')) throw error;
  }
}

export function backupJobs(parts: BackupParts): Pick<JobsOptions, 'handlers' | 'periodic'> {
  const recovery = recoveryJobs(parts);
  return {
    handlers: [
      handles(workOnBackup, ({ backup_id }) => runBackup(parts, backup_id)),
      handles(maintainBackups, () => maintainOnce(parts)),
      ...recovery.handlers,
    ],
    periodic: [{ match: '* * * * *', job: maintainBackups }, ...recovery.periodic],
  };
}
