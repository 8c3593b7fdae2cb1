import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { UnreadableTable } from './table-row';

/** Tables compress to a tenth; even the most repetitive ones stay below this. */
const maxRatio = 200;
/** Below this, the ratio does not matter. */
const alwaysAllowedBytes = 64 * 1024 ** 2;
/** A file of this size has some fifty million rows. */
const maxExpandedBytes = 4 * 1024 ** 3;

const damaged =
  'This gzip file is damaged or incomplete, so it cannot be decompressed. Compress the original again, then upload it.';

/**
 * Streams the content of a gzip file in blocks, whatever its size. A small file can expand to fill the disk or keep
 * the server busy for hours, so the content is limited. @throws UnreadableTable
 */
export async function* expandGzip(path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  const max = Math.min(maxExpandedBytes, Math.max(alwaysAllowedBytes, size * maxRatio));
  const compressed = createReadStream(path);
  const expanded = createGunzip({ chunkSize: 64 * 1024 });
  // The loop below receives the errors of both streams.
  pipeline(compressed, expanded, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of expanded) {
      bytes += (chunk as Buffer).length;
      if (bytes > max) throw new UnreadableTable(tooLarge(max));
      yield chunk as Buffer;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new UnreadableTable(damaged);
    throw error;
  } finally {
    compressed.destroy();
    expanded.destroy();
  }
}

const tooLarge = (max: number) =>
  max === maxExpandedBytes
    ? `This gzip file expands to more than ${sizeInWords(max)}. Split it, and upload the parts together.`
    : `This gzip file expands to more than ${sizeInWords(max)}, over ${maxRatio} times its own size, which no table does. Check what it contains.`;
