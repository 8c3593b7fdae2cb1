import { expect, test } from 'vitest';
import { folderInWords } from './backup-folder';

test('backups on the disk of the data ask for another disk', () => {
  expect(folderInWords({ folder: '/srv/data/backups', is_on_data_disk: true })).toBe(
    'Backups are in /srv/data/backups, on the same disk as the data. Set BACKUP_DIR to a folder on another disk, so that a failing disk does not take both.',
  );
  for (const is_on_data_disk of [false, null])
    expect(folderInWords({ folder: '/mnt/copies', is_on_data_disk })).toBe('Backups are in /mnt/copies.');
});
