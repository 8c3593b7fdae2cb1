import type { FileHandle } from 'node:fs/promises';
import { readAt } from './read-at';

/** One entry as the archive's directory states it; nothing is unpacked. */
export type ZipEntry = {
  readonly name: string;
  readonly unpackedBytes: number;
  /** What `readZipEntry` needs: the compression method, and the position of the local header. */
  readonly method: number;
  readonly packedBytes: number;
  readonly headerStart: number;
};

const endSignature = 0x06054b50;
const endLength = 22;
const maxCommentLength = 0xffff;
const entrySignature = 0x02014b50;
const entryLength = 46;
const zip64Marker = 0xffffffff;

/**
 * Reads the directory at the end of a ZIP file. Undefined when there is none, when it is damaged (entries missing,
 * truncated, or outside the file), or when it lists more than `maxEntries`.
 */
export async function listZip(
  file: FileHandle,
  bytes: number,
  maxEntries: number,
): Promise<ZipEntry[] | undefined> {
  const tailStart = Math.max(0, bytes - endLength - maxCommentLength);
  const end = findEnd(await readAt(file, tailStart, bytes - tailStart));
  if (!end || end.entries > maxEntries) return undefined;
  if (end.directoryStart + end.directoryBytes > bytes) return undefined;
  return parseDirectory(await readAt(file, end.directoryStart, end.directoryBytes), end.entries);
}

/** The end record: the last one whose comment ends exactly at the end of the file. */
function findEnd(tail: Buffer) {
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    if (at + endLength + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return {
      entries: tail.readUInt16LE(at + 10),
      directoryBytes: tail.readUInt32LE(at + 12),
      directoryStart: tail.readUInt32LE(at + 16),
    };
  }
  return undefined;
}

function parseDirectory(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature)
      return undefined;
    const nameEnd = at + entryLength + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const next = extraEnd + directory.readUInt16LE(at + 32);
    if (next > directory.length) return undefined;
    const unpackedBytes = unpackedSize(
      directory.readUInt32LE(at + 24),
      directory.subarray(nameEnd, extraEnd),
    );
    if (unpackedBytes === undefined) return undefined;
    entries.push({
      name: directory.toString('utf8', at + entryLength, nameEnd),
      unpackedBytes,
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      headerStart: directory.readUInt32LE(at + 42),
    });
    at = next;
  }
  return at === directory.length ? entries : undefined;
}

/** Some writers put every size in the 64-bit extra field, even for small files. */
function unpackedSize(stated: number, extra: Buffer): number | undefined {
  if (stated !== zip64Marker) return stated;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const isZip64 =
      extra.readUInt16LE(at) === 1 && extra.readUInt16LE(at + 2) >= 8 && at + 12 <= extra.length;
    if (isZip64) return Number(extra.readBigUInt64LE(at + 4));
  }
  return undefined;
}
