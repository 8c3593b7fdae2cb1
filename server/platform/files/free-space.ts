import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** More than a full segment of the log and its compressed copy, so that a database on the same disk is not in danger. */
export const defaultReserveBytes = 512 * 1024 * 1024;

/** Free space on the disk of a folder, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws as a full disk does when less than `reserve` bytes are free. */
export async function ensureRoom(folder: string, reserve: number): Promise<void> {
  if ((await freeBytes(folder)) < reserve) throw noRoom(folder);
}

/**
 * Throws as a full disk does when little is left on the disk of a folder: the reserve, or a tenth of a disk so small that
 * it could hold little else. The database may be on the same disk, and stops when it is full.
 */
export function leaveRoom(folder: string): void {
  const { bavail, blocks, bsize } = statfsSync(folder);
  if (bavail * bsize < Math.min(defaultReserveBytes, (blocks * bsize) / 10)) throw noRoom(folder);
}

const noRoom = (folder: string): Error =>
  Object.assign(new Error(`There is no room in ${folder}`), { code: 'ENOSPC', syscall: 'write' });
