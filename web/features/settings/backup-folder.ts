import type { BackupsPage } from '#domain/settings/backups.contract';

type Page = Pick<BackupsPage, 'place'> & {
  readonly data: readonly Pick<BackupsPage['data'][number], 'state' | 'is_gone'>[];
};

/** Where the backups are, and what to do if they cannot be reached, or one failing disk would take them with the data. */
export function folderInWords({ place, data }: Page): string | null {
  if (place === null) return null;
  const { folder, is_reachable: isReachable, is_on_data_disk: isOnDataDisk } = place;
  if (!isReachable)
    return `Backups belong in ${folder}, but this folder cannot be reached. If it is on another drive, check that the drive is connected; otherwise let Counterfoil write there, or correct BACKUP_DIR.`;
  const kept = data.filter(({ state }) => state === 'kept');
  // An empty folder takes the place of a drive that is not connected.
  if (kept.length > 0 && kept.every(({ is_gone: isGone }) => isGone))
    return `Backups are in ${folder}, but none of the backups below are there. If the folder is on another drive, check that the drive is connected.`;
  return isOnDataDisk
    ? `Backups are in ${folder}, on the same disk as the data. Set BACKUP_DIR to a folder on another disk, so that a failing disk does not take both.`
    : `Backups are in ${folder}.`;
}
