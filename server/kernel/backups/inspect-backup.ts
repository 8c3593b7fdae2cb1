import { createHash, type Hash } from 'node:crypto';
import type * as z from 'zod';
import { BrokenArchive, readArchive, type ReadEntry } from '../../platform/archive';
import { migrationNames } from '../../platform/database/migrate';
import {
  type BackupHead,
  backupHead,
  BackupRefused,
  type BackupTail,
  backupTail,
  formatVersion,
  headName,
  tailName,
} from './backup-format';

export const notOurs = () => new BackupRefused('This file is not a Counterfoil backup.');

/**
 * Reads the head of a backup. Throws `BackupRefused` if it is not a backup, or not one this version can read.
 */
export const readBackupHead = (path: string): Promise<BackupHead> =>
  refusing(async () => {
    // Awaited here, because leaving the loop closes the file.
    for await (const entry of readArchive(path)) return await readHead(entry);
    throw notOurs();
  });

async function readHead(entry: ReadEntry): Promise<BackupHead> {
  if (entry.name !== headName) throw notOurs();
  const head = parsed(backupHead, await textOf(entry));
  if (head.format !== formatVersion)
    throw new BackupRefused(
      `This backup has format ${head.format}, but this version of Counterfoil reads format ${formatVersion}. Use version ${head.version} or later.`,
    );
  const isKnown = head.migrations.every((step, at) => step === migrationNames[at]);
  if (!isKnown)
    throw new BackupRefused(
      `This backup was written by a later version of Counterfoil (${head.version}). Use that version.`,
    );
  return head;
}

/** Any read error counts against the backup. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BrokenArchive ? new BackupRefused(error.message) : error;
  }
}

const maxTextLength = 256 * 1024 * 1024;

async function textOf({ bytes, content }: ReadEntry): Promise<string> {
  if (bytes > maxTextLength) throw notOurs();
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function parsed<Value>(schema: z.ZodType<Value>, text: string): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw notOurs();
  }
}

export type Inspected = { readonly head: BackupHead; readonly tail: BackupTail };

/**
 * Reads a backup to its end and checks all tables and stored files against its checksums, without a database.
 * Throws `BackupRefused` with the reason.
 */
export const inspectBackup = (path: string, onRead: (bytes: number) => void): Promise<Inspected> =>
  refusing(() => readBackup(path, onRead));

async function readBackup(path: string, onRead: (bytes: number) => void): Promise<Inspected> {
  const seen: Seen = { tables: new Map(), files: new Set() };
  for await (const entry of readArchive(path, onRead)) {
    if (!seen.head) {
      seen.head = await readHead(entry);
      for (const { name } of seen.head.tables) seen.tables.set(name, createHash('sha256'));
    } else if (seen.tail) throw notOurs();
    else if (entry.name === tailName) seen.tail = parsed(backupTail, await textOf(entry));
    else await sumUp(entry, seen);
  }
  const { head, tail } = seen;
  if (!head) throw notOurs();
  if (!tail) throw new BackupRefused('The file is incomplete: its end is missing.');
  compareSums(seen, tail);
  return { head, tail };
}

type Seen = {
  head?: BackupHead;
  tail?: BackupTail;
  readonly tables: Map<string, Hash>;
  readonly files: Set<string>;
};

async function sumUp(entry: ReadEntry, seen: Seen): Promise<void> {
  const table = seen.tables.get(tableOf(entry) ?? '');
  const sha256 = fileOf(entry);
  if (!table && sha256 === undefined) throw notOurs();
  const hash = table ?? createHash('sha256');
  for await (const piece of entry.content) hash.update(piece);
  if (sha256 === undefined) return;
  if (hash.digest('hex') !== sha256)
    throw new BackupRefused(`The stored file ${sha256.slice(0, 12)}… in the backup is damaged.`);
  seen.files.add(sha256);
}

function compareSums({ tables, files }: Seen, tail: BackupTail): void {
  const sums = new Map(tail.tables.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, hash] of tables)
    if (hash.digest('hex') !== sums.get(name))
      throw new BackupRefused(`The rows of ${name} in the backup do not match their checksum.`);
  if (files.size !== tail.files.length || tail.files.some(({ sha256 }) => !files.has(sha256)))
    throw new BackupRefused('The stored files in the backup do not match its list.');
}

/** The table of an entry. */
export const tableOf = ({ name }: ReadEntry): string | undefined =>
  /^tables\/([a-z0-9_]+)\/\d{6}\.copy$/.exec(name)?.[1];
/** The hash of the stored file in an entry. */
export const fileOf = ({ name }: ReadEntry): string | undefined => /^files\/([0-9a-f]{64})$/.exec(name)?.[1];
