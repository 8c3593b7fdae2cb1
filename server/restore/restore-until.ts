import { join } from 'node:path';
import { formatMoment } from '#domain/kernel/dates';
import { restoreMissingFiles, writeBackup } from '../kernel/backups';
import {
  BaseBackupDamaged,
  recoverBeside,
  type RecoveredServer,
  RecoveryRefused,
} from '../platform/database/embedded';
import {
  addRestOfLog,
  type BaseBackup,
  chooseBases,
  listRanges,
  rangesInWords,
  recoveryFolderIn,
} from '../platform/database/recovery';
import type { FileStore } from '../platform/files/file-store';
import { productVersion } from '../product-version';
import { restoreBackup, type Restored, type SinceThen } from './restore-backup';
import { listTotals } from '../book-totals';

export type RestoreUntil = SinceThen & {
  readonly files: FileStore;
  readonly dataDir: string;
  readonly backupDir: string;
  /** Everything saved up to this moment is restored, and nothing that was saved later. */
  readonly until: Date;
  readonly acceptBreaches: boolean;
  readonly say: (line: string) => void;
};

/** The moments that can be restored without the log that is only in the database's own folder. */
export async function describeArchive(backupDir: string): Promise<string> {
  const folder = recoveryFolderIn(backupDir);
  const ranges = await listRanges(folder);
  return ranges.length === 0
    ? `There is no verified base backup in ${folder}.`
    : `The archive holds every second ${rangesInWords(ranges)}.`;
}

/**
 * Restores the product's database as at a moment. The whole database server is recovered beside the running one, and
 * what the product's database held then is restored as any backup is: beside the current one, checked, and swapped
 * into its place last. Throws `RecoveryRefused` or `BackupRefused`, and then nothing has changed.
 */
export async function restoreUntil(options: RestoreUntil): Promise<Restored> {
  const { server, files, dataDir, backupDir, until, clock, say } = options;
  const folder = recoveryFolderIn(backupDir);
  const log = { error: () => undefined };
  const reason = await addRestOfLog({ server: server.maintenance, folder, log, clock });
  if (reason !== null) say(`The latest log could not be added to the archive. ${reason}`);
  const { recovered, base } = await recover(folder, { dataDir, until, say });
  try {
    const last = recovered.lastCommit ?? base.finishedAt;
    say(
      `Recovered up to ${formatMoment(until)}. The last change before it was made at ${formatMoment(last)}.`,
    );
    await restoreMissingFiles(recovered.connection, files, backupDir);
    const path = join(recovered.folder, fileName(until));
    await writeBackup(path, {
      connection: recovered.connection,
      files,
      version: productVersion,
      takenAt: until,
      onProgress: () => undefined,
    });
    return await restoreBackup({
      ...options,
      path,
      show: async restored => {
        say(`Totals of the books as at ${formatMoment(until)}:`);
        for (const { label, value } of await listTotals(restored)) say(`  ${label.padEnd(22)}${value}`);
      },
    });
  } finally {
    await recovered.stop();
  }
}

/** Recovers from the newest base backup before the moment, or from an older one where that is damaged. */
async function recover(
  folder: string,
  parts: Pick<RestoreUntil, 'dataDir' | 'until' | 'say'>,
): Promise<{ recovered: RecoveredServer; base: BaseBackup }> {
  const { bases, reason } = await chooseBases(folder, parts.until);
  let refusal = new RecoveryRefused(reason);
  for (const base of bases) {
    parts.say(`Recovering from the base backup of ${formatMoment(base.finishedAt)}…`);
    try {
      return { base, recovered: await recoverBeside({ ...parts, base }) };
    } catch (error) {
      if (!(error instanceof BaseBackupDamaged)) throw error;
      parts.say(error.message);
      refusal = error;
    }
  }
  throw refusal;
}

/** The name that the audit log shows. */
const fileName = (until: Date): string =>
  `as-at-${until.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
