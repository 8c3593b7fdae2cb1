import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { blockBytes, paddingOf, tarHeader } from './tar-header';

/** One file of an archive. `content` holds exactly `bytes` bytes. */
export type ArchiveEntry = {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
};

/** Most of the default level's compression in half its time: the shop is open meanwhile. */
const level = 4;

/**
 * Streams a tar.gz that only this account can read, without holding entries in memory. The file is synced to disk when
 * this resolves, and deleted when it throws.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  // Fails when the file exists, and leaves it alone.
  await (await open(path, 'wx', 0o600)).close();
  try {
    await pipeline(
      blocksOf(entries),
      createGzip({ level }),
      counted,
      createWriteStream(path, { flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* blocksOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const { name, bytes, content } of entries) {
    yield tarHeader(name, bytes);
    let written = 0;
    for await (const block of content) {
      written += block.length;
      yield block;
    }
    if (written !== bytes) throw new RangeError(`${name} holds ${written} bytes, not ${bytes}`);
    yield Buffer.alloc(paddingOf(bytes));
  }
  yield Buffer.alloc(2 * blockBytes);
}
