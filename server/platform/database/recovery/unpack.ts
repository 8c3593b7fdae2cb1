import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BrokenArchive, readArchive } from '../../archive';
import { readSegment } from './open-line';
import { type BaseBackup, type Line, listSegments, partSegment, pathOfBase } from './recovery-folder';
import { positionOfSegment, segmentName, startOfSegment, type WalPosition } from './wal-position';

/** The account that the unpacked files must belong to; null: this process's own. */
export type FileOwner = { readonly uid: number; readonly gid: number } | null;

/** Unpacks a base backup into a new folder. Throws `BrokenArchive` when it is damaged. */
export async function unpackBase(
  base: BaseBackup,
  folder: string,
  owner: FileOwner,
  signal?: AbortSignal,
): Promise<void> {
  await ensureSum(base);
  await makeFolder(folder, owner);
  for await (const { name, content } of readArchive(pathOfBase(base))) {
    signal?.throwIfAborted();
    const path = normalize(join(folder, name));
    if (!path.startsWith(`${folder}/`)) throw new BrokenArchive(`The name ${name} is not one of a database.`);
    if (name.endsWith('/')) {
      await makeFolder(path.slice(0, -1), owner);
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
    if (owner) await chown(path, owner.uid, owner.gid);
  }
}

async function ensureSum(base: BaseBackup): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(pathOfBase(base)), hash);
  if (hash.digest('hex') !== base.sha256)
    throw new BrokenArchive(`The base backup ${base.name} is damaged: its checksum does not match.`);
}

async function makeFolder(path: string, owner: FileOwner): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (owner) await chown(path, owner.uid, owner.gid);
}

export type UnpackedLog = {
  /** The first segment that is missing or damaged although later ones exist; null when the log has no gap. */
  readonly missing: string | null;
};

/** Unpacks the log from a position on, up to its end or to a gap. */
export async function unpackLog(
  line: Line,
  from: WalPosition,
  folder: string,
  owner: FileOwner,
): Promise<UnpackedLog> {
  const segments = await listSegments(line);
  const last = [...segments.keys()].at(-1);
  const end = last === undefined ? from : positionOfSegment(last, line);
  for (let at = startOfSegment(from, line); at <= end; at += line.segmentBytes) {
    const name = segmentName(at, line);
    const file = segments.get(name);
    // A part in the middle is what is left of a segment that was lost.
    const isCut = file?.endsWith(partSegment) === true && at < end;
    const content = file === undefined || isCut ? null : await readSegment(line, name).catch(unreadable);
    if (content === null) return { missing: name };
    const path = join(folder, name);
    // The database expects every segment in its full length.
    const whole = Buffer.concat([content, Buffer.alloc(line.segmentBytes - content.length)]);
    await writeFile(path, whole, { mode: 0o600 });
    if (owner) await chown(path, owner.uid, owner.gid);
  }
  return { missing: null };
}

function unreadable(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code.startsWith('Z_')) return null;
  throw error;
}
