import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type FileState, inspectFile, listOlder, removeOlder } from './sweep-files';
import { leaveRoom } from './free-space';
import { createFolder } from './make-folder';

/** A file that is safely on disk, identified by its content. `firstBytes` is at most its first 4,096 bytes. */
export type StoredFile = { readonly sha256: string; readonly bytes: number; readonly firstBytes: Buffer };

/** The stream exceeded the limit; nothing was stored. */
export class FileTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.name = 'FileTooLarge';
    this.maxBytes = maxBytes;
  }
}

const headBytes = 4096;
/** After this many bytes it is asked again how much room is left. */
const roomAskedEvery = 1024 * 1024;
/** Longer than any upload can take: older temporary files were left by a dead process. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

export type FileStore = Awaited<ReturnType<typeof openFileStore>>;

/**
 * Files stored under the hash of their content, `ab/cdef…`, below `folder` (created when missing, for this account
 * only). Bytes are written and synced before their database row: an interrupted upload leaves at most a file without a
 * row, never a row without its file.
 */
export async function openFileStore(folder: string) {
  const incoming = join(folder, 'incoming');
  createFolder(incoming, 0o700);
  await removeAbandoned(incoming);

  const path = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('Not a SHA-256 in lower-case hexadecimal.');
    return join(folder, sha256.slice(0, 2), sha256.slice(2));
  };
  const exists = (sha256: string) => isFile(path(sha256));

  /**
   * Writes a stream of at most `maxBytes` bytes. Throws FileTooLarge beyond that, as a full disk does when little room is
   * left, or the stream's own error when it is cut off; either way nothing is left behind. After FileTooLarge the rest of the stream is discarded, so that later
   * parts of a form can still be read: limit the request as a whole.
   */
  async function put(stream: Readable, { maxBytes }: { maxBytes: number }): Promise<StoredFile> {
    // The loop below handles the stream's errors only while it runs; before and after, an unhandled error event would
    // end the process.
    stream.on('error', () => {});
    const temporary = join(incoming, randomUUID());
    const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
      stream.resume();
      throw error;
    });
    try {
      const stored = await closing(file, () =>
        write(stream, file, { maxBytes, leaveRoom: () => leaveRoom(incoming) }),
      );
      await keep(temporary, path(stored.sha256), folder);
      return stored;
    } catch (error) {
      await rm(temporary, { force: true });
      if (!stream.destroyed) stream.resume();
      throw error;
    }
  }

  return {
    put,
    path,
    exists,
    /** The content, or its bytes from `start` to `end`, as a stream; an unknown hash becomes the stream's ENOENT error. */
    read: (sha256: string, range?: { readonly start: number; readonly end: number }): Readable =>
      createReadStream(path(sha256), range),
    /** Removes a file that no row refers to. A missing file is not an error. */
    remove: (sha256: string) => rm(path(sha256), { force: true }),
    /** Whether the file exists and its content still matches its hash. */
    inspect: (sha256: string): Promise<FileState> => inspectFile(path(sha256), sha256),
    /** The hashes of the files last stored before `before`, in batches. */
    listOlder: (before: Date) => listOlder(folder, before),
    /** Removes a file unless it has been stored again since; returns whether it did. */
    removeOlder: (sha256: string, before: Date) => removeOlder(path(sha256), incoming, before),
  };
}

type WriteTerms = { readonly maxBytes: number; readonly leaveRoom: () => void };

async function write(
  stream: Readable,
  file: FileHandle,
  { maxBytes, leaveRoom: leaveSomeRoom }: WriteTerms,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  const first: Buffer[] = [];
  let bytes = 0;
  let askedAt = -roomAskedEvery;
  // The stream is not destroyed on exit: see put() for why the rest must be able to flow.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const block = Buffer.from(chunk);
    if (bytes < headBytes) first.push(block.subarray(0, headBytes - bytes));
    bytes += block.length;
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    if (bytes - askedAt >= roomAskedEvery) {
      leaveSomeRoom();
      askedAt = bytes;
    }
    hash.update(block);
    await file.writeFile(block);
  }
  // A form parser with a limit of its own ends the stream early and only sets a flag.
  if ('truncated' in stream && stream.truncated === true) throw new FileTooLarge(maxBytes);
  await file.sync();
  return { sha256: hash.digest('hex'), bytes, firstBytes: Buffer.concat(first) };
}

/** Moves a finished temporary file to its final name; existing content is stored once. */
async function keep(temporary: string, final: string, folder: string): Promise<void> {
  // Touching an existing file makes it new, so that a sweep of old files without a row spares it.
  const now = new Date();
  const alreadyThere = await utimes(final, now, now).then(
    () => true,
    () => false,
  );
  if (alreadyThere) return rm(temporary);

  const parent = dirname(final);
  if (await mkdir(parent, { recursive: true, mode: 0o700 })) await syncFolder(folder);
  await rename(temporary, final);
  await syncFolder(parent);
}

/** Runs the work, then closes the file whether it succeeded or not. */
export async function closing<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await file.close();
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Makes a rename survive a power cut. Windows cannot open folders, and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await closing(handle, () => handle.sync());
}

async function removeAbandoned(incoming: string): Promise<void> {
  const before = Date.now() - abandonedAfterMs;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const age = await stat(path).catch(() => undefined);
    if (age && age.mtimeMs < before) await rm(path, { force: true });
  }
}
