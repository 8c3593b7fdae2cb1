import * as z from 'zod';
import { isBaseBackupDue } from '#domain/settings/backup-schedule';
import { findBreaches, unlessBackupRuns } from '../../kernel/backups';
import { raiseNotifications } from '../../kernel/notifications';
import { type Connection, openDatabase, openPool } from '../../platform/database/open-database';
import { type BaseBackup, NoBaseBackup, type Recovery } from '../../platform/database/recovery';
import { inTransaction } from '../../platform/database/transaction';
import { handles, job } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import type { BackupParts } from './backup-parts';
import { getPlan } from './plan';

const maintainRecovery = job('maintain-recovery', z.object({}), 'long');

/** A shorter failure, such as a network drive that is away for a moment, is not worth a notification. */
const toleratedMs = 60_000;

/** Runs every minute: follows the schedule of backups, reports failures and makes the base backup of the day. */
export async function maintainRecoveryOnce(
  parts: BackupParts,
  recovery: Recovery,
  attempts: { lastFailedAt: Date | null },
): Promise<void> {
  const { db, clock } = parts;
  const plan = await getPlan(db);
  await recovery.turn(plan.is_on);
  const { failing } = await recovery.state();
  if (failing && clock().getTime() - failing.since.getTime() > toleratedMs)
    await notifyAdministrators(parts, failing.since, failing.reason);
  const newest = await recovery.newestBase();
  if (newest === null || !isBaseBackupDue(clock(), plan.hour, newest, attempts.lastFailedAt)) return;
  // Restoring as a test takes as much of the machine as a backup does, so they take turns.
  await unlessBackupRuns(db, async () => {
    try {
      const [reason] = await makeVerifiedBase(parts, recovery, newest);
      attempts.lastFailedAt = reason === undefined ? null : clock();
      if (reason !== undefined) await notifyAdministrators(parts, clock(), reason);
    } catch (error) {
      if (parts.place.stopping?.aborted) return;
      attempts.lastFailedAt = clock();
      if (!(error instanceof NoBaseBackup)) throw error;
      await notifyAdministrators(parts, clock(), error.message);
    }
    await recovery.prune(plan.keep);
  });
}

/** Makes a base backup, recovers it beside the product's database and returns what fails there. */
async function makeVerifiedBase(
  { clock, invariants, place: { stopping } }: BackupParts,
  recovery: Recovery,
  newest: BaseBackup | undefined,
): Promise<readonly string[]> {
  // One that a killed process did not test is tested now.
  const base = newest?.checkedAt === null ? newest : await recovery.makeBase(stopping);
  const check = async (connection: Connection) => {
    const recovered = openDatabase(openPool(connection, 2, { unhurried: true }));
    try {
      return await findBreaches(recovered, invariants, clock);
    } finally {
      await recovered.destroy();
    }
  };
  return recovery.tryBase(base, check, stopping);
}

const notifyAdministrators = ({ db, clock }: BackupParts, since: Date, reason: string): Promise<void> =>
  inTransaction(db, tx =>
    raiseNotifications(tx, clock(), [
      {
        kind: 'failed_backup',
        key: `recovery ${since.getTime()}`,
        words: `Recovery to any second is interrupted. ${reason}`,
        link: '/settings/backups',
      },
    ]),
  );

export function recoveryJobs(parts: BackupParts): Pick<JobsOptions, 'handlers' | 'periodic'> {
  const { recovery } = parts.place;
  if (!recovery) return { handlers: [], periodic: [] };
  const attempts = { lastFailedAt: null };
  return {
    handlers: [handles(maintainRecovery, () => maintainRecoveryOnce(parts, recovery, attempts))],
    periodic: [{ match: '* * * * *', job: maintainRecovery }],
  };
}
