import type pg from 'pg';
import { type ArchiveEntry, writeArchive } from '../../platform/archive';
import { copyOut } from '../../platform/database/copy-rows';
import type { Connection } from '../../platform/database/open-database';
import { withSession } from '../../platform/database/databases';
import type { FileStore } from '../../platform/files/file-store';
import { type BackupHead, type BackupTail, formatVersion, headName, tailName } from './backup-format';
import {
  endOfRow,
  type BackupTable,
  listBackupTables,
  listSequences,
  rowsInOrder,
  sumOfRows,
} from './tables';

export type WriteParts = {
  readonly connection: Connection;
  readonly files: Pick<FileStore, 'read' | 'inspect'>;
  readonly version: string;
  readonly takenAt: Date;
  /** Reports progress in bytes of about `total`. Throwing aborts the work. */
  readonly onProgress: (done: number, total: number) => void;
};

export type WrittenBackup = {
  readonly bytes: number;
  readonly sha256: string;
  readonly schema: string;
  readonly rows: number;
  readonly files: number;
  readonly missing: readonly string[];
};

/** Rows are written in pieces of this size, because tar headers give the size before the content. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Writes everything to one file: all tables as at one moment, and the files that their rows name. The shop keeps
 * working, because reading a snapshot blocks no one.
 */
export async function writeBackup(path: string, parts: WriteParts): Promise<WrittenBackup> {
  const tail: BackupTail = { tables: [], sequences: [], files: [], missing: [] };
  return withSession(parts.connection, async client => {
    await client.query('begin isolation level repeatable read read only');
    const tables = await listBackupTables(client);
    const migrations = await listMigrations(client);
    const head: BackupHead = {
      product: 'counterfoil',
      format: formatVersion,
      version: parts.version,
      taken_at: parts.takenAt.toISOString(),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    };
    const stored = await listFiles(client);
    const progress = counter(tables, stored, parts.onProgress);
    const { bytes, sha256 } = await writeArchive(path, entries());
    await client.query('commit');
    return {
      bytes,
      sha256,
      schema: migrations.at(-1) ?? '',
      rows: tail.tables.reduce((sum, table) => sum + table.rows, 0),
      files: tail.files.length,
      missing: tail.missing,
    };

    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield text(headName, head);
      for (const table of tables) yield* tableEntries(client, table, tail, progress);
      tail.sequences.push(...(await listSequences(client)));
      yield* fileEntries(parts.files, stored, tail, progress);
      yield text(tailName, tail);
    }
  });
}

function text(name: string, value: unknown): ArchiveEntry {
  const content = Buffer.from(`${JSON.stringify(value)}\n`);
  return { name, bytes: content.length, content: [content] };
}

type StoredFile = { readonly sha256: string; readonly bytes: number };

async function listFiles(client: pg.ClientBase): Promise<StoredFile[]> {
  const { rows } = await client.query<{ sha256: string; bytes: string }>(
    'select sha256, bytes::text from files order by sha256 collate "C"',
  );
  return rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) }));
}

async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  );
  return rows.map(({ name }) => name);
}

function counter(
  tables: readonly BackupTable[],
  files: readonly StoredFile[],
  onProgress: WriteParts['onProgress'],
): (bytes: number) => void {
  const total = [...tables, ...files].reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return bytes => {
    done += bytes;
    onProgress(Math.min(done, total), total);
  };
}

async function* tableEntries(
  client: pg.ClientBase,
  { name, columns, order }: BackupTable,
  tail: BackupTail,
  progress: (bytes: number) => void,
): AsyncGenerator<ArchiveEntry> {
  const sum = sumOfRows();
  const rows = copyOut(client, rowsInOrder(name, columns, order));
  let piece: Buffer[] = [];
  let [bytes, number] = [0, 0];
  const entry = (): ArchiveEntry => {
    const content = piece;
    const archived = { name: `tables/${name}/${String(++number).padStart(6, '0')}.copy`, bytes, content };
    piece = [];
    bytes = 0;
    return archived;
  };
  const keep = (part: Buffer) => {
    piece.push(part);
    bytes += part.length;
  };
  for await (const chunk of rows) {
    sum.add(chunk);
    progress(chunk.length);
    // A piece ends at the end of a row; line feeds within a row are escaped as \\n.
    const end = bytes + chunk.length < pieceBytes ? 0 : chunk.lastIndexOf(endOfRow) + 1;
    if (end > 0) {
      keep(chunk.subarray(0, end));
      yield entry();
    }
    keep(chunk.subarray(end));
  }
  if (bytes > 0 || number === 0) yield entry();
  tail.tables.push({ name, ...sum.result() });
}

/** Each stored file, checked against its hash. Missing or damaged ones are named and not written. */
async function* fileEntries(
  files: WriteParts['files'],
  stored: readonly StoredFile[],
  tail: BackupTail,
  progress: (bytes: number) => void,
): AsyncGenerator<ArchiveEntry> {
  for (const { sha256, bytes } of stored) {
    if ((await files.inspect(sha256)) === 'whole') {
      yield { name: `files/${sha256}`, bytes, content: files.read(sha256) as AsyncIterable<Buffer> };
      tail.files.push({ sha256, bytes });
    } else tail.missing.push(sha256);
    progress(bytes);
  }
}
