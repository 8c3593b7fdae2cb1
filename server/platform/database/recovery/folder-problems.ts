import { LineBroken } from './open-line';

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
