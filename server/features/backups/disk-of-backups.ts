import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BackupPlace } from './backup-parts';

/** Whether one failing disk would take data and backups; null if the database is elsewhere or a folder unreadable. */
export async function isOnDataDisk({
  folder,
  databaseFolder,
}: Pick<BackupPlace, 'folder' | 'databaseFolder'>): Promise<boolean | null> {
  if (databaseFolder === undefined) return null;
  const [ofBackups, ofData] = await Promise.all([diskOf(folder), diskOf(databaseFolder)]);
  return ofBackups === null || ofData === null ? null : ofBackups === ofData;
}

/** The number of the disk, by the parent if the folder does not exist yet. */
async function diskOf(folder: string): Promise<number | null> {
  try {
    return (await stat(folder)).dev;
  } catch (error) {
    const above = dirname(folder);
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder ? diskOf(above) : null;
  }
}
