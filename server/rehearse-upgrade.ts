import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { formatMoment } from '#domain/kernel/dates';
import { findVerifiedBackup, type VerifiedBackup } from './features/backups';
import { BackupRefused, restoreInto, writeBackup, type WriteParts } from './kernel/backups';
import { type DatabaseServer, sweepScratch } from './platform/database/databases';
import { migrationNames } from './platform/database/migrate';
import type { Database } from './platform/database/open-database';
import { sqlState } from './platform/database/database-errors';
import { reportSteps } from './platform/report-steps';
import { StartRefused } from './platform/start-refused';
import { productVersion } from './product-version';
import { findDifferences, type Measures, measureBooks } from './upgrade-measures';

export type RehearsalParts = {
  readonly server: DatabaseServer;
  readonly dataDir: string;
  readonly backupDir: string;
  readonly clock: () => Date;
  readonly say: (line: string) => void;
  /** Measures a database; tests put something wrong in between. */
  readonly measure?: (db: Database, when: 'before' | 'after') => Promise<Measures>;
};

/** A verified backup is used if it is not older; otherwise the database itself is copied. In milliseconds. */
const newestBackupAge = 24 * 60 * 60_000;

const unchanged =
  'The database was not changed, and the earlier version can be started again. To upgrade without a rehearsal: npm start -- --skip-rehearsal';

/**
 * Upgrades a copy of the database, and compares the totals and the checks of the books before and afterwards. Throws
 * `StartRefused` if they differ, or if the copy cannot be made or upgraded; the database itself is only read. What a
 * killed rehearsal left is removed first. The caller holds the lock of starting processes. Returns what was upgraded.
 */
export async function rehearseUpgrade(
  db: Database,
  pending: readonly string[],
  parts: RehearsalParts,
): Promise<string> {
  const { server, dataDir, say } = parts;
  const fresh = join(dataDir, 'rehearsal.backup');
  try {
    await sweepScratch(server, 'rehearsal');
    const backup = await findRecentBackup(db, pending, parts);
    if (backup) {
      say(`Rehearsing the upgrade on the backup of ${formatMoment(backup.taken_at)}…`);
      if (await rehearsedOnBackup(join(parts.backupDir, backup.file_name), parts)) return backup.file_name;
    }
    say('Rehearsing the upgrade on a copy of the database…');
    rmSync(fresh, { force: true });
    await copyDatabase(fresh, parts);
    await rehearseOn(fresh, parts);
    return 'Copy of the database';
  } catch (error) {
    throw error instanceof StartRefused ? error : asRefusal(error);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** The latest verified backup, if it is recent and of the schema that is in use. */
async function findRecentBackup(
  db: Database,
  pending: readonly string[],
  { backupDir, clock }: RehearsalParts,
): Promise<VerifiedBackup | undefined> {
  const schema = migrationNames.filter(name => !pending.includes(name)).at(-1) ?? '';
  const since = new Date(clock().getTime() - newestBackupAge);
  const backup = await findVerifiedBackup(db, { schema, since });
  return backup && existsSync(join(backupDir, backup.file_name)) ? backup : undefined;
}

/** False if the backup can no longer be restored; it was whole when it was verified. */
async function rehearsedOnBackup(path: string, parts: RehearsalParts): Promise<boolean> {
  try {
    await rehearseOn(path, parts);
    return true;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    parts.say(`This backup cannot be used. ${error.message}`);
    return false;
  }
}

/** Attachments are left out: an upgrade does not touch them. */
const withoutFiles: WriteParts['files'] = {
  inspect: async () => 'missing',
  read: () => Readable.from([]),
};

const copyDatabase = (path: string, { server, clock }: RehearsalParts) =>
  writeBackup(path, {
    connection: server.connection,
    files: withoutFiles,
    version: productVersion,
    takenAt: clock(),
    onProgress: () => undefined,
  });

/** Restores a backup into a temporary database, upgrades that, and refuses if anything differs. */
async function rehearseOn(
  path: string,
  { server, say, measure = measureBooks }: RehearsalParts,
): Promise<void> {
  const report = reportSteps(line => say(`Rehearsal: ${line}`));
  report.next('restoring the copy');
  let before: Measures | undefined;
  const restored = restoreInto(
    server,
    path,
    {
      purpose: 'rehearsal',
      onRead: () => undefined,
      beforeMigration: async db => {
        report.next('checking the books of the copy before its upgrade');
        before = await measure(db, 'before');
      },
      report,
    },
    async ({ db }) => {
      if (!before) throw new Error('The copy was upgraded before it was measured');
      report.next('checking the books of the copy after its upgrade');
      refuseDifferences(findDifferences(before, await measure(db, 'after')));
      const same = before.totals.filter(({ value }) => value !== null).length;
      say(
        `The upgrade works on the copy: ${same} totals stay the same, and the checks of the books find nothing new.`,
      );
      return { keep: false, value: undefined };
    },
  );
  await restored.finally(report.end);
}

function refuseDifferences(differences: readonly string[]): void {
  if (differences.length === 0) return;
  const lines = differences.map(difference => `  ${difference}`).join('\n');
  throw new StartRefused(`The upgrade would change the books:\n${lines}\n${unchanged}`);
}

/** An error of the database that is not about the data, such as a missing right, has its reason in its message. */
function asRefusal(error: unknown): StartRefused {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  const hint =
    sqlState(error) === '42501' ? ' Let the database role create databases: alter role … createdb.' : '';
  return new StartRefused(`The upgrade failed on a copy of the database: ${reason}.${hint}\n${unchanged}`);
}
