import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { readAt } from './read-at';
import type { ZipEntry } from './zip-directory';

const headerSignature = 0x04034b50;
const headerLength = 30;
const stored = 0;
const deflated = 8;
const zip64Marker = 0xffffffff;

/** The archive is damaged, or an entry unpacks to more than its directory states. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip';
}

/**
 * Streams the content of an entry. Never unpacks more than the size in the directory, which the caller has checked: a
 * zip bomb is stopped there. @throws BrokenZip
 */
export async function* readZipEntry(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.method !== stored && entry.method !== deflated)
    throw new BrokenZip(`${entry.name} is packed in an unknown way.`);
  if (entry.packedBytes === zip64Marker || entry.headerStart === zip64Marker)
    throw new BrokenZip(`${entry.name} is larger than an archive of this kind can hold.`);
  const file = await open(path, 'r');
  try {
    const header = await readAt(file, entry.headerStart, headerLength);
    if (header.length < headerLength || header.readUInt32LE(0) !== headerSignature)
      throw new BrokenZip(`${entry.name} is not where the directory says.`);
    const start = entry.headerStart + headerLength + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (entry.packedBytes === 0) return;
    const packed = file.createReadStream({
      start,
      end: start + entry.packedBytes - 1,
      autoClose: false,
    });
    const content = entry.method === stored ? packed : packed.pipe(createInflateRaw());
    packed.on('error', error => content.destroy(error));
    yield* counted(content, entry);
    packed.destroy();
  } finally {
    await file.close();
  }
}

async function* counted(content: AsyncIterable<unknown>, entry: ZipEntry): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of content) {
      const block = chunk as Buffer;
      bytes += block.length;
      if (bytes > entry.unpackedBytes)
        throw new BrokenZip(`${entry.name} unpacks to more than the archive says.`);
      yield block;
    }
  } catch (error) {
    // The library's own messages are about its buffers.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new BrokenZip(`${entry.name} cannot be unpacked.`);
    throw error;
  }
}
