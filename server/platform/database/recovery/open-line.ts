import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import {
  type Line,
  listSegments,
  partSegment,
  progressFile,
  readProgress,
  syncFolder,
  unfinished,
  wholeSegment,
  writeFacts,
} from './recovery-folder';
import {
  formatPosition,
  positionOfSegment,
  segmentName,
  startOfSegment,
  type WalPosition,
} from './wal-position';

/** The log in the folder and the log of the database are not one. What is in the folder stays as it is. */
export class LineBroken extends Error {
  override readonly name = 'LineBroken';
}

/** Reads the log of the database: `read` answers what a segment holds from one offset to another. */
export type WalSource = {
  readonly read: (segment: string, from: number, to: number) => Promise<Buffer>;
};

export type OpenLine = {
  readonly line: Line;
  /** Everything before this position is in the folder and on disk. */
  readonly end: () => WalPosition;
  /** Adds the log up to a position that the database has on its disk. */
  readonly addUntil: (position: WalPosition) => Promise<void>;
  /** Notes that everything committed up to `at` is in the folder. */
  readonly note: (at: Date) => Promise<void>;
};

const pieceBytes = 1024 * 1024;

/**
 * Opens a line to add to it. Its last segment is compared with the database's log first, because an older copy of the
 * database goes on under the same names with other contents. Throws `LineBroken` then.
 */
export async function openLine(
  line: Line,
  source: WalSource,
  beginning: WalPosition | null,
): Promise<OpenLine> {
  let end = beginning ?? (await findEnd(line, source));

  async function addUntil(position: WalPosition): Promise<void> {
    while (end < position) {
      const start = startOfSegment(end, line);
      const next = Math.min(position, start + line.segmentBytes);
      const name = segmentName(end, line);
      await addToSegment(line, source, { name, from: end - start, to: next - start });
      if (next === start + line.segmentBytes) await completeSegment(line, name);
      end = next;
    }
  }

  return {
    line,
    end: () => end,
    addUntil,
    note: at =>
      writeFacts(join(line.folder, progressFile), { position: formatPosition(end), at: at.toISOString() }),
  };
}

/** Where the line ends, after what a killed process left there was put in order. */
async function findEnd(line: Line, source: WalSource): Promise<WalPosition> {
  const segments = await listSegments(line);
  const [name, file] = [...segments].at(-1) ?? [];
  if (name === undefined || file === undefined) throw new LineBroken('The line has no log.');
  const start = positionOfSegment(name, line);
  if (file.endsWith(wholeSegment)) {
    await comparePart(source, name, await readSegment(line, name), line.segmentBytes);
    await rm(join(line.folder, name + partSegment), { force: true });
    return start + line.segmentBytes;
  }
  const content = await readFile(join(line.folder, file));
  // What was noted is on disk. Later bytes may have been lost or mixed up in a power cut, and are added again.
  const noted = (await readProgress(line))?.position ?? start;
  const same = await comparePart(source, name, content, Math.max(0, noted - start));
  if (same < content.length) {
    const part = await open(join(line.folder, file), 'r+');
    await closing(part, async () => {
      await part.truncate(same);
      await part.sync();
    });
  }
  // Full, and not compressed yet: the disk was, too, or the process was killed.
  if (same === line.segmentBytes) await completeSegment(line, name);
  return start + same;
}

/** How many bytes of a segment are those of the database. Throws `LineBroken` for fewer than `atLeast`. */
async function comparePart(
  source: WalSource,
  name: string,
  content: Buffer,
  atLeast: number,
): Promise<number> {
  const current = await source.read(name, 0, content.length);
  let same = 0;
  while (same < content.length && content[same] === current[same]) same += 1;
  if (same < atLeast)
    throw new LineBroken(`The segment ${name} in the folder differs from that of the database.`);
  return same;
}

type Stretch = { readonly name: string; readonly from: number; readonly to: number };

async function addToSegment(line: Line, source: WalSource, { name, from, to }: Stretch): Promise<void> {
  const part = await open(join(line.folder, name + partSegment), from === 0 ? 'w' : 'r+', 0o600);
  await closing(part, async () => {
    const { size } = await part.stat();
    // Another process writes here too, as when a copy of the database runs with the same folder.
    if (size !== from) throw new LineBroken(`The segment ${name} was changed by another process.`);
    try {
      for (let at = from; at < to; at += pieceBytes) {
        const piece = await source.read(name, at, Math.min(to, at + pieceBytes));
        await part.write(piece, 0, piece.length, at);
      }
      await part.sync();
    } catch (error) {
      await part.truncate(from).catch(() => undefined);
      throw error;
    }
  });
  if (from === 0) await syncFolder(line.folder);
}

/** Compresses a segment that is complete. An existing one with other contents is never replaced. */
async function completeSegment(line: Line, name: string): Promise<void> {
  const path = join(line.folder, name);
  const whole = path + wholeSegment;
  if (await exists(whole)) {
    const [kept, part] = [await readSegment(line, name), await readFile(path + partSegment)];
    if (!kept.equals(part))
      throw new LineBroken(`The segment ${name} is in the folder already, with other contents.`);
  } else {
    try {
      await pipeline(
        createReadStream(path + partSegment),
        createGzip({ level: 4 }),
        createWriteStream(whole + unfinished, { mode: 0o600, flush: true }),
      );
    } catch (error) {
      await rm(whole + unfinished, { force: true });
      throw error;
    }
    await rename(whole + unfinished, whole);
    await syncFolder(line.folder);
  }
  await rm(path + partSegment);
}

/** The contents of a segment in the folder, whole or a part. Throws when it is damaged. */
export async function readSegment(line: Line, name: string): Promise<Buffer> {
  const path = join(line.folder, name);
  if (!(await exists(path + wholeSegment))) return readFile(path + partSegment);
  return promisify(gunzip)(await readFile(path + wholeSegment));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function closing<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await file.close();
  }
}
