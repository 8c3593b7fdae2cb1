import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { blockBytes, paddingOf, readTarHeader } from './tar-header';

/** The archive is truncated or was altered. The message is shown to users. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

export type ReadEntry = {
  readonly name: string;
  readonly bytes: number;
  /** Read this before asking for the next entry; unread content is skipped. */
  readonly content: AsyncGenerator<Buffer>;
};

const cutOff = () => new BrokenArchive('The file is incomplete: its end is missing.');
const changed = () => new BrokenArchive('The file is damaged: its contents do not match the checksum.');

/**
 * The files of a tar.gz, one after another, block by block. Throws BrokenArchive where the archive is damaged; reading
 * to the end verifies the checksum. `onRead` receives the size of each block of the compressed file; what it throws ends
 * the reading.
 */
export async function* readArchive(
  path: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<ReadEntry> {
  const bytes = openBytes(unpacked(path, onRead));
  try {
    for (;;) {
      const header = await bytes.take(blockBytes);
      if (header.every(byte => byte === 0)) break;
      const facts = readTarHeader(header);
      if (!facts) throw changed();
      const content = bytes.stream(facts.bytes);
      yield { ...facts, content };
      for await (const passedOver of content) void passedOver;
      await bytes.take(paddingOf(facts.bytes));
    }
    await bytes.take(blockBytes);
    if (!(await bytes.isOver())) throw changed();
  } finally {
    await bytes.close();
  }
}

async function* unpacked(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', error => gunzip.destroy(error));
  file.on('data', chunk => {
    // Thrown from here it would reach no one who waits for the archive.
    try {
      onRead(chunk.length);
    } catch (error) {
      file.destroy(error as Error);
    }
  });
  try {
    for await (const chunk of file.pipe(gunzip)) yield chunk as Buffer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw cutOff();
    if (code.startsWith('Z_')) throw changed();
    throw error;
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

/** Reads a stream of bytes in the sizes asked for. */
function openBytes(source: AsyncGenerator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);

  /** At least one byte in `rest`; false at the end. */
  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await source.next();
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  }

  async function* stream(length: number): AsyncGenerator<Buffer> {
    for (let remaining = length; remaining > 0; ) {
      if (!(await fill())) throw cutOff();
      const piece = rest.subarray(0, remaining);
      rest = rest.subarray(piece.length);
      remaining -= piece.length;
      yield piece;
    }
  }

  return {
    stream,
    take: async (length: number): Promise<Buffer> => {
      const pieces: Buffer[] = [];
      for await (const piece of stream(length)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    isOver: async (): Promise<boolean> => !(await fill()),
    close: () => source.return(undefined),
  };
}
