import type { BackupFolder } from '#domain/settings/backups.contract';

/** Where the backups are, and what to do if one failing disk would take them with the data. */
export const folderInWords = ({ folder, is_on_data_disk: isOnDataDisk }: BackupFolder): string =>
  isOnDataDisk
    ? `Backups are in ${folder}, on the same disk as the data. Set BACKUP_DIR to a folder on another disk, so that a failing disk does not take both.`
    : `Backups are in ${folder}.`;
