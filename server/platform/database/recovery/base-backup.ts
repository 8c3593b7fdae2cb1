import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Connection } from '../open-database';
import { Session } from '../session';
import { parsePosition, type WalPosition } from './wal-position';

export type WrittenBase = {
  readonly start: WalPosition;
  readonly end: WalPosition;
  readonly bytes: number;
  readonly sha256: string;
};

type BaseOptions = {
  /** Called from time to time; throws when the disk is about to be full. */
  readonly ensureRoom: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
};

const betweenChecksBytes = 16 * 1024 * 1024;

/** Checks the checksum of every page, and ends with an error when one is damaged. */
const command = `BASE_BACKUP (LABEL 'counterfoil', CHECKPOINT 'fast', WAL false, MANIFEST 'no')`;

/**
 * Writes a copy of all the database's files as one tar.gz, while the database is in use. It is the protocol of
 * PostgreSQL's own pg_basebackup, a program that the embedded server does not include.
 */
export async function writeBaseBackup(
  server: Connection,
  path: string,
  { ensureRoom, signal }: BaseOptions,
): Promise<WrittenBase> {
  // The library passes this start-up parameter on, and its types lack it.
  const replicating = { replication: 'database' };
  const session = new Session({ ...server, ...replicating, connectionTimeoutMillis: 5_000 });
  await session.connect();
  const backup = new BaseBackupStream();
  const hash = createHash('sha256');
  let bytes = 0;
  let checkedAt = 0;
  try {
    session.query(backup);
    await pipeline(
      backup.content,
      createGzip({ level: 1 }),
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          if (bytes - checkedAt > betweenChecksBytes) {
            checkedAt = bytes;
            await ensureRoom();
          }
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    );
    return { ...backup.positions(), bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    // After a failure the server may still be sending.
    session.cut();
  }
}

type Wire = { readonly stream: Duplex; query(text: string): void };
type Message = { readonly chunk: Buffer };

/** What the client library calls with the messages that answer one command. */
class BaseBackupStream {
  readonly #rows: (string | null)[][] = [];
  #wire: Wire | undefined;
  readonly content = new Readable({
    read: () => {
      this.#wire?.stream.resume();
    },
  });

  /** The first row tells where the log of the copy starts, and the last one where it ends. */
  positions(): { start: WalPosition; end: WalPosition } {
    const [start, end] = [this.#rows.at(0)?.[0], this.#rows.at(-1)?.[0]];
    if (!start || !end || this.#rows.length < 3) throw new Error('The base backup has no end');
    return { start: parsePosition(start), end: parsePosition(end) };
  }

  submit(wire: unknown): void {
    this.#wire = wire as Wire;
    this.#wire.query(command);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  /** The first byte tells what follows; `d` is a piece of the archive. */
  handleCopyData({ chunk }: Message): void {
    if (chunk[0] !== 0x64) return;
    // A copy, because the library uses its buffer again.
    if (!this.content.push(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause();
  }

  handleError(error: Error): void {
    this.content.destroy(error);
  }

  handleReadyForQuery(): void {
    this.content.push(null);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
