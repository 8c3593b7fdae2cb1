import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readArchive } from '../../platform/archive';
import { withSession } from '../../platform/database/databases';
import type { Connection } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import { BackupRefused } from './backup-format';
import { fileOf, refusing } from './inspect-backup';

/**
 * Stores again those files of a database that are missing or damaged, from the backups in a folder, newest first. Files
 * are not part of the database's log. Returns how many are in no backup and stay missing.
 */
export async function restoreMissingFiles(
  connection: Connection,
  files: Pick<FileStore, 'inspect' | 'put'>,
  folder: string,
): Promise<number> {
  const missing = new Set<string>();
  for (const sha256 of await listFiles(connection))
    if ((await files.inspect(sha256)) !== 'whole') missing.add(sha256);
  if (missing.size === 0) return 0;
  const backups = (await namesIn(folder)).filter(name => name.endsWith('.backup')).sort();
  for (const name of backups.reverse()) {
    if (missing.size === 0) return 0;
    try {
      await refusing(() => takeFiles(join(folder, name), missing, files));
    } catch (error) {
      // A damaged backup may still have held some of them; the next one is tried for the others.
      if (!(error instanceof BackupRefused)) throw error;
    }
  }
  return missing.size;
}

/** Before the first backup there is no folder. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function takeFiles(path: string, missing: Set<string>, files: Pick<FileStore, 'put'>): Promise<void> {
  for await (const entry of readArchive(path)) {
    const sha256 = fileOf(entry);
    if (sha256 === undefined || !missing.has(sha256)) continue;
    const stored = await files.put(Readable.from(entry.content, { objectMode: false }), {
      maxBytes: entry.bytes,
    });
    missing.delete(stored.sha256);
  }
}

const listFiles = (connection: Connection): Promise<string[]> =>
  withSession(connection, async client => {
    const { rows } = await client.query<{ sha256: string }>('select sha256 from files');
    return rows.map(({ sha256 }) => sha256);
  });
