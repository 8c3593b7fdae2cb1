import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** What one export may hold in memory; a client that is further behind reads from a file. */
const maxHeld = 1024 * 1024;
const pieceLength = 65_536;

/** A file that only this process can read and that is gone as soon as it is closed, also after a crash. */
async function openScratch(): Promise<FileHandle> {
  const path = join(tmpdir(), `counterfoil-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Pieces in order, in memory while few wait and otherwise in a file. */
class Backlog {
  private readonly held: Buffer[] = [];
  private heldBytes = 0;
  private file: FileHandle | undefined;
  private written = 0;
  private read = 0;
  private closed = false;

  get isEmpty(): boolean {
    return this.held.length === 0 && this.read === this.written;
  }

  async add(piece: Buffer): Promise<void> {
    // What is in the file comes first.
    if (this.read === this.written && this.heldBytes + piece.length <= maxHeld) {
      this.held.push(piece);
      this.heldBytes += piece.length;
      return;
    }
    this.file ??= await openScratch();
    if (this.closed) return this.close();
    await this.file.write(piece, 0, piece.length, this.written);
    this.written += piece.length;
  }

  /** The next piece; there must be one. */
  async take(): Promise<Buffer> {
    const piece = this.held.shift();
    if (piece) {
      this.heldBytes -= piece.length;
      return piece;
    }
    const space = Buffer.allocUnsafe(Math.min(pieceLength, this.written - this.read));
    const { bytesRead = 0 } = (await this.file?.read(space, 0, space.length, this.read)) ?? {};
    if (bytesRead === 0) throw new Error('The scratch file of an export ended early');
    this.read += bytesRead;
    return space.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    this.closed = true;
    // The file is deleted already, so a failure leaves nothing behind.
    await this.file?.close().catch(() => undefined);
  }
}

/**
 * Reads a stream as fast as it is produced, however slowly the result is read: a client on a bad line must not keep a
 * database connection (R22). The source is opened once `turn` allows. Its error becomes the result's, and destroying the
 * result ends it.
 */
export function spool(
  openSource: () => Readable,
  turn: (work: () => Promise<void>) => Promise<void> = work => work(),
): Readable {
  const backlog = new Backlog();
  let source: Readable | undefined;
  let ended = false;
  let wanted = false;
  let giving = false;

  const give = async () => {
    if (giving) return;
    giving = true;
    try {
      while (wanted && !backlog.isEmpty && !output.destroyed) wanted = output.push(await backlog.take());
      if (ended && backlog.isEmpty && !output.destroyed) output.push(null);
    } catch (error) {
      output.destroy(error as Error);
    } finally {
      giving = false;
    }
  };
  const fill = async () => {
    if (output.destroyed) return;
    source = openSource();
    for await (const piece of source) {
      await backlog.add(Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece)));
      void give();
    }
    ended = true;
    void give();
  };
  const output = new Readable({
    read() {
      wanted = true;
      void give();
    },
  });
  output.once('close', () => {
    source?.destroy();
    void backlog.close();
  });
  turn(fill).catch(error => output.destroy(error));
  return output;
}
