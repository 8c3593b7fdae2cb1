import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BackupFolder } from '#domain/settings/backups.contract';
import type { BackupPlace } from './backup-parts';

/** A folder is made with its first backup, so one that had backups and is missing is on a drive that is not connected. */
export async function describeFolder(
  { folder, databaseFolder }: Pick<BackupPlace, 'folder' | 'databaseFolder'>,
  { wasUsed }: { readonly wasUsed: boolean },
): Promise<BackupFolder> {
  const [ofBackups, ofData] = await Promise.all([
    diskOf(folder, { isMade: wasUsed }),
    databaseFolder === undefined ? null : diskOf(databaseFolder, { isMade: true }),
  ]);
  return {
    folder,
    is_reachable: ofBackups !== null,
    is_on_data_disk: ofBackups === null || ofData === null ? null : ofBackups === ofData,
  };
}

/** The number of the disk, by the parent if the folder can still be made there; null if it cannot be reached. */
async function diskOf(folder: string, { isMade }: { readonly isMade: boolean }): Promise<number | null> {
  try {
    const { dev } = await stat(folder);
    await access(folder, constants.R_OK | constants.W_OK);
    return dev;
  } catch (error) {
    const above = dirname(folder);
    const canBeMade = !isMade && (error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder;
    return canBeMade ? diskOf(above, { isMade }) : null;
  }
}
