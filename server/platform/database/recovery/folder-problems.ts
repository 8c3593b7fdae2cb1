import { statfs } from 'node:fs/promises';
import { LineBroken } from './open-line';

/** More than a full segment and its compressed copy, so that the database on the same disk is not in danger. */
export const defaultReserveBytes = 512 * 1024 * 1024;

/** Free space on the disk of a folder, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws as a full disk does when less than `reserve` bytes are free. */
export async function ensureRoom(folder: string, reserve: number): Promise<void> {
  if ((await freeBytes(folder)) < reserve)
    throw Object.assign(new Error(`There is no room in ${folder}`), { code: 'ENOSPC' });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the cause is a folder or a disk, and not the connection to the database. */
export function isAboutFiles(error: unknown): boolean {
  if (error instanceof LineBroken) return true;
  const isConnection = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return !isConnection && /^E(?!CONN|PIPE)[A-Z]+$/.test(codeOf(error));
}

/** The reason for administrators. */
export function reasonOf(error: unknown, folder: string): string {
  const code = codeOf(error);
  if (error instanceof LineBroken) return error.message;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${folder} is full. Free up space.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `The server account cannot write to the folder ${folder}.`;
  if (['ENOENT', 'ENOTDIR', 'EEXIST', 'EIO', 'ESTALE'].includes(code))
    return `The folder ${folder} is not available.`;
  return 'Something went wrong on the server. See the server log.';
}
