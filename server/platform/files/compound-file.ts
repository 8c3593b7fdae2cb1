import type { FileHandle } from 'node:fs/promises';
import { readAt } from './read-at';

const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const headerBytes = 512;
const tableSectorsInHeader = 109;
const entryBytes = 128;
/** Far more folder entries than any Word or Excel file has; a limit for a chain that loops. */
const maxDirectorySectors = 256;

/**
 * The names of the streams and storages in an OLE2 compound file, the container of .doc and .xls. Undefined when it is
 * not one or is damaged.
 */
export async function listCompoundFile(file: FileHandle, bytes: number): Promise<string[] | undefined> {
  const header = await readAt(file, 0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, signature.length).equals(signature))
    return undefined;
  const sectorShift = header.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) return undefined;
  const sectorBytes = 1 << sectorShift;
  const startOf = (sector: number) => (sector + 1) * sectorBytes;
  const inside = (sector: number) => startOf(sector) + entryBytes <= bytes;

  /** The next sector by the allocation table; undefined beyond the parts of the table listed in the header. */
  async function sectorAfter(sector: number): Promise<number | undefined> {
    const perTable = sectorBytes / 4;
    const table = Math.floor(sector / perTable);
    if (table >= tableSectorsInHeader) return undefined;
    const tableSector = header.readUInt32LE(76 + table * 4);
    if (!inside(tableSector)) return undefined;
    const cell = await readAt(file, startOf(tableSector) + (sector % perTable) * 4, 4);
    return cell.length === 4 ? cell.readUInt32LE(0) : undefined;
  }

  const names: string[] = [];
  let sector: number | undefined = header.readUInt32LE(48);
  for (let read = 0; sector !== undefined && inside(sector) && read < maxDirectorySectors; read++) {
    names.push(...entryNames(await readAt(file, startOf(sector), sectorBytes)));
    sector = await sectorAfter(sector);
  }
  return names;
}

function entryNames(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = directory.readUInt16LE(at + 64);
    const inUse = directory.readUInt8(at + 66) !== 0;
    if (inUse && nameBytes > 2 && nameBytes <= 64)
      names.push(directory.toString('utf16le', at, at + nameBytes - 2));
  }
  return names;
}
