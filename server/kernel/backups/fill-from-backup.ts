import { Readable } from 'node:stream';
import type { Connection } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import { BackupRefused } from './backup-format';
import { loadBackup, type LoadParts } from './load-backup';

/** Stores the files of a backup, each checked against its hash. */
export const storeIn =
  (files: Pick<FileStore, 'put'>): NonNullable<LoadParts['keepFile']> =>
  async (sha256, { bytes, content }) => {
    const stored = await files.put(Readable.from(content, { objectMode: false }), { maxBytes: bytes });
    if (stored.sha256 !== sha256) throw new BackupRefused(`The stored file ${sha256} is damaged.`);
  };

/** Fills an empty database and its files from a backup. Throws `BackupRefused` with the reason. */
export async function fillFromBackup(
  path: string,
  connection: Connection,
  files: Pick<FileStore, 'put'>,
): Promise<void> {
  await loadBackup(path, { connection, keepFile: storeIn(files), onRead: () => undefined });
}
