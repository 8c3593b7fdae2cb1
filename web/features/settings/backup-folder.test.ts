import { expect, test } from 'vitest';
import { folderInWords } from './backup-folder';

const kept = (is_gone: boolean) => ({ state: 'kept', is_gone }) as const;
const failed = { state: 'failed', is_gone: false } as const;

test('backups on the disk of the data ask for another disk', () => {
  const onDataDisk = { folder: '/srv/data/backups', is_reachable: true, is_on_data_disk: true };
  expect(folderInWords({ place: onDataDisk, data: [kept(false), kept(true)] })).toBe(
    'Backups are in /srv/data/backups, on the same disk as the data. Set BACKUP_DIR to a folder on another disk, so that a failing disk does not take both.',
  );
  for (const is_on_data_disk of [false, null]) {
    const place = { folder: '/mnt/copies', is_reachable: true, is_on_data_disk };
    expect(folderInWords({ place, data: [] })).toBe('Backups are in /mnt/copies.');
  }
});

test('a drive that is not connected is named, not taken for the disk of the data', () => {
  const missing = { folder: '/mnt/copies', is_reachable: false, is_on_data_disk: null };
  expect(folderInWords({ place: missing, data: [kept(true)] })).toBe(
    'Backups belong in /mnt/copies, but this folder cannot be reached. If it is on another drive, check that the drive is connected; otherwise let Counterfoil write there, or correct BACKUP_DIR.',
  );
  const empty = { folder: '/mnt/copies', is_reachable: true, is_on_data_disk: true };
  expect(folderInWords({ place: empty, data: [failed, kept(true)] })).toBe(
    'Backups are in /mnt/copies, but none of the backups below are there. If the folder is on another drive, check that the drive is connected.',
  );
});

test('users who are not told the folder read nothing about it', () =>
  expect(folderInWords({ place: null, data: [kept(false)] })).toBeNull());
