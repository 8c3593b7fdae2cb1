import { inflateSync } from 'node:zlib';

/**
 * Converts a WOFF font to TrueType. The PDF library reads WOFF too, but inflates a whole table for every letter it
 * looks up.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF font.');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const searchable = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt16BE(searchable * 16, 6);
  directory.writeUInt16BE(Math.log2(searchable), 8);
  directory.writeUInt16BE((count - searchable) * 16, 10);

  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index++) {
    const from = 44 + 20 * index;
    const start = woff.readUInt32BE(from + 4);
    const packedBytes = woff.readUInt32BE(from + 8);
    const bytes = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(start, start + packedBytes);
    const table = packedBytes < bytes ? inflateSync(packed) : packed;

    const entry = 12 + 16 * index;
    woff.copy(directory, entry, from, from + 4);
    woff.copy(directory, entry + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(bytes, entry + 12);
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4);
    parts.push(table, padding);
    offset += bytes + padding.length;
  }
  return Buffer.concat(parts);
}
